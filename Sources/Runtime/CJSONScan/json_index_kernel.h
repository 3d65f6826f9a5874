// The part of `json_index_blocks` that is common to all instruction sets, included once for each, after the header of
// the set (`json_index_avx2.h`), which defines KERNEL(name)   the name with the instruction set's suffix TARGET
// attributes of the functions and the static functions block KERNEL(classify)(const uint8_t *p)                 the
// categories of the 64 bytes at `p` letters KERNEL(escape_letters)(const uint8_t *p)         which of them are valid
// after a reverse solidus uint64_t KERNEL(prefix_xor)(uint64_t bits)               each bit: whether the number of ones
// up to it is odd uint32_t *KERNEL(write_offsets)(uint32_t *out, uint64_t bits, uint32_t base) int
// KERNEL(is_ill_formed)(const uint8_t *p)              whether a sequence of UTF-8 that ends in the 64 bytes, or
// should, is ill-formed; looks back LOOKED_BACK bytes

/// Marks the closing quotation marks of the strings that contain one of `marks`.
///
/// `strings` has a one for each byte of a string except its closing mark. Adding any ones within such a run of ones
/// carries into the bit after the run, and no further.
static inline TARGET uint64_t KERNEL(closing_after)(uint64_t strings, uint64_t marks, uint64_t *carry) {
  uint64_t sum, more;
  int overflows = __builtin_add_overflow(strings, marks, &sum);
  overflows |= __builtin_add_overflow(sum, *carry, &more);
  *carry = (uint64_t)overflows;
  KEEP_SCALAR(*carry);
  return more & ~strings;
}

/// Processes the reverse solidi of a block: returns the escaped bytes, and leaves in `b` the escaping ones.
static inline TARGET uint64_t KERNEL(escaped_bytes)(
    const uint8_t *p, int skipped, block *b, json_index_state *state, uint64_t *unicode) {
  uint64_t escaping = b->backslash & ~state->escapes;
  if (escaping & escaping << 1) escaping = escaping_in_runs(escaping);
  uint64_t escaped = escaping << 1 | state->escapes;
  letters found = KERNEL(escape_letters)(p);
  state->problem |= escaped & ~(found.all >> skipped);
  state->escapes = escaping >> 63;
  *unicode = escaped & found.u >> skipped;
  b->backslash = escaping;
  return escaped;
}

/// Whether an ill-formed UTF-8 sequence ends in the 64 bytes at `p`. The text begins at `text`.
static inline TARGET uint64_t KERNEL(check_utf8)(const uint8_t *p, const uint8_t *text) {
  if (p - text >= LOOKED_BACK) return (uint64_t)KERNEL(is_ill_formed)(p);
  uint8_t copy[LOOKED_BACK + 64] = {0};
  size_t before = (size_t)(p - text);
  memcpy(copy + LOOKED_BACK - before, text, before + 64);
  return (uint64_t)KERNEL(is_ill_formed)(copy + LOOKED_BACK);
}

/// Indexes the last `64 - skipped` of the 64 bytes at `p`, which start at offset `base`.
static inline __attribute__((always_inline)) TARGET uint32_t *KERNEL(index_block)(
    const uint8_t *text, const uint8_t *p, int skipped, uint32_t base, json_index_state *state, uint32_t *out) {
  block b = KERNEL(classify)(p);
  if (skipped) {
    // Bytes past the end count as whitespace.
    b.quote >>= skipped, b.backslash >>= skipped, b.operators >>= skipped, b.control >>= skipped, b.high >>= skipped;
    b.space = b.space >> skipped | ~(~0ull >> skipped);
  }
  uint64_t quotes = b.quote, unicode = 0;
  if (b.backslash | state->escapes) quotes &= ~KERNEL(escaped_bytes)(p, skipped, &b, state, &unicode);
  uint64_t strings = KERNEL(prefix_xor)(quotes) ^ state->in_string;
  state->in_string = (uint64_t)((int64_t)strings >> 63);
  uint64_t space = b.space;
  if (b.control) {
    uint64_t breaks = find_breaks(p + skipped, b.control);
    state->problem |= b.control & (strings | ~breaks);
    space |= breaks;
  }
  uint64_t outside = ~(strings | quotes);
  uint64_t scalars = outside & ~(b.operators | space);
  uint64_t starts = scalars & ~(scalars << 1 | state->in_scalar);
  state->in_scalar = scalars >> 63;
  uint64_t structural = quotes | (b.operators & outside) | starts;

  uint32_t *after = KERNEL(write_offsets)(out, structural, base);
  if (b.backslash | b.high | state->has_escape | state->has_high | state->ends_high) {
    if (b.high | state->ends_high) state->problem |= KERNEL(check_utf8)(p, text);
    state->ends_high = b.high >> 61 != 0;
    uint64_t escaped = KERNEL(closing_after)(strings, b.backslash & strings, &state->has_escape) & quotes;
    uint64_t with_u = KERNEL(closing_after)(strings, unicode & strings, &state->has_unicode_escape) & quotes;
    uint64_t high = KERNEL(closing_after)(strings, b.high & strings, &state->has_high) & quotes;
    for (uint64_t flagged = escaped | high; flagged; flagged &= flagged - 1) {
      uint64_t bit = flagged & (0 - flagged);
      uint32_t flags = (escaped & bit ? JSON_INDEX_ESCAPE : JSON_INDEX_HIGH) |
                       ((KERNEL(checks_utf8) ? with_u : with_u | high) & bit ? JSON_INDEX_UNCHECKED : 0);
      out[__builtin_popcountll(structural & (bit - 1))] |= flags << JSON_INDEX_FLAGS_SHIFT;
    }
  }
  return after;
}

static TARGET size_t KERNEL(index_blocks)(
    const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out) {
  json_index_state carried = *state;
  uint32_t *next = out;
  size_t at = begin;
  uint8_t copy[64] = {0};
  for (; at < end; at += 64) {
    const uint8_t *first = text, *p = text + at;
    int skipped = 0;
    if (end - at < 64) {
      // The last block ends with the text and overlaps the previous one; a text shorter than one block is copied.
      skipped = (int)(64 - (end - at));
      p = text + end - 64;
      if (end < 64) first = p = memcpy(copy + skipped, text, end) - skipped;
    }
    next = KERNEL(index_block)(first, p, skipped, (uint32_t)at, &carried, next);
  }
  *state = carried;
  return (size_t)(next - out);
}
