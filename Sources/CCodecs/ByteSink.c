#include "ByteSink.h"

#include <stdlib.h>

int byte_sink_reserve(ByteSink *sink, size_t more) {
    if (more <= sink->capacity - sink->count) return 1;
    if (more > SIZE_MAX / 4 - sink->count) return 0;
    size_t capacity = (sink->count + more) * 2;
    uint8_t *bytes = realloc(sink->bytes, capacity);
    if (!bytes) return 0;
    sink->bytes = bytes;
    sink->capacity = capacity;
    return 1;
}

void byte_sink_free(ByteSink *sink) {
    free(sink->bytes);
    sink->bytes = NULL;
    sink->count = sink->capacity = 0;
}
