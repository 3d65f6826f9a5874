// The instruction sets of `json_index_blocks`: what is particular to each is how 64 bytes become masks of 64 bits.
#include "json_index.h"

#include <string.h>

/// Keeps a number in a register of its own: compilers like to gather what belongs to one block into vectors, which is
/// slower by half.
#if defined(__GNUC__)
#define KEEP_SCALAR(number) __asm__("" : "+r"(number))
#else
#define KEEP_SCALAR(number) (void)(number)
#endif

/// Which of 64 bytes are what, the first byte in the lowest bit.
typedef struct {
  uint64_t quote, backslash;
  /// Any of `{}[]:,`.
  uint64_t operators;
  uint64_t space;
  /// Below 0x20.
  uint64_t control;
  /// 0x80 or above.
  uint64_t high;
} block;

/// The bytes that may stand after a reverse solidus, and those of them that are `u`.
typedef struct {
  uint64_t all, u;
} letters;

/// How many bytes before a block its check of UTF-8 looks at.
enum { LOOKED_BACK = 3 };

/// Which reverse solidi begin an escape, where some stand side by side: the first of each pair, and a single last one.
static inline __attribute__((always_inline)) uint64_t escaping_in_runs(uint64_t backslash) {
  uint64_t escaping = 0;
  while (backslash) {
    uint64_t bit = backslash & (0 - backslash);
    escaping |= bit;
    backslash &= ~(bit | bit << 1);
  }
  return escaping;
}

/// Which of the control characters are whitespace.
static inline __attribute__((always_inline)) uint64_t find_breaks(const uint8_t *p, uint64_t control) {
  uint64_t breaks = 0;
  while (control) {
    int i = __builtin_ctzll(control);
    if (p[i] == '\n' || p[i] == '\r' || p[i] == '\t') breaks |= 1ull << i;
    control &= control - 1;
  }
  return breaks;
}

/// Each bit: whether the number of ones up to it is odd.
static inline __attribute__((always_inline)) uint64_t prefix_xor_by_shifts(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// Writes `base` and the place of each one of `bits`, eight at a time whether there are as many or not, so that few
/// branches depend on the text.
static inline __attribute__((always_inline)) uint32_t *write_places_by_bits(
    uint32_t *out, uint64_t bits, uint32_t base) {
  int count = __builtin_popcountll(bits);
  for (int written = 0; written < count; written += 8) {
    for (int i = 0; i < 8; i++) {
      out[written + i] = base + (uint32_t)(bits ? __builtin_ctzll(bits) : 64);
      bits &= bits - 1;
      KEEP_SCALAR(bits);
    }
  }
  return out + count;
}

#if defined(__SSE2__)
#include <immintrin.h>

// MARK: - UTF-8 in vectors

// What is wrong with a sequence shows in two bytes side by side, but for the third and fourth byte of a sequence: by
// the halves of the first byte and the upper half of the second, each of three tables says which faults are possible,
// and a fault is what all three say. After J. Keiser and D. Lemire, "Validating UTF-8 in less than one instruction per
// byte", Software: Practice and Experience 51(5), 2021.
enum {
  /// A leading byte without a continuation.
  TOO_SHORT = 1 << 0,
  /// ASCII, then a continuation.
  TOO_LONG = 1 << 1,
  OVERLONG_3 = 1 << 2,
  /// Above U+10FFFF, but for what OVERLONG_4 covers.
  TOO_LARGE = 1 << 3,
  SURROGATE = 1 << 4,
  OVERLONG_2 = 1 << 5,
  /// F0 before 80…8F, or F5 and above before them.
  OVERLONG_4 = 1 << 6,
  /// Two continuations, which is right in the middle of a sequence of three or four.
  CONTINUED = 1 << 7,
  /// The faults that the lower half of the first byte says nothing of.
  ANY_LOW = TOO_SHORT | TOO_LONG | CONTINUED,
  ABOVE_F4 = ANY_LOW | TOO_LARGE | OVERLONG_4,
};
static const uint8_t first_high[16] = {
    TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,  // ASCII
    CONTINUED, CONTINUED, CONTINUED, CONTINUED,                                      // continuations
    TOO_SHORT | OVERLONG_2, TOO_SHORT,                                               // C, D
    TOO_SHORT | OVERLONG_3 | SURROGATE,                                              // E
    TOO_SHORT | TOO_LARGE | OVERLONG_4,                                              // F
};
static const uint8_t first_low[16] = {
    ANY_LOW | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, ANY_LOW | OVERLONG_2, ANY_LOW, ANY_LOW,  // 0 to 3
    ANY_LOW | TOO_LARGE, ABOVE_F4, ABOVE_F4, ABOVE_F4,                                       // 4 to 7
    ABOVE_F4, ABOVE_F4, ABOVE_F4, ABOVE_F4,                                                  // 8 to B
    ABOVE_F4, ABOVE_F4 | SURROGATE, ABOVE_F4, ABOVE_F4,                                      // C to F
};
static const uint8_t second_high[16] = {
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,  // ASCII
    TOO_LONG | OVERLONG_2 | CONTINUED | OVERLONG_3 | OVERLONG_4,                             // 8
    TOO_LONG | OVERLONG_2 | CONTINUED | OVERLONG_3 | TOO_LARGE,                              // 9
    TOO_LONG | OVERLONG_2 | CONTINUED | SURROGATE | TOO_LARGE,                               // A
    TOO_LONG | OVERLONG_2 | CONTINUED | SURROGATE | TOO_LARGE,                               // B
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,                                              // leading bytes
};

// The bytes that may stand after a reverse solidus, in the same manner: those that both tables name in one bit.
static const uint8_t letter_high[16] = {[2] = 1, [5] = 2, [6] = 4, [7] = 8};
static const uint8_t letter_low[16] = {
    [2] = 1 | 4 | 8, [4] = 8, [5] = 8, [6] = 4, [0xc] = 2, [0xe] = 4, [0xf] = 1};

// MARK: - SSE2, which every x86-64 has

#define TARGET __attribute__((always_inline))
#define KERNEL(name) name##_sse2

static inline TARGET uint64_t KERNEL(join)(__m128i a, __m128i b, __m128i c, __m128i d) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(a) | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 | (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

static inline TARGET __m128i KERNEL(operators)(__m128i v) {
  // Brackets and braces of one side differ in bit 5 alone.
  __m128i lower = _mm_or_si128(v, _mm_set1_epi8(0x20));
  __m128i brackets =
      _mm_or_si128(_mm_cmpeq_epi8(lower, _mm_set1_epi8('{')), _mm_cmpeq_epi8(lower, _mm_set1_epi8('}')));
  __m128i others = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(':')), _mm_cmpeq_epi8(v, _mm_set1_epi8(',')));
  return _mm_or_si128(brackets, others);
}

