#include "CPixel.h"
int ambient_pixel_placeholder(void) { return 0; }
