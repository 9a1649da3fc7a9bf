#include "JPEGReading.h"

#include <stdlib.h>
#include <string.h>

#include "JPEGFence.h"

struct codec_jpeg_reader {
    struct jpeg_decompress_struct codec;
    JPEGFence fence;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    int scan_limit;
    int ended_early;
    int is_open;
    CodecJPEGLayout layout;
    int is_cmyk;
    int is_inverted;
};

static void begin_source(j_decompress_ptr codec) { (void)codec; }
static void end_source(j_decompress_ptr codec) { (void)codec; }

static codec_jpeg_reader *owner(j_common_ptr codec) { return codec->client_data; }

// The whole file was handed over at once: more is asked for only where it ends early. An end marker of our own lets
// the decoder finish; where it then lacks data it says so itself.
static boolean refill_source(j_decompress_ptr codec) {
    static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};
    codec->src->next_input_byte = end_of_image;
    codec->src->bytes_in_buffer = sizeof end_of_image;
    owner((j_common_ptr)codec)->ended_early = 1;
    return TRUE;
}

static void skip_source(j_decompress_ptr codec, long count) {
    if (count <= 0) return;
    struct jpeg_source_mgr *source = codec->src;
    if ((size_t)count >= source->bytes_in_buffer) {
        refill_source(codec);
    } else {
        source->next_input_byte += count;
        source->bytes_in_buffer -= (size_t)count;
    }
}

static void watch_scans(j_common_ptr codec) {
    codec_jpeg_reader *reader = owner(codec);
    if (reader->codec.input_scan_number <= reader->scan_limit) return;
    char message[CodecMessageCapacity];
    snprintf(message, sizeof message, "More than %d scans", reader->scan_limit);
    jpeg_fence_leave(&reader->fence, CodecStatusLimitExceeded, message);
}

codec_jpeg_reader *codec_jpeg_reader_create(void) { return calloc(1, sizeof(codec_jpeg_reader)); }

void codec_jpeg_reader_destroy(codec_jpeg_reader *reader) {
    if (!reader) return;
    codec_jpeg_reader_close(reader);
    free(reader);
}

const char *codec_jpeg_reader_message(const codec_jpeg_reader *reader) { return reader->fence.message; }

static size_t coefficient_bytes(j_decompress_ptr codec) {
    if (!jpeg_has_multiple_scans(codec)) return 0;
    size_t blocks = 0;
    for (int c = 0; c < codec->num_components; c++) {
        const jpeg_component_info *info = &codec->comp_info[c];
        size_t across = (info->width_in_blocks + (size_t)info->h_samp_factor - 1) / (size_t)info->h_samp_factor;
        size_t down = (info->height_in_blocks + (size_t)info->v_samp_factor - 1) / (size_t)info->v_samp_factor;
        blocks += across * (size_t)info->h_samp_factor * down * (size_t)info->v_samp_factor;
    }
    return blocks * sizeof(JBLOCK);
}

static void choose_layout(codec_jpeg_reader *reader) {
    j_decompress_ptr codec = &reader->codec;
    switch (codec->jpeg_color_space) {
    case JCS_GRAYSCALE:
        reader->layout = CodecJPEGLayoutGray;
        break;
    case JCS_YCbCr:
        reader->layout = CodecJPEGLayoutPlanes;
        break;
    case JCS_RGB:
        reader->layout = CodecJPEGLayoutPixels;
        codec->out_color_space = JCS_EXT_RGBA;
        break;
    case JCS_CMYK:
    case JCS_YCCK:
        reader->layout = CodecJPEGLayoutPixels;
        codec->out_color_space = JCS_CMYK;
        reader->is_cmyk = 1;
        // Adobe stores the paper that is left, not the ink, and says who wrote the file.
        reader->is_inverted = codec->saw_Adobe_marker;
        break;
    default:
        jpeg_fence_leave(&reader->fence, CodecStatusUnsupported, "Unknown color space");
    }
    if (reader->layout != CodecJPEGLayoutPixels) {
        codec->raw_data_out = TRUE;
        codec->out_color_space = codec->jpeg_color_space;
    }
}

CodecStatus codec_jpeg_reader_open(
    codec_jpeg_reader *reader, const uint8_t *bytes, size_t count, int scan_limit, size_t memory_limit,
    CodecJPEGFrame *frame) {
    codec_jpeg_reader_close(reader);
    memset(reader, 0, sizeof *reader);
    j_decompress_ptr codec = &reader->codec;
    codec->err = jpeg_fence_prepare(&reader->fence);
    if (setjmp(reader->fence.fence)) return reader->fence.status;
    // A codec object keeps tables from one file to the next; a new one cannot.
    jpeg_create_decompress(codec);
    reader->is_open = 1;
    codec->client_data = reader;
    reader->source = (struct jpeg_source_mgr){
        .next_input_byte = bytes,
        .bytes_in_buffer = count,
        .init_source = begin_source,
        .fill_input_buffer = refill_source,
        .skip_input_data = skip_source,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = end_source,
    };
    codec->src = &reader->source;
    reader->scan_limit = scan_limit;
    reader->progress.progress_monitor = watch_scans;
    codec->progress = &reader->progress;
    codec->mem->max_memory_to_use = (long)memory_limit;
    jpeg_read_header(codec, TRUE);
    choose_layout(reader);
    codec->dct_method = JDCT_ISLOW;
    codec->do_fancy_upsampling = FALSE;
    // It would paint over coefficients that were left out on purpose.
    codec->do_block_smoothing = FALSE;
    frame->width = (int)codec->image_width;
    frame->height = (int)codec->image_height;
    frame->layout = reader->layout;
    frame->coefficient_bytes = coefficient_bytes(codec);
    return CodecStatusDone;
}

