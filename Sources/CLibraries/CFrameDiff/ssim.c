// Structural similarity of luma, as FFmpeg's filter measures it: windows of 8x8, four samples apart.

#include "kernels.h"

// Products are rounded before they are added, on every CPU.
#pragma STDC FP_CONTRACT OFF

/// BT.709 in 2^-14.
enum { blue = 1183, green = 11718, red = 3483, luma_bits = 14 };

/// FFmpeg's stabilisers for windows of 64 samples: (0.01 * 255)^2 * 64 and (0.03 * 255)^2 * 64 * 63.
enum { stabiliser_1 = 416, stabiliser_2 = 235963 };

static void luma_plain(const uint8_t *bgra, int from, int count, uint8_t *luma) {
    for (int i = from; i < count; i++) {
        const uint8_t *pixel = bgra + 4 * (int64_t)i;
        const int sum = blue * pixel[0] + green * pixel[1] + red * pixel[2];
        luma[i] = (uint8_t)((sum + (1 << (luma_bits - 1))) >> luma_bits);
    }
}

AVX2 static void luma_avx2(const uint8_t *bgra, int count, uint8_t *luma) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i weights = _mm256_set1_epi64x(blue | (int64_t)green << 16 | (int64_t)red << 32);
    const __m256i half = _mm256_set1_epi32(1 << (luma_bits - 1));
    int i = 0;
    for (; i <= count - 16; i += 16) {
        __m256i sums[2];
        for (int part = 0; part < 2; part++) {
            const __m256i pixels = _mm256_loadu_si256((const __m256i *)(bgra + 4 * ((int64_t)i + 8 * part)));
            const __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi8(pixels, zero), weights);
            const __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi8(pixels, zero), weights);
            sums[part] = _mm256_srli_epi32(_mm256_add_epi32(_mm256_hadd_epi32(low, high), half), luma_bits);
        }
        // Fours of the pixels 0, 8, 4, 12 in each half after packing.
        const __m256i words = _mm256_permute4x64_epi64(_mm256_packs_epi32(sums[0], sums[1]), 0xD8);
        const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(words, words), 0x08);
        _mm_storeu_si128((__m128i *)(luma + i), _mm256_castsi256_si128(bytes));
    }
    luma_plain(bgra, i, count, luma);
}

void diff_luma(const uint8_t *bgra, int count, uint8_t *luma, bool plain) {
    if (uses_avx2(plain)) {
        luma_avx2(bgra, count, luma);
    } else {
        luma_plain(bgra, 0, count, luma);
    }
}

static void block_sums_plain(const uint8_t *one, const uint8_t *other, int64_t stride, int from, int blocks,
                             int32_t *sums) {
    for (int block = from; block < blocks; block++) {
        int32_t first = 0, second = 0, squares = 0, products = 0;
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                const int64_t at = row * stride + 4 * (int64_t)block + column;
                first += one[at];
                second += other[at];
                squares += one[at] * one[at] + other[at] * other[at];
                products += one[at] * other[at];
            }
        }
        sums[block] = first;
        sums[(int64_t)blocks + block] = second;
        sums[2 * (int64_t)blocks + block] = squares;
        sums[3 * (int64_t)blocks + block] = products;
    }
}

AVX2 static void block_sums_avx2(const uint8_t *one, const uint8_t *other, int64_t stride, int blocks, int32_t *sums) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi8(1);
    const __m256i pairs = _mm256_set1_epi16(1);
    int block = 0;
    for (; block <= blocks - 8; block += 8) {
        __m256i first = zero, second = zero;
        __m256i low_squares = zero, high_squares = zero, low_products = zero, high_products = zero;
        for (int row = 0; row < 4; row++) {
            const int64_t at = row * stride + 4 * (int64_t)block;
            const __m256i a = _mm256_loadu_si256((const __m256i *)(one + at));
            const __m256i b = _mm256_loadu_si256((const __m256i *)(other + at));
            first = _mm256_add_epi16(first, _mm256_maddubs_epi16(a, ones));
            second = _mm256_add_epi16(second, _mm256_maddubs_epi16(b, ones));
            const __m256i low_a = _mm256_unpacklo_epi8(a, zero), high_a = _mm256_unpackhi_epi8(a, zero);
            const __m256i low_b = _mm256_unpacklo_epi8(b, zero), high_b = _mm256_unpackhi_epi8(b, zero);
            low_squares = _mm256_add_epi32(
                low_squares, _mm256_add_epi32(_mm256_madd_epi16(low_a, low_a), _mm256_madd_epi16(low_b, low_b)));
            high_squares = _mm256_add_epi32(
                high_squares, _mm256_add_epi32(_mm256_madd_epi16(high_a, high_a), _mm256_madd_epi16(high_b, high_b)));
            low_products = _mm256_add_epi32(low_products, _mm256_madd_epi16(low_a, low_b));
            high_products = _mm256_add_epi32(high_products, _mm256_madd_epi16(high_a, high_b));
        }
        int32_t *out = sums + block;
        _mm256_storeu_si256((__m256i *)out, _mm256_madd_epi16(first, pairs));
        _mm256_storeu_si256((__m256i *)(out + blocks), _mm256_madd_epi16(second, pairs));
        _mm256_storeu_si256((__m256i *)(out + 2 * (int64_t)blocks), _mm256_hadd_epi32(low_squares, high_squares));
        _mm256_storeu_si256((__m256i *)(out + 3 * (int64_t)blocks), _mm256_hadd_epi32(low_products, high_products));
    }
    block_sums_plain(one, other, stride, block, blocks, sums);
}

