import Foundation

/// What SIGINT, SIGTERM and SIGHUP do to this process: it takes back what it has begun, and then ends by the signal.
///
/// The signals are blocked in every thread but one, which waits for them. So what happens on a signal is ordinary code.
final class Interruptions: @unchecked Sendable {
  static let shared = Interruptions()

  private let lock = NSRecursiveLock()
  // All that follows is touched with the lock held.
  private var cleanups: [Int: () -> Void] = [:]
  private var count = 0
  private var listener: Int32?

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Begins to wait for the signals that the process was not started to ignore. Called before any other thread is made.
  func begin() {
    var waited = sigset_t()
    sigemptyset(&waited)
    for number in Self.signals {
      let before = signal(number, SIG_DFL)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      } else {
        sigaddset(&waited, number)
      }
    }
    pthread_sigmask(SIG_BLOCK, &waited, nil)
    Thread.detachNewThread { [waited] in
      var (waited, number) = (waited, Int32(0))
      while sigwait(&waited, &number) == 0 { self.receive(number) }
    }
  }

  /// Runs code that a signal does not interrupt.
  func hold<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Adds what an interrupted process does before it ends; the number takes it out again.
  func add(_ cleanup: @escaping () -> Void) -> Int {
    hold {
      count += 1
      cleanups[count] = cleanup
      return count
    }
  }

  func remove(_ number: Int) { hold { cleanups[number] = nil } }

  /// From now on SIGINT writes a byte here and does nothing else; nil ends that.
  func listen(_ descriptor: Int32?) { hold { listener = descriptor } }

  private func receive(_ number: Int32) {
    // Never unlocked when the process ends, so that nothing else is begun.
    lock.lock()
    if number == SIGINT, let listener {
      var byte: UInt8 = 0
      _ = write(listener, &byte, 1)
      lock.unlock()
      return
    }
    for (_, cleanup) in cleanups.sorted(by: { $0.key > $1.key }) { cleanup() }
    var ending = sigset_t()
    sigemptyset(&ending)
    sigaddset(&ending, number)
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
    raise(number)
  }
}
