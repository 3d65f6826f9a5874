// Compares every form of CJSONScan with a plain reading of its contract, over texts that stand flush against memory which
// nobody may touch: `compare SEED ROUNDS [FILE]...`. Prints counts; the first difference ends it with an error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "form.h"
#include "plain.h"

static const form *const forms[] = {&form_with_vectors, &form_without_vectors};
enum { FORMS = 2, CAPACITY = 1 << 20, STRIDE = 2048 };

static unsigned long texts, comparisons;

// MARK: - Memory

/// Memory with a page before it and a page after it that may not be touched.
static uint8_t *guarded(size_t *usable) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (CAPACITY + page - 1) / page * page;
  uint8_t *base = mmap(NULL, size + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED || mprotect(base, page, PROT_NONE) || mprotect(base + page + size, page, PROT_NONE)) {
    fprintf(stderr, "compare: expected memory with guards, the system gave none\n");
    exit(2);
  }
  *usable = size;
  return base + page;
}

static uint8_t *input, *output;
static size_t usable;

static void refuse(const form *form, const char *what, const uint8_t *text, size_t count) {
  fprintf(stderr, "compare: %s, form %s, differs from the plain reading of these %zu bytes:\n", what, form->name, count);
  for (size_t i = 0; i < count && i < 4096; i++) fprintf(stderr, "%02x", text[i]);
  fprintf(stderr, "\n");
  exit(1);
}

#define EXPECT(condition, what)                              \
  do {                                                       \
    comparisons++;                                           \
    if (!(condition)) refuse(form, what, text, (size_t)count); \
  } while (0)

// MARK: - Functions

static uint32_t found_offsets[CAPACITY + JSON_INDEX_SLACK], expected_offsets[CAPACITY + JSON_INDEX_SLACK];

static void compare_index(const form *form, const uint8_t *text, size_t count) {
  for (int set = 1; set <= form->best_set(); set++) {
    plain_index expected = plain_index_of(text, count, json_index_checks_utf8(set), expected_offsets);
    if (expected.ends_in_escape) return;
    if (json_index_checks_utf8(set) && expected.ends_in_sequence) continue;
    // In one go, and as the reader does.
    for (size_t stride = STRIDE; stride; stride = stride == STRIDE ? 64 : 0) {
      json_index_state state = {0};
      size_t found = 0;
      for (size_t begin = 0; begin < count; begin += stride) {
        size_t end = count - begin < stride ? count : begin + stride;
        found += form->index_blocks(set, text, begin, end, &state, found_offsets + found);
      }
      int has_problem = expected.problem || (json_index_checks_utf8(set) && expected.ill_formed);
      EXPECT((state.problem != 0) == has_problem, "whether the index sees a problem");
      if (has_problem) continue;
      EXPECT((state.in_string != 0) == expected.in_string, "whether a string is open at the end");
      EXPECT(found == expected.count, "the number of offsets");
      EXPECT(!memcmp(found_offsets, expected_offsets, found * sizeof *found_offsets), "the offsets");
    }
  }
}

static void compare_scans(const form *form, const uint8_t *text, size_t count) {
  const uint8_t *end = text + count;
  uint32_t found = 0, expected = 0;
  const uint8_t *stop = plain_scan_string(text, end, &expected);
  EXPECT(form->scan_string(text, end, &found) == stop, "json_scan_string");
  EXPECT((found != 0) == (expected != 0), "what json_scan_string says of bytes from 0x80");
  EXPECT(form->scan_digits(text, end) == plain_scan_digits(text, end), "json_scan_digits");
  EXPECT(form->ill_formed_utf8(text, end) == plain_ill_formed_utf8(text, end), "json_scan_ill_formed_utf8");
  EXPECT((form->is_ascii(text, count) != 0) == plain_is_ascii(text, count), "json_scan_is_ascii");
  if (plain_ill_formed_utf8(text, end) == end)
    EXPECT(form->scalar_count(text, count) == plain_scalar_count(text, count), "json_scan_scalar_count");
  uint8_t *out = output + usable - count;
  EXPECT(form->copy_plain(text, end, out) == stop, "json_scan_copy_plain");
  EXPECT(!memcmp(out, text, (size_t)(stop - text)), "what json_scan_copy_plain writes");
}

