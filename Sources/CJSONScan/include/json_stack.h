// Work that nests deeper than the stack of the thread at hand has room for.
#pragma once

#include <stddef.h>

/// Calls body(context) on a new stack of `size` bytes, and comes back when it has returned. 0 when there is no memory
/// for such a stack, or the system has no threads: then nothing was called.
int json_stack_call(size_t size, void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);
