// What the functions of CJSONScan have to give, read byte by byte from what their headers promise.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../../Sources/Runtime/CJSONScan/include/json_index.h"

static inline const uint8_t *plain_scan_string(const uint8_t *p, const uint8_t *end, uint32_t *non_ascii) {
  for (; p < end && *p != '"' && *p != '\\' && *p >= 0x20; p++) *non_ascii |= *p >= 0x80;
  return p;
}

static inline const uint8_t *plain_scan_digits(const uint8_t *p, const uint8_t *end) {
  while (p < end && *p >= '0' && *p <= '9') p++;
  return p;
}

static inline int plain_is_ascii(const uint8_t *p, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (p[i] >= 0x80) return 0;
  return 1;
}

static inline size_t plain_scalar_count(const uint8_t *p, size_t count) {
  size_t scalars = 0;
  for (size_t i = 0; i < count; i++) scalars += (p[i] & 0xc0) != 0x80;
  return scalars;
}

/// The scalar whose sequence begins at `p`, and its length; 0 when there is none.
static inline size_t plain_scalar(const uint8_t *p, const uint8_t *end, uint32_t *scalar) {
  if (*p < 0x80) return *scalar = *p, 1;
  size_t length = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : *p >= 0xc0 ? 2 : 0;
  if (length == 0 || *p >= 0xf8 || (size_t)(end - p) < length) return 0;
  *scalar = *p & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
    *scalar = *scalar << 6 | (p[i] & 0x3fu);
  }
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  int is_surrogate = *scalar >= 0xd800 && *scalar <= 0xdfff;
  return *scalar < least[length] || *scalar > 0x10ffff || is_surrogate ? 0 : length;
}

static inline const uint8_t *plain_ill_formed_utf8(const uint8_t *p, const uint8_t *end) {
  uint32_t scalar;
  for (size_t length; p < end && (length = plain_scalar(p, end, &scalar)); p += length) {}
  return p;
}

static inline int plain_is_escape_letter(uint8_t c) { return c != 0 && strchr("\"\\/bfnrtu", c) != NULL; }

static inline size_t plain_write_escape(uint8_t c, uint8_t *out) {
  static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
  out[0] = '\\';
  for (const char *pair = letters; *pair; pair += 2)
    if ((uint8_t)pair[0] == c) return out[1] = (uint8_t)pair[1], 2;
  memcpy(out + 1, "u00", 3);
  out[4] = (uint8_t)"0123456789abcdef"[c >> 4];
  out[5] = (uint8_t)"0123456789abcdef"[c & 15];
  return 6;
}

static inline int plain_hexadecimal(const uint8_t *p, const uint8_t *end, uint32_t *unit) {
  if (end - p < 4) return 0;
  *unit = 0;
  for (int i = 0; i < 4; i++) {
    const char *digit = p[i] ? strchr("0123456789abcdef", p[i] >= 'A' && p[i] <= 'F' ? p[i] + 0x20 : p[i]) : NULL;
    if (!digit) return 0;
    *unit = *unit << 4 | (uint32_t)(digit - "0123456789abcdef");
  }
  return 1;
}

/// The scalar of a `\u` escape whose digits begin at `p`, and the length of these and of a second surrogate's escape; 0
/// when it is ill-formed.
static inline size_t plain_unicode(const uint8_t *p, const uint8_t *end, uint32_t *scalar) {
  uint32_t low;
  if (!plain_hexadecimal(p, end, scalar) || (*scalar >= 0xdc00 && *scalar <= 0xdfff)) return 0;
  if (*scalar < 0xd800 || *scalar > 0xdbff) return 4;
  p += 4;
  if (end - p < 6 || p[0] != '\\' || p[1] != 'u' || !plain_hexadecimal(p + 2, end, &low)) return 0;
  if (low < 0xdc00 || low > 0xdfff) return 0;
  *scalar = 0x10000 + ((*scalar - 0xd800) << 10 | (low - 0xdc00));
  return 10;
}