/// Whether the escapes of a string are well-formed, and what it holds if they are.
static void compare_escapes(const form *form, const uint8_t *text, size_t count) {
  static uint8_t expected[CAPACITY];
  size_t scalars, found_scalars;
  EXPECT(
      (form->escapes_are_well_formed(text, text + count) != 0) == plain_escapes_are_well_formed(text, text + count),
      "json_escapes_are_well_formed");
  ptrdiff_t length = plain_unescape(text, text + count, expected, &scalars);
  if (length < 0) return;
  for (int i = 0; form->unescape[i]; i++) {
    uint8_t *out = output + usable - count;
    EXPECT(form->unescape[i](text, text + count, out) == out + length, "the length of json_unescape");
    EXPECT(!memcmp(out, expected, (size_t)length), "json_unescape");
  }
  EXPECT(form->unescaped_length(text, text + count, &found_scalars) == (size_t)length, "json_unescaped_length");
  EXPECT(found_scalars == scalars, "the scalars of json_unescaped_length");
}

/// A text at the end of its memory, then at the beginning.
static void compare(const uint8_t *bytes, size_t count) {
  if (count > usable) return;
  texts++;
  for (int at_end = 1; at_end >= 0; at_end--) {
    uint8_t *text = at_end ? input + usable - count : input;
    memcpy(text, bytes, count);
    for (int i = 0; i < FORMS; i++) {
      compare_scans(forms[i], text, count);
      compare_escapes(forms[i], text, count);
      compare_index(forms[i], text, count);
    }
  }
}

static void compare_written_escapes(void) {
  const uint8_t *text = (const uint8_t *)"";
  size_t count = 0;
  for (int i = 0; i < FORMS; i++) {
    const form *form = forms[i];
    for (int c = 0; c < 0x60; c++) {
      if (c >= 0x20 && c != '"' && c != '\\') continue;
      uint8_t found[8], expected[8], back[8];
      size_t length = form->write_escape((uint8_t)c, found), scalars;
      EXPECT(length == plain_write_escape((uint8_t)c, expected), "the length of json_scan_write_escape");
      EXPECT(!memcmp(found, expected, length), "json_scan_write_escape");
      EXPECT(plain_unescape(found, found + length, back, &scalars) == 1 && back[0] == c, "an escape, read again");
    }
  }
}

// MARK: - Texts

static uint64_t seed;

static uint64_t random_number(uint64_t limit) {
  seed += 0x9e3779b97f4a7c15;
  uint64_t z = seed;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return (z ^ z >> 31) % limit;
}

static uint8_t scratch[CAPACITY];

/// Every length around the borders of blocks, of every kind of filling, with one odd byte at every offset.
static void compare_lengths(void) {
  static const char *const fillings[] = {
      "x", "\"", "\\", "\\\\\"", "0", "{}[]:,", " ", "\n", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\\u00e9",
      "\\ud83d\\ude00", "\\n", "a\\\"b", "\"a\",", "\x01", "1 ", "\"\\\\\","};
  static const uint8_t odd[] = {'"', '\\', 'u', '{', ' ', '0', 0x01, 0x0a, 0x1f, 0x20, 0x7f, 0x80, 0xc3, 0xff};
  for (size_t f = 0; f < sizeof fillings / sizeof *fillings; f++) {
    size_t period = strlen(fillings[f]);
    for (size_t count = 0; count <= 200; count++) {
      for (size_t i = 0; i < count; i++) scratch[i] = (uint8_t)fillings[f][i % period];
      compare(scratch, count);
      if (count % 64 > 3 && count % 64 < 61 && count % 16) continue;
      for (size_t i = 0; i < count; i++) {
        uint8_t kept = scratch[i];
        scratch[i] = odd[(i + count + f) % sizeof odd];
        compare(scratch, count);
        scratch[i] = kept;
      }
    }
  }
}

