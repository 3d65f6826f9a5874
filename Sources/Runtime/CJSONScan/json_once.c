#include "json_once.h"

#include <stdatomic.h>
#include <stddef.h>

void *json_once_store(void *slot, void *value) {
  void *present = NULL;
  if (atomic_compare_exchange_strong_explicit(
          (_Atomic(void *) *)slot, &present, value, memory_order_acq_rel, memory_order_acquire)) {
    return value;
  }
  return present;
}
