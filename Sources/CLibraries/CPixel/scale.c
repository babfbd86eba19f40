// Weighted sums of pixels across and down, and rearrangement.

#include "kernels.h"

#include <string.h>

enum { unit_bits = 14, half_unit = 1 << (unit_bits - 1) };

static void across_plain(const uint8_t *source, const int32_t *starts, const int16_t *weights, int taps, int count,
                         uint8_t *out) {
    for (int i = 0; i < count; i++) {
        const uint8_t *pixel = source + 4 * (int64_t)starts[i];
        const int16_t *weight = weights + (int64_t)i * taps;
        int32_t sum[4] = {half_unit, half_unit, half_unit, half_unit};
        for (int k = 0; k < taps; k++, pixel += 4) {
            for (int channel = 0; channel < 4; channel++) {
                sum[channel] += weight[k] * pixel[channel];
            }
        }
        for (int channel = 0; channel < 4; channel++) {
            out[4 * i + channel] = (uint8_t)(sum[channel] >> unit_bits);
        }
    }
}

/// The next two weights in every 32-bit lane.
AVX2 static inline __m128i weight_pair(const int16_t *weights) {
    int32_t pair;
    memcpy(&pair, weights, sizeof pair);
    return _mm_set1_epi32(pair);
}

/// Adds two taps of two output pixels, one in each half.
AVX2 static inline __m256i add_taps(__m256i sum, const uint8_t *first, const uint8_t *second,
                                    const int16_t *first_weights, const int16_t *second_weights) {
    // The same channel of two neighbouring pixels as a pair of 16-bit numbers.
    const __m256i pairs = _mm256_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1, 0, -1, 4, -1, 1, -1,
                                           5, -1, 2, -1, 6, -1, 3, -1, 7, -1);
    const __m256i bytes = _mm256_set_m128i(_mm_loadl_epi64((const __m128i *)second),
                                           _mm_loadl_epi64((const __m128i *)first));
    const __m256i weights = _mm256_set_m128i(weight_pair(second_weights), weight_pair(first_weights));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_shuffle_epi8(bytes, pairs), weights));
}

/// `taps` is a constant where this is inlined for two taps, the case of every enlargement.
AVX2 static inline __attribute__((always_inline)) int across_fours(const uint8_t *source, const int32_t *starts,
                                                                   const int16_t *weights, int taps, int count,
                                                                   uint8_t *out) {
    const __m256i half = _mm256_set1_epi32(half_unit);
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        __m256i sums[2];
        for (int part = 0; part < 2; part++) {
            const int first = i + part;
            const int second = first + 2;
            const uint8_t *first_pixel = source + 4 * (int64_t)starts[first];
            const uint8_t *second_pixel = source + 4 * (int64_t)starts[second];
            const int16_t *first_weights = weights + (int64_t)first * taps;
            const int16_t *second_weights = weights + (int64_t)second * taps;
            __m256i sum = half;
            for (int k = 0; k < taps; k += 2) {
                sum = add_taps(sum, first_pixel + 4 * k, second_pixel + 4 * k, first_weights + k, second_weights + k);
            }
            sums[part] = _mm256_srli_epi32(sum, unit_bits);
        }
        // Halves hold the pixels i, i + 2 and i + 1, i + 3: packing puts neighbours side by side.
        const __m256i words = _mm256_packs_epi32(sums[0], sums[1]);
        const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(words, words), 0x08);
        _mm_storeu_si128((__m128i *)(out + 4 * i), _mm256_castsi256_si128(bytes));
    }
    return i;
}

AVX2 static void across_avx2(const uint8_t *source, const int32_t *starts, const int16_t *weights, int taps, int count,
                             uint8_t *out) {
    const int done = taps == 2 ? across_fours(source, starts, weights, 2, count, out)
                               : across_fours(source, starts, weights, taps, count, out);
    across_plain(source, starts + done, weights + (int64_t)done * taps, taps, count - done, out + 4 * done);
}

void pixel_scale_across(const uint8_t *source, const int32_t *starts, const int16_t *weights, int taps, int count,
                        uint8_t *out, bool plain) {
    (!plain && pixel_has_avx2() ? across_avx2 : across_plain)(source, starts, weights, taps, count, out);
}

