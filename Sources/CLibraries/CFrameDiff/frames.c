// Counting where two frames differ.

#include "kernels.h"

#include <string.h>

/// Pixels after which 32-bit sums of squares are widened: eight lanes take at most 260100 for eight pixels.
enum { segment = 1 << 16 };

BODY void count_pixel(const uint8_t *expected, const uint8_t *actual, int limit, uint8_t *bits, int bit,
                      diff_counts *counts) {
    int largest = 0;
    uint32_t squares = 0;
    for (int channel = 0; channel < 4; channel++) {
        const int signed_delta = expected[channel] - actual[channel];
        const int delta = signed_delta < 0 ? -signed_delta : signed_delta;
        largest = delta > largest ? delta : largest;
        squares += channel < 3 ? (uint32_t)(delta * delta) : 0;
    }
    counts->differing += largest > 0;
    counts->squared_error += squares;
    counts->largest = largest > counts->largest ? largest : counts->largest;
    if (largest > limit) {
        counts->beyond++;
        *bits |= (uint8_t)(1 << bit);
    }
}

static void count_plain(const uint8_t *expected, const uint8_t *actual, const uint8_t *mask, int from, int width,
                        int limit, uint8_t *beyond, diff_counts *counts) {
    for (int x = from; x < width; x++) {
        if (mask == NULL || mask[x] == 0) {
            const int64_t at = 4 * (int64_t)x;
            count_pixel(expected + at, actual + at, limit, beyond + x / 8, x % 8, counts);
        }
    }
}

AVX2 static int64_t sum_of_lanes(__m256i lanes) {
    uint32_t each[8];
    _mm256_storeu_si256((__m256i *)each, lanes);
    int64_t sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += each[i];
    }
    return sum;
}

/// `mask` is a constant NULL where this is inlined without one.
AVX2 static inline __attribute__((always_inline)) int count_eights(const uint8_t *expected, const uint8_t *actual,
                                                                   const uint8_t *mask, int width, int limit,
                                                                   uint8_t *beyond, diff_counts *counts) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i limits = _mm256_set1_epi8((char)limit);
    const __m256i colours = _mm256_set1_epi32(0x00FFFFFF);
    __m256i largest = zero;
    int x = 0;
    while (x + 8 <= width) {
        const int end = width - x > segment ? x + segment : width;
        __m256i equal = zero;
        __m256i squares = zero;
        int64_t over_limit = 0;
        const int begin = x;
        for (; x + 8 <= end; x += 8) {
            const __m256i one = _mm256_loadu_si256((const __m256i *)(expected + 4 * (int64_t)x));
            const __m256i other = _mm256_loadu_si256((const __m256i *)(actual + 4 * (int64_t)x));
            __m256i delta = _mm256_or_si256(_mm256_subs_epu8(one, other), _mm256_subs_epu8(other, one));
            if (mask != NULL) {
                const __m128i eight = _mm_loadl_epi64((const __m128i *)(mask + x));
                delta = _mm256_andnot_si256(_mm256_cvtepi8_epi32(eight), delta);
            }
            largest = _mm256_max_epu8(largest, delta);
            equal = _mm256_sub_epi32(equal, _mm256_cmpeq_epi32(delta, zero));
            const __m256i within = _mm256_cmpeq_epi32(_mm256_subs_epu8(delta, limits), zero);
            const uint8_t bits = (uint8_t)~_mm256_movemask_ps(_mm256_castsi256_ps(within));
            over_limit += __builtin_popcount(bits);
            beyond[x / 8] = bits;
            const __m256i colour = _mm256_and_si256(delta, colours);
            const __m256i low = _mm256_unpacklo_epi8(colour, zero);
            const __m256i high = _mm256_unpackhi_epi8(colour, zero);
            squares = _mm256_add_epi32(
                squares, _mm256_add_epi32(_mm256_madd_epi16(low, low), _mm256_madd_epi16(high, high)));
        }
        counts->differing += x - begin - sum_of_lanes(equal);
        counts->squared_error += (uint64_t)sum_of_lanes(squares);
        counts->beyond += over_limit;
    }
    uint8_t each[32];
    _mm256_storeu_si256((__m256i *)each, largest);
    for (int i = 0; i < 32; i++) {
        counts->largest = each[i] > counts->largest ? each[i] : counts->largest;
    }
    return x;
}

AVX2 static void count_avx2(const uint8_t *expected, const uint8_t *actual, const uint8_t *mask, int width, int limit,
                            uint8_t *beyond, diff_counts *counts) {
    const int done = mask == NULL ? count_eights(expected, actual, NULL, width, limit, beyond, counts)
                                  : count_eights(expected, actual, mask, width, limit, beyond, counts);
    count_plain(expected, actual, mask, done, width, limit, beyond, counts);
}

