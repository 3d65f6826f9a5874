// SSE2, which every x86-64 has: the functions required by `json_index_kernel.h`.

#define TARGET __attribute__((always_inline))
#define KERNEL(name) name##_sse2

static inline TARGET uint64_t KERNEL(join)(__m128i a, __m128i b, __m128i c, __m128i d) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(a) | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 | (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

static inline TARGET __m128i KERNEL(operators)(__m128i v) {
  // Opening brackets and braces differ only in bit 5, and so do closing ones.
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

static inline TARGET uint32_t *KERNEL(write_offsets)(uint32_t *out, uint64_t bits, uint32_t base) {
  return write_offsets_by_bits(out, bits, base);
}

/// Whether `is_ill_formed` checks, as `json_index_checks_utf8` says of the set.
enum { KERNEL(checks_utf8) = 0 };

/// UTF-8 is checked by the caller: this instruction set has no 16-byte table lookup.
static inline TARGET int KERNEL(is_ill_formed)(const uint8_t *p) {
  (void)p;
  return 0;
}

#undef TARGET
#define TARGET