static inline TARGET block KERNEL(classify)(const uint8_t *p) {
  __m128i a = _mm_loadu_si128((const __m128i *)p), b = _mm_loadu_si128((const __m128i *)(p + 16));
  __m128i c = _mm_loadu_si128((const __m128i *)(p + 32)), d = _mm_loadu_si128((const __m128i *)(p + 48));
#define EQUAL(v) \
  KERNEL(join)(_mm_cmpeq_epi8(a, v), _mm_cmpeq_epi8(b, v), _mm_cmpeq_epi8(c, v), _mm_cmpeq_epi8(d, v))
#define CONTROL(v) _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1f)), v)
  block found = {
      .quote = EQUAL(_mm_set1_epi8('"')),
      .backslash = EQUAL(_mm_set1_epi8('\\')),
      .operators = KERNEL(join)(KERNEL(operators)(a), KERNEL(operators)(b), KERNEL(operators)(c), KERNEL(operators)(d)),
      .space = EQUAL(_mm_set1_epi8(' ')),
      .control = KERNEL(join)(CONTROL(a), CONTROL(b), CONTROL(c), CONTROL(d)),
      .high = KERNEL(join)(a, b, c, d),
  };
#undef EQUAL
#undef CONTROL
  return found;
}

static inline TARGET letters KERNEL(escape_letters)(const uint8_t *p) {
  __m128i a = _mm_loadu_si128((const __m128i *)p), b = _mm_loadu_si128((const __m128i *)(p + 16));
  __m128i c = _mm_loadu_si128((const __m128i *)(p + 32)), d = _mm_loadu_si128((const __m128i *)(p + 48));
#define EQUAL(x)                                                                                   \
  KERNEL(join)(_mm_cmpeq_epi8(a, _mm_set1_epi8(x)), _mm_cmpeq_epi8(b, _mm_set1_epi8(x)),           \
               _mm_cmpeq_epi8(c, _mm_set1_epi8(x)), _mm_cmpeq_epi8(d, _mm_set1_epi8(x)))
  letters found = {.u = EQUAL('u')};
  found.all = found.u | EQUAL('"') | EQUAL('\\') | EQUAL('/') | EQUAL('b') | EQUAL('f') | EQUAL('n') | EQUAL('r') |
              EQUAL('t');
#undef EQUAL
  return found;
}

