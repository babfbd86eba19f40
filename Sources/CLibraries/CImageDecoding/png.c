// PNG through libpng's row interface: its simple one would convert colours and alpha.

#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "formats.h"

typedef struct {
    const uint8_t *bytes;
    size_t count;
    image_report *report;
    image_status status;
} png_reader;

static void fail(png_structp png, png_const_charp message) {
    png_reader *reader = (png_reader *)png_get_error_ptr(png);
    reader->status = strcmp(message, "Out of memory") == 0 ? image_no_memory : image_broken;
    strncpy(reader->report->message, message, sizeof reader->report->message - 1);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void take(png_structp png, png_bytep out, size_t count) {
    png_reader *reader = (png_reader *)png_get_io_ptr(png);
    if (count > reader->count) {
        png_error(png, "the file is cut off");
    }
    memcpy(out, reader->bytes, count);
    reader->bytes += count;
    reader->count -= count;
}

/// Sets the transformations that make every kind BGRA of 8 bits with straight alpha.
static void ask_for_bgra(png_structp png) {
    // Palettes to colours, fewer bits to 8, a transparent colour to alpha; 16 bits are compared with that colour first.
    png_set_expand(png);
    // round(v * 255 / 65535), where png_set_strip_16 would cut off the lower byte.
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    png_set_bgr(png);
}

static void read(png_structp png, png_infop info, uint8_t *out, image_report *report) {
    // Only what says where the pixels are: no profile, text or time is unpacked, however large.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(png, info);
    const uint32_t width = png_get_image_width(png, info);
    const uint32_t height = png_get_image_height(png, info);
    if (out == NULL) {
        report->width = width;
        report->height = height;
        return;
    }
    if (width != report->width || height != report->height) {
        png_error(png, "the size has changed");
    }
    ask_for_bgra(png);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)width * 4) {
        png_error(png, "unexpected rows");
    }
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < height; y++) {
            png_read_row(png, out + (size_t)y * width * 4, NULL);
        }
    }
    png_read_end(png, NULL);
}

image_status image_read_png(const uint8_t *bytes, size_t count, uint8_t *out, image_report *report) {
    png_reader reader = {bytes, count, report, image_ok};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, fail, ignore);
    if (png == NULL) {
        return image_no_memory;
    }
    png_infop info = png_create_info_struct(png);
    if (info == NULL) {
        reader.status = image_no_memory;
    } else if (setjmp(png_jmpbuf(png)) == 0) {
        png_set_read_fn(png, &reader, take);
        read(png, info, out, report);
    }
    png_destroy_read_struct(&png, &info, NULL);
    return reader.status;
}

const char *image_libpng_version(void) {
    return png_get_libpng_ver(NULL);
}
