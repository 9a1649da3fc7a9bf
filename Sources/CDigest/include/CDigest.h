// SHA-256 and the checksum of AES-GCM, so that composing needs no library of ciphers. Each has a route in plain C and one
// by instructions of x86-64 processors, which is taken where they are there; both give the same bytes. Neither is meant
// for secrets: the time of the plain checksum depends on the bytes.
#ifndef CDIGEST_H
#define CDIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { CDigestSHA256Length = 32, CDigestGMACLength = 16 };

// The SHA-256 of `count` bytes, by FIPS 180-4.
void cdigest_sha256(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA256Length]);
void cdigest_sha256_plain(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA256Length]);

// The tag of AES-128-GCM over `count` bytes that are authenticated only, with a key and a nonce of zeros, by NIST
// SP 800-38D.
void cdigest_gmac(const uint8_t *bytes, size_t count, uint8_t tag[CDigestGMACLength]);
void cdigest_gmac_plain(const uint8_t *bytes, size_t count, uint8_t tag[CDigestGMACLength]);

#endif
