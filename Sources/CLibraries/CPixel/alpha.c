// Premultiplied and straight alpha.

#include "kernels.h"

static void over_plain(const uint8_t *restrict top, uint8_t *restrict below, int count) {
    for (int i = 0; i < count; i++, top += 4, below += 4) {
        const uint32_t transparency = 255u - top[3];
        for (int channel = 0; channel < 4; channel++) {
            const uint32_t sum = top[channel] + divide_by_255(below[channel] * transparency);
            below[channel] = (uint8_t)(sum > 255 ? 255 : sum);
        }
    }
}

AVX2 static __m256i times_over_255(__m256i value, __m256i factor) {
    const __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(value, factor), _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_srli_epi16(sum, 8)), 8);
}

AVX2 static void over_avx2(const uint8_t *top, uint8_t *below, int count) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi8(-1);
    const __m256i alphas = _mm256_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 3, 3, 3, 3, 7, 7, 7,
                                            7, 11, 11, 11, 11, 15, 15, 15, 15);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m256i upper = _mm256_loadu_si256((const __m256i *)(top + 4 * i));
        const __m256i lower = _mm256_loadu_si256((const __m256i *)(below + 4 * i));
        const __m256i transparency = _mm256_shuffle_epi8(_mm256_xor_si256(upper, ones), alphas);
        const __m256i low =
            times_over_255(_mm256_unpacklo_epi8(lower, zero), _mm256_unpacklo_epi8(transparency, zero));
        const __m256i high =
            times_over_255(_mm256_unpackhi_epi8(lower, zero), _mm256_unpackhi_epi8(transparency, zero));
        _mm256_storeu_si256((__m256i *)(below + 4 * i), _mm256_adds_epu8(upper, _mm256_packus_epi16(low, high)));
    }
    over_plain(top + 4 * i, below + 4 * i, count - i);
}

void pixel_over(const uint8_t *top, uint8_t *below, int count, bool plain) {
    if (!plain && pixel_has_avx2()) {
        over_avx2(top, below, count);
    } else {
        over_plain(top, below, count);
    }
}

BODY void premultiply_body(const uint8_t *source, int count, uint8_t *out, uint8_t opacity) {
    for (int i = 0; i < count; i++) {
        const uint32_t alpha = source[4 * i + 3];
        out[4 * i] = (uint8_t)divide_by_255(source[4 * i] * alpha);
        out[4 * i + 1] = (uint8_t)divide_by_255(source[4 * i + 1] * alpha);
        out[4 * i + 2] = (uint8_t)divide_by_255(source[4 * i + 2] * alpha);
        out[4 * i + 3] = (uint8_t)(alpha | opacity);
    }
}

static void premultiply_plain(const uint8_t *source, int count, uint8_t *out, uint8_t opacity) {
    premultiply_body(source, count, out, opacity);
}

AVX2 static void premultiply_avx2(const uint8_t *source, int count, uint8_t *out, uint8_t opacity) {
    premultiply_body(source, count, out, opacity);
}

void pixel_straight_over_black(const uint8_t *source, int count, uint8_t *out, bool plain) {
    (!plain && pixel_has_avx2() ? premultiply_avx2 : premultiply_plain)(source, count, out, 255);
}

void pixel_premultiply(const uint8_t *source, int count, uint8_t *out, bool plain) {
    (!plain && pixel_has_avx2() ? premultiply_avx2 : premultiply_plain)(source, count, out, 0);
}

void pixel_bgra_to_straight_rgba(const uint8_t *source, int count, uint8_t *out) {
    for (int i = 0; i < count; i++, source += 4, out += 4) {
        const uint32_t alpha = source[3];
        for (int channel = 0; channel < 3; channel++) {
            const uint32_t straight = alpha == 0 ? 0 : (source[2 - channel] * 255u + alpha / 2) / alpha;
            out[channel] = (uint8_t)(straight > 255 ? 255 : straight);
        }
        out[3] = (uint8_t)alpha;
    }
}

void pixel_bgra_to_rgb(const uint8_t *source, int count, uint8_t *out) {
    for (int i = 0; i < count; i++, source += 4, out += 3) {
        out[0] = source[2];
        out[1] = source[1];
        out[2] = source[0];
    }
}

bool pixel_is_opaque(const uint8_t *source, int64_t count) {
    uint8_t all = 255;
    for (int64_t i = 0; i < count; i++) {
        all &= source[4 * i + 3];
    }
    return all == 255;
}
