// Finds the structure of a JSON text 64 bytes at a time, with the widest vector instructions of the machine.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The state carried from one block of 64 bytes to the next. Zero-initialize it.
typedef struct {
  /// All ones while a string is open.
  uint64_t in_string;
  /// 1 if the last byte was a reverse solidus that escapes the next.
  uint64_t escapes;
  /// 1 if the last byte belongs to a number or a literal.
  uint64_t in_scalar;
  /// 1 if the open string has had an escape, a `\u` escape, or a byte of 0x80 or above.
  uint64_t has_escape, has_unicode_escape, has_high;
  /// 1 if one of the last three bytes is 0x80 or above.
  uint64_t ends_high;
  /// Nonzero once there is anything invalid in JSON: control characters, bad escapes, ill-formed UTF-8.
  uint64_t problem;
} json_index_state;

/// Offsets are below 2^28; the three highest bits of a closing quotation mark describe the content of its string.
enum {
  JSON_INDEX_OFFSET = 0x0fffffff,
  JSON_INDEX_FLAGS_SHIFT = 29,
  /// The digits of a `\u` escape, or UTF-8, that are not checked yet.
  JSON_INDEX_UNCHECKED = 1,
  /// The two highest bits, as a number: how far the string's kind is behind that of plain ASCII.
  JSON_INDEX_KIND_SHIFT = 30,
  /// A byte of 0x80 or above, and no escape.
  JSON_INDEX_HIGH = 2,
  /// An escape.
  JSON_INDEX_ESCAPE = 4,
};

/// How many offsets `json_index_blocks` may write in addition to those it finds.
enum { JSON_INDEX_SLACK = 64 };

/// The best instruction set of this machine that `json_index_blocks` supports; 0 if there is none. Any from 1 to the
/// best may be used: on x86-64 SSE2, AVX2, AVX-512; on AArch64 only NEON.
int json_index_best_set(void);

/// Whether `json_index_blocks` checks that the text is UTF-8; otherwise it marks what is not ASCII as unchecked.
static inline int json_index_checks_utf8(int set) { return set > 1; }

/// Writes to `out`, in order, the offset of every quotation mark that opens or closes a string, of every other
/// structural character, and of the first byte of every run of other bytes outside of strings except whitespace.
///
/// Reads [text + begin, text + end), where `begin` is the end of the previous call; only the last call may end within a
/// block of 64 bytes. `out` must have room for `end - begin + JSON_INDEX_SLACK` offsets. Returns the number of offsets.
size_t json_index_blocks(
    int set, const uint8_t *_Nonnull text, size_t begin, size_t end, json_index_state *_Nonnull state, uint32_t *_Nonnull out);
