import Foundation
import SchemaAnalysis

/// The output of a command: results go to standard output, messages about the run to standard error.
package struct Terminal {
  package enum Verbosity {
    /// No progress and no summary.
    case quiet
    /// Notes that are alike are folded.
    case normal
    case verbose
  }

  package let output: TextStream
  let errors: TextStream
  package private(set) var verbosity = Verbosity.normal
  private var status: StatusLine?

  init(output: TextStream, errors: TextStream) {
    self.output = output
    self.errors = errors
  }

  /// Returns the streams of this process. Output to a terminal is colored unless the environment forbids it.
  package static func standard(environment: [String: String]) -> Terminal {
    let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    return Terminal(
      output: TextStream(descriptor: STDOUT_FILENO, allowsColor: allowsColor),
      errors: TextStream(descriptor: STDERR_FILENO, allowsColor: allowsColor))
  }

  /// Returns the terminal with the options of a command line, and with a status line for a verb.
  func configured(_ verbosity: Verbosity, _ color: TextStream.ColorUse, for verb: String) -> Terminal {
    var terminal = self
    terminal.verbosity = verbosity
    for stream in [output, errors] { stream.use(color) }
    if errors.isTerminal, verbosity != .quiet {
      let status = StatusLine(verb, write: errors.statusWriter)
      terminal.status = status
      output.status = status
      errors.status = status
      status.begin()
    }
    return terminal
  }

  /// Prints a line about the run, after all previous results.
  package func report(_ line: String) {
    output.flush()
    errors.writeLine(errors.coloringSeverity(of: line.onOneLine))
    errors.flush()
  }

  /// Prints lines about the run; notes that are alike are folded, except in verbose runs.
  package func report(_ lines: [String]) {
    for line in verbosity == .verbose ? lines : NoteFolding.folded(lines) { report(line) }
  }

  /// Whether somebody sees messages about the run.
  package var isInteractive: Bool { errors.isTerminal }

  /// Says what the run is doing. Only terminals show it, after a second.
  package func showProgress(_ text: String) { status?.show(text) }

  /// Shows no progress until there is some: the verb waits for somebody.
  package func pauseProgress() { status?.pause() }

  /// Ends the status line.
  func end() { status?.end() }
}

/// A buffered output stream.
package final class TextStream {
  /// nil keeps everything in ``buffer``, for tests.
  private let descriptor: Int32?
  package let isTerminal: Bool
  private(set) var isColored: Bool
  /// What must disappear before text is written to a terminal.
  fileprivate(set) var status: StatusLine?
  private(set) var buffer: [UInt8] = []
  /// The first error of a write.
  package private(set) var failure: FileError.Reason?
  private static let flushLimit = 1 << 16

  /// A stream that only buffers its text.
  init(isColored: Bool = false, isTerminal: Bool = false) {
    descriptor = nil
    self.isTerminal = isTerminal
    self.isColored = isColored
  }

  init(descriptor: Int32, allowsColor: Bool) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    isColored = isTerminal && allowsColor
  }

  /// When to use colors.
  enum ColorUse: String, CaseIterable {
    /// On a terminal, unless `NO_COLOR` is set.
    case auto
    case always, never
  }

  func use(_ color: ColorUse) {
    switch color {
    case .auto: break
    case .always: isColored = true
    case .never: isColored = false
    }
  }

  package func writeLine(_ line: some StringProtocol) { writeLine(Array(line.utf8)) }

  package func writeLine(_ line: [UInt8]) { write(line + [UInt8(ascii: "\n")]) }

  package func writeLines(_ lines: [String]) {
    for line in lines { writeLine(line) }
  }

  /// Complete lines.
  package func write(_ lines: [UInt8]) {
    buffer.append(contentsOf: lines)
    if isTerminal || buffer.count >= Self.flushLimit { flush() }
  }

  /// Writes to the terminal at once, from any thread.
  fileprivate var statusWriter: @Sendable (String) -> Void {
    { [descriptor] text in
      if let descriptor { _ = FileError.Reason(writing: Array(text.utf8), to: descriptor) }
    }
  }

  /// Writes the buffer. SIGPIPE ends the process if the pipe is closed; other errors are stored in ``failure``.
  package func flush() {
    guard let descriptor else { return }
    if isTerminal, !buffer.isEmpty, let status {
      status.hide { failure = failure ?? FileError.Reason(writing: buffer, to: descriptor) }
    } else {
      failure = failure ?? FileError.Reason(writing: buffer, to: descriptor)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

extension FileError.Reason {
  /// Writes all bytes to a descriptor; returns nil on success.
  package init?(writing bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        self.init(errno)
        return
      }
    }
    return nil
  }
}

extension TextStream {
  /// Colors by the parameters of their escape sequences.
  package enum Color: String {
    case red = "31"
    case green = "32"
    case magenta = "35"
    case cyan = "36"
    case bold = "1"
  }

  package func colored(_ text: String, _ color: Color) -> String {
    isColored ? "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// Returns a line `location: severity: message` with its severity in color.
  package func coloringSeverity(of line: String) -> String {
    guard isColored, let (range, severity) = Message.Severity.first(in: line) else { return line }
    let color: Color =
      switch severity {
      case .error: .red
      case .warning: .magenta
      case .note: .cyan
      }
    return line.replacingCharacters(in: range, with: ": " + colored(severity.rawValue, color) + ": ")
  }
}
