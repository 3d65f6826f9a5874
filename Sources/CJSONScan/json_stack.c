#include "json_stack.h"

#if defined(__wasi__)

int json_stack_call(size_t size, void (*body)(void *), void *context) {
  (void)size, (void)body, (void)context;
  return 0;
}

#else

#include <pthread.h>

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