/// Sequences that are, and are not, UTF-8, at every offset of a block and over its border.
static void compare_utf8(void) {
  static const uint8_t bytes[] = {0x22, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1,
                                  0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
  enum { COUNT = sizeof bytes };
  size_t offset = 0;
  for (int a = 0; a < COUNT; a++)
    for (int b = 0; b < COUNT; b++)
      for (int c = 0; c < COUNT; c += 2)
        for (int d = 0; d < COUNT; d += 5) {
          offset = (offset + 1) % 67;
          memset(scratch, 'x', 128);
          scratch[0] = '"';
          const uint8_t sequence[] = {bytes[a], bytes[b], bytes[c], bytes[d]};
          memcpy(scratch + 1 + offset, sequence, 4);
          memcpy(scratch + 5 + offset, "\"]", 2);
          compare(scratch, offset + 7);
        }
}

static size_t append_random_json(size_t count, int depth) {
  static const char *const scalars[] = {
      "true", "false", "null", "0", "-1.5e+10", "12345678901234567890", "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
      "\"\\u0000\\u00e9\\ud83d\\ude00\"", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "\"0123456789012345678901234567890123456789\""};
  static const char *const spaces[] = {"", "", " ", "\n\t", "\r\n  "};
#define APPEND(characters)                         \
  do {                                             \
    const char *appended = (characters);           \
    memcpy(scratch + count, appended, strlen(appended)); \
    count += strlen(appended);                     \
  } while (0)
  APPEND(spaces[random_number(5)]);
  uint64_t kind = depth > 0 ? random_number(4) : 0;
  if (kind < 2 || count > 4000) {
    APPEND(scalars[random_number(sizeof scalars / sizeof *scalars)]);
  } else {
    APPEND(kind == 2 ? "[" : "{");
    for (uint64_t i = 0, members = random_number(6); i < members; i++) {
      if (i > 0) APPEND(",");
      if (kind == 3) {
        APPEND(scalars[6 + random_number(6)]);
        APPEND(":");
      }
      count = append_random_json(count, depth - 1);
    }
    APPEND(kind == 2 ? "]" : "}");
  }
  APPEND(spaces[random_number(5)]);
#undef APPEND
  return count;
}

static void compare_random(unsigned long rounds) {
  static const char alphabet[] = "{}[]:,\"\\\"\\ 0123456789-+.eEtrufalsn/b\n\r\t\xc3\xa9\xf0\x9f\x80";
  for (unsigned long round = 0; round < rounds; round++) {
    size_t count = 1 + random_number(300);
    switch (round % 4) {
    case 0:
      for (size_t i = 0; i < count; i++) scratch[i] = (uint8_t)random_number(256);
      break;
    case 1:
      for (size_t i = 0; i < count; i++) scratch[i] = (uint8_t)alphabet[random_number(sizeof alphabet - 1)];
      break;
    case 2: count = append_random_json(0, 5); break;
    default:
      count = append_random_json(0, 5);
      for (uint64_t i = 0, changes = 1 + random_number(3); i < changes; i++)
        scratch[random_number(count)] = (uint8_t)random_number(256);
    }
    compare(scratch, count);
    // A part of it, as what a string holds.
    size_t begin = random_number(count), length = random_number(count - begin + 1);
    memmove(scratch, scratch + begin, length);
    compare(scratch, length);
  }
}

static void compare_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "compare: %s cannot be read\n", path);
    exit(2);
  }
  static uint8_t text[CAPACITY];
  size_t count = fread(text, 1, sizeof text, file);
  fclose(file);
  compare(text, count);
  // Cut anywhere near its beginning.
  for (size_t end = 0; end < count && end < 300; end++) compare(text, end);
}

int main(int argc, char **argv) {
  seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  input = guarded(&usable);
  output = guarded(&usable);
  compare_written_escapes();
  compare_lengths();
  compare_utf8();
  compare_random(argc > 2 ? strtoul(argv[2], NULL, 10) : 20000);
  for (int i = 3; i < argc; i++) compare_file(argv[i]);
  printf("%lu texts, %lu comparisons, %d files; instruction sets: %d with vectors, %d without\n", texts, comparisons,
         argc > 3 ? argc - 3 : 0, form_with_vectors.best_set(), form_without_vectors.best_set());
  return 0;
}
