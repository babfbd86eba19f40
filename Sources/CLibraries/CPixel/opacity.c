// Pictures and layers that are partly there. All products lie in 0...65025, so that sixteen bits hold them.

#include "kernels.h"

BODY void mix_body(const uint8_t *restrict top, uint8_t *restrict below, int bytes, uint16_t opacity) {
    const uint16_t rest = (uint16_t)(255 - opacity);
    for (int i = 0; i < bytes; i++) {
        // At most 255 * 255 + 128 + 254: no carry.
        const uint16_t sum = (uint16_t)(top[i] * opacity + below[i] * rest + 128);
        below[i] = (uint8_t)((uint16_t)(sum + (sum >> 8)) >> 8);
    }
}

static void mix_plain(const uint8_t *top, uint8_t *below, int bytes, uint16_t opacity) {
    mix_body(top, below, bytes, opacity);
}

AVX2 static void mix_avx2(const uint8_t *top, uint8_t *below, int bytes, uint16_t opacity) {
    mix_body(top, below, bytes, opacity);
}

void pixel_mix(const uint8_t *top, uint8_t *below, int count, int opacity, bool plain) {
    (!plain && pixel_has_avx2() ? mix_avx2 : mix_plain)(top, below, count * 4, clamp_to_byte(opacity));
}

BODY void fade_body(uint8_t *pixels, int bytes, uint16_t level) {
    for (int i = 0; i < bytes; i++) {
        const uint16_t product = (uint16_t)(pixels[i] * level + 128);
        pixels[i] = (uint8_t)((uint16_t)(product + (product >> 8)) >> 8);
    }
}

static void fade_plain(uint8_t *pixels, int bytes, uint16_t level) {
    fade_body(pixels, bytes, level);
}

AVX2 static void fade_avx2(uint8_t *pixels, int bytes, uint16_t level) {
    fade_body(pixels, bytes, level);
}

void pixel_fade(uint8_t *pixels, int count, int level, bool plain) {
    (!plain && pixel_has_avx2() ? fade_avx2 : fade_plain)(pixels, count * 4, clamp_to_byte(level));
}

static void dim_plain(uint8_t *pixels, int count, uint32_t level) {
    for (int i = 0; i < count; i++, pixels += 4) {
        for (int channel = 0; channel < 3; channel++) {
            pixels[channel] = (uint8_t)divide_by_255(pixels[channel] * level);
        }
    }
}

AVX2 static __m256i times_over_255(__m256i value, __m256i factor) {
    const __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(value, factor), _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_srli_epi16(sum, 8)), 8);
}

/// Thirty-two bytes times sixteen-bit factors over 255, rounded.
AVX2 static __m256i scaled(__m256i bytes, __m256i factors) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i low = times_over_255(_mm256_unpacklo_epi8(bytes, zero), factors);
    const __m256i high = times_over_255(_mm256_unpackhi_epi8(bytes, zero), factors);
    return _mm256_packus_epi16(low, high);
}

AVX2 static void dim_avx2(uint8_t *pixels, int count, uint32_t level) {
    // x * 255 / 255 is x: alpha keeps its value.
    const int64_t factors = (int64_t)((uint64_t)255 << 48 | (uint64_t)level << 32 | (uint64_t)level << 16 | level);
    const __m256i all = _mm256_set1_epi64x(factors);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256i *place = (__m256i *)(pixels + 4 * i);
        _mm256_storeu_si256(place, scaled(_mm256_loadu_si256(place), all));
    }
    dim_plain(pixels + 4 * i, count - i, level);
}

void pixel_dim(uint8_t *pixels, int count, int level, bool plain) {
    (!plain && pixel_has_avx2() ? dim_avx2 : dim_plain)(pixels, count, clamp_to_byte(level));
}

static void over_faded_plain(const uint8_t *restrict top, uint8_t *restrict below, int count, uint32_t opacity) {
    for (int i = 0; i < count; i++, top += 4, below += 4) {
        const uint32_t transparency = 255u - divide_by_255(top[3] * opacity);
        for (int channel = 0; channel < 4; channel++) {
            const uint32_t sum = divide_by_255(top[channel] * opacity) + divide_by_255(below[channel] * transparency);
            below[channel] = (uint8_t)(sum > 255 ? 255 : sum);
        }
    }
}

AVX2 static void over_faded_avx2(const uint8_t *top, uint8_t *below, int count, uint32_t opacity) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi8(-1);
    const __m256i factor = _mm256_set1_epi16((int16_t)opacity);
    const __m256i alphas = _mm256_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 3, 3, 3, 3, 7, 7, 7,
                                            7, 11, 11, 11, 11, 15, 15, 15, 15);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m256i upper = scaled(_mm256_loadu_si256((const __m256i *)(top + 4 * i)), factor);
        const __m256i lower = _mm256_loadu_si256((const __m256i *)(below + 4 * i));
        const __m256i transparency = _mm256_shuffle_epi8(_mm256_xor_si256(upper, ones), alphas);
        const __m256i low =
            times_over_255(_mm256_unpacklo_epi8(lower, zero), _mm256_unpacklo_epi8(transparency, zero));
        const __m256i high =
            times_over_255(_mm256_unpackhi_epi8(lower, zero), _mm256_unpackhi_epi8(transparency, zero));
        _mm256_storeu_si256((__m256i *)(below + 4 * i), _mm256_adds_epu8(upper, _mm256_packus_epi16(low, high)));
    }
    over_faded_plain(top + 4 * i, below + 4 * i, count - i, opacity);
}

void pixel_over_faded(const uint8_t *top, uint8_t *below, int count, int opacity, bool plain) {
    (!plain && pixel_has_avx2() ? over_faded_avx2 : over_faded_plain)(top, below, count, clamp_to_byte(opacity));
}
