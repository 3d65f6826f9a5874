// A lock on every platform and version that the runtime supports.
#pragma once

/// Returns a new lock, or null if there is no memory for one.
void *_Nullable json_mutex_create(void);

void json_mutex_destroy(void *_Nonnull mutex);

void json_mutex_lock(void *_Nonnull mutex);

void json_mutex_unlock(void *_Nonnull mutex);
