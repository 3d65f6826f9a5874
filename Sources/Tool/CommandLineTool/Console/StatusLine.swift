import Foundation

/// A line of progress on a terminal, for what takes longer than a second.
///
/// It disappears while anything else is written, and comes back with the next tick.
final class StatusLine: @unchecked Sendable {
  // Unchecked: the lock guards all that can change.
  private let lock = NSLock()
  private let write: @Sendable (String) -> Void
  /// nil while the verb waits for somebody.
  private var text: String?
  private var isVisible = false
  private var hasEnded = false
  private var start = ContinuousClock.now

  private static let delay = Duration.seconds(1)
  private static let interval = 0.25

  /// A line that shows `text` and the seconds so far. `write` writes to the terminal.
  init(_ text: String, write: @escaping @Sendable (String) -> Void) {
    self.text = text
    self.write = write
  }

  /// Starts to show the line, on a thread of its own.
  func begin() {
    Thread.detachNewThread { [weak self] in
      while let line = self, !line.hasFinished {
        line.tick(at: .now)
        Thread.sleep(forTimeInterval: Self.interval)
      }
    }
  }

  private var hasFinished: Bool { lock.withLock { hasEnded } }

  /// Shows the line if it is time to.
  func tick(at now: ContinuousClock.Instant) {
    lock.withLock {
      let elapsed = now - start
      guard let text, !hasEnded, elapsed >= Self.delay else { return }
      write("\r\u{1b}[K\(text) (\(elapsed.components.seconds) s)")
      isVisible = true
    }
  }

  /// Changes what the next tick shows.
  func show(_ text: String) {
    lock.withLock {
      if self.text == nil { start = .now }
      self.text = text
    }
  }

  /// Shows nothing until ``show(_:)``.
  func pause() { hide { text = nil } }

  /// Removes the line from the terminal, and keeps it away while `body` runs.
  func hide(during body: () -> Void) {
    lock.withLock {
      if isVisible { write("\r\u{1b}[K") }
      isVisible = false
      body()
    }
  }

  /// Removes the line for good.
  func end() { hide { hasEnded = true } }
}
