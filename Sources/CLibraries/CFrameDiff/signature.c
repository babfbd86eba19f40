#include "CFrameDiff.h"

#include <immintrin.h>
#include <stdlib.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline))

enum { lanes = 16, stripe = lanes * 8 };

// Any odd numbers with mixed bits will do: these are the first digits of the square roots of primes.
static const uint64_t start[lanes] = {
    0x6A09E667F3BCC909, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    0xCBBB9D5DC1059ED9, 0x629A292A367CD507, 0x9159015A3070DD17, 0x152FECD8F70E5939,
    0x67332667FFC00B31, 0x8EB44A8768581511, 0xDB0C2E0D64F98FA7, 0x47B5481DBEFA4FA5,
};

static uint64_t fold(uint64_t a, uint64_t b) {
    const unsigned __int128 product = (unsigned __int128)(a ^ 0x9E3779B97F4A7C15) * (b ^ 0xC2B2AE3D27D4EB4F);
    // The factors are kept: a factor of zero must not forget the other.
    return (uint64_t)product ^ (uint64_t)(product >> 64) ^ a ^ (b << 32 | b >> 32);
}

// Each lane takes in 8 bytes of every stripe and multiplies its halves by odd numbers, so that a changed bit of one
// stripe is no simple pattern of bits in the next.
INLINE void take(uint64_t *state, const uint8_t *bytes, size_t stripes) {
    uint64_t lane[lanes];
    memcpy(lane, state, sizeof lane);
    for (size_t i = 0; i < stripes; i++) {
        uint64_t data[lanes];
        memcpy(data, bytes + i * stripe, stripe);
        for (int j = 0; j < lanes; j++) {
            const uint64_t mixed = lane[j] ^ data[j];
            lane[j] = (mixed & 0xFFFFFFFF) * 0x9E3779B1 + (mixed >> 32) * 0x85EBCA77;
        }
    }
    memcpy(state, lane, sizeof lane);
}

INLINE void add_row(const uint8_t *row, int count, uint16_t *sums) {
    for (int i = 0; i < count; i++) sums[i] += row[i];
}

AVX2 static void take_avx2(uint64_t *state, const uint8_t *bytes, size_t stripes) { take(state, bytes, stripes); }
static void take_plain(uint64_t *state, const uint8_t *bytes, size_t stripes) { take(state, bytes, stripes); }
AVX2 static void add_row_avx2(const uint8_t *row, int count, uint16_t *sums) { add_row(row, count, sums); }
static void add_row_plain(const uint8_t *row, int count, uint16_t *sums) { add_row(row, count, sums); }

static void first_and_end(int index, int cells, int length, int *first, int *end) {
    *first = (int)((int64_t)index * length / cells);
    *end = (int)((int64_t)(index + 1) * length / cells);
    if (*end <= *first) *end = *first + 1;
}

// Adds the sums of columns to the cells of one row of cells; weights of BT.709 that add up to 256.
static void add_cells(const uint16_t *sums, int width, uint64_t *cells) {
    for (int column = 0; column < frame_signature_columns; column++) {
        int first, end;
        first_and_end(column, frame_signature_columns, width, &first, &end);
        uint32_t blue = 0, green = 0, red = 0;
        for (int x = first; x < end; x++) {
            blue += sums[x * 4];
            green += sums[x * 4 + 1];
            red += sums[x * 4 + 2];
        }
        cells[column] += 19 * (uint64_t)blue + 183 * (uint64_t)green + 54 * (uint64_t)red;
    }
}

bool frame_signature(const uint8_t *bgra, int width, int height, uint64_t *hash, uint16_t *cells) {
    if (width <= 0 || height <= 0 || width > 1 << 24) return false;
    const bool wide = __builtin_cpu_supports("avx2");
    const size_t pitch = (size_t)width * 4;
    uint16_t *sums = calloc(pitch, sizeof *sums);
    if (sums == NULL) return false;

    uint64_t state[lanes];
    memcpy(state, start, sizeof state);
    const size_t size = pitch * (size_t)height;
    size_t hashed = 0;
    for (int row = 0; row < frame_signature_rows; row++) {
        int first, end;
        first_and_end(row, frame_signature_rows, height, &first, &end);
        uint64_t totals[frame_signature_columns] = {0};
        int pending = 0;
        for (int y = first; y < end; y++) {
            const uint8_t *line = bgra + (size_t)y * pitch;
            if (cells) (wide ? add_row_avx2 : add_row_plain)(line, (int)pitch, sums);
            // 257 rows of 255 are as much as 16 bits hold.
            if (cells && (++pending == 257 || y + 1 == end)) {
                add_cells(sums, width, totals);
                memset(sums, 0, pitch * sizeof *sums);
                pending = 0;
            }
            // The bytes are hashed while they are in the cache.
            const size_t available = (size_t)(y + 1) * pitch;
            if (available > hashed) {
                const size_t stripes = (available - hashed) / stripe;
                (wide ? take_avx2 : take_plain)(state, bgra + hashed, stripes);
                hashed += stripes * stripe;
            }
        }
        for (int column = 0; cells && column < frame_signature_columns; column++) {
            int left, right;
            first_and_end(column, frame_signature_columns, width, &left, &right);
            const uint64_t pixels = (uint64_t)(right - left) * (uint64_t)(end - first);
            cells[row * frame_signature_columns + column] = (uint16_t)((totals[column] + pixels / 2) / pixels);
        }
    }
    free(sums);

    uint8_t rest[stripe] = {0};
    memcpy(rest, bgra + hashed, size - hashed);
    take_plain(state, rest, 1);
    uint64_t result = fold((uint64_t)width, (uint64_t)height);
    for (int j = 0; j < lanes; j++) result = fold(result, state[j]);
    *hash = result;
    return true;
}

AVX2 static void distances_avx2(const uint16_t *one, const uint16_t *rows, int count, int cells,
                                uint32_t *distances) {
    const __m256i ones = _mm256_set1_epi16(1);
    for (int i = 0; i < count; i++) {
        const uint16_t *other = rows + (size_t)i * (size_t)cells;
        __m256i total = _mm256_setzero_si256();
        int x = 0;
        for (; x + 16 <= cells; x += 16) {
            const __m256i a = _mm256_loadu_si256((const __m256i *)(one + x));
            const __m256i b = _mm256_loadu_si256((const __m256i *)(other + x));
            const __m256i apart = _mm256_sub_epi16(_mm256_max_epu16(a, b), _mm256_min_epu16(a, b));
            total = _mm256_add_epi32(total, _mm256_madd_epi16(_mm256_srli_epi16(apart, 1), ones));
        }
        uint32_t parts[8];
        _mm256_storeu_si256((__m256i *)parts, total);
        uint32_t sum = 0;
        for (int j = 0; j < 8; j++) sum += parts[j];
        for (; x < cells; x++) sum += (uint32_t)abs((int)one[x] - (int)other[x]) >> 1;
        distances[i] = sum;
    }
}

static void distances_plain(const uint16_t *one, const uint16_t *rows, int count, int cells, uint32_t *distances) {
    for (int i = 0; i < count; i++) {
        const uint16_t *other = rows + (size_t)i * (size_t)cells;
        uint32_t sum = 0;
        for (int x = 0; x < cells; x++) sum += (uint32_t)abs((int)one[x] - (int)other[x]) >> 1;
        distances[i] = sum;
    }
}

void frame_cell_distances(const uint16_t *one, const uint16_t *rows, int count, int cells, uint32_t *distances) {
    (__builtin_cpu_supports("avx2") ? distances_avx2 : distances_plain)(one, rows, count, cells, distances);
}
