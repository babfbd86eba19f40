// Pixel kernels of the room FrameDiff. Each has a plain version and, where it pays, one for AVX2 with the same results.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// signature.c: what is kept of a frame to align clips.

/// Cells across and down of a signature.
enum { frame_signature_columns = 32, frame_signature_rows = 18 };

/// Hashes `width * height` BGRA pixels to 64 bits, and writes the mean luma (BT.709, 8.8 fixed point) of each cell.
///
/// Cells of a frame with fewer pixels than cells repeat pixels. False if a side is not positive or memory is short.
bool frame_signature(const uint8_t *bgra, int width, int height, uint64_t *hash, uint16_t *cells);

/// The sum of (difference >> 1) over `cells` cells between `one` and each of `count` rows of cells.
///
/// `cells` is at most 4096.
void frame_cell_distances(const uint16_t *one, const uint16_t *rows, int count, int cells, uint32_t *distances);
