// Compiled once with the vectors of the target, and once without: `-DFORM=without -U__SSE2__ -U__ARM_NEON`.
#include "form.h"

#define JOIN(a, b) a##b
#define NAMED(name, ending) JOIN(name, ending)
#define json_index_best_set NAMED(json_index_best_set_, FORM)
#define json_index_blocks NAMED(json_index_blocks_, FORM)
#define json_hexadecimal_digits NAMED(json_hexadecimal_digits_, FORM)
#define json_escapes_are_well_formed NAMED(json_escapes_are_well_formed_, FORM)
#define json_unescape NAMED(json_unescape_, FORM)
#define json_unescaped_length NAMED(json_unescaped_length_, FORM)

int json_index_best_set(void);
size_t json_index_blocks(
    int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out);

#include "../../Sources/Runtime/CJSONScan/json_escapes.c"
#include "../../Sources/Runtime/CJSONScan/json_index.c"

// Functions of the headers that are inline have no address of their own.
static const uint8_t *scan_string(const uint8_t *p, const uint8_t *end, uint32_t *non_ascii) {
  return json_scan_string(p, end, non_ascii);
}
static const uint8_t *scan_digits(const uint8_t *p, const uint8_t *end) { return json_scan_digits(p, end); }
static const uint8_t *ill_formed_utf8(const uint8_t *p, const uint8_t *end) {
  return json_scan_ill_formed_utf8(p, end);
}
static int is_ascii(const uint8_t *p, size_t count) { return json_scan_is_ascii(p, count); }
static size_t scalar_count(const uint8_t *p, size_t count) { return json_scan_scalar_count(p, count); }
static const uint8_t *copy_plain(const uint8_t *p, const uint8_t *end, uint8_t *out) {
  return json_scan_copy_plain(p, end, out);
}
static size_t write_escape(uint8_t c, uint8_t *out) { return json_scan_write_escape(c, out); }

#define TEXT(a) #a
#define TEXT_OF(a) TEXT(a)
const form NAMED(form_, FORM) = {
    .name = TEXT_OF(FORM),
    .best_set = json_index_best_set,
    .index_blocks = json_index_blocks,
    .scan_string = scan_string,
    .scan_digits = scan_digits,
    .ill_formed_utf8 = ill_formed_utf8,
    .is_ascii = is_ascii,
    .scalar_count = scalar_count,
    .copy_plain = copy_plain,
    .write_escape = write_escape,
    // What `json_unescape` chooses on this machine, and what it would choose on a lesser one.
    .unescape = {json_unescape, unescape_by_runs, NULL},
    .escapes_are_well_formed = json_escapes_are_well_formed,
    .unescaped_length = json_unescaped_length,
};
