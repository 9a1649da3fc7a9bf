#include "JPEGWriting.h"

#include <stdlib.h>

#include "ByteSink.h"
#include "JPEGFence.h"

struct codec_jpeg_writer {
    struct jpeg_compress_struct codec;
    JPEGFence fence;
    struct jpeg_destination_mgr destination;
    ByteSink sink;
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

codec_jpeg_writer *codec_jpeg_writer_create(void) {
    codec_jpeg_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
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

static void describe(j_compress_ptr codec, const CodecJPEGPicture *picture) {
    codec->image_width = (JDIMENSION)picture->width;
    codec->image_height = (JDIMENSION)picture->height;
    codec->input_components = 3;
    codec->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(codec);
    jpeg_set_colorspace(codec, JCS_YCbCr);
    jpeg_set_quality(codec, picture->quality, TRUE);
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
