#ifndef CIMAGECODECS_JPEGWRITING_H
#define CIMAGECODECS_JPEGWRITING_H

#include <stddef.h>
#include <stdint.h>

#include "CodecStatus.h"

typedef struct codec_jpeg_writer codec_jpeg_writer;

typedef struct {
    // Pixels, whole MCUs on both axes.
    int width;
    int height;
    // 1...100.
    int quality;
    // How many pixels a chroma sample spans on each axis: 1 or 2.
    int chroma_span;
    // Y', Cb, Cr.
    const uint8_t *planes[3];
    size_t strides[3];
} CodecJPEGPicture;

// NULL where memory is short.
codec_jpeg_writer *codec_jpeg_writer_create(void);
void codec_jpeg_writer_destroy(codec_jpeg_writer *writer);
const char *codec_jpeg_writer_message(const codec_jpeg_writer *writer);

// Encodes a baseline JPEG with Annex K Huffman tables and one restart interval a row of MCUs. `*bytes` belongs to the
// writer and lasts until its next call.
CodecStatus codec_jpeg_writer_encode(
    codec_jpeg_writer *writer, const CodecJPEGPicture *picture, const uint8_t **bytes, size_t *count);

#endif
