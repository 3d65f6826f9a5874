// Byte scans that Swift's own SIMD types do not compile well: they need "compare sixteen bytes, then
// count the zeros of the mask", which is one instruction pair in C intrinsics. Every function stays
// within [p, end); none reads past the end of the caller's buffer.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#define JSON_SCAN_INLINE static inline __attribute__((always_inline))

/// The first byte in [p, end) that ends a run of plain string content: a quotation mark, a reverse solidus, or a
/// control character below 0x20; `end` if there is none. `*non_ascii` becomes nonzero if a byte before it is 0x80 or
/// above.
JSON_SCAN_INLINE const uint8_t *_Nonnull json_scan_string(
    const uint8_t *_Nonnull p, const uint8_t *_Nonnull end, uint32_t *_Nonnull non_ascii) {
  uint32_t high = 0;
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1f);
  while (end - p >= 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i stop = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, escape)),
        _mm_cmpeq_epi8(_mm_min_epu8(v, control), v));
    uint32_t stops = (uint32_t)_mm_movemask_epi8(stop);
    uint32_t highs = (uint32_t)_mm_movemask_epi8(v);
    if (stops) {
      uint32_t n = (uint32_t)__builtin_ctz(stops);
      *non_ascii |= high | (highs & ((1u << n) - 1));
      return p + n;
    }
    high |= highs;
    p += 16;
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  const uint8x16_t quote = vdupq_n_u8('"'), escape = vdupq_n_u8('\\'), control = vdupq_n_u8(0x20);
  while (end - p >= 16) {
    uint8x16_t v = vld1q_u8(p);
    uint8x16_t stop = vorrq_u8(vorrq_u8(vceqq_u8(v, quote), vceqq_u8(v, escape)), vcltq_u8(v, control));
    // Four bits per byte: the narrowing shift replaces SSE2's movemask.
    uint64_t stops = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stop), 4)), 0);
    uint8x16_t top = vcgeq_u8(v, vdupq_n_u8(0x80));
    uint64_t highs = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(top), 4)), 0);
    if (stops) {
      uint32_t n = (uint32_t)__builtin_ctzll(stops) >> 2;
      *non_ascii |= high | ((highs & ((1ull << (4 * n)) - 1)) != 0);
      return p + n;
    }
    high |= highs != 0;
    p += 16;
  }
#endif
  while (p < end) {
    uint8_t c = *p;
    if (c == '"' || c == '\\' || c < 0x20) break;
    high |= c & 0x80;
    p++;
  }
  *non_ascii |= high;
  return p;
}

/// Seven bits that differ between most texts of `count` bytes.
JSON_SCAN_INLINE uint32_t json_scan_bits(const uint8_t *_Nonnull p, size_t count) {
  uint64_t first = 0, last = 0;
  if (count >= 8) {
    memcpy(&first, p, 8);
    memcpy(&last, p + count - 8, 8);
  } else if (count >= 4) {
    memcpy(&first, p, 4);
    memcpy(&last, p + count - 4, 4);
  } else if (count > 0) {
    first = (uint64_t)p[0] | (uint64_t)p[count / 2] << 8 | (uint64_t)p[count - 1] << 16;
  }
  uint64_t mixed = (first ^ (last << 29 | last >> 35) ^ count) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(mixed >> 57);
}

/// The first byte in [p, end) that is not a digit; `end` if there is none.
JSON_SCAN_INLINE const uint8_t *_Nonnull json_scan_digits(const uint8_t *_Nonnull p, const uint8_t *_Nonnull end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    __m128i v = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)p), _mm_set1_epi8('0'));
    __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(9)), v);
    uint32_t others = (uint32_t)_mm_movemask_epi8(digits) ^ 0xffff;
    if (others) return p + __builtin_ctz(others);
    p += 16;
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  while (end - p >= 16) {
    uint8x16_t others = vcgtq_u8(vsubq_u8(vld1q_u8(p), vdupq_n_u8('0')), vdupq_n_u8(9));
    uint64_t marks = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(others), 4)), 0);
    if (marks) return p + (__builtin_ctzll(marks) >> 2);
    p += 16;
  }
