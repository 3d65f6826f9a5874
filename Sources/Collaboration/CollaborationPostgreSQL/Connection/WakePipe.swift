import Foundation

/// Ends a thread's wait for a socket: the thread waits for this pipe as well.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  /// Returns nil if the process has no file descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// A full pipe wakes as well.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }

  /// Waits until something wakes, or until the time is over.
  func wait(milliseconds: Int32) {
    var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    if poll(&descriptor, 1, milliseconds) > 0 { drain() }
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}
