#ifndef CCODECS_PNGWRITING_H
#define CCODECS_PNGWRITING_H

#include <stddef.h>
#include <stdint.h>

#include "CodecStatus.h"

typedef struct codec_png_writer codec_png_writer;

// NULL where memory is short.
codec_png_writer *codec_png_writer_create(void);
void codec_png_writer_destroy(codec_png_writer *writer);
const char *codec_png_writer_message(const codec_png_writer *writer);

// Begins a picture of 3 bytes a pixel, R G B, not interlaced.
CodecStatus codec_png_writer_start(codec_png_writer *writer, uint32_t width, uint32_t height);
CodecStatus codec_png_writer_write_row(codec_png_writer *writer, const uint8_t *row);
CodecStatus codec_png_writer_finish(codec_png_writer *writer);

// What was encoded since the last call; the bytes belong to the writer and last until its next call.
const uint8_t *codec_png_writer_take(codec_png_writer *writer, size_t *count);

#endif
