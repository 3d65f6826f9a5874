#if THREAD_SANITIZER
  import Collaboration

  /// Of the two mutexes visible to tests, the one that the thread sanitizer knows.
  typealias Mutex = Collaboration.Mutex
#endif
