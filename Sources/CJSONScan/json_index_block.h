// What `json_index_kernel.h` and the instruction sets have in common: a block of 64 bytes as masks of 64 bits.
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
