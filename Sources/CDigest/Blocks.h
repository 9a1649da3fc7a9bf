// The end of what SHA-256 and MD5 hash in blocks of 64 bytes.
#ifndef CDIGEST_BLOCKS_H
#define CDIGEST_BLOCKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BlockLength = 64 };

// The blocks behind the whole ones, 1 or 2: the rest of the bytes, a one bit, and zeros, of which the last 8 are the
// caller's for the length in bits.
static inline size_t last_blocks(const uint8_t *bytes, size_t count, uint8_t tail[2 * BlockLength]) {
    size_t rest = count % BlockLength;
    memset(tail, 0, 2 * BlockLength);
    if (rest > 0) memcpy(tail, bytes + (count - rest), rest);
    tail[rest] = 0x80;
    return rest < BlockLength - 8 ? 1 : 2;
}

#endif