static inline TARGET uint64_t KERNEL(prefix_xor)(uint64_t bits) { return prefix_xor_by_shifts(bits); }

static inline TARGET uint32_t *KERNEL(write_places)(uint32_t *out, uint64_t bits, uint32_t base) {
  return write_places_by_bits(out, bits, base);
}

/// Left to the reader of the strings: there is no table of sixteen bytes in this instruction set.
static inline TARGET int KERNEL(is_ill_formed)(const uint8_t *p) {
  (void)p;
  return 0;
}

#undef TARGET
#define TARGET
#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

// MARK: - AVX2

#define TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul")))
#define KERNEL(name) name##_avx2

static inline TARGET uint64_t KERNEL(join)(__m256i a, __m256i b) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
}

static inline TARGET __m256i KERNEL(operators)(__m256i v) {
  __m256i lower = _mm256_or_si256(v, _mm256_set1_epi8(0x20));
  __m256i brackets = _mm256_or_si256(
      _mm256_cmpeq_epi8(lower, _mm256_set1_epi8('{')), _mm256_cmpeq_epi8(lower, _mm256_set1_epi8('}')));
  __m256i others =
      _mm256_or_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(':')), _mm256_cmpeq_epi8(v, _mm256_set1_epi8(',')));
  return _mm256_or_si256(brackets, others);
}

static inline TARGET block KERNEL(classify)(const uint8_t *p) {
  __m256i a = _mm256_loadu_si256((const __m256i *)p), b = _mm256_loadu_si256((const __m256i *)(p + 32));
#define EQUAL(c) \
  KERNEL(join)(_mm256_cmpeq_epi8(a, _mm256_set1_epi8(c)), _mm256_cmpeq_epi8(b, _mm256_set1_epi8(c)))
#define CONTROL(v) _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x1f)), v)
  block found = {
      .quote = EQUAL('"'),
      .backslash = EQUAL('\\'),
      .operators = KERNEL(join)(KERNEL(operators)(a), KERNEL(operators)(b)),
      .space = EQUAL(' '),
      .control = KERNEL(join)(CONTROL(a), CONTROL(b)),
      .high = KERNEL(join)(a, b),
  };
#undef EQUAL
#undef CONTROL
  return found;
}

static inline TARGET __m256i KERNEL(look_up)(const uint8_t *table, __m256i halves) {
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)), halves);
}

static inline TARGET __m256i KERNEL(high_halves)(__m256i v) {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
}

static inline TARGET __m256i KERNEL(low_halves)(__m256i v) { return _mm256_and_si256(v, _mm256_set1_epi8(0x0f)); }

static inline TARGET letters KERNEL(escape_letters)(const uint8_t *p) {
  __m256i a = _mm256_loadu_si256((const __m256i *)p), b = _mm256_loadu_si256((const __m256i *)(p + 32));
  __m256i zero = _mm256_setzero_si256(), u = _mm256_set1_epi8('u');
#define OTHER(v)                                                                                              \
  _mm256_cmpeq_epi8(_mm256_and_si256(KERNEL(look_up)(letter_high, KERNEL(high_halves)(v)),                           \
                                     KERNEL(look_up)(letter_low, KERNEL(low_halves)(v))),                            \
                    zero)
  letters found = {
      .all = ~KERNEL(join)(OTHER(a), OTHER(b)),
      .u = KERNEL(join)(_mm256_cmpeq_epi8(a, u), _mm256_cmpeq_epi8(b, u)),
  };
#undef OTHER
  return found;
}

static inline TARGET uint32_t *KERNEL(write_places)(uint32_t *out, uint64_t bits, uint32_t base) {
  return write_places_by_bits(out, bits, base);
}

