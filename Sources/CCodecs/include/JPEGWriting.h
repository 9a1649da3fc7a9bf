#ifndef CCODECS_JPEGWRITING_H
#define CCODECS_JPEGWRITING_H

#include <stddef.h>
#include <stdint.h>

#include "CodecStatus.h"

typedef struct codec_jpeg_writer codec_jpeg_writer;

// The tables of all pictures of a writer.
typedef struct {
    // Divisors of Y', Cb and Cr in zig-zag order, 64 each, 1...255. Equal ones are written once.
    const uint8_t *quantizers;
    // DC and AC codes of Y', then of Cb and Cr: the counts of codes of 1...16 bits, then the symbols in code order, each
    // with a code of its own. All NULL for those of Annex K.
    const uint8_t *codes[4];
} CodecJPEGTables;

typedef struct {
    // Pixels, whole MCUs on both axes.
    int width;
    int height;
    // How many pixels a chroma sample spans on each axis: 1 or 2.
    int chroma_span;
    // Y', Cb, Cr.
    const uint8_t *planes[3];
    size_t strides[3];
} CodecJPEGPicture;

// Copies the tables. NULL where memory is short.
codec_jpeg_writer *codec_jpeg_writer_create(const CodecJPEGTables *tables);
void codec_jpeg_writer_destroy(codec_jpeg_writer *writer);
const char *codec_jpeg_writer_message(const codec_jpeg_writer *writer);

// Encodes a baseline JPEG with the writer's tables and one restart interval a row of MCUs. `*bytes` belongs to the
// writer and lasts until its next call.
CodecStatus codec_jpeg_writer_encode(
    codec_jpeg_writer *writer, const CodecJPEGPicture *picture, const uint8_t **bytes, size_t *count);

#endif
