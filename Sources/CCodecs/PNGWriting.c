#include "PNGWriting.h"

#include <stdlib.h>
#include <string.h>

#include "ByteSink.h"
#include "PNGFence.h"

struct codec_png_writer {
    png_structp codec;
    png_infop info;
    PNGFence fence;
    ByteSink sink;
    int is_taken;
};

static void collect(png_structp codec, png_bytep bytes, size_t count) {
    codec_png_writer *writer = png_get_io_ptr(codec);
    if (!byte_sink_reserve(&writer->sink, count)) {
        png_fence_leave(&writer->fence, CodecStatusOutOfMemory, "No memory for the encoded bytes");
    }
    memcpy(writer->sink.bytes + writer->sink.count, bytes, count);
    writer->sink.count += count;
}

static void flush(png_structp codec) { (void)codec; }

static void forget_taken(codec_png_writer *writer) {
    if (writer->is_taken) writer->sink.count = 0;
    writer->is_taken = 0;
}

codec_png_writer *codec_png_writer_create(void) { return calloc(1, sizeof(codec_png_writer)); }

void codec_png_writer_destroy(codec_png_writer *writer) {
    if (!writer) return;
    if (writer->codec) png_destroy_write_struct(&writer->codec, &writer->info);
    byte_sink_free(&writer->sink);
    free(writer);
}

const char *codec_png_writer_message(const codec_png_writer *writer) { return writer->fence.message; }

CodecStatus codec_png_writer_start(codec_png_writer *writer, uint32_t width, uint32_t height) {
    if (setjmp(writer->fence.fence)) return writer->fence.status;
    writer->codec =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->fence, png_fence_error, png_fence_warning);
    if (!writer->codec) png_fence_leave(&writer->fence, CodecStatusOutOfMemory, "No memory for the encoder");
    writer->info = png_create_info_struct(writer->codec);
    if (!writer->info) png_fence_leave(&writer->fence, CodecStatusOutOfMemory, "No memory for the encoder");
    png_set_write_fn(writer->codec, writer, collect, flush);
    png_set_IHDR(
        writer->codec, writer->info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(writer->codec, writer->info);
    return CodecStatusDone;
}

CodecStatus codec_png_writer_write_row(codec_png_writer *writer, const uint8_t *row) {
    if (setjmp(writer->fence.fence)) return writer->fence.status;
    forget_taken(writer);
    png_write_row(writer->codec, row);
    return CodecStatusDone;
}

CodecStatus codec_png_writer_finish(codec_png_writer *writer) {
    if (setjmp(writer->fence.fence)) return writer->fence.status;
    forget_taken(writer);
    png_write_end(writer->codec, NULL);
    return CodecStatusDone;
}

const uint8_t *codec_png_writer_take(codec_png_writer *writer, size_t *count) {
    forget_taken(writer);
    *count = writer->sink.count;
    writer->is_taken = 1;
    return writer->sink.bytes;
}
