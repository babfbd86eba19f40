// What the C library does with the memory of frames.

#include "CPixel.h"

#include <malloc.h>

void pixel_keep_memory(void) {
    mallopt(M_MMAP_THRESHOLD, 1 << 28);
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
}
