// Shared by `json_index_kernel.h` and the instruction sets: a block of 64 bytes as 64-bit masks.
#include "json_index.h"

#include <string.h>

/// Keeps a number in a scalar register: compilers tend to combine the state of a block into vectors, which is slower by
/// half.
#if defined(__GNUC__)
#define KEEP_SCALAR(number) __asm__("" : "+r"(number))
#else
#define KEEP_SCALAR(number) (void)(number)
#endif

/// Masks for the categories of 64 bytes, with the first byte in the lowest bit.
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

/// The bytes that are valid after a reverse solidus, and those of them that are `u`.
typedef struct {
  uint64_t all, u;
} letters;

/// How many bytes before a block the UTF-8 check reads.
enum { LOOKED_BACK = 3 };

/// The reverse solidi that begin an escape, within runs: the first of each pair, and a single last one.
static inline __attribute__((always_inline)) uint64_t escaping_in_runs(uint64_t backslash) {
  uint64_t escaping = 0;
  while (backslash) {
    uint64_t bit = backslash & (0 - backslash);
    escaping |= bit;
    backslash &= ~(bit | bit << 1);
  }
  return escaping;
}

/// The control characters that are whitespace.
static inline __attribute__((always_inline)) uint64_t find_breaks(const uint8_t *p, uint64_t control) {
  uint64_t breaks = 0;
  while (control) {
    int i = __builtin_ctzll(control);
    if (p[i] == '\n' || p[i] == '\r' || p[i] == '\t') breaks |= 1ull << i;
    control &= control - 1;
  }
  return breaks;
}

/// Each bit: whether the number of ones up to and including it is odd.
static inline __attribute__((always_inline)) uint64_t prefix_xor_by_shifts(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// Writes `base` plus the index of each one bit in `bits`, always eight at a time, so that few branches depend on the
/// text.
static inline __attribute__((always_inline)) uint32_t *write_offsets_by_bits(
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