static inline TARGET __m256i KERNEL(utf8_faults)(const uint8_t *p) {
  __m256i last = _mm256_loadu_si256((const __m256i *)p), before = _mm256_loadu_si256((const __m256i *)(p - 1));
  __m256i faults = _mm256_and_si256(
      _mm256_and_si256(KERNEL(look_up)(first_high, KERNEL(high_halves)(before)),
                       KERNEL(look_up)(first_low, KERNEL(low_halves)(before))),
      KERNEL(look_up)(second_high, KERNEL(high_halves)(last)));
  // Two bytes after E0 or above, and three after F0 or above, the second of two continuations is right, and needed.
  __m256i third = _mm256_subs_epu8(_mm256_loadu_si256((const __m256i *)(p - 2)), _mm256_set1_epi8(0xe0 - 0x80));
  __m256i fourth = _mm256_subs_epu8(_mm256_loadu_si256((const __m256i *)(p - 3)), _mm256_set1_epi8(0xf0 - 0x80));
  __m256i continued = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)CONTINUED));
  return _mm256_xor_si256(faults, continued);
}

static inline TARGET int KERNEL(is_ill_formed)(const uint8_t *p) {
  __m256i faults = _mm256_or_si256(KERNEL(utf8_faults)(p), KERNEL(utf8_faults)(p + 32));
  return !_mm256_testz_si256(faults, faults);
}

/// A product without carries by a number of all ones is a sum of all shifts.
static inline TARGET uint64_t KERNEL(prefix_xor)(uint64_t bits) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8(-1), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

// MARK: - AVX-512

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi2,avx2,bmi,bmi2,lzcnt,popcnt,pclmul")))
#define KERNEL(name) name##_avx512

static inline TARGET block KERNEL(classify)(const uint8_t *p) {
  __m512i v = _mm512_loadu_si512((const void *)p);
  __m512i lower = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
#define EQUAL(v, c) _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(c))
  block found = {
      .quote = EQUAL(v, '"'),
      .backslash = EQUAL(v, '\\'),
      .operators = EQUAL(lower, '{') | EQUAL(lower, '}') | EQUAL(v, ':') | EQUAL(v, ','),
      .space = EQUAL(v, ' '),
      .control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20)),
      .high = (uint64_t)_mm512_movepi8_mask(v),
  };
#undef EQUAL
  return found;
}

static inline TARGET __m512i KERNEL(look_up)(const uint8_t *table, __m512i halves) {
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table)), halves);
}

static inline TARGET __m512i KERNEL(high_halves)(__m512i v) {
  return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(0x0f));
}

static inline TARGET __m512i KERNEL(low_halves)(__m512i v) { return _mm512_and_si512(v, _mm512_set1_epi8(0x0f)); }

static inline TARGET letters KERNEL(escape_letters)(const uint8_t *p) {
  __m512i v = _mm512_loadu_si512((const void *)p);
  letters found = {
      .all = _mm512_test_epi8_mask(KERNEL(look_up)(letter_high, KERNEL(high_halves)(v)),
                                   KERNEL(look_up)(letter_low, KERNEL(low_halves)(v))),
      .u = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('u')),
  };
  return found;
}

static const uint8_t KERNEL(numbers)[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
    30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
    60, 61, 62, 63};

static inline TARGET uint32_t *KERNEL(write_places)(uint32_t *out, uint64_t bits, uint32_t base) {
  int count = __builtin_popcountll(bits);
  __m512i places = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512((const void *)KERNEL(numbers)));
  __m512i bases = _mm512_set1_epi32((int)base);
#define STORE(i)                                                                                                  \
  _mm512_storeu_si512((void *)(out + 16 * i),                                                                     \
                      _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(places, i))))
  STORE(0);
  if (count > 16) {
    STORE(1);
    if (count > 32) {
      STORE(2);
      STORE(3);
    }
  }
#undef STORE
  return out + count;
}

static inline TARGET int KERNEL(is_ill_formed)(const uint8_t *p) {
  __m512i last = _mm512_loadu_si512((const void *)p), before = _mm512_loadu_si512((const void *)(p - 1));
  __m512i faults = _mm512_and_si512(
      _mm512_and_si512(KERNEL(look_up)(first_high, KERNEL(high_halves)(before)),
                       KERNEL(look_up)(first_low, KERNEL(low_halves)(before))),
      KERNEL(look_up)(second_high, KERNEL(high_halves)(last)));
  __m512i third = _mm512_subs_epu8(_mm512_loadu_si512((const void *)(p - 2)), _mm512_set1_epi8(0xe0 - 0x80));
  __m512i fourth = _mm512_subs_epu8(_mm512_loadu_si512((const void *)(p - 3)), _mm512_set1_epi8(0xf0 - 0x80));
  __m512i continued = _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8((char)CONTINUED));
  return _mm512_cmpneq_epi8_mask(faults, continued) != 0;
}

