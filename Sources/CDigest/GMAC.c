#include "CDigest.h"

#include <stdatomic.h>
#include <string.h>

#include "Bytes.h"

enum { BlockLength = 16 };

// A polynomial over two elements of degree below 128; its constant is the highest bit of `high`.
typedef struct {
    uint64_t high, low;
} element;

// What a key and a nonce of zeros make of AES: the first block of counter mode, which masks the tag. The other one is the
// encrypted zeros, the point of the polynomial.
static const element mask = {0x58e2fccefa7e3061, 0x367f1d57a4e7455a};

// The point times every polynomial of degree below 4.
static const element products[16] = {
    {0x0000000000000000, 0x0000000000000000},
    {0x9d5d297a9df14587, 0x71099f4b39468565},
    {0xf8ba52f53be28b0e, 0xe2133e96728d0acb},
    {0x65e77b8fa613ce89, 0x931aa1dd4bcb8fae},
    {0x3374a5ea77c5161d, 0xc4267d2ce51a1597},
    {0xae298c90ea34539a, 0xb52fe267dc5c90f2},
    {0xcbcef71f4c279d13, 0x263543ba97971f5c},
    {0x5693de65d1d6d894, 0x573cdcf1aed19a39},
    {0x66e94bd4ef8a2c3b, 0x884cfa59ca342b2e},
    {0xfbb462ae727b69bc, 0xf9456512f372ae4b},
    {0x9e531921d468a735, 0x6a5fc4cfb8b921e5},
    {0x030e305b4999e2b2, 0x1b565b8481ffa480},
    {0x559dee3e984f3a26, 0x4c6a87752f2e3eb9},
    {0xc8c0c74405be7fa1, 0x3d63183e1668bbdc},
    {0xad27bccba3adb128, 0xae79b9e35da33472},
    {0x307a95b13e5cf4af, 0xdf7026a864e5b117},
};

// What four bits that a shift drops are worth, as the highest 16 bits.
static const uint16_t reductions[16] = {
    0x0000, 0x1c20, 0x3840, 0x2460, 0x7080, 0x6ca0, 0x48c0, 0x54e0,
    0xe100, 0xfd20, 0xd940, 0xc560, 0x9180, 0x8da0, 0xa9c0, 0xb5e0,
};

// Continues a sum with blocks: (sum + block) times the point.
typedef element (*accumulation)(element sum, const uint8_t *bytes, size_t blocks);

static element times_point(element factor) {
    element sum = {0, 0};
    for (int i = 0; i < 32; i++) {
        uint64_t half = i < 16 ? factor.low : factor.high;
        uint64_t dropped = reductions[sum.low & 15];
        element product = products[half >> 4 * (i & 15) & 15];
        sum.low = (sum.low >> 4 | sum.high << 60) ^ product.low;
        sum.high = sum.high >> 4 ^ dropped << 48 ^ product.high;
    }
    return sum;
}

static element accumulate_plain(element sum, const uint8_t *bytes, size_t blocks) {
    for (; blocks > 0; blocks--, bytes += BlockLength) {
        sum.high ^= load64(bytes);
        sum.low ^= load64(bytes + 8);
        sum = times_point(sum);
    }
    return sum;
}

static void tag_by(accumulation accumulate, const uint8_t *bytes, size_t count, uint8_t *tag) {
    size_t whole = count / BlockLength, rest = count % BlockLength;
    element sum = accumulate((element){0, 0}, bytes, whole);
    // The rest with zeros behind it, then the lengths in bits of what is authenticated and of what is encrypted.
    uint8_t tail[2 * BlockLength] = {0};
    size_t blocks = rest > 0 ? 2 : 1;
    if (rest > 0) memcpy(tail, bytes + whole * BlockLength, rest);
    store64(tail + (blocks - 1) * BlockLength, (uint64_t)count * 8);
    sum = accumulate(sum, tail, blocks);
    store64(tag, sum.high ^ mask.high);
    store64(tag + 8, sum.low ^ mask.low);
}

void cdigest_gmac_plain(const uint8_t *bytes, size_t count, uint8_t tag[CDigestGMACLength]) {
    tag_by(accumulate_plain, bytes, count, tag);
}

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

// The other platforms need only its products with small polynomials.
static const element point = {0x66e94bd4ef8a2c3b, 0x884cfa59ca342b2e};

#define CARRYLESS __attribute__((target("pclmul,ssse3")))

