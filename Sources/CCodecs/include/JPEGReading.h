#ifndef CCODECS_JPEGREADING_H
#define CCODECS_JPEGREADING_H

#include <stddef.h>
#include <stdint.h>

#include "CodecStatus.h"

enum { CodecJPEGMaximumPlanes = 3 };

typedef struct codec_jpeg_reader codec_jpeg_reader;

typedef enum CODEC_CLOSED_ENUM {
    CodecJPEGLayoutGray,
    // Y'CbCr as stored: one plane a component, each at its own resolution.
    CodecJPEGLayoutPlanes,
    // RGB, CMYK and YCCK: rows of 4 bytes a pixel, R G B 255.
    CodecJPEGLayoutPixels,
} CodecJPEGLayout;

typedef struct {
    int width;
    int height;
    CodecJPEGLayout layout;
    // What is held between the scans of a progressive or non-interleaved file; 0 with one scan.
    size_t coefficient_bytes;
} CodecJPEGFrame;

// One component at a scale. A sample stands for `denominator / numerator` pixels on each axis, the first one begins
// where the picture begins.
typedef struct {
    // Samples that show the picture.
    int width;
    int height;
    // Samples that are written, padding included.
    int written_width;
    int written_height;
    int horizontal_numerator;
    int horizontal_denominator;
    int vertical_numerator;
    int vertical_denominator;
} CodecJPEGPlane;

// NULL where memory is short.
codec_jpeg_reader *codec_jpeg_reader_create(void);
void codec_jpeg_reader_destroy(codec_jpeg_reader *reader);
const char *codec_jpeg_reader_message(const codec_jpeg_reader *reader);

// Reads up to the first scan. The caller keeps `bytes` alive until `codec_jpeg_reader_close`.
CodecStatus codec_jpeg_reader_open(
    codec_jpeg_reader *reader, const uint8_t *bytes, size_t count, int scan_limit, size_t memory_limit,
    CodecJPEGFrame *frame);

// Chooses the scale, 1, 2, 4 or 8 eighths. Gray fills `planes[0]`, planes three of them, pixels `planes[0]`.
CodecStatus codec_jpeg_reader_scale(codec_jpeg_reader *reader, int eighths, CodecJPEGPlane *planes);

// Decodes gray or planes: `rows[p]` has `written_height` rows of `strides[p]` bytes, at least `written_width` each.
CodecStatus codec_jpeg_reader_read_planes(
    codec_jpeg_reader *reader, uint8_t *const *rows, const size_t *strides);

// Begins to decode pixels.
CodecStatus codec_jpeg_reader_start_pixels(codec_jpeg_reader *reader);
// The next row of pixels: `planes[0].width` times 4 bytes.
CodecStatus codec_jpeg_reader_read_pixels(codec_jpeg_reader *reader, uint8_t *row);

// Reads to the end marker and says what was noticed.
CodecStatus codec_jpeg_reader_finish(codec_jpeg_reader *reader, CodecFindings *findings);

// Forgets the file and everything that was learnt from it.
void codec_jpeg_reader_close(codec_jpeg_reader *reader);

#endif
