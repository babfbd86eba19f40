// Pixel kernels of the room FrameDiff. Each has a plain version and, where it pays, one for AVX2 with the same results.
#pragma once

#include <stdbool.h>
#include <stdint.h>
