#include "json_mutex.h"

#include <stdlib.h>

#if defined(__wasi__)

// A single thread.
void *json_mutex_create(void) { return malloc(1); }

void json_mutex_destroy(void *mutex) { free(mutex); }

void json_mutex_lock(void *mutex) { (void)mutex; }

void json_mutex_unlock(void *mutex) { (void)mutex; }

#else

#include <pthread.h>

void *json_mutex_create(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  if (mutex && pthread_mutex_init(mutex, NULL) != 0) {
    free(mutex);
    return NULL;
  }
  return mutex;
}

void json_mutex_destroy(void *mutex) {
  pthread_mutex_destroy(mutex);
  free(mutex);
}

void json_mutex_lock(void *mutex) { pthread_mutex_lock(mutex); }

void json_mutex_unlock(void *mutex) { pthread_mutex_unlock(mutex); }

#endif
