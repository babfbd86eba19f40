// What the kernel files share.
#pragma once

#include "CPixel.h"

#include <immintrin.h>
#include <stddef.h>

#define AVX2 __attribute__((target("avx2")))

/// A kernel body that is compiled twice, for the base instruction set and for AVX2, where the compiler vectorises well.
#define BODY static inline __attribute__((always_inline))

static inline uint8_t clamp_to_byte(int64_t value) {
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// round(value / 255), exact for 0...65025. There are no ties, since 255 is odd.
BODY uint32_t divide_by_255(uint32_t value) {
    value += 128;
    return (value + (value >> 8)) >> 8;
}