void diff_block_sums(const uint8_t *one, const uint8_t *other, int64_t stride, int blocks, int32_t *sums, bool plain) {
    if (uses_avx2(plain)) {
        block_sums_avx2(one, other, stride, blocks, sums);
    } else {
        block_sums_plain(one, other, stride, 0, blocks, sums);
    }
}

/// The windows are added in eight lanes, in turn, so that the order of the sum is the same in both versions.
static void similarity_plain(const int32_t *upper, const int32_t *lower, int from, int blocks, const uint8_t *compared,
                             double *lanes) {
    for (int i = from; i < blocks - 1; i++) {
        if (compared != NULL && compared[i] == 0) {
            continue;
        }
        int32_t sums[4];
        for (int kind = 0; kind < 4; kind++) {
            const int64_t at = (int64_t)kind * blocks + i;
            sums[kind] = upper[at] + upper[at + 1] + lower[at] + lower[at + 1];
        }
        const int32_t means = sums[0] * sums[1];
        const int32_t energy = sums[0] * sums[0] + sums[1] * sums[1];
        const int32_t variance = sums[2] * 64 - energy;
        const int32_t covariance = sums[3] * 64 - means;
        const double above = (double)(2 * means + stabiliser_1) * (double)(2 * covariance + stabiliser_2);
        const double below = (double)(energy + stabiliser_1) * (double)(variance + stabiliser_2);
        lanes[i % 8] += above / below;
    }
}

AVX2 static inline __m256i window_sums(const int32_t *upper, const int32_t *lower) {
    const __m256i above = _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)upper),
                                           _mm256_loadu_si256((const __m256i *)(upper + 1)));
    const __m256i below = _mm256_add_epi32(_mm256_loadu_si256((const __m256i *)lower),
                                           _mm256_loadu_si256((const __m256i *)(lower + 1)));
    return _mm256_add_epi32(above, below);
}

AVX2 static inline __m256d quotients(__m128i means, __m128i covariances, __m128i energies, __m128i variances) {
    const __m256d above = _mm256_mul_pd(_mm256_cvtepi32_pd(means), _mm256_cvtepi32_pd(covariances));
    const __m256d below = _mm256_mul_pd(_mm256_cvtepi32_pd(energies), _mm256_cvtepi32_pd(variances));
    return _mm256_div_pd(above, below);
}

AVX2 static int similarity_avx2(const int32_t *upper, const int32_t *lower, int blocks, double *lanes) {
    const __m256i first_stabiliser = _mm256_set1_epi32(stabiliser_1);
    const __m256i second_stabiliser = _mm256_set1_epi32(stabiliser_2);
    __m256d low = _mm256_setzero_pd();
    __m256d high = low;
    int i = 0;
    for (; i <= blocks - 9; i += 8) {
        __m256i sums[4];
        for (int kind = 0; kind < 4; kind++) {
            const int64_t at = (int64_t)kind * blocks + i;
            sums[kind] = window_sums(upper + at, lower + at);
        }
        const __m256i means = _mm256_mullo_epi32(sums[0], sums[1]);
        const __m256i energy =
            _mm256_add_epi32(_mm256_mullo_epi32(sums[0], sums[0]), _mm256_mullo_epi32(sums[1], sums[1]));
        const __m256i variance = _mm256_sub_epi32(_mm256_slli_epi32(sums[2], 6), energy);
        const __m256i covariance = _mm256_sub_epi32(_mm256_slli_epi32(sums[3], 6), means);
        const __m256i a = _mm256_add_epi32(_mm256_slli_epi32(means, 1), first_stabiliser);
        const __m256i b = _mm256_add_epi32(_mm256_slli_epi32(covariance, 1), second_stabiliser);
        const __m256i c = _mm256_add_epi32(energy, first_stabiliser);
        const __m256i d = _mm256_add_epi32(variance, second_stabiliser);
        low = _mm256_add_pd(low, quotients(_mm256_castsi256_si128(a), _mm256_castsi256_si128(b),
                                           _mm256_castsi256_si128(c), _mm256_castsi256_si128(d)));
        high = _mm256_add_pd(high, quotients(_mm256_extracti128_si256(a, 1), _mm256_extracti128_si256(b, 1),
                                             _mm256_extracti128_si256(c, 1), _mm256_extracti128_si256(d, 1)));
    }
    _mm256_storeu_pd(lanes, low);
    _mm256_storeu_pd(lanes + 4, high);
    return i;
}

double diff_similarity(const int32_t *upper, const int32_t *lower, int blocks, const uint8_t *compared, bool plain) {
    double lanes[8] = {0};
    const int done = uses_avx2(plain) && compared == NULL ? similarity_avx2(upper, lower, blocks, lanes) : 0;
    similarity_plain(upper, lower, done, blocks, compared, lanes);
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}
