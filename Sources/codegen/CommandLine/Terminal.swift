import Foundation
import JSONSchema

/// Where a command's words go: results to standard output, everything about the run to standard error.
struct Terminal {
  let output: TextStream
  let errors: TextStream

  /// The streams of this process, with colour where a person looks on and has not asked for none.
  static func standard(environment: [String: String]) -> Terminal {
    let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    return Terminal(
      output: TextStream(descriptor: STDOUT_FILENO, allowsColor: allowsColor),
      errors: TextStream(descriptor: STDERR_FILENO, allowsColor: allowsColor))
  }

  /// Prints a line about the run, after all results that were there before it.
  func report(_ line: String) {
    output.flush()
    errors.writeLine(errors.coloringSeverity(of: line.onOneLine))
    errors.flush()
  }
}

/// Text on its way out, gathered into large writes.
final class TextStream {
  /// nil keeps everything in ``buffer``, for tests.
  private let descriptor: Int32?
  let isTerminal: Bool
  let isColored: Bool
  private(set) var buffer: [UInt8] = []
  /// Why writing failed first; nil when all went well.
  private(set) var failure: FileError.Reason?
  private static let flushLimit = 1 << 16

  /// A stream that only keeps its text.
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

  func writeLine(_ line: some StringProtocol) {
    buffer.append(contentsOf: line.utf8)
    endLine()
  }

  func writeLine(_ line: [UInt8]) {
    buffer.append(contentsOf: line)
    endLine()
  }

  /// Whole lines.
  func write(_ lines: [UInt8]) {
    buffer.append(contentsOf: lines)
    if isTerminal || buffer.count >= Self.flushLimit { flush() }
  }

  /// Replaces the line at which a terminal's cursor stands.
  func writeStatus(_ text: String) {
    buffer.append(contentsOf: "\r\u{1b}[K\(text)".utf8)
    flush()
  }

  private func endLine() {
    buffer.append(UInt8(ascii: "\n"))
    if isTerminal || buffer.count >= Self.flushLimit { flush() }
  }

  /// Hands everything to the system. A closed pipe ends the process by its signal; other failures are
  /// kept in ``failure``, and the rest of the text is dropped.
  func flush() {
    guard let descriptor else { return }
    var rest = buffer[...]
    while failure == nil, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        failure = FileError.Reason(errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

// MARK: - Colour

extension TextStream {
  /// The colours that are used, as the parameters of their escape sequences.
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

  /// A line `place: severity: message` with its severity in colour.
  func coloringSeverity(of line: String) -> String {
    guard isColored else { return line }
    let colors: [(word: String, color: Color)] = [("error", .red), ("warning", .magenta), ("note", .cyan)]
    let found = colors.compactMap { entry in
      line.range(of: ": \(entry.word): ").map { (range: $0, entry: entry) }
    }
    guard let first = found.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return line }
    return line.replacingCharacters(in: first.range, with: ": " + colored(first.entry.word, first.entry.color) + ": ")
  }
}
