// Convolution of rows of 32-bit floating-point samples.

#include "kernels.h"

// Products are rounded before they are added, on every CPU.
#pragma STDC FP_CONTRACT OFF

/// Samples that are summed side by side.
enum { lanes = 32 };

/// `step` is the distance of the samples that neighbouring weights apply to.
BODY void convolve_body(const float *samples, int64_t step, const float *weights, int taps, int count, float *out) {
    int i = 0;
    for (; i <= count - lanes; i += lanes) {
        float sums[lanes] = {0};
        for (int k = 0; k < taps; k++) {
            const float *from = samples + i + k * step;
            for (int j = 0; j < lanes; j++) {
                sums[j] += weights[k] * from[j];
            }
        }
        for (int j = 0; j < lanes; j++) {
            out[i + j] = sums[j];
        }
    }
    for (; i < count; i++) {
        float sum = 0;
        for (int k = 0; k < taps; k++) {
            sum += weights[k] * samples[i + k * step];
        }
        out[i] = sum;
    }
}

static void convolve_plain(const float *samples, int64_t step, const float *weights, int taps, int count, float *out) {
    convolve_body(samples, step, weights, taps, count, out);
}

AVX2 static void convolve_avx2(const float *samples, int64_t step, const float *weights, int taps, int count,
                               float *out) {
    convolve_body(samples, step, weights, taps, count, out);
}

void diff_convolve(const float *samples, int64_t step, const float *weights, int taps, int count, float *out,
                   bool plain) {
    (uses_avx2(plain) ? convolve_avx2 : convolve_plain)(samples, step, weights, taps, count, out);
}
