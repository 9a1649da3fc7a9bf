// A block of bytes that grows as an encoder writes.
#ifndef BYTESINK_H
#define BYTESINK_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} ByteSink;

// Makes room for `more` bytes; 0 where memory is short, and nothing is lost.
int byte_sink_reserve(ByteSink *sink, size_t more);
void byte_sink_free(ByteSink *sink);

#endif
