// The kind of a file, by its first bytes.

#include <string.h>

#include "formats.h"

static image_status read_any(const uint8_t *bytes, size_t count, uint8_t *out, image_report *report) {
    static const uint8_t png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const uint8_t jpeg[3] = {0xff, 0xd8, 0xff};
    const uint32_t width = report->width;
    const uint32_t height = report->height;
    memset(report, 0, sizeof *report);
    if (out != NULL) {
        // The sides that `out` has room for.
        report->width = width;
        report->height = height;
    }
    if (count >= sizeof png && memcmp(bytes, png, sizeof png) == 0) {
        return image_read_png(bytes, count, out, report);
    }
    if (count >= sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0) {
        return image_read_jpeg(bytes, count, out, report);
    }
    return image_unknown;
}

image_status image_measure(const uint8_t *bytes, size_t count, image_report *report) {
    return read_any(bytes, count, NULL, report);
}

image_status image_decode(const uint8_t *bytes, size_t count, uint8_t *out, image_report *report) {
    return read_any(bytes, count, out, report);
}
