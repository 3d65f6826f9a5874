import CommandLineTool
import Foundation

/// Undoes unfinished work on SIGINT, SIGTERM and SIGHUP, before the signal ends the process.
///
/// All threads block the signals except one, which waits for them, so that their handlers are ordinary code.
package final class Interruptions: @unchecked Sendable {
  package static let shared = Interruptions()

  private let lock = NSRecursiveLock()
  // The lock guards all the following properties.
  private var cleanups: [Int: () -> Void] = [:]
  private var isInterruptOrderly = false

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Starts to wait for the signals, except those that the parent ignores. Call it before creating any other thread.
  package func begin() {
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

  /// Runs code that signals do not interrupt.
  package func hold<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Registers work for an interruption; the returned number unregisters it.
  func add(_ cleanup: @escaping () -> Void) -> Int {
    hold {
      let number = (cleanups.keys.max() ?? 0) + 1
      cleanups[number] = cleanup
      return number
    }
  }

  func remove(_ number: Int) { hold { cleanups[number] = nil } }

  /// From now on, SIGINT ends the process normally, with exit code 0.
  package func makeInterruptOrderly() { hold { isInterruptOrderly = true } }

  private func receive(_ number: Int32) {
    // Remains locked until the process ends, so that no other work begins.
    lock.lock()
    for (_, cleanup) in cleanups.sorted(by: { $0.key > $1.key }) { cleanup() }
    if number == SIGINT, isInterruptOrderly { _exit(ExitCode.done.rawValue) }
    var ending = sigset_t()
    sigemptyset(&ending)
    sigaddset(&ending, number)
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
    raise(number)
  }
}
