#pragma once

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>

// Keys from their numbers. In C, because a parameter builder keeps pointers to names and values until it builds.

static inline EVP_PKEY *crypto_public_key(const char *type, OSSL_PARAM_BLD *builder) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  if (!parameters || !context || EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
    key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(parameters);
  ERR_clear_error();
  return key;
}

// An RSA key of modulus and exponent, big-endian; NULL without memory.
static inline EVP_PKEY *crypto_rsa_key(const uint8_t *n, size_t n_count, const uint8_t *e, size_t e_count) {
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  BIGNUM *modulus = BN_bin2bn(n, (int)n_count, NULL), *exponent = BN_bin2bn(e, (int)e_count, NULL);
  EVP_PKEY *key = NULL;
  if (builder && modulus && exponent && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1) {
    key = crypto_public_key("RSA", builder);
  }
  BN_free(modulus);
  BN_free(exponent);
  OSSL_PARAM_BLD_free(builder);
  return key;
}

// A key of the curve P-256, from an uncompressed point of 65 bytes; NULL for a point that is not on it.
static inline EVP_PKEY *crypto_p256_key(const uint8_t *point) {
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY *key = NULL;
  if (builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1) {
    key = crypto_public_key("EC", builder);
  }
  OSSL_PARAM_BLD_free(builder);
  return key;
}
