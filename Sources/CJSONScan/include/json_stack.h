// Additional stack space for deeply nested work.
#pragma once

#include <stddef.h>

/// Calls body(context) on a new stack of `size` bytes and waits for it to return. Returns 0, without calling it, if
/// there is no memory for such a stack or the system has no threads.
int json_stack_call(size_t size, void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);
