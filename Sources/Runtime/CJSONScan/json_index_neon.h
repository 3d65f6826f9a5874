// NEON, which every AArch64 has: the functions required by `json_index_kernel.h`.

#define TARGET
#define KERNEL(name) name##_neon

/// One bit per byte: each byte keeps the bit of its index modulo eight, and three pairwise additions join them.
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

static inline uint32_t *KERNEL(write_offsets)(uint32_t *out, uint64_t bits, uint32_t base) {
  return write_offsets_by_bits(out, bits, base);
}

/// Whether `is_ill_formed` checks, as `json_index_checks_utf8` says of the set.
enum { KERNEL(checks_utf8) = 0 };

/// UTF-8 is checked by the caller.
static inline int KERNEL(is_ill_formed)(const uint8_t *p) {
  (void)p;
  return 0;
}
