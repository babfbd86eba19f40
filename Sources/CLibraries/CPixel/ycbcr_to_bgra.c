// Y'CbCr rows to BGRA: chroma interpolation in scaled integers, then the matrix with a single rounding.

#include "kernels.h"

// Chroma down a column

#define CHROMA_DOWN(NAME, SAMPLE, RESULT)                                                                              \
    BODY void NAME##_body(const SAMPLE *first, const SAMPLE *second, int near, int far, int count, RESULT *out) {      \
        for (int i = 0; i < count; i++) {                                                                              \
            out[i] = (RESULT)(near * first[i] + far * second[i]);                                                      \
        }                                                                                                              \
    }                                                                                                                  \
    static void NAME##_plain(const SAMPLE *first, const SAMPLE *second, int near, int far, int count, RESULT *out) {   \
        NAME##_body(first, second, near, far, count, out);                                                             \
    }                                                                                                                  \
    AVX2 static void NAME##_avx2(const SAMPLE *first, const SAMPLE *second, int near, int far, int count,              \
                                 RESULT *out) {                                                                        \
        NAME##_body(first, second, near, far, count, out);                                                             \
    }                                                                                                                  \
    void pixel_##NAME(const SAMPLE *first, const SAMPLE *second, int near, int far, int count, RESULT *out,            \
                      bool plain) {                                                                                    \
        (!plain && pixel_has_avx2() ? NAME##_avx2 : NAME##_plain)(first, second, near, far, count, out);               \
    }

CHROMA_DOWN(chroma_down_8, uint8_t, int16_t)
CHROMA_DOWN(chroma_down_16, uint16_t, int32_t)

// Chroma across a row

#define CHROMA_ACROSS(NAME, SAMPLE)                                                                                    \
    BODY void NAME##_body(const SAMPLE *row, int shift, const pixel_phase *phases, int neutral, int from, int width,   \
                          SAMPLE *out) {                                                                               \
        const int mask = (1 << shift) - 1;                                                                             \
        for (int x = from; x < width; x++) {                                                                           \
            const pixel_phase phase = phases[x & mask];                                                                \
            const SAMPLE *near = row + (x >> shift) + phase.offset;                                                    \
            out[x] = (SAMPLE)(phase.near * near[0] + phase.far * near[1] - neutral);                                   \
        }                                                                                                              \
    }                                                                                                                  \
    static void NAME##_plain(const SAMPLE *row, int shift, const pixel_phase *phases, int neutral, int from,           \
                             int width, SAMPLE *out) {                                                                 \
        NAME##_body(row, shift, phases, neutral, from, width, out);                                                    \
    }

CHROMA_ACROSS(chroma_across_8, int16_t)
CHROMA_ACROSS(chroma_across_16, int32_t)

/// Without horizontal subsampling a row is only scaled.
AVX2 static void chroma_copy_avx2(const int16_t *row, int neutral, int width, int16_t *out) {
    for (int x = 0; x < width; x++) {
        out[x] = (int16_t)(8 * row[x] - neutral);
    }
}

AVX2 static inline __m256i two_taps(const int16_t *row, pixel_phase phase, __m256i neutral) {
    const __m256i near = _mm256_mullo_epi16(_mm256_loadu_si256((const __m256i *)(row + phase.offset)),
                                            _mm256_set1_epi16((int16_t)phase.near));
    const __m256i far = _mm256_mullo_epi16(_mm256_loadu_si256((const __m256i *)(row + phase.offset + 1)),
                                           _mm256_set1_epi16((int16_t)phase.far));
    return _mm256_sub_epi16(_mm256_add_epi16(near, far), neutral);
}