static inline TARGET uint64_t KERNEL(prefix_xor)(uint64_t bits) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8(-1), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

int json_index_best_set(void) {
  int has_others = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi2");
  if (has_others && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bw")) return 3;
  return has_others && __builtin_cpu_supports("avx2") ? 2 : 1;
}

size_t json_index_blocks(
    int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out) {
  switch (set) {
  case 3: return index_blocks_avx512(text, begin, end, state, out);
  case 2: return index_blocks_avx2(text, begin, end, state, out);
  default: return index_blocks_sse2(text, begin, end, state, out);
  }
}

#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>

// MARK: - NEON, which every AArch64 has

#define TARGET
#define KERNEL(name) name##_neon

/// One bit a byte: each byte keeps the bit of its place among eight, and three additions of neighbours join them.
static inline uint64_t KERNEL(join)(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
  uint8x16_t high = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
  uint8x16_t all = vpaddq_u8(low, high);
  all = vpaddq_u8(all, all);
  return vgetq_lane_u64(vreinterpretq_u64_u8(all), 0);
}

static inline uint8x16_t KERNEL(operators)(uint8x16_t v) {
  uint8x16_t lower = vorrq_u8(v, vdupq_n_u8(0x20));
  uint8x16_t brackets = vorrq_u8(vceqq_u8(lower, vdupq_n_u8('{')), vceqq_u8(lower, vdupq_n_u8('}')));
  return vorrq_u8(brackets, vorrq_u8(vceqq_u8(v, vdupq_n_u8(':')), vceqq_u8(v, vdupq_n_u8(','))));
}

static inline block KERNEL(classify)(const uint8_t *p) {
  uint8x16_t a = vld1q_u8(p), b = vld1q_u8(p + 16), c = vld1q_u8(p + 32), d = vld1q_u8(p + 48);
#define ALL(f, x) KERNEL(join)(f(a, vdupq_n_u8(x)), f(b, vdupq_n_u8(x)), f(c, vdupq_n_u8(x)), f(d, vdupq_n_u8(x)))
  block found = {
      .quote = ALL(vceqq_u8, '"'),
      .backslash = ALL(vceqq_u8, '\\'),
      .operators = KERNEL(join)(KERNEL(operators)(a), KERNEL(operators)(b), KERNEL(operators)(c), KERNEL(operators)(d)),
      .space = ALL(vceqq_u8, ' '),
      .control = ALL(vcltq_u8, 0x20),
      .high = ALL(vcgeq_u8, 0x80),
  };
#undef ALL
  return found;
}

static inline letters KERNEL(escape_letters)(const uint8_t *p) {
  uint8x16_t a = vld1q_u8(p), b = vld1q_u8(p + 16), c = vld1q_u8(p + 32), d = vld1q_u8(p + 48);
#define EQUAL(x)                                                                                \
  KERNEL(join)(vceqq_u8(a, vdupq_n_u8(x)), vceqq_u8(b, vdupq_n_u8(x)), vceqq_u8(c, vdupq_n_u8(x)), \
               vceqq_u8(d, vdupq_n_u8(x)))
  letters found = {.u = EQUAL('u')};
  found.all = found.u | EQUAL('"') | EQUAL('\\') | EQUAL('/') | EQUAL('b') | EQUAL('f') | EQUAL('n') | EQUAL('r') |
              EQUAL('t');
#undef EQUAL
  return found;
}

static inline uint64_t KERNEL(prefix_xor)(uint64_t bits) { return prefix_xor_by_shifts(bits); }

static inline uint32_t *KERNEL(write_places)(uint32_t *out, uint64_t bits, uint32_t base) {
  return write_places_by_bits(out, bits, base);
}

/// Left to the reader of the strings.
static inline int KERNEL(is_ill_formed)(const uint8_t *p) {
  (void)p;
  return 0;
}

#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

int json_index_best_set(void) { return 1; }

size_t json_index_blocks(
    int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out) {
  (void)set;
  return index_blocks_neon(text, begin, end, state, out);
}

#else

int json_index_best_set(void) { return 0; }

size_t json_index_blocks(
    int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out) {
  (void)set, (void)text, (void)begin, (void)end, (void)state, (void)out;
  return 0;
}

#endif
