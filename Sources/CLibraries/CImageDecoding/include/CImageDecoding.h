// PNG and JPEG files in memory to 8-bit BGRA with straight alpha, the same bytes on every CPU.
//
// libpng and libjpeg leave a broken file by longjmp (or, left alone, end the process). Here both jumps stay inside one C
// function, which returns a status and has freed everything by then.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What became of a file.
typedef enum {
    image_ok,
    /// Neither a PNG nor a JPEG.
    image_unknown,
    /// Damaged, cut off, or of a kind that the libraries do not read.
    image_broken,
    /// Of more scans than a picture needs: a small file that would take minutes.
    image_bomb,
    image_no_memory,
} image_status;

/// The sides of an image, and in words what is wrong with it.
typedef struct {
    uint32_t width;
    uint32_t height;
    char message[200];
} image_report;

/// The status of a file's header, with its sides if it is fine; nothing is allocated that grows with the sides.
image_status image_measure(const uint8_t *bytes, size_t count, image_report *report);

/// Decodes a file whose sides `image_measure` gave: `width * height * 4` bytes, rows from the top without padding.
///
/// Colours stay as stored: no colour management, no orientation. On failure `out` holds parts of the image.
image_status image_decode(const uint8_t *bytes, size_t count, uint8_t *out, image_report *report);

/// The version of libpng that is loaded.
const char *image_libpng_version(void);

/// The version of libjpeg-turbo that this was built with; the library does not tell its own.
const char *image_libjpeg_version(void);
