// SHA-256, the checksum of AES-GCM, MD5 and SHA-1, so that composing and signing need no library of ciphers. The first two
// have a route in plain C and one by instructions of x86-64 processors, which is taken where they are there; both give the
// same bytes. The time of SHA-256 does not depend on the bytes, so its HMAC may be used with secrets; the time of the plain
// checksum does.
#ifndef CDIGEST_H
#define CDIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { CDigestSHA256Length = 32, CDigestGMACLength = 16, CDigestMD5Length = 16, CDigestSHA1Length = 20 };

// The SHA-256 of `count` bytes, by FIPS 180-4.
void cdigest_sha256(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA256Length]);
void cdigest_sha256_plain(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA256Length]);

// HMAC of SHA-256 by RFC 2104, with a key of any length.
void cdigest_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t mac[CDigestSHA256Length]);

// MD5 by RFC 1321: it detects damage, and nothing that is done on purpose.
void cdigest_md5(const uint8_t *bytes, size_t count, uint8_t hash[CDigestMD5Length]);

// SHA-1 by FIPS 180-4: names that others made by it, and nothing that must not be forged.
void cdigest_sha1(const uint8_t *bytes, size_t count, uint8_t hash[CDigestSHA1Length]);

// The tag of AES-128-GCM over `count` bytes that are authenticated only, with a key and a nonce of zeros, by NIST
// SP 800-38D.
void cdigest_gmac(const uint8_t *bytes, size_t count, uint8_t tag[CDigestGMACLength]);
void cdigest_gmac_plain(const uint8_t *bytes, size_t count, uint8_t tag[CDigestGMACLength]);

#endif
