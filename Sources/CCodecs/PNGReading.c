#include "PNGReading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "PNGFence.h"

struct codec_png_reader {
    png_structp codec;
    png_infop info;
    PNGFence fence;
    const uint8_t *next;
    size_t remaining;
    long chunks;
    long chunk_limit;
    long notices;
    int ended_early;
    int rows_failed;
    // libpng reads on to the end of the image data before it returns from the last row.
    int is_at_last_row;
    size_t bytes_at_last_row;
    int has_surplus;
    int is_interlaced;
    png_uint_32 width;
    png_uint_32 height;
    png_uint_32 rows_left;
};

enum {
    ImageDataChunk = 0x49444154,
    // A checksum is due after the last row, and some encoders pad; more would only be inflated to be thrown away.
    SurplusLimit = 64 * 1024,
    // 16-bit RGBA.
    WidestPixel = 8,
};

static void supply(png_structp codec, png_bytep bytes, size_t count) {
    codec_png_reader *reader = png_get_io_ptr(codec);
    if ((png_get_io_state(codec) & PNG_IO_MASK_LOC) == PNG_IO_CHUNK_HDR && ++reader->chunks > reader->chunk_limit) {
        char message[CodecMessageCapacity];
        snprintf(message, sizeof message, "More than %ld chunks", reader->chunk_limit);
        png_fence_leave(&reader->fence, CodecStatusLimitExceeded, message);
    }
    if (reader->is_at_last_row && png_get_io_chunk_type(codec) == ImageDataChunk) {
        reader->bytes_at_last_row += count;
        if (reader->bytes_at_last_row > SurplusLimit + WidestPixel * (size_t)reader->width) {
            reader->has_surplus = 1;
            png_fence_leave(&reader->fence, CodecStatusMalformed, "Too much image data");
        }
    }
    if (count > reader->remaining) {
        reader->ended_early = 1;
        png_fence_leave(&reader->fence, CodecStatusMalformed, "The file ends early");
    }
    memcpy(bytes, reader->next, count);
    reader->next += count;
    reader->remaining -= count;
}

codec_png_reader *codec_png_reader_create(void) { return calloc(1, sizeof(codec_png_reader)); }

void codec_png_reader_destroy(codec_png_reader *reader) {
    if (!reader) return;
    codec_png_reader_close(reader);
    free(reader);
}

const char *codec_png_reader_message(const codec_png_reader *reader) { return reader->fence.message; }

// Any colour type and depth becomes 4 bytes a pixel.
static void ask_for_rgba(png_structp codec) {
    png_set_expand(codec);
    png_set_scale_16(codec);
    png_set_gray_to_rgb(codec);
    png_set_filler(codec, 0xFF, PNG_FILLER_AFTER);
    png_set_interlace_handling(codec);
}

CodecStatus codec_png_reader_open(
    codec_png_reader *reader, const uint8_t *bytes, size_t count, long chunk_limit, CodecPNGFrame *frame) {
    codec_png_reader_close(reader);
    memset(reader, 0, sizeof *reader);
    reader->next = bytes;
    reader->remaining = count;
    reader->chunk_limit = chunk_limit;
    if (setjmp(reader->fence.fence)) return reader->fence.status;
    reader->codec =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->fence, png_fence_error, png_fence_warning);
    if (!reader->codec) png_fence_leave(&reader->fence, CodecStatusOutOfMemory, "No memory for the decoder");
    reader->info = png_create_info_struct(reader->codec);
    if (!reader->info) png_fence_leave(&reader->fence, CodecStatusOutOfMemory, "No memory for the decoder");
    png_set_read_fn(reader->codec, reader, supply);
    // The caller has checked the size against limits of its own.
    png_set_user_limits(reader->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Nothing but the pixels is used: text and profiles are skipped, never inflated.
    png_set_keep_unknown_chunks(reader->codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(reader->codec, reader->info);
    // From here on a wrong checksum is damage that is told, not the end.
    png_set_crc_action(reader->codec, PNG_CRC_WARN_USE, PNG_CRC_WARN_DISCARD);
    reader->notices = reader->fence.warnings;
    reader->fence.warnings = 0;
    reader->width = png_get_image_width(reader->codec, reader->info);
    reader->height = png_get_image_height(reader->codec, reader->info);
    reader->is_interlaced = png_get_interlace_type(reader->codec, reader->info) != PNG_INTERLACE_NONE;
    ask_for_rgba(reader->codec);
    png_read_update_info(reader->codec, reader->info);
    reader->rows_left = reader->height;
    frame->width = (int)reader->width;
    frame->height = (int)reader->height;
    frame->is_interlaced = reader->is_interlaced;
    if (png_get_rowbytes(reader->codec, reader->info) != 4 * (size_t)frame->width) {
        png_fence_leave(&reader->fence, CodecStatusUnsupported, "Rows of an unexpected size");
    }
    return CodecStatusDone;
}

// What a jump out of a row comes to: a row that surplus data follows is whole.
static CodecStatus leave_row(codec_png_reader *reader) {
    if (reader->has_surplus) {
        reader->fence.surplus++;
        reader->rows_left = 0;
        return CodecStatusDone;
    }
    reader->rows_failed = 1;
    return reader->fence.status;
}

CodecStatus codec_png_reader_read_row(codec_png_reader *reader, uint8_t *row) {
    if (setjmp(reader->fence.fence)) return leave_row(reader);
    reader->is_at_last_row = reader->rows_left == 1;
    png_read_row(reader->codec, row, NULL);
    reader->rows_left--;
    return CodecStatusDone;
}

CodecStatus codec_png_reader_read_interlaced(
    codec_png_reader *reader, uint8_t *rows, size_t stride, int *complete_passes) {
    *complete_passes = 0;
    if (setjmp(reader->fence.fence)) return leave_row(reader);
    while (*complete_passes < PNG_INTERLACE_ADAM7_PASSES) {
        int is_last_pass = *complete_passes == PNG_INTERLACE_ADAM7_PASSES - 1;
        for (png_uint_32 y = 0; y < reader->height; y++) {
            reader->is_at_last_row = is_last_pass && y == reader->height - 1;
            png_read_row(reader->codec, rows + stride * y, NULL);
        }
        ++*complete_passes;
    }
    reader->rows_left = 0;
    return CodecStatusDone;
}

static void read_to_end(codec_png_reader *reader) {
    if (setjmp(reader->fence.fence)) {
        // With all rows at hand, only an end that is missing is harmless.
        if (!reader->ended_early) reader->fence.warnings++;
        return;
    }
    png_read_end(reader->codec, NULL);
}

CodecFindings codec_png_reader_finish(codec_png_reader *reader) {
    if (!reader->rows_failed && !reader->has_surplus && reader->rows_left == 0) read_to_end(reader);
    return (CodecFindings){
        .damage = reader->fence.warnings,
        .notices = reader->notices,
        .surplus = reader->fence.surplus,
        .ended_early = reader->ended_early,
        .incomplete = reader->rows_left > 0,
    };
}

void codec_png_reader_close(codec_png_reader *reader) {
    if (reader->codec) png_destroy_read_struct(&reader->codec, &reader->info, NULL);
}
