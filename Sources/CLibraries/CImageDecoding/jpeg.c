// JPEG through libjpeg-turbo, with the settings whose vector code gives the same bytes as its plain code.

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "formats.h"

/// A progressive picture has about ten scans; thousands of empty ones fit into a small file and each visits every block.
enum { most_scans = 100 };

typedef struct {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    image_report *report;
    image_status status;
    jmp_buf end;
} jpeg_reader;

static jpeg_reader *reader_of(j_common_ptr info) {
    return (jpeg_reader *)((char *)info - offsetof(jpeg_reader, info));
}

_Noreturn static void leave(jpeg_reader *reader, image_status status, const char *message) {
    reader->status = status;
    strncpy(reader->report->message, message, sizeof reader->report->message - 1);
    longjmp(reader->end, 1);
}

_Noreturn static void fail(j_common_ptr info) {
    char message[JMSG_LENGTH_MAX];
    info->err->format_message(info, message);
    const int code = info->err->msg_code;
    leave(reader_of(info), code == JERR_OUT_OF_MEMORY ? image_no_memory : image_broken, message);
}

/// libjpeg fills what is missing with grey and goes on; only blemishes that change no pixel may pass.
static void warn(j_common_ptr info, int level) {
    if (level >= 0) {
        return;
    }
    switch (info->err->msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
        return;
    default:
        fail(info);
    }
}

static void say_nothing(j_common_ptr info) {
    (void)info;
}

static void watch(j_common_ptr info) {
    jpeg_reader *reader = reader_of(info);
    if (reader->info.input_scan_number > most_scans) {
        leave(reader, image_bomb, "the JPEG has more than 100 scans");
    }
}

/// Inks to colours in place: C, M, Y, K to B, G, R, 255.
///
/// Adobe's programs, which write nearly all such files, store 255 - ink, and say so by their marker.
static void cmyk_to_bgra(uint8_t *row, uint32_t width, bool is_inverted) {
    for (uint32_t x = 0; x < width; x++, row += 4) {
        uint32_t light[4];
        for (int ink = 0; ink < 4; ink++) {
            light[ink] = is_inverted ? row[ink] : 255u - row[ink];
        }
        for (int channel = 0; channel < 3; channel++) {
            row[channel] = (uint8_t)((light[2 - channel] * light[3] + 127) / 255);
        }
        row[3] = 255;
    }
}

static void read(jpeg_reader *reader, const uint8_t *bytes, size_t count, uint8_t *out) {
    struct jpeg_decompress_struct *info = &reader->info;
    jpeg_create_decompress(info);
    reader->progress.progress_monitor = watch;
    info->progress = &reader->progress;
    jpeg_mem_src(info, bytes, (unsigned long)count);
    jpeg_read_header(info, TRUE);
    if (out == NULL) {
        reader->report->width = info->image_width;
        reader->report->height = info->image_height;
        return;
    }
    if (info->image_width != reader->report->width || info->image_height != reader->report->height) {
        leave(reader, image_broken, "the size has changed");
    }
    const bool has_inks = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    info->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_BGRA;
    info->dct_method = JDCT_ISLOW;
    info->do_fancy_upsampling = TRUE;
    // It guesses what scans to come would bring, and differs between versions.
    info->do_block_smoothing = FALSE;
    jpeg_start_decompress(info);
    if (info->output_components != 4 || info->output_width != reader->report->width ||
        info->output_height != reader->report->height) {
        leave(reader, image_broken, "unexpected rows");
    }
    const uint32_t width = info->output_width;
    while (info->output_scanline < info->output_height) {
        uint8_t *row = out + (size_t)info->output_scanline * width * 4;
        jpeg_read_scanlines(info, &row, 1);
        if (has_inks) {
            cmyk_to_bgra(row, width, info->saw_Adobe_marker);
        }
    }
    jpeg_finish_decompress(info);
}

image_status image_read_jpeg(const uint8_t *bytes, size_t count, uint8_t *out, image_report *report) {
    jpeg_reader reader;
    memset(&reader, 0, sizeof reader);
    reader.report = report;
    reader.status = image_ok;
    reader.info.err = jpeg_std_error(&reader.errors);
    reader.errors.error_exit = fail;
    reader.errors.emit_message = warn;
    reader.errors.output_message = say_nothing;
    if (setjmp(reader.end) == 0) {
        read(&reader, bytes, count, out);
    }
    jpeg_destroy_decompress(&reader.info);
    return reader.status;
}

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

const char *image_libjpeg_version(void) {
    return TEXT(LIBJPEG_TURBO_VERSION);
}
