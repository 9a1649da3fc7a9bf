#include "CFilm.h"

#ifdef Film

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/dovi_meta.h>
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
int cfilm_is_key(const void *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return !!(((const AVFrame *)frame)->flags & AV_FRAME_FLAG_KEY);
#else
    return ((const AVFrame *)frame)->key_frame;
#endif
}

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

int cfilm_dolby_profile(const void *stream) {
    const AVDOVIDecoderConfigurationRecord *record = stream_data(stream, AV_PKT_DATA_DOVI_CONF, sizeof *record);
    return record && record->dv_bl_signal_compatibility_id == 0
            && (record->dv_profile == 5 || record->dv_profile == 10 || record->dv_profile == 20)
        ? record->dv_profile
        : 0;
}

static double *write_rationals(double *numbers, const AVRational *from, int count) {
    for (int i = 0; i < count; i++) *numbers++ = from[i].den ? av_q2d(from[i]) : 0;
    return numbers;
}

static double *write_curve(double *numbers, const AVDOVIReshapingCurve *curve, const AVDOVIRpuDataHeader *header) {
    const double code = (1 << header->bl_bit_depth) - 1, unit = (double)(1ll << (header->coef_log2_denom & 63));
    const int pivots = FFMIN(curve->num_pivots, CFilmDolbyPieces + 1), pieces = FFMAX(pivots - 1, 0);
    *numbers++ = pieces;
    *numbers++ = pieces ? curve->pivots[pieces] / code : 1;
    for (int piece = 0; piece < CFilmDolbyPieces; piece++, numbers += CFilmDolbyPiece) {
        for (int i = 0; i < CFilmDolbyPiece; i++) numbers[i] = 0;
        if (piece >= pieces) continue;
        numbers[0] = curve->pivots[piece] / code;
        numbers[1] = curve->mapping_idc[piece] == AV_DOVI_MAPPING_MMR;
        if (numbers[1]) {
            numbers[2] = FFMIN(curve->mmr_order[piece], 3);
            numbers[3] = curve->mmr_constant[piece] / unit;
            for (int power = 0; power < numbers[2]; power++) {
                for (int i = 0; i < 7; i++) numbers[4 + 7 * power + i] = curve->mmr_coef[piece][power][i] / unit;
            }
        } else {
            numbers[2] = FFMIN(curve->poly_order[piece], 2);
            numbers[3] = curve->poly_coef[piece][0] / unit;
            for (int power = 0; power < numbers[2]; power++) {
                numbers[4 + 7 * power] = curve->poly_coef[piece][power + 1] / unit;
            }
        }
    }
    return numbers;
}

int cfilm_frame_dolby(const void *frame, double *numbers) {
    const AVDOVIMetadata *data = frame_data(frame, AV_FRAME_DATA_DOVI_METADATA, sizeof *data);
    if (!data) return 0;
    const AVDOVIRpuDataHeader *header = av_dovi_get_header(data);
    const AVDOVIDataMapping *mapping = av_dovi_get_mapping(data);
    const AVDOVIColorMetadata *color = av_dovi_get_color(data);
    if (header->bl_bit_depth < 8 || header->bl_bit_depth > 16) return 0;
    *numbers++ = header->bl_video_full_range_flag;
    *numbers++ = color->source_max_pq / 4095.0;
    numbers = write_rationals(numbers, color->ycc_to_rgb_matrix, 9);
    numbers = write_rationals(numbers, color->ycc_to_rgb_offset, 3);
    numbers = write_rationals(numbers, color->rgb_to_lms_matrix, 9);
    for (int i = 0; i < 3; i++) numbers = write_curve(numbers, &mapping->curves[i], header);
    return 1;
}

double cfilm_stream_peak(const void *stream) {
    return peak(
        stream_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)),
        stream_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)));
}

#endif
