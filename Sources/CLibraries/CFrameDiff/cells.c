// Sums over cells of 8x8 pixels, from which the noise of an encoder is told apart from a change.

#include "CFrameDiff.h"

#include <immintrin.h>

#define BODY static inline __attribute__((always_inline))
#define AVX2 __attribute__((target("avx2")))

BODY int luma(const uint8_t *pixel) {
    return (19 * pixel[0] + 183 * pixel[1] + 54 * pixel[2] + 128) >> 8;
}

BODY void cell_body(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                    int width, int columns, int rows, framediff_cell *cell) {
    int blue = 0, green = 0, red = 0;
    unsigned movement = 0, sum = 0, squares = 0;
    for (int y = 0; y < rows; y++) {
        const int64_t start = (int64_t)y * width;
        for (int x = 0; x < columns; x++) {
            const uint8_t *e = expected + 4 * (start + x);
            const uint8_t *a = actual + 4 * (start + x);
            const uint8_t *b = before + 4 * (start + x);
            const int counts = mask ? mask[start + x] == 0 : 1;
            const int brightness = luma(e);
            blue += (a[0] - e[0]) * counts;
            green += (a[1] - e[1]) * counts;
            red += (a[2] - e[2]) * counts;
            for (int channel = 0; channel < 3; channel++) {
                const int step = e[channel] - b[channel];
                movement += (unsigned)(step < 0 ? -step : step);
            }
            sum += (unsigned)brightness;
            squares += (unsigned)(brightness * brightness);
        }
    }
    *cell = (framediff_cell){blue, green, red, movement, sum, squares};
}

static void cells_plain(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                        int width, int height, int firstColumn, framediff_cell *cells) {
    const int columns = (width + 7) / 8;
    for (int y = 0; y < height; y += 8) {
        const int rows = height - y < 8 ? height - y : 8;
        for (int column = firstColumn; column < columns; column++) {
            const int64_t start = (int64_t)y * width + column * 8;
            const int count = width - column * 8 < 8 ? width - column * 8 : 8;
            cell_body(expected + 4 * start, actual + 4 * start, before + 4 * start, mask ? mask + start : 0, width,
                      count, rows, cells + (int64_t)(y / 8) * columns + column);
        }
    }
}

// Sums of every fourth 16-bit lane, from the first on.
AVX2 static void channel_sums(__m256i lanes, framediff_cell *cell) {
    int16_t values[16];
    _mm256_storeu_si256((__m256i *)values, lanes);
    int sums[4] = {0};
    for (int i = 0; i < 16; i++) sums[i % 4] += values[i];
    cell->blue = sums[0];
    cell->green = sums[1];
    cell->red = sums[2];
}

AVX2 static uint32_t sum_of_8(__m256i lanes) {
    uint32_t values[8];
    _mm256_storeu_si256((__m256i *)values, lanes);
    uint32_t sum = 0;
    for (int i = 0; i < 8; i++) sum += values[i];
    return sum;
}

// Whole cells, of 8 pixels or one register across; what is left at the right is done by the plain version.
AVX2 static void cells_avx2(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, int width,
                            int height, framediff_cell *cells) {
    const int columns = (width + 7) / 8, whole = width / 8;
    const __m256i zero = _mm256_setzero_si256();
    const __m256i colours = _mm256_set1_epi32(0x00FFFFFF);
    const __m256i weights = _mm256_set1_epi64x(19 | 183ll << 16 | 54ll << 32);
    const __m256i half = _mm256_set1_epi32(128);
    for (int y = 0; y < height; y += 8) {
        const int rows = height - y < 8 ? height - y : 8;
        for (int column = 0; column < whole; column++) {
            __m256i errors = zero, movement = zero, luma = zero, squares = zero;
            for (int row = 0; row < rows; row++) {
                const int64_t start = 4 * ((int64_t)(y + row) * width + column * 8);
                const __m256i e = _mm256_loadu_si256((const __m256i *)(expected + start));
                const __m256i a = _mm256_loadu_si256((const __m256i *)(actual + start));
                const __m256i b = _mm256_loadu_si256((const __m256i *)(before + start));
                const __m256i low = _mm256_unpacklo_epi8(e, zero), high = _mm256_unpackhi_epi8(e, zero);
                errors = _mm256_add_epi16(errors, _mm256_sub_epi16(_mm256_unpacklo_epi8(a, zero), low));
                errors = _mm256_add_epi16(errors, _mm256_sub_epi16(_mm256_unpackhi_epi8(a, zero), high));
                movement = _mm256_add_epi64(
                    movement, _mm256_sad_epu8(_mm256_and_si256(e, colours), _mm256_and_si256(b, colours)));
                const __m256i brightness = _mm256_srli_epi32(
                    _mm256_add_epi32(
                        _mm256_hadd_epi32(_mm256_madd_epi16(low, weights), _mm256_madd_epi16(high, weights)), half),
                    8);
                luma = _mm256_add_epi32(luma, brightness);
                squares = _mm256_add_epi32(squares, _mm256_madd_epi16(brightness, brightness));
            }
            framediff_cell *cell = cells + (int64_t)(y / 8) * columns + column;
            channel_sums(errors, cell);
            cell->movement = sum_of_8(movement);
            cell->luma = sum_of_8(luma);
            cell->squares = sum_of_8(squares);
        }
    }
}

void framediff_cells(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                     int width, int height, framediff_cell *cells, bool plain) {
    if (plain || mask || !__builtin_cpu_supports("avx2")) {
        cells_plain(expected, actual, before, mask, width, height, 0, cells);
    } else {
        cells_avx2(expected, actual, before, width, height, cells);
        cells_plain(expected, actual, before, 0, width, height, width / 8, cells);
    }
}
