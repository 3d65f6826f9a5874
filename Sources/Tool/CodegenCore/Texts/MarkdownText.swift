import SchemaRuntime

/// Markdown for generated files. It is built only from literals in this tool's source, other Markdown and integers;
/// text from schemas becomes Markdown only through the functions of ``MarkdownText``.
package struct MarkdownSource: Hashable, Sendable {
  /// The source as text.
  package let text: String

  /// - Parameter text: Markdown that a function of this file has produced.
  fileprivate init(made text: String) { self.text = text }

  package static func + (a: MarkdownSource, b: MarkdownSource) -> MarkdownSource {
    MarkdownSource(made: a.text + b.text)
  }

  package static func += (a: inout MarkdownSource, b: MarkdownSource) { a = a + b }

  package var isEmpty: Bool { text.isEmpty }

  /// The characters of a line.
  var count: Int { text.count }
}

extension MarkdownSource: ExpressibleByStringInterpolation {
  package init(stringLiteral text: StaticString) { self.init(made: text.description) }
  package init(stringInterpolation: Interpolation) { self.init(made: stringInterpolation.text) }

  /// `"- Remark: \(limits)."`, built from Markdown and integers only.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    package mutating func appendInterpolation(_ source: MarkdownSource) { text += source.text }
    package mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += String(number) }
    mutating func appendInterpolation(_ number: JSONNumber) { text += number.text }
  }
}

extension Sequence<MarkdownSource> {
  package func joined(separator: StaticString) -> MarkdownSource {
    MarkdownSource(made: map(\.text).joined(separator: separator.description))
  }
}

