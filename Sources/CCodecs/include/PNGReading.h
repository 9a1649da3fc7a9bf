#ifndef CCODECS_PNGREADING_H
#define CCODECS_PNGREADING_H

#include <stddef.h>
#include <stdint.h>

#include "CodecStatus.h"

typedef struct codec_png_reader codec_png_reader;

typedef struct {
    int width;
    int height;
    int is_interlaced;
} CodecPNGFrame;

// NULL where memory is short.
codec_png_reader *codec_png_reader_create(void);
void codec_png_reader_destroy(codec_png_reader *reader);
const char *codec_png_reader_message(const codec_png_reader *reader);

// Reads up to the first IDAT. The caller keeps `bytes` alive until `codec_png_reader_close`.
CodecStatus codec_png_reader_open(
    codec_png_reader *reader, const uint8_t *bytes, size_t count, long chunk_limit, CodecPNGFrame *frame);

// The next row of a picture that is not interlaced, 4 bytes a pixel: R G B A, straight alpha.
CodecStatus codec_png_reader_read_row(codec_png_reader *reader, uint8_t *row);

// All rows of an interlaced picture; `rows` has `height` rows of `stride` bytes. `*complete_passes` tells how far it
// came, 7 for all of them.
CodecStatus codec_png_reader_read_interlaced(
    codec_png_reader *reader, uint8_t *rows, size_t stride, int *complete_passes);

// Reads to IEND and says what was noticed, also after rows that could not be read.
CodecFindings codec_png_reader_finish(codec_png_reader *reader);

// Forgets the file.
void codec_png_reader_close(codec_png_reader *reader);

#endif
