// Sums over cells of 8x8 pixels, from which the noise of an encoder is told apart from a change.

#include "CFrameDiff.h"

#include <string.h>

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

BODY void cells_body(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                     int width, int height, framediff_cell *cells) {
    for (int y = 0; y < height; y += 8) {
        const int rows = height - y < 8 ? height - y : 8;
        for (int x = 0; x < width; x += 8, cells++) {
            const int64_t start = (int64_t)y * width + x;
            const uint8_t *ignored = mask ? mask + start : 0;
            if (width - x >= 8) {
                cell_body(expected + 4 * start, actual + 4 * start, before + 4 * start, ignored, width, 8, rows, cells);
            } else {
                cell_body(expected + 4 * start, actual + 4 * start, before + 4 * start, ignored, width, width - x, rows,
                          cells);
            }
        }
    }
}

static void cells_plain(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                        int width, int height, framediff_cell *cells) {
    if (mask) {
        cells_body(expected, actual, before, mask, width, height, cells);
    } else {
        cells_body(expected, actual, before, 0, width, height, cells);
    }
}

AVX2 static void cells_avx2(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                            int width, int height, framediff_cell *cells) {
    if (mask) {
        cells_body(expected, actual, before, mask, width, height, cells);
    } else {
        cells_body(expected, actual, before, 0, width, height, cells);
    }
}

void framediff_cells(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                     int width, int height, framediff_cell *cells, bool plain) {
    (!plain && __builtin_cpu_supports("avx2") ? cells_avx2 : cells_plain)(expected, actual, before, mask, width, height,
                                                                         cells);
}
