// One way in which CJSONScan can be compiled: with the vectors of a processor, or without any.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "../../Sources/Runtime/CJSONScan/include/json_index.h"

typedef struct {
  const char *name;
  /// The best instruction set of `index_blocks`; 0 when there is none.
  int (*best_set)(void);
  size_t (*index_blocks)(
      int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out);
  const uint8_t *(*scan_string)(const uint8_t *p, const uint8_t *end, uint32_t *non_ascii);
  const uint8_t *(*scan_digits)(const uint8_t *p, const uint8_t *end);
  const uint8_t *(*ill_formed_utf8)(const uint8_t *p, const uint8_t *end);
  int (*is_ascii)(const uint8_t *p, size_t count);
  size_t (*scalar_count)(const uint8_t *p, size_t count);
  const uint8_t *(*copy_plain)(const uint8_t *p, const uint8_t *end, uint8_t *out);
  size_t (*write_escape)(uint8_t c, uint8_t *out);
  /// Every form of `json_unescape` that the machine can run; the last is NULL.
  uint8_t *(*unescape[3])(const uint8_t *p, const uint8_t *end, uint8_t *out);
  int (*escapes_are_well_formed)(const uint8_t *p, const uint8_t *end);
  size_t (*unescaped_length)(const uint8_t *p, const uint8_t *end, size_t *scalars);
} form;

extern const form form_with_vectors, form_without_vectors;
