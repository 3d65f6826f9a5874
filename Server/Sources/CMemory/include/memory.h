// The system's allocator, of which Swift imports only malloc and free. Other systems than Linux need none of this.

#ifndef MEMORY_H
#define MEMORY_H

// Limits the number of heaps that threads choose from, which is eight for each core otherwise. To be called before there
// are threads.
void memory_limit_heaps(int count);

// Returns unused pages of all heaps to the system.
void memory_release(void);

#endif
