// AVX-512: the functions required by `json_index_kernel.h`.

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

static inline TARGET uint32_t *KERNEL(write_offsets)(uint32_t *out, uint64_t bits, uint32_t base) {
  int count = __builtin_popcountll(bits);
  __m512i offsets = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512((const void *)KERNEL(numbers)));
  __m512i bases = _mm512_set1_epi32((int)base);
#define STORE(i)                                                                                                  \
  _mm512_storeu_si512((void *)(out + 16 * i),                                                                     \
                      _mm512_add_epi32(bases, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(offsets, i))))
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

/// Whether `is_ill_formed` checks, as `json_index_checks_utf8` says of the set.
enum { KERNEL(checks_utf8) = 1 };

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
