/// A line about how far the run is, for a person who looks on; nothing where nobody does.
struct Progress {
  private let errors: TextStream?

  init(_ terminal: Terminal, isWanted: Bool) {
    errors = isWanted && terminal.errors.isTerminal ? terminal.errors : nil
  }

  /// Replaces the line.
  func show(_ text: String) { errors?.writeStatus(text) }

  /// Takes the line away.
  func end() { errors?.writeStatus("") }
}
