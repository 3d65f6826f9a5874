#define _GNU_SOURCE

#include "poller.h"

enum { batch = 256 };

static int smaller(int a, int b) { return a < b ? a : b; }

#ifdef __linux__

#include <sys/epoll.h>

int poller_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int poller_set(int poller, int descriptor, uint64_t key, bool is_new, bool reads, bool writes) {
  struct epoll_event event = {.events = (reads ? EPOLLIN : 0u) | (writes ? EPOLLOUT : 0u), .data.u64 = key};
  return epoll_ctl(poller, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

int poller_wait(int poller, poller_event *events, int capacity, int milliseconds) {
  struct epoll_event found[batch];
  int count = epoll_wait(poller, found, smaller(capacity, batch), milliseconds);
  for (int index = 0; index < count; index++) {
    uint32_t flags = found[index].events;
    events[index] = (poller_event){
      .key = found[index].data.u64,
      .can_read = flags & EPOLLIN,
      .can_write = flags & EPOLLOUT,
      .is_over = flags & (EPOLLERR | EPOLLHUP),
    };
  }
  return count < 0 ? 0 : count;
}

#else

#include <fcntl.h>
#include <stddef.h>
#include <sys/event.h>
#include <sys/time.h>
#include <sys/types.h>

int poller_open(void) {
  int poller = kqueue();
  if (poller >= 0) fcntl(poller, F_SETFD, FD_CLOEXEC);
  return poller;
}

int poller_set(int poller, int descriptor, uint64_t key, bool is_new, bool reads, bool writes) {
  // A disabled filter stays. A pipe that is only read gets no filter for writing.
  struct kevent changes[2];
  EV_SET(
    &changes[0], (uintptr_t)descriptor, EVFILT_READ, EV_ADD | (reads ? EV_ENABLE : EV_DISABLE), 0, 0,
    (void *)(uintptr_t)key);
  EV_SET(
    &changes[1], (uintptr_t)descriptor, EVFILT_WRITE, EV_ADD | (writes ? EV_ENABLE : EV_DISABLE), 0, 0,
    (void *)(uintptr_t)key);
  return kevent(poller, changes, is_new && !writes ? 1 : 2, NULL, 0, NULL);
}

int poller_wait(int poller, poller_event *events, int capacity, int milliseconds) {
  struct kevent found[batch];
  struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
  int count = kevent(poller, NULL, 0, found, smaller(capacity, batch), &time);
  for (int index = 0; index < count; index++) {
    events[index] = (poller_event){
      .key = (uint64_t)(uintptr_t)found[index].udata,
      .can_read = found[index].filter == EVFILT_READ,
      .can_write = found[index].filter == EVFILT_WRITE,
      // The end of what the client sends is read as such; nobody reads what is written after this.
      .is_over = found[index].filter == EVFILT_WRITE && (found[index].flags & EV_EOF),
    };
  }
  return count < 0 ? 0 : count;
}

#endif
