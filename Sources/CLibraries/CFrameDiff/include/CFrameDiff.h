// Pixel kernels of the room FrameDiff. Each has a plain version and, where it pays, one for AVX2 with the same results.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// cells.c

/// Sums over one cell of 8x8 pixels, fewer at the right and lower edge.
typedef struct {
    /// Actual less expected, by channel; masked pixels count as equal.
    int32_t blue, green, red;
    /// How far the expected picture moved on from the one before: the absolute steps of B, G and R.
    uint32_t movement;
    /// The expected picture's luma, and its squares.
    uint32_t luma, squares;
} framediff_cell;

/// Fills ceil(width / 8) x ceil(height / 8) cells, row by row. `mask` has one byte a pixel, 0 for those compared, or is NULL.
void framediff_cells(const uint8_t *expected, const uint8_t *actual, const uint8_t *before, const uint8_t *mask,
                     int width, int height, framediff_cell *cells, bool plain);
