#include "JPEGWriting.h"

#include <stdlib.h>
#include <string.h>

#include "ByteSink.h"
#include "JPEGFence.h"

struct codec_jpeg_writer {
    struct jpeg_compress_struct codec;
    JPEGFence fence;
    struct jpeg_destination_mgr destination;
    ByteSink sink;
    // In row order, as libjpeg takes them.
    unsigned quantizers[3][DCTSIZE2];
    // DC and AC of Y', then of Cb and Cr.
    JHUFF_TBL codes[4];
    int has_codes;
};

enum { FirstCapacity = 32 * 1024 };

static codec_jpeg_writer *owner(j_compress_ptr codec) { return codec->client_data; }

static void make_room(j_compress_ptr codec, size_t more) {
    codec_jpeg_writer *writer = owner(codec);
    if (!byte_sink_reserve(&writer->sink, more)) {
        jpeg_fence_leave(&writer->fence, CodecStatusOutOfMemory, "No memory for the encoded bytes");
    }
    codec->dest->next_output_byte = writer->sink.bytes + writer->sink.count;
    codec->dest->free_in_buffer = writer->sink.capacity - writer->sink.count;
}

static void begin_destination(j_compress_ptr codec) {
    owner(codec)->sink.count = 0;
    make_room(codec, FirstCapacity);
}

// libjpeg calls this when the buffer is full, whatever it says itself of what is free.
static boolean empty_destination(j_compress_ptr codec) {
    codec_jpeg_writer *writer = owner(codec);
    writer->sink.count = writer->sink.capacity;
    make_room(codec, writer->sink.capacity);
    return TRUE;
}

static void end_destination(j_compress_ptr codec) {
    owner(codec)->sink.count = owner(codec)->sink.capacity - codec->dest->free_in_buffer;
}

// The place of each coefficient of the zig-zag in a row-ordered block.
static const uint8_t zigzag[DCTSIZE2] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

static void keep(codec_jpeg_writer *writer, const CodecJPEGTables *tables) {
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < DCTSIZE2; k++) writer->quantizers[c][zigzag[k]] = tables->quantizers[c * DCTSIZE2 + k];
    }
    writer->has_codes = tables->codes[0] != NULL;
    for (int t = 0; t < 4 && writer->has_codes; t++) {
        size_t symbols = 0;
        for (int length = 1; length <= 16; length++) {
            writer->codes[t].bits[length] = tables->codes[t][length - 1];
            symbols += writer->codes[t].bits[length];
        }
        memcpy(writer->codes[t].huffval, tables->codes[t] + 16, symbols < 256 ? symbols : 256);
    }
}

codec_jpeg_writer *codec_jpeg_writer_create(const CodecJPEGTables *tables) {
    codec_jpeg_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    keep(writer, tables);
    writer->codec.err = jpeg_fence_prepare(&writer->fence);
    if (setjmp(writer->fence.fence)) {
        codec_jpeg_writer_destroy(writer);
        return NULL;
    }
    jpeg_create_compress(&writer->codec);
    writer->codec.client_data = writer;
    writer->destination = (struct jpeg_destination_mgr){
        .init_destination = begin_destination,
        .empty_output_buffer = empty_destination,
        .term_destination = end_destination,
    };
    writer->codec.dest = &writer->destination;
    return writer;
}

void codec_jpeg_writer_destroy(codec_jpeg_writer *writer) {
    if (!writer) return;
    jpeg_destroy_compress(&writer->codec);
    byte_sink_free(&writer->sink);
    free(writer);
}

const char *codec_jpeg_writer_message(const codec_jpeg_writer *writer) { return writer->fence.message; }

// Gives each component its quantizer; Cr has that of Cb where they are equal.
static void set_quantizers(j_compress_ptr codec) {
    codec_jpeg_writer *writer = owner(codec);
    int is_shared = !memcmp(writer->quantizers[1], writer->quantizers[2], sizeof writer->quantizers[1]);
    codec->comp_info[2].quant_tbl_no = is_shared ? 1 : 2;
    for (int c = 0; c < 3 - is_shared; c++) jpeg_add_quant_table(codec, c, writer->quantizers[c], 100, TRUE);
}

static void set_code(j_compress_ptr codec, JHUFF_TBL **place, const JHUFF_TBL *code) {
    if (!*place) *place = jpeg_alloc_huff_table((j_common_ptr)codec);
    **place = *code;
}

static void set_codes(j_compress_ptr codec) {
    codec_jpeg_writer *writer = owner(codec);
    for (int t = 0; t < 2; t++) {
        set_code(codec, &codec->dc_huff_tbl_ptrs[t], &writer->codes[2 * t]);
        set_code(codec, &codec->ac_huff_tbl_ptrs[t], &writer->codes[2 * t + 1]);
    }
}

static void describe(j_compress_ptr codec, const CodecJPEGPicture *picture) {
    codec->image_width = (JDIMENSION)picture->width;
    codec->image_height = (JDIMENSION)picture->height;
    codec->input_components = 3;
    codec->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(codec);
    jpeg_set_colorspace(codec, JCS_YCbCr);
    set_quantizers(codec);
    if (owner(codec)->has_codes) set_codes(codec);
    codec->comp_info[0].h_samp_factor = codec->comp_info[0].v_samp_factor = picture->chroma_span;
    codec->restart_interval = 0;
    codec->restart_in_rows = 1;
    codec->raw_data_in = TRUE;
    codec->dct_method = JDCT_ISLOW;
}

CodecStatus codec_jpeg_writer_encode(
    codec_jpeg_writer *writer, const CodecJPEGPicture *picture, const uint8_t **bytes, size_t *count) {
    j_compress_ptr codec = &writer->codec;
    if (setjmp(writer->fence.fence)) {
        jpeg_abort_compress(codec);
        return writer->fence.status;
    }
    describe(codec, picture);
    jpeg_start_compress(codec, TRUE);
    JSAMPROW pointers[3][2 * DCTSIZE];
    JSAMPARRAY groups[3] = {pointers[0], pointers[1], pointers[2]};
    JDIMENSION group_height = (JDIMENSION)(picture->chroma_span * DCTSIZE);
    while (codec->next_scanline < codec->image_height) {
        for (int c = 0; c < 3; c++) {
            JDIMENSION span = c == 0 ? 1 : (JDIMENSION)picture->chroma_span;
            for (JDIMENSION k = 0; k < group_height / span; k++) {
                // libjpeg takes what it only reads as if it could write.
                pointers[c][k] = (JSAMPROW)picture->planes[c] + picture->strides[c] * (codec->next_scanline / span + k);
            }
        }
        jpeg_write_raw_data(codec, groups, group_height);
    }
    jpeg_finish_compress(codec);
    *bytes = writer->sink.bytes;
    *count = writer->sink.count;
    return CodecStatusDone;
}
