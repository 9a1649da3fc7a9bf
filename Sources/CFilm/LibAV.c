#include "CFilm.h"

#ifdef Film

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/error.h>
#include <libavutil/frame.h>
#include <libavutil/mastering_display_metadata.h>

const int cfilm_error_eof = AVERROR_EOF;
const int cfilm_error_again = AVERROR(EAGAIN);
const int cfilm_error_invalid_data = AVERROR_INVALIDDATA;
const int64_t cfilm_no_time = AV_NOPTS_VALUE;

int cfilm_error(int number) { return AVERROR(number); }

enum { MatrixBytes = 9 * sizeof(int32_t) };

// Since libavformat 60.15 the side data of a stream is that of its codec parameters.
static const void *stream_data(const AVStream *stream, enum AVPacketSideDataType type, size_t least) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVCodecParameters *codec = stream->codecpar;
    const AVPacketSideData *data = av_packet_side_data_get(codec->coded_side_data, codec->nb_coded_side_data, type);
    return data && data->size >= least ? data->data : NULL;
#else
    size_t size = 0;
    const void *data = av_stream_get_side_data(stream, type, &size);
    return data && size >= least ? data : NULL;
#endif
}

static const void *frame_data(const AVFrame *frame, enum AVFrameSideDataType type, size_t least) {
    const AVFrameSideData *data = av_frame_get_side_data(frame, type);
    return data && data->size >= least ? data->data : NULL;
}

const int32_t *cfilm_display_matrix(const void *stream) {
    return stream_data(stream, AV_PKT_DATA_DISPLAYMATRIX, MatrixBytes);
}

const int32_t *cfilm_frame_display_matrix(const void *frame) {
    return frame_data(frame, AV_FRAME_DATA_DISPLAYMATRIX, MatrixBytes);
}

// Since libavutil 58.7 these facts are flags.
int cfilm_is_interlaced(const void *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return !!(((const AVFrame *)frame)->flags & AV_FRAME_FLAG_INTERLACED);
#else
    return ((const AVFrame *)frame)->interlaced_frame;
#endif
}

int cfilm_is_top_first(const void *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return !!(((const AVFrame *)frame)->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST);
#else
    return ((const AVFrame *)frame)->top_field_first;
#endif
}

// The content's own maximum, where it is told and lower than the mastering display's.
static double peak(const AVMasteringDisplayMetadata *mastering, const AVContentLightMetadata *content) {
    double peak = 0;
    if (mastering && mastering->has_luminance && mastering->max_luminance.den > 0) {
        peak = av_q2d(mastering->max_luminance);
    }
    if (content && content->MaxCLL > 0 && (peak <= 0 || content->MaxCLL < peak)) peak = content->MaxCLL;
    return peak;
}

double cfilm_frame_peak(const void *frame) {
    return peak(
        frame_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)),
        frame_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)));
}

double cfilm_stream_peak(const void *stream) {
    return peak(
        stream_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)),
        stream_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)));
}

#endif
