// The stack of the calling thread, and additional ones for deeply nested work.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The number of bytes left on the calling thread's stack, without a reserve for the functions that do not ask: 128 KB,
/// or a quarter of a smaller stack. SIZE_MAX if the system does not tell.
size_t json_stack_room(void);

/// The address of the reserve's end on the calling thread's stack, below which functions that ask for room get none;
/// UINTPTR_MAX until known, 0 if the system does not tell.
extern _Thread_local uintptr_t json_stack_end;

/// Whether there are bytes left; quick, because each level of a nested value asks.
static inline int json_stack_has_room(void) {
  return (uintptr_t)__builtin_frame_address(0) > json_stack_end || json_stack_room() > 0;
}

/// Calls body(context) on a new stack of `size` bytes and waits for it to return. Returns 0, without calling it, if
/// there is no memory for such a stack or the system has no threads.
int json_stack_call(size_t size, void (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);
