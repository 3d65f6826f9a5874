#include "memory.h"

#ifdef __linux__
#include <malloc.h>
#endif

void memory_limit_heaps(int count) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}

void memory_release(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
