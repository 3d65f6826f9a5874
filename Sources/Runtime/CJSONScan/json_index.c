// `json_index_blocks`: the kernel for each instruction set, and the selection of one.
#include "json_index_block.h"

#if defined(__SSE2__)
#include <immintrin.h>

#include "json_index_sse2.h"
#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

#include "json_index_tables.h"

#include "json_index_avx2.h"
#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

#include "json_index_avx512.h"
#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

int json_index_best_set(void) {
  int has_others = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi2");
  if (has_others && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bw")) return 3;
  return has_others && __builtin_cpu_supports("avx2") ? 2 : 1;
}

size_t json_index_blocks(
    int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out) {
  switch (set) {
  case 3: return index_blocks_avx512(text, begin, end, state, out);
  case 2: return index_blocks_avx2(text, begin, end, state, out);
  default: return index_blocks_sse2(text, begin, end, state, out);
  }
}

#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>

#include "json_index_neon.h"
#include "json_index_kernel.h"
#undef TARGET
#undef KERNEL

int json_index_best_set(void) { return 1; }

size_t json_index_blocks(
    int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out) {
  (void)set;
  return index_blocks_neon(text, begin, end, state, out);
}

#else

int json_index_best_set(void) { return 0; }

size_t json_index_blocks(
    int set, const uint8_t *text, size_t begin, size_t end, json_index_state *state, uint32_t *out) {
  (void)set, (void)text, (void)begin, (void)end, (void)state, (void)out;
  return 0;
}

#endif
