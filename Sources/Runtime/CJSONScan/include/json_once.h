// A pointer that is set once, by whichever thread is first.
#pragma once

/// Returns the pointer in `slot`; null if it has not been set.
static inline void *_Nullable json_once_load(const void *_Nonnull slot) {
  return __atomic_load_n((void *const *)slot, __ATOMIC_ACQUIRE);
}

/// Sets the pointer in `slot` if it is null. Returns the one that is there afterwards.
void *_Nonnull json_once_store(void *_Nonnull slot, void *_Nonnull value);
