#pragma once

#include <stdbool.h>

#include "CImageDecoding.h"

/// Reads a PNG: its sides into `report` and, unless `out` is NULL, its pixels.
image_status image_read_png(const uint8_t *bytes, size_t count, uint8_t *out, image_report *report);

/// The same for a JPEG.
image_status image_read_jpeg(const uint8_t *bytes, size_t count, uint8_t *out, image_report *report);