#endif
  while (p < end && (uint8_t)(*p - '0') < 10) p++;
  return p;
}

/// The first byte of the first ill-formed sequence in [p, end), according to the Unicode Standard's table 3-7 (no
/// surrogates, nothing above U+10FFFF, no overlong forms); `end` if everything is well-formed UTF-8.
JSON_SCAN_INLINE const uint8_t *_Nonnull json_scan_ill_formed_utf8(
    const uint8_t *_Nonnull p, const uint8_t *_Nonnull end) {
  while (p < end) {
    uint8_t c = *p;
    if (c < 0x80) {
      while (end - p >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        if (word & 0x8080808080808080ull) break;
        p += 8;
      }
      while (p < end && *p < 0x80) p++;
    } else if (c >= 0xe1 && c <= 0xef && c != 0xed) {
      if (end - p < 3 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80) return p;
      p += 3;
    } else if (c >= 0xc2 && c <= 0xdf) {
      if (end - p < 2 || (p[1] & 0xc0) != 0x80) return p;
      p += 2;
    } else if (c == 0xe0 || c == 0xed) {
      if (end - p < 3 || (p[2] & 0xc0) != 0x80) return p;
      if (c == 0xe0 ? (p[1] < 0xa0 || p[1] > 0xbf) : (p[1] < 0x80 || p[1] > 0x9f)) return p;
      p += 3;
    } else if (c >= 0xf0 && c <= 0xf4) {
      if (end - p < 4 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80 || (p[3] & 0xc0) != 0x80) return p;
      if (c == 0xf0 ? p[1] < 0x90 : c == 0xf4 ? p[1] > 0x8f : 0) return p;
      p += 4;
    } else {
      return p;
    }
  }
  return end;
}

/// Whether all of [p, p + count) is ASCII.
JSON_SCAN_INLINE int json_scan_is_ascii(const uint8_t *_Nonnull p, size_t count) {
  uint64_t high = 0;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t word;
    memcpy(&word, p + i, 8);
    high |= word;
  }
  for (; i < count; i++) high |= p[i];
  return (high & 0x8080808080808080ull) == 0;
}

/// The number of Unicode scalars in [p, p + count), which must be well-formed UTF-8.
JSON_SCAN_INLINE size_t json_scan_scalar_count(const uint8_t *_Nonnull p, size_t count) {
  size_t continuations = 0, i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t word;
    memcpy(&word, p + i, 8);
    // A continuation byte is 10xxxxxx: bit 7 set and bit 6 clear.
    uint64_t marks = (word >> 7) & (~word >> 6) & 0x0101010101010101ull;
    continuations += (size_t)((marks * 0x0101010101010101ull) >> 56);
  }
  for (; i < count; i++) continuations += (p[i] & 0xc0) == 0x80;
  return count - continuations;
}

/// Whether two runs of `count` bytes are equal. A constant `count` compiles to word compares.
JSON_SCAN_INLINE int json_scan_equal(const void *_Nonnull a, const void *_Nonnull b, size_t count) {
  return __builtin_memcmp(a, b, count) == 0;
}

#define JSON_SCAN_ONES 0x0101010101010101ull

/// Sets bit 7 for every byte of `word` that string content must not contain unescaped. Bits above the lowest such one
/// may also be set for plain bytes.
JSON_SCAN_INLINE uint64_t json_scan_stops_of_word(uint64_t word) {
  uint64_t quote = word ^ (JSON_SCAN_ONES * '"'), escape = word ^ (JSON_SCAN_ONES * '\\');
  uint64_t controls = (word - JSON_SCAN_ONES * 0x20) & ~word;
  return (controls | ((quote - JSON_SCAN_ONES) & ~quote) | ((escape - JSON_SCAN_ONES) & ~escape))
      & (JSON_SCAN_ONES * 0x80);
}