static inline int plain_escapes_are_well_formed(const uint8_t *p, const uint8_t *end) {
  while (p < end) {
    if (*p != '\\') {
      p++;
      continue;
    }
    uint32_t scalar;
    size_t length = end - p >= 2 && p[1] == 'u' ? plain_unicode(p + 2, end, &scalar) : SIZE_MAX;
    if (length == 0) return 0;
    p += length == SIZE_MAX ? 2 : 2 + length;
  }
  return 1;
}

/// The content of a string; less than 0 where escapes or UTF-8 are ill-formed, which callers keep from the functions.
static inline ptrdiff_t plain_unescape(const uint8_t *p, const uint8_t *end, uint8_t *out, size_t *scalars) {
  uint8_t *start = out;
  *scalars = 0;
  while (p < end) {
    uint32_t scalar;
    if (*p != '\\') {
      size_t length = plain_scalar(p, end, &scalar);
      if (length == 0 || *p < 0x20 || *p == '"') return -1;
      memcpy(out, p, length);
      p += length;
      out += length;
      *scalars += 1;
      continue;
    }
    if (end - p < 2 || !plain_is_escape_letter(p[1])) return -1;
    const char *simple = strchr("\"\"\\\\//b\bf\fn\nr\rt\t", p[1]);
    scalar = simple ? (uint8_t)simple[1] : 0;
    p += 2;
    if (p[-1] == 'u') {
      size_t length = plain_unicode(p, end, &scalar);
      if (length == 0) return -1;
      p += length;
    }
    *scalars += 1;
    int length = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    static const uint8_t first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (int i = length - 1; i > 0; i--, scalar >>= 6) out[i] = (uint8_t)(0x80 | (scalar & 0x3f));
    out[0] = (uint8_t)(first[length] | scalar);
    out += length;
  }
  return out - start;
}

typedef struct {
  size_t count;
  int in_string, problem, ill_formed;
  /// Whether the text ends after a reverse solidus that escapes; whether that is a problem is nobody's promise.
  int ends_in_escape;
  /// Whether the text ends within what would be a sequence of UTF-8: what follows shows whether it is one.
  int ends_in_sequence;
} plain_index;

/// What `json_index_blocks` has to write of a text. A reverse solidus escapes what follows wherever it stands.
static inline plain_index plain_index_of(const uint8_t *text, size_t count, int checks_utf8, uint32_t *out) {
  plain_index index = {0};
  size_t well_formed = (size_t)(plain_ill_formed_utf8(text, text + count) - text);
  index.ill_formed = well_formed < count;
  index.ends_in_sequence = index.ill_formed && text[count - 1] >= 0x80 && count - well_formed < 4;
  int escaped = 0, in_scalar = 0;
  uint32_t flags = 0;
  for (size_t i = 0; i < count; i++) {
    uint8_t c = text[i];
    int is_escaped = escaped, is_break = c == '\n' || c == '\r' || c == '\t';
    escaped = !is_escaped && c == '\\';
    if (is_escaped && !plain_is_escape_letter(c)) index.problem = 1;
    if (c < 0x20 && (index.in_string || !is_break)) index.problem = 1;
    if (c == '"' && !is_escaped) {
      if (flags & JSON_INDEX_ESCAPE) flags &= ~(uint32_t)JSON_INDEX_HIGH;
      out[index.count++] = (uint32_t)i | (index.in_string ? flags << JSON_INDEX_FLAGS_SHIFT : 0);
      index.in_string = !index.in_string;
      flags = 0;
      in_scalar = 0;
    } else if (index.in_string) {
      flags |= (escaped ? JSON_INDEX_ESCAPE : 0) | (c >= 0x80 ? JSON_INDEX_HIGH : 0) |
               ((is_escaped && c == 'u') || (c >= 0x80 && !checks_utf8) ? JSON_INDEX_UNCHECKED : 0);
    } else if (strchr("{}[]:,", c) && c) {
      out[index.count++] = (uint32_t)i;
      in_scalar = 0;
    } else if (c == ' ' || is_break) {
      in_scalar = 0;
    } else {
      if (!in_scalar) out[index.count++] = (uint32_t)i;
      in_scalar = 1;
    }
  }
  index.ends_in_escape = escaped;
  return index;
}
