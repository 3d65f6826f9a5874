#if THREAD_SANITIZER
  import Collaboration

  /// Of the two mutexes that tests see, the one that the thread sanitizer knows.
  typealias Mutex = Collaboration.Mutex
#endif
