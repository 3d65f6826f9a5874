// Decodes the content of strings with escapes (RFC 8259, section 7).
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The values of the hexadecimal digits; 0x10000 for other bytes.
extern const uint32_t json_hexadecimal_digits[256];

/// The value of four hexadecimal digits; above 0xffff if any of the four bytes is not a hexadecimal digit.
static inline uint32_t json_hexadecimal(const uint8_t *_Nonnull p) {
  const uint32_t *digits = json_hexadecimal_digits;
  return digits[p[0]] << 12 | digits[p[1]] << 8 | digits[p[2]] << 4 | digits[p[3]];
}

/// Whether all `\u` escapes in [p, end) have valid digits and surrogates. Other escapes are skipped as two bytes.
int json_escapes_are_well_formed(const uint8_t *_Nonnull p, const uint8_t *_Nonnull end);

/// Writes the content of [p, end) in UTF-8, which is never longer than its text, and returns the end of the output.
/// There must be room for the text, and all escapes must be well-formed.
uint8_t *_Nonnull json_unescape(const uint8_t *_Nonnull p, const uint8_t *_Nonnull end, uint8_t *_Nonnull out);

/// The length of the content of [p, end) in UTF-8 bytes, and in scalars. All escapes must be well-formed.
size_t json_unescaped_length(const uint8_t *_Nonnull p, const uint8_t *_Nonnull end, size_t *_Nonnull scalars);