/// Widens the box by the bits of a row, of which at least one is set.
static void widen(const uint8_t *bits, int bytes, int y, diff_counts *counts) {
    int first = 0;
    while (first < bytes && bits[first] == 0) {
        first++;
    }
    int last = bytes - 1;
    while (last > first && bits[last] == 0) {
        last--;
    }
    const int32_t left = 8 * first + __builtin_ctz(bits[first]);
    const int32_t right = 8 * last + 31 - __builtin_clz(bits[last]);
    if (counts->top < 0) {
        counts->top = y;
        counts->left = left;
        counts->right = right;
    }
    counts->left = left < counts->left ? left : counts->left;
    counts->right = right > counts->right ? right : counts->right;
    counts->bottom = y;
}

void diff_frames(const uint8_t *expected, const uint8_t *actual, const uint8_t *mask, int width, int height, int limit,
                 uint8_t *beyond, diff_counts *counts, bool plain) {
    *counts = (diff_counts){.top = -1};
    const bool fast = uses_avx2(plain);
    const size_t row_bytes = 4 * (size_t)width;
    const int bit_bytes = (int)(((int64_t)width + 7) / 8);
    for (int y = 0; y < height; y++, expected += row_bytes, actual += row_bytes, beyond += bit_bytes) {
        // Most rows of most pairs are equal. Where they are not this ends at the first difference.
        if (memcmp(expected, actual, row_bytes) != 0) {
            const int64_t before = counts->beyond;
            const uint8_t *row_mask = mask == NULL ? NULL : mask + (int64_t)y * width;
            if (fast) {
                count_avx2(expected, actual, row_mask, width, limit, beyond, counts);
            } else {
                count_plain(expected, actual, row_mask, 0, width, limit, beyond, counts);
            }
            if (counts->beyond > before) {
                widen(beyond, bit_bytes, y, counts);
            }
        }
    }
}

/// A frame whose pixels are looked up one at a time.
typedef struct {
    const uint8_t *bgra;
    int width, height;
} picture;

static uint32_t colour_at(picture frame, int x, int y) {
    uint32_t colour;
    memcpy(&colour, frame.bgra + 4 * ((int64_t)y * frame.width + x), sizeof colour);
    return colour;
}

/// BT.709 luma in 2^-14, not rounded.
static int32_t brightness_at(picture frame, int x, int y) {
    const uint8_t *pixel = frame.bgra + 4 * ((int64_t)y * frame.width + x);
    return 1183 * pixel[0] + 11718 * pixel[1] + 3483 * pixel[2];
}

/// The neighbours of a pixel, without those outside the frame.
typedef struct {
    int left, right, top, bottom;
} neighbourhood;

static neighbourhood around(picture frame, int x, int y) {
    return (neighbourhood){x > 0 ? x - 1 : 0, x + 1 < frame.width ? x + 1 : x, y > 0 ? y - 1 : 0,
                           y + 1 < frame.height ? y + 1 : y};
}

/// Whether a pixel lies in an even area: three of its neighbours are of its colour. The frame's border counts as one.
static bool is_in_area(picture frame, int x, int y) {
    const neighbourhood near = around(frame, x, y);
    const uint32_t colour = colour_at(frame, x, y);
    int equal = near.right - near.left < 2 || near.bottom - near.top < 2;
    for (int v = near.top; v <= near.bottom; v++) {
        for (int u = near.left; u <= near.right; u++) {
            equal += (u != x || v != y) && colour_at(frame, u, v) == colour;
        }
    }
    return equal >= 3;
}

/// Whether a pixel of `frame` is the blend between a brighter and a darker side, one of which is an area in both frames.
static bool is_blended_edge(picture frame, picture other, int x, int y) {
    const neighbourhood near = around(frame, x, y);
    const int32_t own = brightness_at(frame, x, y);
    int32_t darkest = own;
    int32_t brightest = own;
    int dark_x = x, dark_y = y, bright_x = x, bright_y = y;
    int equal = near.right - near.left < 2 || near.bottom - near.top < 2;
    for (int v = near.top; v <= near.bottom; v++) {
        for (int u = near.left; u <= near.right; u++) {
            if (u == x && v == y) {
                continue;
            }
            const int32_t brightness = brightness_at(frame, u, v);
            if (brightness == own && ++equal > 2) {
                return false;
            }
            if (brightness < darkest) {
                darkest = brightness;
                dark_x = u;
                dark_y = v;
            }
            if (brightness > brightest) {
                brightest = brightness;
                bright_x = u;
                bright_y = v;
            }
        }
    }
    if (darkest == own || brightest == own) {
        return false;
    }
    return (is_in_area(frame, dark_x, dark_y) && is_in_area(other, dark_x, dark_y)) ||
           (is_in_area(frame, bright_x, bright_y) && is_in_area(other, bright_x, bright_y));
}

