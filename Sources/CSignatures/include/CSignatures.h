// Public keys of RSA and P-256 and their signatures with SHA-256: libcrypto behind plain C. Every function frees what it
// allocated and leaves no error in libcrypto's queue. A key never changes, so any number of threads may use it at once.
#ifndef CSIGNATURES_H
#define CSIGNATURES_H

#include <stddef.h>
#include <stdint.h>

typedef struct evp_pkey_st csignatures_key;

// Parses `count` bytes of DER, a SubjectPublicKeyInfo (RFC 5280, section 4.1): an RSA key of 2048 to 16384 bits with an
// odd exponent of 2 to 64 bits, or an uncompressed point on the named curve P-256. NULL if it is another key. The caller frees
// the key.
csignatures_key *csignatures_parse(const uint8_t *der, size_t count);
void csignatures_free(csignatures_key *key);

// 1 if the key is of RSA, 0 if it is of P-256.
int csignatures_is_rsa(const csignatures_key *key);

// 1 if the signature is valid for the message: RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2) of the modulus's length, or the 64
// bytes r and s of ECDSA (RFC 7518, section 3.4).
int csignatures_verify(
    csignatures_key *key, const uint8_t *message, size_t count, const uint8_t *signature, size_t signature_count);

// The version of the linked libcrypto.
const char *csignatures_library_version(void);

#endif
