#pragma once
#include <fftw3.h>

// An array without a length is not imported.
static inline const char *cfftw_version(void) { return fftwf_version; }
