#include "CSignatures.h"

#include <limits.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <string.h>

enum { CoordinateLength = 32, PointLength = 1 + 2 * CoordinateLength };

// A SubjectPublicKeyInfo of the named curve P-256, up to its uncompressed point. All others, such as those with the curve's
// parameters spelt out, are refused.
static const uint8_t p256_prefix[] = {
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06,
    0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
};

static int is_p256(const uint8_t *der, size_t count) {
    return count == sizeof p256_prefix - 1 + PointLength && memcmp(der, p256_prefix, sizeof p256_prefix) == 0;
}

// libcrypto refuses larger keys, and of large ones longer exponents, not before it verifies.
static int is_supported_rsa(EVP_PKEY *key) {
    int bits = EVP_PKEY_get_bits(key);
    if (EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA || bits < 2048 || bits > 16384) return 0;
    BIGNUM *modulus = NULL, *exponent = NULL;
    int is_supported = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_N, &modulus) &&
                       EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent) && BN_is_odd(modulus) &&
                       BN_is_odd(exponent) && BN_num_bits(exponent) >= 2 && BN_num_bits(exponent) <= 64;
    BN_free(modulus);
    BN_free(exponent);
    return is_supported;
}

csignatures_key *csignatures_parse(const uint8_t *der, size_t count) {
    if (count > LONG_MAX) return NULL;
    // At exit other threads may still verify, so libcrypto's state has to stay. Without effect if the process uses libcrypto
    // already.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
    const uint8_t *end = der;
    EVP_PKEY *key = d2i_PUBKEY(NULL, &end, (long)count);
    // It is on the curve: libcrypto parses no other point.
    if (key && !(end == der + count && (is_p256(der, count) || is_supported_rsa(key)))) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    ERR_clear_error();
    return key;
}

void csignatures_free(csignatures_key *key) { EVP_PKEY_free(key); }

int csignatures_is_rsa(const csignatures_key *key) { return EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA; }

static int verify(EVP_PKEY *key, const uint8_t *message, size_t count, const uint8_t *signature, size_t signature_count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_valid = context && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                   EVP_DigestVerify(context, signature, signature_count, message, count) == 1;
    EVP_MD_CTX_free(context);
    return is_valid;
}

// libcrypto takes the two numbers in DER.
static int verify_p256(EVP_PKEY *key, const uint8_t *message, size_t count, const uint8_t *signature) {
    ECDSA_SIG *numbers = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, CoordinateLength, NULL);
    BIGNUM *s = BN_bin2bn(signature + CoordinateLength, CoordinateLength, NULL);
    uint8_t *der = NULL;
    int is_valid = 0;
    // After this call the numbers belong to the structure.
    if (numbers && r && s && ECDSA_SIG_set0(numbers, r, s)) {
        r = s = NULL;
        int length = i2d_ECDSA_SIG(numbers, &der);
        is_valid = length > 0 && verify(key, message, count, der, (size_t)length);
    }
    OPENSSL_free(der);
    BN_free(r);
    BN_free(s);
    ECDSA_SIG_free(numbers);
    return is_valid;
}

int csignatures_verify(
    csignatures_key *key, const uint8_t *message, size_t count, const uint8_t *signature, size_t signature_count) {
    int is_valid = csignatures_is_rsa(key)
                       ? verify(key, message, count, signature, signature_count)
                       : signature_count == 2 * CoordinateLength && verify_p256(key, message, count, signature);
    ERR_clear_error();
    return is_valid;
}

const char *csignatures_library_version(void) { return OpenSSL_version(OPENSSL_VERSION_STRING); }
