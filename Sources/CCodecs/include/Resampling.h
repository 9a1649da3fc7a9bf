// zimg's resampling of one plane of bytes, behind plain C. No call leaves by an exception or a jump; the words of what
// went wrong come back in the caller's buffer.
#ifndef CCODECS_RESAMPLING_H
#define CCODECS_RESAMPLING_H

#include <stddef.h>
#include <stdint.h>

enum {
    // What plane addresses and strides are multiples of, in bytes.
    CZimgAlignment = 64,
    CZimgMessageCapacity = 256,
};

typedef struct czimg_graph czimg_graph;

typedef struct {
    uint32_t source_width;
    uint32_t source_height;
    // The part of the source that fills the target, in samples; it may reach beyond the source.
    double left;
    double top;
    double width;
    double height;
    uint32_t target_width;
    uint32_t target_height;
} CZimgGeometry;

// Builds a Lanczos graph; NULL on failure.
czimg_graph *czimg_graph_create(const CZimgGeometry *geometry, char message[CZimgMessageCapacity]);
void czimg_graph_destroy(czimg_graph *graph);

// Resamples one plane; 0 on failure.
int czimg_graph_run(
    const czimg_graph *graph, const uint8_t *source, ptrdiff_t source_stride, uint8_t *target,
    ptrdiff_t target_stride, char message[CZimgMessageCapacity]);

typedef struct {
    unsigned major, minor, micro;
} czimg_linked;

// The version of the linked zimg.
czimg_linked czimg_linked_version(void);

#endif
