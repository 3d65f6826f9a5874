// Counts what a process allocates: cc -O2 -shared -fPIC -o allocations.so allocations.c -ldl; LD_PRELOAD=./allocations.so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *pointer);

static atomic_long calls, live, peak;

static void *added(void *pointer) {
  if (!pointer) return pointer;
  atomic_fetch_add(&calls, 1);
  long now = atomic_fetch_add(&live, (long)malloc_usable_size(pointer)) + (long)malloc_usable_size(pointer);
  if (now > atomic_load(&peak)) atomic_store(&peak, now);
  return pointer;
}

static void removed(void *pointer) {
  if (pointer) atomic_fetch_sub(&live, (long)malloc_usable_size(pointer));
}

void allocations_start(void) {
  atomic_store(&calls, 0);
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
}
long allocations_count(void) { return atomic_load(&calls); }
long allocations_peak_bytes(void) { return atomic_load(&peak); }

void *malloc(size_t size) { return added(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return added(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }
int posix_memalign(void **pointer, size_t alignment, size_t size) {
  *pointer = added(__libc_memalign(alignment, size));
  return *pointer ? 0 : 12;
}
void *realloc(void *pointer, size_t size) {
  removed(pointer);
  return added(__libc_realloc(pointer, size));
}
void free(void *pointer) {
  removed(pointer);
  __libc_free(pointer);
}
