// BGRA rows to BT.709 limited Y'CbCr 4:2:0.

#include "kernels.h"

// Factors in 2^-30 of an output level, rounded to nearest:
// Y' = 16 + 219 / 255 (0.2126 R + 0.7152 G + 0.0722 B),
// Cb = 128 + 224 / 255 (B - Y'709) / 1.8556, Cr = 128 + 224 / 255 (R - Y'709) / 1.5748,
// the chroma of eight samples' sum, hence the further 3 bits of shift.
enum {
    factor_bits = 30,
    chroma_bits = factor_bits + 3,
    red_to_luma = 196050098,
    green_to_luma = 659525072,
    blue_to_luma = 66579572,
    red_to_cb = -108065385,
    green_to_cb = -363538867,
    blue_to_cb = 471604252, // and red_to_cr
    green_to_cr = -428360885,
    blue_to_cr = -43243367,
};

static uint8_t luma_of(const uint8_t *pixel) {
    const int64_t sum = (int64_t)blue_to_luma * pixel[0] + (int64_t)green_to_luma * pixel[1] +
                        (int64_t)red_to_luma * pixel[2] + ((int64_t)1 << (factor_bits - 1));
    return (uint8_t)(16 + (sum >> factor_bits));
}

static void luma_plain(const uint8_t *row, int from, int width, uint8_t *luma) {
    for (int x = from; x < width; x++) {
        luma[x] = luma_of(row + 4 * x);
    }
}

static void chroma_plain(const uint8_t *upper, const uint8_t *lower, int from, int width, uint8_t *cb, uint8_t *cr) {
    for (int x = from; x + 2 <= width; x += 2) {
        const int before = x == 0 ? 0 : x - 1;
        int64_t sum[3];
        for (int channel = 0; channel < 3; channel++) {
            const uint8_t *first = upper + channel;
            const uint8_t *second = lower + channel;
            sum[channel] = first[4 * before] + 2 * first[4 * x] + first[4 * x + 4] + second[4 * before] +
                           2 * second[4 * x] + second[4 * x + 4];
        }
        const int64_t half = (int64_t)1 << (chroma_bits - 1);
        const int64_t blue = blue_to_cb * sum[0] + green_to_cb * sum[1] + red_to_cb * sum[2] + half;
        const int64_t red = blue_to_cr * sum[0] + green_to_cr * sum[1] + blue_to_cb * sum[2] + half;
        cb[x / 2] = (uint8_t)(128 + (blue >> chroma_bits));
        cr[x / 2] = (uint8_t)(128 + (red >> chroma_bits));
    }
}

/// Factors for B, G, R, A as 16-bit words, split as high * 2^15 + low.
typedef struct {
    __m256i high;
    __m256i low;
} factors;

AVX2 static inline __m256i four_words(int32_t blue, int32_t green, int32_t red) {
    const uint64_t words = (uint64_t)(uint16_t)blue | (uint64_t)(uint16_t)green << 16 | (uint64_t)(uint16_t)red << 32;
    return _mm256_set1_epi64x((int64_t)words);
}

AVX2 static inline factors split(int32_t blue, int32_t green, int32_t red) {
    return (factors){four_words(blue >> 15, green >> 15, red >> 15),
                     four_words(blue & 0x7fff, green & 0x7fff, red & 0x7fff)};
}

/// The exact weighted sums of eight pixels of four words, shifted right by 15.
AVX2 static inline __m256i weigh(__m256i low_pixels, __m256i high_pixels, factors f) {
    const __m256i high =
        _mm256_hadd_epi32(_mm256_madd_epi16(low_pixels, f.high), _mm256_madd_epi16(high_pixels, f.high));
    const __m256i low =
        _mm256_hadd_epi32(_mm256_madd_epi16(low_pixels, f.low), _mm256_madd_epi16(high_pixels, f.low));
    return _mm256_add_epi32(high, _mm256_srai_epi32(low, 15));
}

/// Rounds what `weigh` gives, adds the level of zero, and narrows to eight bytes.
AVX2 static inline __m128i round_to_bytes(__m256i sums, int bits, int zero_level) {
    const __m256i half = _mm256_set1_epi32(1 << (bits - 16));
    const __m256i rounded = _mm256_srai_epi32(_mm256_add_epi32(sums, half), bits - 15);
    const __m256i levels = _mm256_add_epi32(rounded, _mm256_set1_epi32(zero_level));
    const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(levels), _mm256_extracti128_si256(levels, 1));
    return _mm_packus_epi16(words, words);
}

