#include "CDigest.h"

#include "Blocks.h"
#include "Bytes.h"

static inline uint32_t rotate(uint32_t value, int count) { return value << count | value >> (32 - count); }

static void compress(uint32_t state[5], const uint8_t *bytes, size_t blocks) {
    for (; blocks > 0; blocks--, bytes += BlockLength) {
        uint32_t words[80];
        for (int i = 0; i < 16; i++) words[i] = load32(bytes + 4 * i);
        for (int i = 16; i < 80; i++) {
            words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
        }
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
        for (int i = 0; i < 80; i++) {
            uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                             : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                             : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                      : (b ^ c ^ d) + 0xca62c1d6;
            uint32_t next = rotate(a, 5) + mixed + e + words[i];
            e = d, d = c, c = rotate(b, 30), b = a, a = next;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
    }
}

void cdigest_sha1(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA1Length]) {
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    compress(state, bytes, count / BlockLength);
    uint8_t tail[2 * BlockLength];
    size_t blocks = last_blocks(bytes, count, tail);
    store64(tail + blocks * BlockLength - 8, (uint64_t)count * 8);
    compress(state, tail, blocks);
    for (int i = 0; i < 5; i++) store32(hash + 4 * i, state[i]);
}
