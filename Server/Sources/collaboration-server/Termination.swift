import Foundation

/// The end of the process by SIGINT or SIGTERM.
///
/// A thread of its own waits for the signals, so that they end the process whatever its other threads do.
enum Termination {
  /// How long the process may take to end, in seconds.
  private static let limit: UInt32 = 12
  /// The exit status of a process that did not end in time.
  private static let failure: Int32 = 1

  /// Waits for a signal. From then on, the process ends at the latest when its time is over, or with a second signal.
  static func request() async {
    var ends: [Int32] = [-1, -1]
    // Without one, signals end the process at once.
    guard pipe(&ends) == 0 else { return await withUnsafeContinuation { _ in } }
    let output = ends[0]
    descriptor = ends[1]
    for number in [SIGINT, SIGTERM] {
      // A handler may call little more than this.
      signal(number) { _ in
        var byte: UInt8 = 1
        _ = write(Termination.descriptor, &byte, 1)
      }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        wait(output)
        Thread.detachNewThread {
          sleep(limit)
          _exit(failure)
        }
        continuation.resume()
        wait(output)
        _exit(failure)
      }
    }
  }

  // Set once, before there are handlers.
  nonisolated(unsafe) private static var descriptor: Int32 = -1

  private static func wait(_ descriptor: Int32) {
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) < 0, errno == EINTR {}
  }
}
