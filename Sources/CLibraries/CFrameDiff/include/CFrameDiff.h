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

// Frames: frames.c, ssim.c, perceptual.c
//
// `plain` forces the version in C. BGRA is B, G, R, A in memory, rows without padding. A mask is one byte a pixel: 0 is
// compared, 255 is not; NULL compares everything. Sides are not negative.

/// What a comparison counted.
typedef struct {
    int64_t differing;
    /// Pixels that differ by more than the limit.
    int64_t beyond;
    /// The sum of the squared differences of B, G and R.
    uint64_t squared_error;
    int32_t largest;
    /// The first and last column and row of those beyond; meaningless when there are none.
    int32_t left, top, right, bottom;
} diff_counts;

/// A window of a frame and how many of its pixels are beyond the limit, and compared.
typedef struct {
    int32_t x, y, width, height;
    int32_t beyond, compared;
} diff_window;

/// Compares two frames.
///
/// `beyond` gets one bit a pixel, the first pixel of eight in the lowest; its rows are (width + 7) / 8 bytes. It must be
/// zero before.
void diff_frames(const uint8_t *expected, const uint8_t *actual, const uint8_t *mask, int width, int height, int limit,
                 uint8_t *beyond, diff_counts *counts, bool plain);

/// Clears the bits of pixels that look like antialiased edges, and counts what is left.
void diff_forgive_antialiasing(const uint8_t *expected, const uint8_t *actual, int width, int height, uint8_t *beyond,
                               diff_counts *counts);

/// Finds the window of 16x16 pixels (those that begin at multiples of 8) with the largest share beyond; false if no
/// window that is rated has any.
///
/// Windows are cut at the right and bottom edge. They are rated if at least 32 of their pixels, or half, are compared.
/// `cells` is room for 4 * ((width + 7) / 8) bytes.
bool diff_densest(const uint8_t *beyond, const uint8_t *mask, int width, int height, uint8_t *cells,
                  diff_window *densest);

/// How many of the bytes are zero.
int64_t diff_zeros(const uint8_t *bytes, int64_t count);

/// BT.709 luma of full range: grey keeps its value.
void diff_luma(const uint8_t *bgra, int count, uint8_t *luma, bool plain);

/// Sums over blocks of 4x4 luma samples, `stride` bytes from row to row: sums[0 ..< blocks] of one frame, then as many of
/// the other, of both frames' squares, and of their products.
void diff_block_sums(const uint8_t *one, const uint8_t *other, int64_t stride, int blocks, int32_t *sums, bool plain);

/// The structural similarities of the windows of 2x2 blocks, summed; there is one window less than blocks.
///
/// `upper` and `lower` are sums of `diff_block_sums`. `compared` is NULL, or tells with a byte which windows count.
double diff_similarity(const int32_t *upper, const int32_t *lower, int blocks, const uint8_t *compared, bool plain);

/// out[i] = the sum of weights[k] * samples[i + k * step]: along a row with a step of 1, down columns with that of a row.
void diff_convolve(const float *samples, int64_t step, const float *weights, int taps, int count, float *out,
                   bool plain);

// signature.c: what is kept of a frame to align clips.

/// Cells across and down of a signature.
enum { frame_signature_columns = 32, frame_signature_rows = 18 };

/// Hashes `width * height` BGRA pixels to 64 bits, and writes the mean luma (BT.709, 8.8 fixed point) of each cell.
///
/// Cells of a frame with fewer pixels than cells repeat pixels; NULL wants none. False if a side is not positive or memory is short.
bool frame_signature(const uint8_t *bgra, int width, int height, uint64_t *hash, uint16_t *cells);

/// The sum of (difference >> 1) over `cells` cells between `one` and each of `count` rows of cells.
///
/// `cells` is at most 4096.
void frame_cell_distances(const uint16_t *one, const uint16_t *rows, int count, int cells, uint32_t *distances);
