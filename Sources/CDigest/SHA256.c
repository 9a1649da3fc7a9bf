#include "CDigest.h"

#include <stdatomic.h>
#include <string.h>

#include "Blocks.h"
#include "Bytes.h"

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
static const uint32_t constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// The same of the square roots of the first 8.
static const uint32_t initial[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

typedef void (*compression)(uint32_t state[8], const uint8_t *bytes, size_t blocks);

static inline uint32_t rotate(uint32_t value, int count) { return value >> count | value << (32 - count); }

static void compress_plain(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
    for (; blocks > 0; blocks--, bytes += BlockLength) {
        uint32_t words[64];
        for (int i = 0; i < 16; i++) words[i] = load32(bytes + 4 * i);
        for (int i = 16; i < 64; i++) {
            uint32_t near = words[i - 2], far = words[i - 15];
            words[i] = words[i - 16] + (rotate(far, 7) ^ rotate(far, 18) ^ far >> 3) + words[i - 7] +
                       (rotate(near, 17) ^ rotate(near, 19) ^ near >> 10);
        }
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int i = 0; i < 64; i++) {
            uint32_t first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] +
                             words[i];
            uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + first;
            d = c, c = b, b = a, a = first + second;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
}

// `first` is a block in front of the bytes, or NULL.
static void hash_by(
    compression compress, const uint8_t *first, const uint8_t *bytes, size_t count, uint8_t *hash) {
    uint32_t state[8];
    memcpy(state, initial, sizeof state);
    if (first) compress(state, first, 1);
    compress(state, bytes, count / BlockLength);
    uint8_t tail[2 * BlockLength];
    size_t blocks = last_blocks(bytes, count, tail);
    store64(tail + blocks * BlockLength - 8, ((uint64_t)count + (first ? BlockLength : 0)) * 8);
    compress(state, tail, blocks);
    for (int i = 0; i < 8; i++) store32(hash + 4 * i, state[i]);
}

void cdigest_sha256_plain(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA256Length]) {
    hash_by(compress_plain, NULL, bytes, count, hash);
}

// RFC 2104: the key is padded to a block, which stands in front of the bytes, and of the first hash.
static void mac_by(
    compression compress, const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t *mac) {
    uint8_t block[BlockLength] = {0};
    if (key_count > BlockLength)
        hash_by(compress, NULL, key, key_count, block);
    else if (key_count > 0)
        memcpy(block, key, key_count);
    for (int i = 0; i < BlockLength; i++) block[i] ^= 0x36;
    uint8_t inner[CDigestSHA256Length];
    hash_by(compress, block, bytes, count, inner);
    for (int i = 0; i < BlockLength; i++) block[i] ^= 0x36 ^ 0x5c;
    hash_by(compress, block, inner, sizeof inner, mac);
}

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

// Four rounds for each quarter of the schedule, as the instructions want the state: ABEF and CDGH.
__attribute__((target("sha,sse4.1"))) static void compress_sha(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);        // CDAB
    __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);  // EFGH
    __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xf0);
    for (; blocks > 0; blocks--, bytes += BlockLength) {
        __m128i abef_before = abef, cdgh_before = cdgh, words[4];
        for (int i = 0; i < 4; i++)
            words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), swap);
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            __m128i current = words[i & 3], last = words[(i + 3) & 3];
            __m128i sum = _mm_add_epi32(current, _mm_load_si128((const __m128i *)(constants + 4 * i)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
            __m128i next = _mm_add_epi32(
                _mm_sha256msg1_epu32(current, words[(i + 1) & 3]), _mm_alignr_epi8(last, words[(i + 2) & 3], 4));
            words[i & 3] = _mm_sha256msg2_epu32(next, last);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    low = _mm_shuffle_epi32(abef, 0x1b);   // FEBA
    high = _mm_shuffle_epi32(cdgh, 0xb1);  // DCHG
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

// The extensions SHA, SSSE3 and SSE4.1.
static int has_sha(void) {
    // 0 is unknown, 1 no, 2 yes: asking the processor traps in virtual machines.
    static _Atomic int known;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer) return answer == 2;
    unsigned a, b, c, d;
    int has = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1 && __get_cpuid(1, &a, &b, &c, &d) && c >> 9 & 1 &&
              c >> 19 & 1;
    atomic_store_explicit(&known, has ? 2 : 1, memory_order_relaxed);
    return has;
}

static compression fastest(void) { return has_sha() ? compress_sha : compress_plain; }
#else
static compression fastest(void) { return compress_plain; }
#endif

void cdigest_sha256(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA256Length]) {
    hash_by(fastest(), NULL, bytes, count, hash);
}

void cdigest_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t mac[CDigestSHA256Length]) {
    mac_by(fastest(), key, key_count, bytes, count, mac);
}