/// Converts schema text to Markdown (GitHub's). The output renders as the input, in a paragraph, a list item or a
/// table cell.
package enum MarkdownText {
  /// Where the text appears.
  package enum Container {
    case line, cell
  }

  /// Escapes text so that Markdown renders it literally.
  package static func escaped(_ words: String, startsLine: Bool = false) -> MarkdownSource {
    var result = ""
    let scalars = Array(words.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "[", "]", "|", "~", "$": result += "\\\(scalar)"
      case "_" where !isBetweenLetters(scalars, index): result += "\\_"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\n": result += " "
      case _ where startsLine && isBlockMark(scalars, index): result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return MarkdownSource(made: result)
  }

  /// Escapes a word of a doc comment. Escapes only characters that Markdown and DocC would interpret, because comments
  /// are also read as plain text.
  static func comment(_ word: Phrase, startsLine: Bool) -> MarkdownSource {
    var result: MarkdownSource = ""
    for run in word.runs {
      switch run {
      case .text(let words), .link(let words, _):
        result += comment(words, startsLine: startsLine && result.isEmpty)
      case .url(let words, let address):
        let isPlain = address.text == words && !words.contains { "&<>".contains($0) }
        let label = comment(words, startsLine: false).text.replacing(scalar: "]", with: "\\]")
        result += isPlain ? MarkdownSource(made: "<\(words)>") : link(MarkdownSource(made: label), to: address)
      case .code(let words): result += commentCode(words)
      }
    }
    return result
  }

  /// What stands for a mark of emphasis until all others are escaped: a control character, which visible text lacks.
  static func emphasisMark(_ mark: Character) -> Character { mark == "*" ? "\u{1}" : "\u{2}" }

  /// What stands for a colon that is escaped.
  static let escapedColon: Character = "\u{3}"

  static func spaces(_ count: Int) -> MarkdownSource { MarkdownSource(made: String(repeating: " ", count: count)) }

  /// Returns inline code for a doc comment, on one line. Code that contains backticks is returned as escaped text:
  /// two backticks start a DocC link.
  static func commentCode(_ words: String) -> MarkdownSource {
    let line = words.replacing(scalar: "\n", with: " ")
    return longestFence(in: line) > 0 ? comment(line, startsLine: false) : code(line, in: .line)
  }

  private static func comment(_ word: String, startsLine: Bool) -> MarkdownSource {
    var result = ""
    let scalars = Array(word.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isMark =
        switch scalar {
        case "`", "[", "~": true
        case "*": scalars.count > 1
        case "_": !isBetweenLetters(scalars, index)
        case "\\": next.map { $0.isASCII && !isLetterOrDigit($0) } ?? true
        case "<": next.map { $0.properties.isAlphabetic || $0 == "/" || $0 == "!" || $0 == "?" } ?? true
        case "&": next.map { $0 == "#" || $0.properties.isAlphabetic } ?? false
        default: false
        }
      if isMark || startsLine && isCommentBlockMark(scalars, index) { result += "\\" }
      switch scalar {
      case "\u{1}": result += "*"
      case "\u{2}": result += "_"
      case "\u{3}": result += "\\:"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return MarkdownSource(made: result)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// Whether a scalar of a line's first word would make the line a heading, list, quotation, thematic break, table
  /// row or DocC directive.
  private static func isCommentBlockMark(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    func isAll(_ marks: Set<Unicode.Scalar>) -> Bool { index == 0 && scalars.allSatisfy(marks.contains) }
    return switch scalars[index] {
    case "@", ">", "|": index == 0
    case "#": isAll(["#"])
    case "=": isAll(["="])
    case "+", "*": index == 0 && scalars.count == 1
    case "-", ":": isAll(["-", ":", "|"])
    case ".", ")": index == scalars.count - 1 && isNumber(scalars[..<index])
    default: false
    }
  }

  /// Returns a code span. Its fence is longer than any run of backticks in the code; in a cell, bars are escaped
  /// first.
  ///
  /// - Parameter isDocC: whether two backticks would start a symbol link, so that code with backticks is returned as
  ///   text.
  package static func code(_ words: String, in container: Container, isDocC: Bool = false) -> MarkdownSource {
    let line = words.replacing(scalar: "\n", with: " ")
    guard !line.isEmpty else { return "*(empty)*" }
    let longest = longestFence(in: line)
    if isDocC, longest > 0 { return escaped(line) }
    let fence = String(repeating: "`", count: longest + 1)
    let (first, last) = (line.utf8.first, line.utf8.last)
    let accent = UInt8(ascii: "`")
    let touches = first == accent || last == accent || first == UInt8(ascii: " ") && last == UInt8(ascii: " ")
    let padding = touches ? " " : ""
    let text = container == .cell ? line.replacing(scalar: "|", with: "\\|") : line
    return MarkdownSource(made: fence + padding + text + padding + fence)
  }

  /// Returns the fence of a code block.
  package static func blockFence(for text: String) -> MarkdownSource {
    MarkdownSource(made: String(repeating: "`", count: max(3, longestFence(in: text) + 1)))
  }

  /// Returns the lines between two fences returned by ``blockFence(for:)``.
  package static func block(_ text: String) -> MarkdownSource { MarkdownSource(made: text) }

  /// Returns a link to an address that is already percent-encoded.
  package static func link(_ words: MarkdownSource, to address: String) -> MarkdownSource {
    "[\(words)](\(MarkdownSource(made: address)))"
  }

  /// Returns a link to an address on the web.
  package static func link(_ words: MarkdownSource, to address: WebAddress) -> MarkdownSource {
    "[\(words)](\(MarkdownSource(made: address.text.replacing(scalar: "&", with: "&amp;"))))"
  }

  /// Returns an address that is already percent-encoded.
  package static func address(_ address: String) -> MarkdownSource { MarkdownSource(made: address) }

  /// Returns a DocC link to the symbol of a Swift type.
  package static func symbol(_ type: String) -> MarkdownSource {
    "``\(MarkdownSource(made: SwiftNames.path(type).text.replacing(scalar: ".", with: "/")))``"
  }

  /// Returns the target of links to an anchor; nothing without one.
  package static func anchor(_ anchor: String) -> MarkdownSource {
    anchor.isEmpty ? "" : "<a id=\"\(attribute(anchor))\"></a>"
  }

  /// Returns the value of an HTML attribute inside Markdown.
  package static func attribute(_ text: String) -> MarkdownSource {
    MarkdownSource(
      made: text.replacing(scalar: "&", with: "&amp;").replacing(scalar: "\"", with: "&quot;")
        .replacing(scalar: "<", with: "&lt;"))
  }

  private static func longestFence(in text: String) -> Int {
    var longest = 0
    var length = 0
    for byte in text.utf8 {
      length = byte == UInt8(ascii: "`") ? length + 1 : 0
      longest = max(longest, length)
    }
    return longest
  }

  /// Whether an underscore is inside a word, where it neither starts nor ends emphasis.
  private static func isBetweenLetters(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index > 0, index + 1 < scalars.count else { return false }
    return [scalars[index - 1], scalars[index + 1]].allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }

  /// Whether a scalar at the start of a line would make it a heading, list, thematic break or DocC directive.
  private static func isBlockMark(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    switch scalars[index] {
    case "#", "-", "+", "=", ":", "@": index == 0
    case ".", ")": isNumber(scalars[..<index])
    default: false
    }
  }

  private static func isNumber(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    !scalars.isEmpty && scalars.allSatisfy { ("0"..."9").contains($0) }
  }
}
