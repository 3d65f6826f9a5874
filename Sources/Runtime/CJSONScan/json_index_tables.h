// The 16-byte lookup tables of AVX2 and AVX-512.

// Errors in a sequence are visible in two adjacent bytes, except for the third and fourth byte of a sequence. Each of
// three tables maps one half (both halves of the first byte and the upper half of the second) to the possible faults; a
// fault is present if all three contain it. According to J. Keiser and D. Lemire, "Validating UTF-8 in less than one
// instruction per byte", Software: Practice and Experience 51(5), 2021.
enum {
  /// A leading byte without a continuation.
  TOO_SHORT = 1 << 0,
  /// ASCII, then a continuation.
  TOO_LONG = 1 << 1,
  OVERLONG_3 = 1 << 2,
  /// Above U+10FFFF, except for what OVERLONG_4 covers.
  TOO_LARGE = 1 << 3,
  SURROGATE = 1 << 4,
  OVERLONG_2 = 1 << 5,
  /// F0 followed by 80…8F, or F5 and above followed by them.
  OVERLONG_4 = 1 << 6,
  /// Two continuations, which is valid in the middle of a sequence of three or four.
  CONTINUED = 1 << 7,
  /// The faults for which the lower half of the first byte does not matter.
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

// The bytes that are valid after a reverse solidus, in the same way: those that both tables contain in one bit.
static const uint8_t letter_high[16] = {[2] = 1, [5] = 2, [6] = 4, [7] = 8};
static const uint8_t letter_low[16] = {
    [2] = 1 | 4 | 8, [4] = 8, [5] = 8, [6] = 4, [0xc] = 2, [0xe] = 4, [0xf] = 1};
