// Integers as big-endian bytes.
#ifndef CDIGEST_BYTES_H
#define CDIGEST_BYTES_H

#include <stdint.h>

static inline uint32_t load32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline uint64_t load64(const uint8_t *bytes) { return (uint64_t)load32(bytes) << 32 | load32(bytes + 4); }

static inline void store32(uint8_t *bytes, uint32_t value) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static inline void store64(uint8_t *bytes, uint64_t value) {
    store32(bytes, (uint32_t)(value >> 32));
    store32(bytes + 4, (uint32_t)value);
}

#endif
