// libjpeg's own scaled decoding to planes: the witness for what is accepted, and the floor for benchmarks.
#ifndef CJPEGSCALED_H
#define CJPEGSCALED_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int components;
    // Samples; the parts that belong to the picture.
    int width[3];
    int height[3];
    // Bytes from row to row.
    int stride[3];
    // Grown when needed and used again; freed by cjpegscaled_free.
    uint8_t *samples[3];
    size_t capacity[3];
    // How often libjpeg found something to forgive.
    long warnings;
} CJPEGScaledPlanes;

// Decodes at `eighths`/8 of the size (1, 2, 4 or 8) without upsampling and color conversion; start with a zeroed
// struct. Returns 0 where libjpeg gives up, or the picture is neither gray nor Y'CbCr.
int cjpegscaled_decode(const uint8_t *bytes, size_t count, int eighths, CJPEGScaledPlanes *planes);

void cjpegscaled_free(CJPEGScaledPlanes *planes);

typedef struct {
    int components;
    int index[4];
    // The band of coefficients, and the bit positions before and after.
    int first;
    int last;
    int high;
    int low;
} CJPEGScan;

// Writes the coefficients of `bytes` again, as the progressive `scans` say; `*output` is freed by cjpegoracle_free.
int cjpegscaled_transcode(
    const uint8_t *bytes, size_t count, const CJPEGScan *scans, int scan_count, uint8_t **output, size_t *size);

// Nanoseconds of processor time that the calling thread has taken.
uint64_t cjpegscaled_thread_time(void);

#endif
