// Row kernels on 8-bit and 16-bit pixels: exact integers, the same bytes on every CPU.
//
// Every kernel has a plain C version and one that uses AVX2 where the CPU has it; `plain` forces the first. Counts and
// widths are in pixels or samples, never negative. Rows need no alignment. BGRA is B, G, R, A in memory.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether kernels called with `plain` false use AVX2 on this machine.
bool pixel_has_avx2(void);

// Y'CbCr to BGRA

/// A Y'CbCr to R'G'B' matrix in fixed point.
///
/// With luma = 64 (Y - luma_offset) and chroma as 64 times its distance from neutral,
/// channel = (sum of factor * operand + 2^(shift - 1)) >> shift, saturated to 0...255.
/// Factors lie in -2^30 ..< 2^30.
typedef struct {
    int32_t luma_offset;
    int32_t luma;
    int32_t cr_to_red;
    int32_t cb_to_green;
    int32_t cr_to_green;
    int32_t cb_to_blue;
    int32_t shift;
} pixel_matrix;

/// How a luma column takes its chroma: near * row[c + offset] + far * row[c + offset + 1], near + far = 8.
typedef struct {
    int32_t offset;
    int32_t near;
    int32_t far;
} pixel_phase;

/// out[i] = near * first[i] + far * second[i]; near + far = 8.
void pixel_chroma_down_8(const uint8_t *first, const uint8_t *second, int near, int far, int count, int16_t *out,
                         bool plain);
void pixel_chroma_down_16(const uint16_t *first, const uint16_t *second, int near, int far, int count, int32_t *out,
                          bool plain);

/// Spreads chroma over `width` luma columns: out[x] = the interpolated value - neutral, in 64ths of a sample.
///
/// Column x uses phases[x % 2^shift] at c = x >> shift. Reads row[-1] to row[(width - 1 >> shift) + 1].
void pixel_chroma_across_8(const int16_t *row, int shift, const pixel_phase *phases, int neutral, int width,
                           int16_t *out, bool plain);
void pixel_chroma_across_16(const int32_t *row, int shift, const pixel_phase *phases, int neutral, int width,
                            int32_t *out, bool plain);

/// One row of luma and interpolated chroma to opaque BGRA. For the 8-bit version `shift` must be 34.
void pixel_matrix_8(const uint8_t *luma, const int16_t *cb, const int16_t *cr, const pixel_matrix *matrix, int width,
                    uint8_t *bgra, bool plain);
void pixel_matrix_16(const uint16_t *luma, const int32_t *cb, const int32_t *cr, const pixel_matrix *matrix, int width,
                     uint8_t *bgra, bool plain);

// BGRA to Y'CbCr 4:2:0

/// Two rows of BGRA to two rows of BT.709 limited luma and one of left-sited chroma; `width` is even.
///
/// Chroma weighs the columns 2x - 1, 2x, 2x + 1 by 1, 2, 1 (column -1 is column 0) and takes the mean of both rows.
void pixel_bgra_to_420(const uint8_t *upper, const uint8_t *lower, int width, uint8_t *upper_luma, uint8_t *lower_luma,
                       uint8_t *cb, uint8_t *cr, bool plain);

// Scaling

/// Weights that sum to this scale without gain.
enum { pixel_scale_unit = 1 << 14 };

/// Scales one row of BGRA across: out[i] = (sum of weights[i * taps + k] * source[starts[i] + k] + 2^13) >> 14.
///
/// `taps` is even. All taps are read, those of weight zero too: the source row must reach that far.
void pixel_scale_across(const uint8_t *source, const int32_t *starts, const int16_t *weights, int taps, int count,
                        uint8_t *out, bool plain);

/// Mixes `taps` rows of `bytes` bytes: out[i] = (sum of weights[k] * rows[k][i] + 2^13) >> 14.
void pixel_scale_down(const uint8_t *const *rows, const int16_t *weights, int taps, int bytes, uint8_t *out,
                      bool plain);

/// Moves pixels: out[origin + x * step_x + y * step_y] = source[y * width + x], all in whole pixels of four bytes.
void pixel_rearrange(const uint8_t *source, uint8_t *out, int64_t origin, int64_t step_x, int64_t step_y, int width,
                     int height);

// Alpha

/// below = top + round(below * (255 - alpha of top) / 255) for every channel, saturated.
void pixel_over(const uint8_t *top, uint8_t *below, int count, bool plain);

/// Straight alpha over black: colours times alpha / 255, rounded; alpha of the result is 255.
void pixel_straight_over_black(const uint8_t *source, int count, uint8_t *out, bool plain);

/// Straight to premultiplied alpha: colours times alpha / 255, rounded.
void pixel_premultiply(const uint8_t *source, int count, uint8_t *out, bool plain);

/// Premultiplied BGRA to straight RGBA: colours times 255 / alpha, rounded and saturated; zero where alpha is zero.
void pixel_bgra_to_straight_rgba(const uint8_t *source, int count, uint8_t *out);

/// BGRA to RGB without alpha.
void pixel_bgra_to_rgb(const uint8_t *source, int count, uint8_t *out);

/// Whether every pixel has alpha 255.
bool pixel_is_opaque(const uint8_t *source, int64_t count);

/// Lets the process keep up to 256 MiB of memory that was freed, for the next frame.
void pixel_keep_memory(void);

// Opacity

/// Opaque pixels become a mixture: below = round((top * opacity + below * (255 - opacity)) / 255) for every channel.
void pixel_mix(const uint8_t *top, uint8_t *below, int count, int opacity, bool plain);

/// Every channel times level / 255, rounded; alpha too.
void pixel_fade(uint8_t *pixels, int count, int level, bool plain);

/// Colours times level / 255, rounded; alpha stays.
void pixel_dim(uint8_t *pixels, int count, int level, bool plain);

/// pixel_over with a top that first went through pixel_fade.
void pixel_over_faded(const uint8_t *top, uint8_t *below, int count, int opacity, bool plain);
