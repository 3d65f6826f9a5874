// Finds the structure of a JSON text 64 bytes at a time, with the widest vectors of the machine.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What is carried from one block of 64 bytes to the next. Begin with zeros.
typedef struct {
  /// All ones while a string is open.
  uint64_t in_string;
  /// 1 when the last byte was a reverse solidus that escapes the next.
  uint64_t escapes;
  /// 1 when the last byte belongs to a number or a literal.
  uint64_t in_scalar;
  /// 1 when the open string has had an escape, one with `u`, or a byte of 0x80 or above.
  uint64_t has_escape, has_unicode_escape, has_high;
  /// 1 when one of the last three bytes is 0x80 or above.
  uint64_t ends_high;
  /// Not zero once there is something that no JSON text has: control characters, bad escapes, ill-formed UTF-8.
  uint64_t problem;
} json_index_state;

/// Offsets are below 2^28; the three highest bits of a closing quotation mark say what its string holds.
enum {
  JSON_INDEX_OFFSET = 0x0fffffff,
  JSON_INDEX_FLAGS_SHIFT = 29,
  /// An escape with `u`, whose digits are left to be checked.
  JSON_INDEX_UNICODE_ESCAPE = 1,
  /// A byte of 0x80 or above.
  JSON_INDEX_HIGH = 2,
  /// An escape.
  JSON_INDEX_ESCAPE = 4,
};

/// How many places `json_index_blocks` may write beyond those that it finds.
enum { JSON_INDEX_SLACK = 64 };

/// The best instruction set of this machine that `json_index_blocks` is written for; 0 when there is none. Any from 1 to
/// the best will do: on x86-64 SSE2, AVX2, AVX-512; on AArch64 NEON alone.
int json_index_best_set(void);

/// Whether `json_index_blocks` checks that the text is UTF-8; else strings with JSON_INDEX_HIGH are left to be checked.
static inline int json_index_checks_utf8(int set) { return set > 1; }

/// Writes to `out`, in order, the offset of every quotation mark that opens or closes a string, of every other
/// structural character, and of the first byte of every run of other bytes outside of strings but whitespace.
///
/// Reads [text + begin, text + end), with `begin` where the last call ended; only the last call may end within a block
/// of 64 bytes. `out` has room for `end - begin + JSON_INDEX_SLACK` places. Returns how many there are.
size_t json_index_blocks(
    int set, const uint8_t *_Nonnull text, size_t begin, size_t end, json_index_state *_Nonnull state, uint32_t *_Nonnull out);