BODY void down_body(const uint8_t *const *rows, const int16_t *weights, int taps, int from, int bytes, uint8_t *out) {
    for (int i = from; i < bytes; i++) {
        int32_t sum = half_unit;
        for (int k = 0; k < taps; k++) {
            sum += weights[k] * rows[k][i];
        }
        out[i] = (uint8_t)(sum >> unit_bits);
    }
}

static void down_plain(const uint8_t *const *rows, const int16_t *weights, int taps, int from, int bytes,
                       uint8_t *out) {
    down_body(rows, weights, taps, from, bytes, out);
}

/// Adds two rows of 32 bytes to sums; the order of the sums is that of two rounds of unpacking.
AVX2 static inline void add_rows(__m256i sums[4], __m256i upper, __m256i lower, __m256i weights) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i low = _mm256_unpacklo_epi8(upper, lower);
    const __m256i high = _mm256_unpackhi_epi8(upper, lower);
    sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), weights));
    sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), weights));
    sums[2] = _mm256_add_epi32(sums[2], _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), weights));
    sums[3] = _mm256_add_epi32(sums[3], _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), weights));
}

AVX2 static inline __m256i row_weights(int16_t upper, int16_t lower) {
    return _mm256_set1_epi32((int32_t)((uint16_t)upper | (uint32_t)(uint16_t)lower << 16));
}

AVX2 static inline __m256i load(const uint8_t *bytes) {
    return _mm256_loadu_si256((const __m256i *)bytes);
}

/// `taps` is a constant where this is inlined for two taps.
AVX2 static inline __attribute__((always_inline)) int down_blocks(const uint8_t *const *rows, const int16_t *weights,
                                                                  int taps, int bytes, uint8_t *out) {
    const __m256i half = _mm256_set1_epi32(half_unit);
    int i = 0;
    for (; i + 32 <= bytes; i += 32) {
        __m256i sums[4] = {half, half, half, half};
        int k = 0;
        for (; k + 2 <= taps; k += 2) {
            add_rows(sums, load(rows[k] + i), load(rows[k + 1] + i), row_weights(weights[k], weights[k + 1]));
        }
        if (k < taps) {
            add_rows(sums, load(rows[k] + i), _mm256_setzero_si256(), row_weights(weights[k], 0));
        }
        const __m256i low =
            _mm256_packs_epi32(_mm256_srli_epi32(sums[0], unit_bits), _mm256_srli_epi32(sums[1], unit_bits));
        const __m256i high =
            _mm256_packs_epi32(_mm256_srli_epi32(sums[2], unit_bits), _mm256_srli_epi32(sums[3], unit_bits));
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_packus_epi16(low, high));
    }
    return i;
}

AVX2 static void down_avx2(const uint8_t *const *rows, const int16_t *weights, int taps, int bytes, uint8_t *out) {
    const int done =
        taps == 2 ? down_blocks(rows, weights, 2, bytes, out) : down_blocks(rows, weights, taps, bytes, out);
    down_plain(rows, weights, taps, done, bytes, out);
}

void pixel_scale_down(const uint8_t *const *rows, const int16_t *weights, int taps, int bytes, uint8_t *out,
                      bool plain) {
    if (!plain && pixel_has_avx2()) {
        down_avx2(rows, weights, taps, bytes, out);
    } else {
        down_plain(rows, weights, taps, 0, bytes, out);
    }
}

void pixel_rearrange(const uint8_t *source, uint8_t *out, int64_t origin, int64_t step_x, int64_t step_y, int width,
                     int height) {
    if (step_x == 1 || step_x == -1) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                memcpy(out + 4 * (origin + x * step_x + y * step_y), source + 4 * ((int64_t)y * width + x), 4);
            }
        }
        return;
    }
    // A column of the source becomes a row: written in runs, since those are what costs.
    for (int x = 0; x < width; x++) {
        const uint8_t *from = source + 4 * (int64_t)x;
        uint8_t *to = out + 4 * (origin + x * step_x);
        for (int y = 0; y < height; y++) {
            memcpy(to + 4 * y * step_y, from + 4 * (int64_t)y * width, 4);
        }
    }
}
