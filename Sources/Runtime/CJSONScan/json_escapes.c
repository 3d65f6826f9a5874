#include "json_escapes.h"

#include "json_scan.h"

#define R4(n) (n), (n) + 1, (n) + 2, (n) + 3
#define X4 0x10000, 0x10000, 0x10000, 0x10000
#define X16 X4, X4, X4, X4
const uint32_t json_hexadecimal_digits[256] = {
    X16, X16, X16, R4(0), R4(4), 8, 9, 0x10000, 0x10000, X4,                // 0 … 9
    0x10000, R4(10), 14, 15, 0x10000, X4, X4, X16,                          // A … F
    0x10000, R4(10), 14, 15, 0x10000, X4, X4, X16,                          // a … f
    X16, X16, X16, X16, X16, X16, X16, X16};
#undef R4
#undef X4
#undef X16

#if defined(__SSE2__)
#define HAS_BLOCKS 1
/// Returns the index of the first reverse solidus in 16 bytes; 16 if there is none.
static inline int escape_in_block(const uint8_t *p) {
  __m128i v = _mm_loadu_si128((const __m128i *)p);
  uint32_t stops = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
  return stops ? __builtin_ctz(stops) : 16;
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
#define HAS_BLOCKS 1
static inline int escape_in_block(const uint8_t *p) {
  uint8x16_t stop = vceqq_u8(vld1q_u8(p), vdupq_n_u8('\\'));
  uint64_t stops = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stop), 4)), 0);
  return stops ? __builtin_ctzll(stops) >> 2 : 16;
}
#endif

/// Returns the next reverse solidus, or the end.
static inline const uint8_t *next_escape(const uint8_t *p, const uint8_t *end) {
#ifdef HAS_BLOCKS
  while (end - p >= 16) {
    int length = escape_in_block(p);
    p += length;
    if (length < 16) return p;
  }
#endif
  while (p < end && *p != '\\') p++;
  return p;
}

int json_escapes_are_well_formed(const uint8_t *p, const uint8_t *end) {
  while (1) {
    // Escapes of text that is not Latin follow each other.
    if (p < end && *p != '\\') p = next_escape(p, end);
    if (p >= end) return 1;
    if (end - p < 2 || p[1] != 'u') {
      p += 2;
      continue;
    }
    if (end - p < 6) return 0;
    uint32_t unit = json_hexadecimal(p + 2);
    if (unit > 0xffff) return 0;
    p += 6;
    if ((unit & 0xf800) != 0xd800) continue;
    if (unit >= 0xdc00 || end - p < 6 || p[0] != '\\' || p[1] != 'u') return 0;
    if ((json_hexadecimal(p + 2) & ~0x3ffu) != 0xdc00) return 0;
    p += 6;
  }
}

/// The scalar that an escape represents, and the address after it.
typedef struct {
  uint32_t scalar;
  const uint8_t *after;
} escape;

static inline escape read_escape(const uint8_t *p, const uint8_t *end) {
  // Only reachable if the escapes are not well-formed.
  if (end - p < 2) return (escape){0xfffd, end};
  switch (p[1]) {
  case 'b': return (escape){0x08, p + 2};
  case 'f': return (escape){0x0c, p + 2};
  case 'n': return (escape){0x0a, p + 2};
  case 'r': return (escape){0x0d, p + 2};
  case 't': return (escape){0x09, p + 2};
  case 'u': break;
  default: return (escape){p[1], p + 2};
  }
  if (end - p < 6) return (escape){0xfffd, end};
  uint32_t unit = json_hexadecimal(p + 2);
  if (unit < 0xd800 || (unit > 0xdfff && unit < 0x10000)) return (escape){unit, p + 6};
  if (end - p < 12) return (escape){0xfffd, end};
  uint32_t low = json_hexadecimal(p + 8);
  return (escape){0x10000 + ((unit & 0x3ff) << 10 | (low & 0x3ff)), p + 12};
}

static inline uint8_t *write_scalar(uint32_t scalar, uint8_t *out) {
  if (scalar < 0x80) {
    *out++ = (uint8_t)scalar;
  } else if (scalar < 0x800) {
    *out++ = (uint8_t)(0xc0 | scalar >> 6);
    *out++ = (uint8_t)(0x80 | (scalar & 0x3f));
  } else if (scalar < 0x10000) {
    *out++ = (uint8_t)(0xe0 | scalar >> 12);
    *out++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3f));
    *out++ = (uint8_t)(0x80 | (scalar & 0x3f));
  } else {
    *out++ = (uint8_t)(0xf0 | scalar >> 18);
    *out++ = (uint8_t)(0x80 | (scalar >> 12 & 0x3f));
    *out++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3f));
    *out++ = (uint8_t)(0x80 | (scalar & 0x3f));
  }
  return out;
}

