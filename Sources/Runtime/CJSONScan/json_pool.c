#include "json_pool.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { slot_count = 8 };

static _Atomic(void *) slots[slot_count];

// Threads begin at different slots, which follow from the addresses of their stacks.
static unsigned first_slot(void) {
  char local;
  return (unsigned)((uintptr_t)&local >> 19) % slot_count;
}

void *json_pool_take(void) {
  unsigned first = first_slot();
  for (unsigned step = 0; step < slot_count; step++) {
    _Atomic(void *) *slot = &slots[(first + step) % slot_count];
    if (atomic_load_explicit(slot, memory_order_relaxed)) {
      void *memory = atomic_exchange_explicit(slot, NULL, memory_order_acquire);
      if (memory) return memory;
    }
  }
  return NULL;
}

int json_pool_give(void *memory) {
  unsigned first = first_slot();
  for (unsigned step = 0; step < slot_count; step++) {
    void *none = NULL;
    if (atomic_compare_exchange_strong_explicit(
            &slots[(first + step) % slot_count], &none, memory, memory_order_release, memory_order_relaxed)) {
      return 1;
    }
  }
  return 0;
}

uint64_t *json_entries_resize(uint64_t *entries, size_t capacity) {
  return capacity > SIZE_MAX / sizeof *entries ? NULL : realloc(entries, capacity * sizeof *entries);
}

void json_entries_free(uint64_t *entries) { free(entries); }
