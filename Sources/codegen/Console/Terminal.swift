import Foundation
import JSONSchema

/// The output of a command: results go to standard output, messages about the run to standard error.
struct Terminal {
  let output: TextStream
  let errors: TextStream

  /// Returns the streams of this process. Output to a terminal is colored unless the environment forbids it.
  static func standard(environment: [String: String]) -> Terminal {
    let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    return Terminal(
      output: TextStream(descriptor: STDOUT_FILENO, allowsColor: allowsColor),
      errors: TextStream(descriptor: STDERR_FILENO, allowsColor: allowsColor))
  }

  /// Prints a line about the run, after all previous results.
  func report(_ line: String) {
    output.flush()
    errors.writeLine(errors.coloringSeverity(of: line.onOneLine))
    errors.flush()
  }
}

/// A buffered output stream.
final class TextStream {
  /// nil keeps everything in ``buffer``, for tests.
  private let descriptor: Int32?
  let isTerminal: Bool
  let isColored: Bool
  private(set) var buffer: [UInt8] = []
  /// The first error of a write.
  private(set) var failure: FileError.Reason?
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

  func writeLine(_ line: some StringProtocol) { writeLine(Array(line.utf8)) }

  func writeLine(_ line: [UInt8]) { write(line + [UInt8(ascii: "\n")]) }

  func writeLines(_ lines: [String]) {
    for line in lines { writeLine(line) }
  }

  /// Complete lines.
  func write(_ lines: [UInt8]) {
    buffer.append(contentsOf: lines)
    if isTerminal || buffer.count >= Self.flushLimit { flush() }
  }

  /// Replaces the current line of a terminal.
  func writeStatus(_ text: String) {
    buffer.append(contentsOf: "\r\u{1b}[K\(text)".utf8)
    flush()
  }

  /// Writes the buffer. SIGPIPE ends the process if the pipe is closed; other errors are stored in ``failure``.
  func flush() {
    guard let descriptor else { return }
    failure = failure ?? FileError.Reason(writing: buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension FileError.Reason {
  /// Writes all bytes to a descriptor; returns nil on success.
  init?(writing bytes: [UInt8], to descriptor: Int32) {
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

/// A line of progress on a terminal.
struct Progress {
  private let errors: TextStream?

  init(_ terminal: Terminal, isShown: Bool) { errors = isShown && terminal.errors.isTerminal ? terminal.errors : nil }

  /// Replaces the line.
  func show(_ text: String) { errors?.writeStatus(text) }

  /// Clears the line.
  func end() { errors?.writeStatus("") }
}

extension TextStream {
  /// Colors by the parameters of their escape sequences.
  enum Color: String {
    case red = "31"
    case green = "32"
    case magenta = "35"
    case cyan = "36"
    case bold = "1"
  }

  func colored(_ text: String, _ color: Color) -> String {
    isColored ? "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// Returns a line `location: severity: message` with its severity in color.
  func coloringSeverity(of line: String) -> String {
    guard isColored, let (range, severity) = Diagnostic.Severity.first(in: line) else { return line }
    let color: Color =
      switch severity {
      case .error: .red
      case .warning: .magenta
      case .note: .cyan
      }
    return line.replacingCharacters(in: range, with: ": " + colored(severity.rawValue, color) + ": ")
  }
}

extension Diagnostic.Severity {
  /// Returns the first severity of a line `location: severity: message`, with its colons.
  static func first(in line: String) -> (range: Range<String.Index>, severity: Self)? {
    allCases.compactMap { severity in line.firstRange(of: ": \(severity.rawValue): ").map { ($0, severity) } }
      .min { $0.0.lowerBound < $1.0.lowerBound }
  }
}
