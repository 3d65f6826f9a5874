// AVX2: the functions required by `json_index_kernel.h`.

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

static inline TARGET uint32_t *KERNEL(write_offsets)(uint32_t *out, uint64_t bits, uint32_t base) {
  return write_offsets_by_bits(out, bits, base);
}

static inline TARGET __m256i KERNEL(utf8_faults)(const uint8_t *p) {
  __m256i last = _mm256_loadu_si256((const __m256i *)p), before = _mm256_loadu_si256((const __m256i *)(p - 1));
  __m256i faults = _mm256_and_si256(
      _mm256_and_si256(KERNEL(look_up)(first_high, KERNEL(high_halves)(before)),
                       KERNEL(look_up)(first_low, KERNEL(low_halves)(before))),
      KERNEL(look_up)(second_high, KERNEL(high_halves)(last)));
  // Two bytes after E0 or above, and three after F0 or above, the second of two continuations is valid, and required.
  __m256i third = _mm256_subs_epu8(_mm256_loadu_si256((const __m256i *)(p - 2)), _mm256_set1_epi8(0xe0 - 0x80));
  __m256i fourth = _mm256_subs_epu8(_mm256_loadu_si256((const __m256i *)(p - 3)), _mm256_set1_epi8(0xf0 - 0x80));
  __m256i continued = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)CONTINUED));
  return _mm256_xor_si256(faults, continued);
}

/// Whether `is_ill_formed` checks, as `json_index_checks_utf8` says of the set.
enum { KERNEL(checks_utf8) = 1 };

static inline TARGET int KERNEL(is_ill_formed)(const uint8_t *p) {
  __m256i faults = _mm256_or_si256(KERNEL(utf8_faults)(p), KERNEL(utf8_faults)(p + 32));
  return !_mm256_testz_si256(faults, faults);
}

/// A carryless product with a number of all ones is the XOR of all shifts.
static inline TARGET uint64_t KERNEL(prefix_xor)(uint64_t bits) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)bits), _mm_set1_epi8(-1), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}