AVX2 static void chroma_pairs_avx2(const int16_t *row, const pixel_phase *phases, int neutral, int width,
                                   int16_t *out) {
    const __m256i neutrals = _mm256_set1_epi16((int16_t)neutral);
    int x = 0;
    // The last loads reach row[x / 2 + 16], which exists: x + 31 is a column of the row.
    for (; x + 32 <= width; x += 32) {
        const __m256i even = two_taps(row + x / 2, phases[0], neutrals);
        const __m256i odd = two_taps(row + x / 2, phases[1], neutrals);
        const __m256i low = _mm256_unpacklo_epi16(even, odd);
        const __m256i high = _mm256_unpackhi_epi16(even, odd);
        _mm256_storeu_si256((__m256i *)(out + x), _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256((__m256i *)(out + x + 16), _mm256_permute2x128_si256(low, high, 0x31));
    }
    chroma_across_8_plain(row, 1, phases, neutral, x, width, out);
}

void pixel_chroma_across_8(const int16_t *row, int shift, const pixel_phase *phases, int neutral, int width,
                           int16_t *out, bool plain) {
    if (!plain && pixel_has_avx2() && shift == 0) {
        chroma_copy_avx2(row, neutral, width, out);
    } else if (!plain && pixel_has_avx2() && shift == 1) {
        chroma_pairs_avx2(row, phases, neutral, width, out);
    } else {
        chroma_across_8_plain(row, shift, phases, neutral, 0, width, out);
    }
}

AVX2 static void chroma_across_16_avx2(const int32_t *row, int shift, const pixel_phase *phases, int neutral,
                                       int width, int32_t *out) {
    chroma_across_16_body(row, shift, phases, neutral, 0, width, out);
}

void pixel_chroma_across_16(const int32_t *row, int shift, const pixel_phase *phases, int neutral, int width,
                            int32_t *out, bool plain) {
    if (!plain && pixel_has_avx2()) {
        chroma_across_16_avx2(row, shift, phases, neutral, width, out);
    } else {
        chroma_across_16_plain(row, shift, phases, neutral, 0, width, out);
    }
}

// The matrix

#define MATRIX_BODY(NAME, SAMPLE, CHROMA)                                                                              \
    BODY void NAME##_body(const SAMPLE *luma, const CHROMA *cb, const CHROMA *cr, const pixel_matrix *matrix,          \
                          int from, int width, uint8_t *restrict bgra) {                                               \
        const pixel_matrix m = *matrix;                                                                                \
        const int64_t half = (int64_t)1 << (m.shift - 1);                                                              \
        for (int x = from; x < width; x++) {                                                                           \
            const int64_t grey = (int64_t)m.luma * (64 * ((int32_t)luma[x] - m.luma_offset)) + half;                   \
            const int64_t blue = grey + (int64_t)m.cb_to_blue * cb[x];                                                 \
            const int64_t green = grey + (int64_t)m.cb_to_green * cb[x] + (int64_t)m.cr_to_green * cr[x];              \
            const int64_t red = grey + (int64_t)m.cr_to_red * cr[x];                                                   \
            bgra[4 * x] = clamp_to_byte(blue >> m.shift);                                                              \
            bgra[4 * x + 1] = clamp_to_byte(green >> m.shift);                                                         \
            bgra[4 * x + 2] = clamp_to_byte(red >> m.shift);                                                           \
            bgra[4 * x + 3] = 255;                                                                                     \
        }                                                                                                              \
    }                                                                                                                  \
    static void NAME##_plain(const SAMPLE *luma, const CHROMA *cb, const CHROMA *cr, const pixel_matrix *matrix,       \
                             int from, int width, uint8_t *bgra) {                                                     \
        NAME##_body(luma, cb, cr, matrix, from, width, bgra);                                                          \
    }

MATRIX_BODY(matrix_8, uint8_t, int16_t)
MATRIX_BODY(matrix_16, uint16_t, int32_t)

/// Two factors for the pairs of `_mm256_madd_epi16`, split as high * 2^15 + low so that 30 bits take part.
typedef struct {
    __m256i high;
    __m256i low;
} factor_pair;

AVX2 static inline factor_pair split(int32_t first, int32_t second) {
    const uint32_t high = (uint16_t)(first >> 15) | (uint32_t)(uint16_t)(second >> 15) << 16;
    const uint32_t low = (uint32_t)(first & 0x7fff) | (uint32_t)(second & 0x7fff) << 16;
    return (factor_pair){_mm256_set1_epi32((int32_t)high), _mm256_set1_epi32((int32_t)low)};
}

/// The exact sum of products, shifted right by 15.
AVX2 static inline __m256i weigh(__m256i pairs, factor_pair factors) {
    return _mm256_add_epi32(_mm256_madd_epi16(pairs, factors.high),
                            _mm256_srai_epi32(_mm256_madd_epi16(pairs, factors.low), 15));
}