AVX2 static void luma_avx2(const uint8_t *row, int width, uint8_t *luma) {
    const __m256i zero = _mm256_setzero_si256();
    const factors to_luma = split(blue_to_luma, green_to_luma, red_to_luma);
    int x = 0;
    for (; x + 8 <= width; x += 8) {
        const __m256i pixels = _mm256_loadu_si256((const __m256i *)(row + 4 * x));
        const __m256i sums =
            weigh(_mm256_unpacklo_epi8(pixels, zero), _mm256_unpackhi_epi8(pixels, zero), to_luma);
        _mm_storel_epi64((__m128i *)(luma + x), round_to_bytes(sums, factor_bits, 16));
    }
    luma_plain(row, x, width, luma);
}

AVX2 static inline __m256i every_second(const uint8_t *pixels, bool odd) {
    const __m256 first = _mm256_loadu_ps((const float *)pixels);
    const __m256 second = _mm256_loadu_ps((const float *)(pixels + 32));
    return _mm256_castps_si256(odd ? _mm256_shuffle_ps(first, second, 0xdd) : _mm256_shuffle_ps(first, second, 0x88));
}

/// Adds 1-2-1 sums of the pixels around eight even columns to words; the halves' order is that of `every_second`.
AVX2 static inline void add_row(const uint8_t *row, __m256i *low, __m256i *high) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i before = every_second(row - 4, false);
    const __m256i here = every_second(row, false);
    const __m256i after = every_second(row, true);
    const __m256i sides_low = _mm256_add_epi16(_mm256_unpacklo_epi8(before, zero), _mm256_unpacklo_epi8(after, zero));
    const __m256i sides_high = _mm256_add_epi16(_mm256_unpackhi_epi8(before, zero), _mm256_unpackhi_epi8(after, zero));
    *low = _mm256_add_epi16(*low, _mm256_add_epi16(sides_low, _mm256_slli_epi16(_mm256_unpacklo_epi8(here, zero), 1)));
    *high =
        _mm256_add_epi16(*high, _mm256_add_epi16(sides_high, _mm256_slli_epi16(_mm256_unpackhi_epi8(here, zero), 1)));
}

AVX2 static void chroma_avx2(const uint8_t *upper, const uint8_t *lower, int width, uint8_t *cb, uint8_t *cr) {
    const factors to_cb = split(blue_to_cb, green_to_cb, red_to_cb);
    const factors to_cr = split(blue_to_cr, green_to_cr, blue_to_cb);
    // The first column has no left neighbour.
    chroma_plain(upper, lower, 0, width < 2 ? width : 2, cb, cr);
    int x = 2;
    for (; x + 16 <= width; x += 16) {
        __m256i low = _mm256_setzero_si256();
        __m256i high = _mm256_setzero_si256();
        add_row(upper + 4 * x, &low, &high);
        add_row(lower + 4 * x, &low, &high);
        const __m256i blue = _mm256_permute4x64_epi64(weigh(low, high, to_cb), 0xd8);
        const __m256i red = _mm256_permute4x64_epi64(weigh(low, high, to_cr), 0xd8);
        _mm_storel_epi64((__m128i *)(cb + x / 2), round_to_bytes(blue, chroma_bits, 128));
        _mm_storel_epi64((__m128i *)(cr + x / 2), round_to_bytes(red, chroma_bits, 128));
    }
    chroma_plain(upper, lower, x, width, cb, cr);
}

void pixel_bgra_to_420(const uint8_t *upper, const uint8_t *lower, int width, uint8_t *upper_luma, uint8_t *lower_luma,
                       uint8_t *cb, uint8_t *cr, bool plain) {
    if (!plain && pixel_has_avx2()) {
        luma_avx2(upper, width, upper_luma);
        luma_avx2(lower, width, lower_luma);
        chroma_avx2(upper, lower, width, cb, cr);
    } else {
        luma_plain(upper, 0, width, upper_luma);
        luma_plain(lower, 0, width, lower_luma);
        chroma_plain(upper, lower, 0, width, cb, cr);
    }
}