/// Copies string content from [p, end) to `out` up to the first byte that must be escaped, and returns the address of
/// that byte, or `end`. In any case, up to `end - p` bytes may be written.
JSON_SCAN_INLINE const uint8_t *_Nonnull json_scan_copy_plain(
    const uint8_t *_Nonnull p, const uint8_t *_Nonnull end, uint8_t *_Nonnull out) {
  size_t count = (size_t)(end - p);
#if defined(__SSE2__)
  if (count >= 16) {
    const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1f);
    const uint8_t *last = end - 16;
    while (1) {
      __m128i v = _mm_loadu_si128((const __m128i *)p);
      _mm_storeu_si128((__m128i *)out, v);
      __m128i stop = _mm_or_si128(
          _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, escape)),
          _mm_cmpeq_epi8(_mm_min_epu8(v, control), v));
      uint32_t stops = (uint32_t)_mm_movemask_epi8(stop);
      if (stops) return p + __builtin_ctz(stops);
      if (p == last) return end;
      // The last block overlaps the previous one, so that neither side needs room past its end.
      size_t step = last - p >= 16 ? 16 : (size_t)(last - p);
      p += step;
      out += step;
    }
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  if (count >= 16) {
    const uint8x16_t quote = vdupq_n_u8('"'), escape = vdupq_n_u8('\\'), control = vdupq_n_u8(0x20);
    const uint8_t *last = end - 16;
    while (1) {
      uint8x16_t v = vld1q_u8(p);
      vst1q_u8(out, v);
      uint8x16_t stop = vorrq_u8(vorrq_u8(vceqq_u8(v, quote), vceqq_u8(v, escape)), vcltq_u8(v, control));
      uint64_t stops = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stop), 4)), 0);
      if (stops) return p + (__builtin_ctzll(stops) >> 2);
      if (p == last) return end;
      // The last block overlaps the previous one, so that neither side needs room past its end.
      size_t step = last - p >= 16 ? 16 : (size_t)(last - p);
      p += step;
      out += step;
    }
  }
#endif
  if (count >= 8) {
    const uint8_t *last = end - 8;
    while (1) {
      uint64_t word;
      memcpy(&word, p, 8);
      memcpy(out, &word, 8);
      if (json_scan_stops_of_word(word)) break;
      if (p == last) return end;
      size_t step = last - p >= 8 ? 8 : (size_t)(last - p);
      p += step;
      out += step;
    }
  } else if (count >= 4) {
    uint32_t head, tail;
    memcpy(&head, p, 4);
    memcpy(&tail, end - 4, 4);
    if (!json_scan_stops_of_word((uint64_t)head << 32 | tail)) {
      memcpy(out, &head, 4);
      memcpy(out + count - 4, &tail, 4);
      return end;
    }
  }
  while (p < end) {
    uint8_t c = *p;
    if (c == '"' || c == '\\' || c < 0x20) break;
    *out++ = c;
    p++;
  }
  return p;
}

/// Writes the escape of RFC 8259 section 7 for a quotation mark, a reverse solidus or a control character, the short
/// one if there are two, and returns its length. Always writes eight bytes.
JSON_SCAN_INLINE size_t json_scan_write_escape(uint8_t c, uint8_t *_Nonnull out) {
  if (c >= 0x20) {
    const uint8_t text[8] = {'\\', c};
    memcpy(out, text, 8);
    return 2;
  }
  // The letters of the control characters that have one, from 0x08.
  static const char letters[] = "btn\0fr";
  uint8_t index = (uint8_t)(c - 0x08), letter = index < 6 ? (uint8_t)letters[index] : 0;
  if (letter) {
    const uint8_t text[8] = {'\\', letter};
    memcpy(out, text, 8);
    return 2;
  }
  static const char digits[] = "0123456789abcdef";
  const uint8_t text[8] = {'\\', 'u', '0', '0', (uint8_t)('0' + (c >> 4)), (uint8_t)digits[c & 15]};
  memcpy(out, text, 8);
  return 6;
}

/// Reads or writes a number that other threads may read and write at the same time.
JSON_SCAN_INLINE int32_t json_link_read(const int32_t *_Nonnull link) { return __atomic_load_n(link, __ATOMIC_RELAXED); }

JSON_SCAN_INLINE void json_link_write(int32_t *_Nonnull link, int32_t next) {
  __atomic_store_n(link, next, __ATOMIC_RELAXED);
}
