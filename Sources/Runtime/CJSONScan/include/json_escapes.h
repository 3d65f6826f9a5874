// Decodes the content of strings with escapes (RFC 8259, section 7).
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The value of four hexadecimal digits; above 0xffff if any of the four bytes is not a hexadecimal digit.
static inline uint32_t json_hexadecimal(const uint8_t *_Nonnull p) {
  uint32_t number = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t digit = (uint32_t)p[i] - '0', letter = (uint32_t)(p[i] | 0x20) - 'a';
    number = number << 4 | (digit < 10 ? digit : letter < 6 ? letter + 10 : 0x10000);
  }
  return number;
}

/// Writes the content of [p, end) in UTF-8, which is never longer than its text, and returns the end of the output.
/// There must be room for the text, and all escapes must be well-formed.
uint8_t *_Nonnull json_unescape(const uint8_t *_Nonnull p, const uint8_t *_Nonnull end, uint8_t *_Nonnull out);

/// The length of the content of [p, end) in UTF-8 bytes, and in scalars. All escapes must be well-formed.
size_t json_unescaped_length(const uint8_t *_Nonnull p, const uint8_t *_Nonnull end, size_t *_Nonnull scalars);
