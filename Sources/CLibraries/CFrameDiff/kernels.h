// What the kernel files share.
#pragma once

#include "CFrameDiff.h"

#include <immintrin.h>
#include <stddef.h>

#define AVX2 __attribute__((target("avx2")))

/// A kernel body that is compiled twice, for the base instruction set and for AVX2, where the compiler vectorises well.
#define BODY static inline __attribute__((always_inline))

static inline bool uses_avx2(bool plain) {
    return !plain && __builtin_cpu_supports("avx2") != 0;
}
