#pragma once

#include <openssl/crypto.h>
#include <openssl/hmac.h>
