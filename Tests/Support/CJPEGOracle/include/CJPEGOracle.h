// libjpeg as an independent witness for tests: it encodes synthetic pictures in every shape that the tests need, and
// reads back quantized coefficients and pixels. Every entry point sets its own setjmp fence and returns 0 on failure.
#ifndef CJPEGORACLE_H
#define CJPEGORACLE_H

#include <stddef.h>
#include <stdint.h>

#include "CJPEGScaled.h"

enum { CJPEGOracleMaximumComponents = 4 };

typedef enum {
    CJPEGOracleProcessBaseline,
    CJPEGOracleProcessProgressive,
    CJPEGOracleProcessArithmetic,
    // Sequential, one scan for each component.
    CJPEGOracleProcessSeveralScans,
} CJPEGOracleProcess;

typedef enum {
    // Samples are stored as they are given; 1 component, or 3 taken for Y'CbCr.
    CJPEGOracleColorPlain,
    // 3 components taken for RGB and stored without conversion; an Adobe segment says so.
    CJPEGOracleColorRGB,
} CJPEGOracleColor;

typedef struct {
    int width;
    int height;
    int components;
    int horizontal[CJPEGOracleMaximumComponents];
    int vertical[CJPEGOracleMaximumComponents];
    int quality;
    // MCUs; 0 for none.
    int restart_interval;
    int optimized_tables;
    CJPEGOracleProcess process;
    CJPEGOracleColor color;
    // A COM segment; NULL for none.
    const char *comment;
} CJPEGOracleRecipe;

typedef struct {
    int components;
    int width;
    int height;
    // Blocks, rounded up to whole MCUs.
    int blocks_across[CJPEGOracleMaximumComponents];
    int blocks_down[CJPEGOracleMaximumComponents];
    // 64 numbers a block, row by row; freed by cjpegoracle_free_coefficients.
    int16_t *blocks[CJPEGOracleMaximumComponents];
    // How often libjpeg found something to forgive.
    long warnings;
} CJPEGOracleCoefficients;

// Encodes `samples`, interleaved, `components` bytes a pixel; `*bytes` is freed by cjpegoracle_free.
int cjpegoracle_encode(const CJPEGOracleRecipe *recipe, const uint8_t *samples, uint8_t **bytes, size_t *count);

// Reads all quantized coefficients.
int cjpegoracle_read_coefficients(const uint8_t *bytes, size_t count, CJPEGOracleCoefficients *result);

// Decodes to RGB, 3 bytes a pixel; `*pixels` is freed by cjpegoracle_free.
int cjpegoracle_decode(
    const uint8_t *bytes, size_t count, int fancy_upsampling, uint8_t **pixels, int *width, int *height,
    long *warnings);

void cjpegoracle_free_coefficients(CJPEGOracleCoefficients *coefficients);
void cjpegoracle_free(void *memory);

#endif
