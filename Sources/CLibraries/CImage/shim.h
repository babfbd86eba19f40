#pragma once

#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// What `image_png_write` makes: `bytes` belongs to the caller, who gives it to `image_png_free`.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    size_t limit;
    char message[96];
} image_png_output;

static inline void image_png_append(png_structp png, png_bytep data, size_t count) {
    image_png_output *output = (image_png_output *)png_get_io_ptr(png);
    if (count > output->limit - output->count) {
        png_error(png, "the file is too large");
    }
    if (output->count + count > output->capacity) {
        const size_t capacity = 2 * (output->count + count);
        uint8_t *bytes = (uint8_t *)realloc(output->bytes, capacity);
        if (bytes == NULL) {
            png_error(png, "out of memory");
        }
        output->bytes = bytes;
        output->capacity = capacity;
    }
    memcpy(output->bytes + output->count, data, count);
    output->count += count;
}

static inline void image_png_no_flush(png_structp png) {
    (void)png;
}

static inline void image_png_fail(png_structp png, png_const_charp message) {
    image_png_output *output = (image_png_output *)png_get_error_ptr(png);
    strncpy(output->message, message, sizeof output->message - 1);
    png_longjmp(png, 1);
}

static inline void image_png_ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/// Writes 8-bit RGB (3 channels) or RGBA (4) rows without padding as a PNG marked sRGB.
///
/// Returns false, with a message, on failure. `filter` is one of libpng's `PNG_FILTER_...`, `level` is zlib's.
static inline int image_png_write(const uint8_t *pixels, uint32_t width, uint32_t height, int channels, int filter,
                                  int level, image_png_output *output) {
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, output, image_png_fail, image_png_ignore);
    if (png == NULL) {
        strncpy(output->message, "out of memory", sizeof output->message - 1);
        return 0;
    }
    png_infop info = png_create_info_struct(png);
    if (info == NULL || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, output, image_png_append, image_png_no_flush);
    png_set_compression_level(png, level);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, filter);
    png_set_IHDR(png, info, width, height, 8, channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    for (uint32_t y = 0; y < height; y++) {
        png_write_row(png, pixels + (size_t)y * width * (size_t)channels);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 1;
}

static inline void image_png_free(image_png_output *output) {
    free(output->bytes);
    output->bytes = NULL;
}

/// Reads the header of a PNG in memory. On success `image` must be given to `image_png_read` or `png_image_free`.
static inline int image_png_begin(png_image *image, const void *bytes, size_t count) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    return png_image_begin_read_from_memory(image, bytes, count) && image->warning_or_error < 2;
}

/// Reads the pixels as BGRA with straight alpha, `width * height * 4` bytes, and frees what `image` holds.
static inline int image_png_read(png_image *image, void *pixels) {
    // Without a colour space 16-bit files are sRGB too, not linear.
    image->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    image->format = PNG_FORMAT_BGRA;
    return png_image_finish_read(image, NULL, pixels, 0, NULL) && image->warning_or_error < 2;
}
