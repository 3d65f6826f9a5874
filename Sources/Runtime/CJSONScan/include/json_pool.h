// The memory of readers.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Returns memory that another reader has put into the pool, which it leaves; null if the pool is empty.
void *_Nullable json_pool_take(void);

/// Puts memory into the pool, for a reader on any thread. Returns 0 if the pool is full; the caller then keeps it.
int json_pool_give(void *_Nonnull memory);

/// Returns `entries`, moved if necessary, with room for `capacity` entries; null without memory. Large memory is moved
/// by the system, without being copied.
uint64_t *_Nullable json_entries_resize(uint64_t *_Nullable entries, size_t capacity);

void json_entries_free(uint64_t *_Nonnull entries);