/// The same for two lists of pairs that share one result: low parts are summed before they are shifted.
AVX2 static inline __m256i weigh_both(__m256i pairs, factor_pair factors, __m256i more, factor_pair more_factors) {
    const __m256i high =
        _mm256_add_epi32(_mm256_madd_epi16(pairs, factors.high), _mm256_madd_epi16(more, more_factors.high));
    const __m256i low =
        _mm256_add_epi32(_mm256_madd_epi16(pairs, factors.low), _mm256_madd_epi16(more, more_factors.low));
    return _mm256_add_epi32(high, _mm256_srai_epi32(low, 15));
}

AVX2 static inline __m256i round_to_words(__m256i low, __m256i high) {
    const __m256i half = _mm256_set1_epi32(1 << 18);
    return _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(low, half), 19),
                              _mm256_srai_epi32(_mm256_add_epi32(high, half), 19));
}

AVX2 static void matrix_8_avx2(const uint8_t *luma, const int16_t *cb, const int16_t *cr, const pixel_matrix *matrix,
                               int width, uint8_t *bgra) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i opaque = _mm256_set1_epi16(255);
    const __m256i luma_offset = _mm256_set1_epi16((int16_t)matrix->luma_offset);
    const factor_pair blue_factors = split(matrix->luma, matrix->cb_to_blue);
    const factor_pair red_factors = split(matrix->luma, matrix->cr_to_red);
    const factor_pair green_factors = split(matrix->luma, matrix->cb_to_green);
    const factor_pair more_green_factors = split(matrix->cr_to_green, 0);
    int x = 0;
    for (; x + 16 <= width; x += 16) {
        const __m256i samples = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(luma + x)));
        const __m256i y = _mm256_slli_epi16(_mm256_sub_epi16(samples, luma_offset), 6);
        const __m256i u = _mm256_loadu_si256((const __m256i *)(cb + x));
        const __m256i v = _mm256_loadu_si256((const __m256i *)(cr + x));
        const __m256i yu_low = _mm256_unpacklo_epi16(y, u), yu_high = _mm256_unpackhi_epi16(y, u);
        const __m256i yv_low = _mm256_unpacklo_epi16(y, v), yv_high = _mm256_unpackhi_epi16(y, v);
        const __m256i v_low = _mm256_unpacklo_epi16(v, zero), v_high = _mm256_unpackhi_epi16(v, zero);

        const __m256i blue = round_to_words(weigh(yu_low, blue_factors), weigh(yu_high, blue_factors));
        const __m256i red = round_to_words(weigh(yv_low, red_factors), weigh(yv_high, red_factors));
        const __m256i green = round_to_words(weigh_both(yu_low, green_factors, v_low, more_green_factors),
                                             weigh_both(yu_high, green_factors, v_high, more_green_factors));

        const __m256i blue_red = _mm256_packus_epi16(blue, red);
        const __m256i green_alpha = _mm256_packus_epi16(green, opaque);
        const __m256i blue_green = _mm256_unpacklo_epi8(blue_red, green_alpha);
        const __m256i red_alpha = _mm256_unpackhi_epi8(blue_red, green_alpha);
        const __m256i low = _mm256_unpacklo_epi16(blue_green, red_alpha);
        const __m256i high = _mm256_unpackhi_epi16(blue_green, red_alpha);
        _mm256_storeu_si256((__m256i *)(bgra + 4 * x), _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256((__m256i *)(bgra + 4 * x + 32), _mm256_permute2x128_si256(low, high, 0x31));
    }
    matrix_8_plain(luma, cb, cr, matrix, x, width, bgra);
}

void pixel_matrix_8(const uint8_t *luma, const int16_t *cb, const int16_t *cr, const pixel_matrix *matrix, int width,
                    uint8_t *bgra, bool plain) {
    if (!plain && pixel_has_avx2()) {
        matrix_8_avx2(luma, cb, cr, matrix, width, bgra);
    } else {
        matrix_8_plain(luma, cb, cr, matrix, 0, width, bgra);
    }
}

AVX2 static void matrix_16_avx2(const uint16_t *luma, const int32_t *cb, const int32_t *cr, const pixel_matrix *matrix,
                                int width, uint8_t *bgra) {
    matrix_16_body(luma, cb, cr, matrix, 0, width, bgra);
}

void pixel_matrix_16(const uint16_t *luma, const int32_t *cb, const int32_t *cr, const pixel_matrix *matrix, int width,
                     uint8_t *bgra, bool plain) {
    if (!plain && pixel_has_avx2()) {
        matrix_16_avx2(luma, cb, cr, matrix, width, bgra);
    } else {
        matrix_16_plain(luma, cb, cr, matrix, 0, width, bgra);
    }
}
