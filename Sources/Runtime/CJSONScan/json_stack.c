#define _GNU_SOURCE
#include "json_stack.h"

#if defined(__wasi__)

_Thread_local uintptr_t json_stack_end = 0;

size_t json_stack_room(void) { return SIZE_MAX; }

int json_stack_call(size_t size, void (*body)(void *), void *context) {
  (void)size, (void)body, (void)context;
  return 0;
}

#else

#include <pthread.h>
#if defined(__linux__)
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

enum { reserve = 128 << 10, usual_size = 8 << 20 };

_Thread_local uintptr_t json_stack_end = UINTPTR_MAX;

static uintptr_t end_above(uintptr_t lowest, size_t size) {
  return lowest + (size / 4 < reserve ? size / 4 : reserve);
}

#if defined(__linux__)

// The lowest address of the main thread's stack, as if it were no larger than usual; 0 for other threads. For the main
// thread, pthread_getattr_np reads the list of all mappings, which takes longer than compiling a small schema.
static uintptr_t find_main_stack(size_t *size) {
  struct rlimit limit;
  if (getpid() != (pid_t)syscall(SYS_gettid) || getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
  // The name of the program is at the top of the stack.
  uintptr_t top = getauxval(AT_EXECFN), here = (uintptr_t)__builtin_frame_address(0);
  *size = limit.rlim_cur < usual_size ? limit.rlim_cur : usual_size;
  // After a fork, the only thread may have another stack.
  return top > *size && top - *size < here && here < top ? top - *size : 0;
}

#endif

static uintptr_t find_end(void) {
  uintptr_t lowest = 0;
  size_t size = 0;
#if defined(__APPLE__)
  size = pthread_get_stacksize_np(pthread_self());
  lowest = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - size;
#elif defined(__linux__)
  if ((lowest = find_main_stack(&size)) != 0) return end_above(lowest, size);
  pthread_attr_t attributes;
  void *address;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = (uintptr_t)address;
  pthread_attr_destroy(&attributes);
#endif
  return lowest == 0 ? 0 : end_above(lowest, size);
}

size_t json_stack_room(void) {
  if (json_stack_end == UINTPTR_MAX) json_stack_end = find_end();
  if (json_stack_end == 0) return SIZE_MAX;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  return here > json_stack_end ? here - json_stack_end : 0;
}

typedef struct {
  void (*body)(void *);
  void *context;
} json_stack_work;

static void *run(void *work) {
  json_stack_work *own = work;
  own->body(own->context);
  return NULL;
}

int json_stack_call(size_t size, void (*body)(void *), void *context) {
  // A thread is the portable way to get a stack; the caller waits for it, so nothing runs concurrently.
  json_stack_work work = {body, context};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) return 0;
  int failure = pthread_attr_setstacksize(&attributes, size);
  if (failure == 0) failure = pthread_create(&thread, &attributes, run, &work);
  pthread_attr_destroy(&attributes);
  if (failure != 0) return 0;
  pthread_join(thread, NULL);
  return 1;
}

#endif