/// Copies up to the next reverse solidus and advances both pointers to it. If sixteen bytes of the text are left, there
/// is as much room in the output, so they are copied as a block.
static inline void copy_run(const uint8_t **p, const uint8_t *end, uint8_t **out) {
#ifdef HAS_BLOCKS
  while (end - *p >= 16) {
    int length = escape_in_block(*p);
    memcpy(*out, *p, 16);
    *p += length;
    *out += length;
    if (length < 16) return;
  }
#endif
  while (*p < end && **p != '\\') *(*out)++ = *(*p)++;
}

static uint8_t *unescape_by_runs(const uint8_t *p, const uint8_t *end, uint8_t *out) {
  while (1) {
    copy_run(&p, end, &out);
    if (p == end) return out;
    escape found = read_escape(p, end);
    out = write_scalar(found.scalar, out);
    p = found.after;
  }
}

#if defined(__SSE2__)
#include <immintrin.h>

/// Processes 64 bytes at once, however many escapes they contain: the escaped characters replace their letters, and the
/// reverse solidi are removed. Only `\u` escapes are read one by one.
__attribute__((target("avx512f,avx512bw,avx512vbmi2,bmi,bmi2,popcnt"))) static uint8_t *unescape_avx512(
    const uint8_t *p, const uint8_t *end, uint8_t *out) {
  while (p < end) {
    size_t count = end - p < 64 ? (size_t)(end - p) : 64;
    uint64_t valid = ~0ull >> (64 - count);
    __m512i v = _mm512_maskz_loadu_epi8(valid, p);
    uint64_t escaping = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
    if (escaping & escaping << 1) {
      uint64_t rest = escaping;
      for (escaping = 0; rest;) {
        uint64_t bit = rest & (0 - rest);
        escaping |= bit;
        rest &= ~(bit | bit << 1);
      }
    }
    // Left for the next iteration: an escape that crosses the end of the block, or a `\u` escape and everything after
    // it.
    uint64_t with_u = escaping & _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('u')) >> 1;
    if (with_u) count = (size_t)__builtin_ctzll(with_u);
    else if (escaping >> 63) count = 63;
    valid = count == 0 ? 0 : valid & ~0ull >> (64 - count);
    escaping &= valid;
    uint64_t letters = escaping << 1 & _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8('b'));
    if (letters) {
#define STANDS_FOR(letter, byte)                                                                                   \
  v = _mm512_mask_mov_epi8(                                                                                        \
      v, letters & _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(letter)), _mm512_set1_epi8(byte))
      STANDS_FOR('b', 0x08);
      STANDS_FOR('f', 0x0c);
      STANDS_FOR('n', 0x0a);
      STANDS_FOR('r', 0x0d);
      STANDS_FOR('t', 0x09);
#undef STANDS_FOR
    }
    uint64_t kept = valid & ~escaping;
    int length = __builtin_popcountll(kept);
    if (length > 0) _mm512_mask_storeu_epi8(out, ~0ull >> (64 - length), _mm512_maskz_compress_epi8(kept, v));
    out += length;
    p += count;
    if (with_u) {
      do {
        escape found = read_escape(p, end);
        out = write_scalar(found.scalar, out);
        p = found.after;
      } while (end - p >= 6 && p[0] == '\\' && p[1] == 'u');
    }
  }
  return out;
}

uint8_t *json_unescape(const uint8_t *p, const uint8_t *end, uint8_t *out) {
  if (__builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi2"))
    return unescape_avx512(p, end, out);
  return unescape_by_runs(p, end, out);
}
#else
uint8_t *json_unescape(const uint8_t *p, const uint8_t *end, uint8_t *out) { return unescape_by_runs(p, end, out); }
#endif

size_t json_unescaped_length(const uint8_t *p, const uint8_t *end, size_t *scalars) {
  size_t bytes = 0;
  *scalars = 0;
  while (1) {
    uint32_t non_ascii = 0;
    const uint8_t *stop = json_scan_string(p, end, &non_ascii);
    size_t count = (size_t)(stop - p);
    bytes += count;
    *scalars += non_ascii ? json_scan_scalar_count(p, count) : count;
    if (stop == end) return bytes;
    escape found = read_escape(stop, end);
    bytes += found.scalar < 0x80 ? 1 : found.scalar < 0x800 ? 2 : found.scalar < 0x10000 ? 3 : 4;
    *scalars += 1;
    p = found.after;
  }
}
