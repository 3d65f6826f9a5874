// Waits until descriptors can be read or written: epoll, and kqueue on Apple's systems. Swift sees neither the functions
// of the one nor the macros of the other.

#ifndef POLLER_H
#define POLLER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  // What was passed to `poller_set`.
  uint64_t key;
  bool can_read, can_write;
  // The connection is over in both directions, or broken.
  bool is_over;
} poller_event;

// Returns a descriptor; -1 on failure.
int poller_open(void);

// Waits for a descriptor from now on; with neither reading nor writing, only for its end. Returns -1 on failure.
int poller_set(int poller, int descriptor, uint64_t key, bool is_new, bool reads, bool writes);

// Returns how many events there are, at most `capacity`; 0 when the time is over.
int poller_wait(int poller, poller_event *events, int capacity, int milliseconds);

#endif