CodecStatus codec_jpeg_reader_scale(codec_jpeg_reader *reader, int eighths, CodecJPEGPlane *planes) {
    j_decompress_ptr codec = &reader->codec;
    if (setjmp(reader->fence.fence)) return reader->fence.status;
    codec->scale_num = (unsigned)eighths;
    codec->scale_denom = 8;
    jpeg_calc_output_dimensions(codec);
    if (reader->layout == CodecJPEGLayoutPixels) {
        planes[0] = (CodecJPEGPlane){
            .width = (int)codec->output_width,
            .height = (int)codec->output_height,
            .written_width = (int)codec->output_width,
            .written_height = (int)codec->output_height,
            .horizontal_numerator = eighths,
            .horizontal_denominator = 8,
            .vertical_numerator = eighths,
            .vertical_denominator = 8,
        };
        return CodecStatusDone;
    }
    for (int c = 0; c < codec->num_components; c++) {
        const jpeg_component_info *info = &codec->comp_info[c];
        planes[c] = (CodecJPEGPlane){
            .width = (int)info->downsampled_width,
            .height = (int)info->downsampled_height,
            .written_width = (int)info->width_in_blocks * info->DCT_scaled_size,
            .written_height = (int)info->height_in_blocks * info->DCT_scaled_size,
            .horizontal_numerator = info->h_samp_factor * info->DCT_scaled_size,
            .horizontal_denominator = codec->max_h_samp_factor * DCTSIZE,
            .vertical_numerator = info->v_samp_factor * info->DCT_scaled_size,
            .vertical_denominator = codec->max_v_samp_factor * DCTSIZE,
        };
    }
    return CodecStatusDone;
}

CodecStatus codec_jpeg_reader_read_planes(
    codec_jpeg_reader *reader, uint8_t *const *rows, const size_t *strides) {
    j_decompress_ptr codec = &reader->codec;
    if (setjmp(reader->fence.fence)) return reader->fence.status;
    jpeg_start_decompress(codec);
    JSAMPROW pointers[CodecJPEGMaximumPlanes][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY groups[CodecJPEGMaximumPlanes] = {pointers[0], pointers[1], pointers[2]};
    JDIMENSION group_height = (JDIMENSION)(codec->max_v_samp_factor * codec->min_DCT_scaled_size);
    JDIMENSION group = 0;
    while (codec->output_scanline < codec->output_height) {
        for (int c = 0; c < codec->num_components; c++) {
            const jpeg_component_info *info = &codec->comp_info[c];
            JDIMENSION height = (JDIMENSION)(info->v_samp_factor * info->DCT_scaled_size);
            JDIMENSION last = info->height_in_blocks * (JDIMENSION)info->DCT_scaled_size - 1;
            for (JDIMENSION k = 0; k < height; k++) {
                // Rows below the last block are asked for and never written.
                JDIMENSION y = group * height + k;
                pointers[c][k] = rows[c] + strides[c] * (y < last ? y : last);
            }
        }
        jpeg_read_raw_data(codec, groups, group_height);
        group++;
    }
    return CodecStatusDone;
}

CodecStatus codec_jpeg_reader_start_pixels(codec_jpeg_reader *reader) {
    if (setjmp(reader->fence.fence)) return reader->fence.status;
    jpeg_start_decompress(&reader->codec);
    return CodecStatusDone;
}

static uint8_t multiply(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

static void paint_cmyk(uint8_t *row, size_t width, int is_inverted) {
    unsigned flip = is_inverted ? 0 : 255;
    for (uint8_t *pixel = row; pixel < row + 4 * width; pixel += 4) {
        unsigned paper = pixel[3] ^ flip;
        for (int c = 0; c < 3; c++) pixel[c] = multiply(pixel[c] ^ flip, paper);
        pixel[3] = 255;
    }
}

CodecStatus codec_jpeg_reader_read_pixels(codec_jpeg_reader *reader, uint8_t *row) {
    if (setjmp(reader->fence.fence)) return reader->fence.status;
    JSAMPROW rows[1] = {row};
    jpeg_read_scanlines(&reader->codec, rows, 1);
    if (reader->is_cmyk) paint_cmyk(row, reader->codec.output_width, reader->is_inverted);
    return CodecStatusDone;
}

// Whether coefficients are missing that another scan would have brought.
static int lacks_scans(j_decompress_ptr codec, int ended_early) {
    for (int c = 0; c < codec->num_components; c++) {
        // Set by the first scan of the component.
        if (!codec->comp_info[c].quant_table) return 1;
        // A file may leave the last bits out and say so by its end marker.
        if (!codec->coef_bits || !ended_early) continue;
        for (int k = 0; k < DCTSIZE2; k++) {
            if (codec->coef_bits[c][k] != 0) return 1;
        }
    }
    return 0;
}

CodecStatus codec_jpeg_reader_finish(codec_jpeg_reader *reader, CodecFindings *findings) {
    if (setjmp(reader->fence.fence)) return reader->fence.status;
    // Before the decoder forgets its scans.
    int incomplete = lacks_scans(&reader->codec, reader->ended_early);
    jpeg_finish_decompress(&reader->codec);
    findings->damage = reader->fence.damage;
    findings->notices = reader->fence.notices;
    findings->ended_early = reader->ended_early;
    findings->incomplete = incomplete;
    return CodecStatusDone;
}

void codec_jpeg_reader_close(codec_jpeg_reader *reader) {
    if (!reader->is_open) return;
    jpeg_destroy_decompress(&reader->codec);
    reader->is_open = 0;
}