// A product of 256 bits that is not reduced yet: its halves, and what straddles them.
typedef struct {
    __m128i low, middle, high;
} product;

CARRYLESS static inline product multiply(__m128i a, __m128i b) {
    return (product){
        _mm_clmulepi64_si128(a, b, 0x00),
        _mm_xor_si128(_mm_clmulepi64_si128(a, b, 0x01), _mm_clmulepi64_si128(a, b, 0x10)),
        _mm_clmulepi64_si128(a, b, 0x11),
    };
}

CARRYLESS static inline product add(product a, product b) {
    return (product){
        _mm_xor_si128(a.low, b.low), _mm_xor_si128(a.middle, b.middle), _mm_xor_si128(a.high, b.high)};
}

// Modulo x^128 + x^7 + x^2 + x + 1. The bits are in reverse, so a product is one bit too low.
CARRYLESS static inline __m128i reduce(product value) {
    __m128i low = _mm_xor_si128(value.low, _mm_slli_si128(value.middle, 8));
    __m128i high = _mm_xor_si128(value.high, _mm_srli_si128(value.middle, 8));
    __m128i low_carry = _mm_srli_epi32(low, 31), high_carry = _mm_srli_epi32(high, 31);
    low = _mm_or_si128(_mm_slli_epi32(low, 1), _mm_slli_si128(low_carry, 4));
    high = _mm_or_si128(_mm_slli_epi32(high, 1), _mm_slli_si128(high_carry, 4));
    high = _mm_or_si128(high, _mm_srli_si128(low_carry, 12));
    __m128i shifted = _mm_xor_si128(
        _mm_slli_epi32(low, 31), _mm_xor_si128(_mm_slli_epi32(low, 30), _mm_slli_epi32(low, 25)));
    low = _mm_xor_si128(low, _mm_slli_si128(shifted, 12));
    __m128i folded = _mm_xor_si128(
        _mm_srli_epi32(low, 1), _mm_xor_si128(_mm_srli_epi32(low, 2), _mm_srli_epi32(low, 7)));
    folded = _mm_xor_si128(folded, _mm_srli_si128(shifted, 4));
    return _mm_xor_si128(high, _mm_xor_si128(low, folded));
}

CARRYLESS static element accumulate_carryless(element start, const uint8_t *bytes, size_t blocks) {
    const __m128i swap = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
    __m128i sum = _mm_set_epi64x((long long)start.high, (long long)start.low);
    __m128i first = _mm_set_epi64x((long long)point.high, (long long)point.low);
    if (blocks >= 4) {
        __m128i second = reduce(multiply(first, first)), third = reduce(multiply(second, first));
        __m128i fourth = reduce(multiply(second, second));
        // Four blocks by four powers are reduced once.
        for (; blocks >= 4; blocks -= 4, bytes += 4 * BlockLength) {
            __m128i block[4];
            for (int i = 0; i < 4; i++)
                block[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + BlockLength * i)), swap);
            product front = add(multiply(_mm_xor_si128(sum, block[0]), fourth), multiply(block[1], third));
            product back = add(multiply(block[2], second), multiply(block[3], first));
            sum = reduce(add(front, back));
        }
    }
    for (; blocks > 0; blocks--, bytes += BlockLength) {
        __m128i block = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes), swap);
        sum = reduce(multiply(_mm_xor_si128(sum, block), first));
    }
    uint64_t halves[2];
    _mm_storeu_si128((__m128i *)halves, sum);
    return (element){halves[1], halves[0]};
}

// The extensions PCLMULQDQ and SSSE3.
static int has_carryless(void) {
    // 0 is unknown, 1 no, 2 yes: asking the processor traps in virtual machines.
    static _Atomic int known;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer) return answer == 2;
    unsigned a, b, c, d;
    int has = __get_cpuid(1, &a, &b, &c, &d) && c >> 1 & 1 && c >> 9 & 1;
    atomic_store_explicit(&known, has ? 2 : 1, memory_order_relaxed);
    return has;
}

void cdigest_gmac(const uint8_t *bytes, size_t count, uint8_t tag[CDigestGMACLength]) {
    tag_by(has_carryless() ? accumulate_carryless : accumulate_plain, bytes, count, tag);
}
#else
void cdigest_gmac(const uint8_t *bytes, size_t count, uint8_t tag[CDigestGMACLength]) {
    cdigest_gmac_plain(bytes, count, tag);
}
#endif