void diff_forgive_antialiasing(const uint8_t *expected, const uint8_t *actual, int width, int height, uint8_t *beyond,
                               diff_counts *counts) {
    const picture one = {expected, width, height};
    const picture other = {actual, width, height};
    const int bit_bytes = (int)(((int64_t)width + 7) / 8);
    counts->beyond = 0;
    counts->top = -1;
    for (int y = 0; y < height; y++, beyond += bit_bytes) {
        const int64_t before = counts->beyond;
        for (int byte = 0; byte < bit_bytes; byte++) {
            for (unsigned left = beyond[byte]; left != 0; left &= left - 1) {
                const int x = 8 * byte + __builtin_ctz(left);
                if (is_blended_edge(one, other, x, y) || is_blended_edge(other, one, x, y)) {
                    beyond[byte] &= (uint8_t) ~(left & -left);
                } else {
                    counts->beyond++;
                }
            }
        }
        if (counts->beyond > before) {
            widen(beyond, bit_bytes, y, counts);
        }
    }
}

/// How many bits are set in each byte.
static uint64_t bits_of_bytes(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
}

/// Counts the bits of cells of 8 columns and `rows` rows, at most 8.
static void count_cells(const uint8_t *beyond, int columns, int rows, uint8_t *cells) {
    for (int column = 0; column < columns; column += 8) {
        const size_t bytes = columns - column < 8 ? (size_t)(columns - column) : 8;
        uint64_t sums = 0;
        for (int row = 0; row < rows; row++) {
            uint64_t word = 0;
            memcpy(&word, beyond + (int64_t)row * columns + column, bytes);
            sums += bits_of_bytes(word);
        }
        memcpy(cells + column, &sums, bytes);
    }
}

/// Counts the compared pixels of the same cells.
static void count_compared(const uint8_t *mask, int width, int columns, int rows, uint8_t *cells) {
    for (int column = 0; column < columns; column++) {
        const int across = width - 8 * column < 8 ? width - 8 * column : 8;
        int count = across * rows;
        for (int row = 0; mask != NULL && row < rows; row++) {
            uint64_t word = 0;
            memcpy(&word, mask + (int64_t)row * width + 8 * column, (size_t)across);
            count -= __builtin_popcountll(word & 0x0101010101010101);
        }
        cells[column] = (uint8_t)count;
    }
}

bool diff_densest(const uint8_t *beyond, const uint8_t *mask, int width, int height, uint8_t *cells,
                  diff_window *densest) {
    *densest = (diff_window){.compared = 1};
    if (width <= 0 || height <= 0) {
        return false;
    }
    const int columns = (int)(((int64_t)width + 7) / 8);
    const int lines = (int)(((int64_t)height + 7) / 8);
    // Bits and compared pixels of the line of cells above, then of this one.
    uint8_t *above = cells;
    uint8_t *here = cells + 2 * (int64_t)columns;
    for (int line = 0; line < lines; line++) {
        const int rows = height - 8 * line < 8 ? height - 8 * line : 8;
        count_cells(beyond + (int64_t)8 * line * columns, columns, rows, here);
        count_compared(mask == NULL ? NULL : mask + (int64_t)8 * line * width, width, columns, rows, here + columns);
        if (line > 0 || lines == 1) {
            if (lines == 1) {
                memset(above, 0, 2 * (size_t)columns);
            }
            for (int column = 0; column < columns - 1 || column == 0; column++) {
                int count = above[column] + here[column];
                int compared = above[columns + column] + here[columns + column];
                if (columns > 1) {
                    count += above[column + 1] + here[column + 1];
                    compared += above[columns + column + 1] + here[columns + column + 1];
                }
                if ((int64_t)count * densest->compared <= (int64_t)densest->beyond * compared) {
                    continue;
                }
                const int x = 8 * column;
                const int y = line > 0 ? 8 * (line - 1) : 0;
                const int across = width - x < 16 ? width - x : 16;
                const int down = height - y < 16 ? height - y : 16;
                const int half = (across * down + 1) / 2;
                if (compared >= (half < 32 ? half : 32)) {
                    *densest = (diff_window){x, y, across, down, count, compared};
                }
            }
        }
        uint8_t *swap = above;
        above = here;
        here = swap;
    }
    return densest->beyond > 0;
}

int64_t diff_zeros(const uint8_t *bytes, int64_t count) {
    int64_t zeros = 0;
    for (int64_t from = 0; from < count; from += 1 << 16) {
        const int length = count - from < 1 << 16 ? (int)(count - from) : 1 << 16;
        int part = 0;
        for (int i = 0; i < length; i++) {
            part += bytes[from + i] == 0;
        }
        zeros += part;
    }
    return zeros;
}
