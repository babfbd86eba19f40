#pragma once
// What MediaIO uses of libav. Macros that Swift does not import (casts, function-like macros, compound literals) are
// repeated here as constants and inline functions; everything else is called as it is.

#include <errno.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

static const int64_t cffmpeg_no_timestamp = AV_NOPTS_VALUE;
static const int cffmpeg_end_of_file = AVERROR_EOF;
static const int cffmpeg_invalid_data = AVERROR_INVALIDDATA;
static const int cffmpeg_try_again = AVERROR(EAGAIN);

/// The libav status of an `errno` value.
static inline int cffmpeg_status(int error_number) { return AVERROR(error_number); }

/// The display matrix of a stream: nine numbers, or NULL.
static inline const int32_t *cffmpeg_display_matrix(const AVStream *stream) {
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
}
