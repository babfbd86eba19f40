#include "kernels.h"

bool pixel_has_avx2(void) {
    return __builtin_cpu_supports("avx2") != 0;
}
