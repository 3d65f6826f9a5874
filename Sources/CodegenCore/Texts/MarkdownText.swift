import SchemaRuntime

/// Markdown that a generated file may hold: made of literals in this tool's own source, of other Markdown and of whole
/// numbers; text from outside becomes Markdown by the functions of ``MarkdownText`` alone.
struct MarkdownSource: Hashable, Sendable {
  /// The source as text.
  let text: String

  /// - Parameter text: what a function of this file has made Markdown of.
  fileprivate init(made text: String) { self.text = text }

  static func + (a: MarkdownSource, b: MarkdownSource) -> MarkdownSource { MarkdownSource(made: a.text + b.text) }

  static func += (a: inout MarkdownSource, b: MarkdownSource) { a = a + b }

  var isEmpty: Bool { text.isEmpty }

  /// The characters of a line.
  var count: Int { text.count }
}

extension MarkdownSource: ExpressibleByStringInterpolation {
  init(stringLiteral text: StaticString) { self.init(made: text.description) }
  init(stringInterpolation: Interpolation) { self.init(made: stringInterpolation.text) }

  /// `"- Remark: \(limits)."`, of Markdown and numbers alone.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    mutating func appendInterpolation(_ source: MarkdownSource) { text += source.text }
    mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += String(number) }
    mutating func appendInterpolation(_ number: JSONNumber) { text += number.text }
  }
}

extension Sequence<MarkdownSource> {
  func joined(separator: StaticString) -> MarkdownSource {
    MarkdownSource(made: map(\.text).joined(separator: separator.description))
  }
}

/// The one way from schema text into Markdown (GitHub's): what comes out says what went in, in a paragraph, in a
/// list item and in a cell of a table.
enum MarkdownText {
  /// Where the text stands.
  enum Place {
    case line, cell
  }

  /// Words that Markdown shows as they are.
  static func escaped(_ words: String, startsLine: Bool = false) -> MarkdownSource {
    var result = ""
    let scalars = Array(words.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "[", "]", "|", "~", "$": result += "\\\(scalar)"
      case "_" where !isBetweenLetters(scalars, place): result += "\\_"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\n": result += " "
      case _ where startsLine && isBlockMark(scalars, place): result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return MarkdownSource(made: result)
  }

  /// A word of a doc comment: as little is escaped as keeps Markdown and DocC from seeing more than a word in it, because
  /// people read comments as they stand.
  static func comment(_ word: Phrase, startsLine: Bool) -> MarkdownSource {
    var result: MarkdownSource = ""
    for run in word.runs {
      switch run {
      case .text(let words), .link(let words, _): result += comment(words, startsLine: startsLine && result.isEmpty)
      case .code(let words): result += commentCode(words)
      }
    }
    return result
  }

  /// Code in a doc comment, in one line. Code with grave accents stands as words: two of them begin a link of DocC.
  static func commentCode(_ words: String) -> MarkdownSource {
    let line = words.replacing(scalar: "\n", with: " ")
    return longestFence(in: line) > 0 ? comment(line, startsLine: false) : code(line, in: .line)
  }

  private static func comment(_ word: String, startsLine: Bool) -> MarkdownSource {
    var result = ""
    let scalars = Array(word.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      let isMark =
        switch scalar {
        case "`", "[", "~": true
        case "*": scalars.count > 1
        case "_": !isBetweenLetters(scalars, place)
        case "\\": next.map { $0.isASCII && !isLetterOrDigit($0) } ?? true
        case "<": next.map { $0.properties.isAlphabetic || $0 == "/" || $0 == "!" || $0 == "?" } ?? false
        case "&": next.map { $0 == "#" || $0.properties.isAlphabetic } ?? false
        default: false
        }
      if isMark || startsLine && isCommentBlockMark(scalars, place) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return MarkdownSource(made: result)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// Whether a scalar of a line's first word would make the line a heading, a list, a quotation, a rule, a row of a table
  /// or a directive of DocC.
  private static func isCommentBlockMark(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    func isAll(_ marks: Set<Unicode.Scalar>) -> Bool { place == 0 && scalars.allSatisfy(marks.contains) }
    return switch scalars[place] {
    case "@", ">", "|": place == 0
    case "#": isAll(["#"])
    case "=": isAll(["="])
    case "+", "*": place == 0 && scalars.count == 1
    case "-", ":": isAll(["-", ":", "|"])
    case ".", ")": place == scalars.count - 1 && isNumber(scalars[..<place])
    default: false
    }
  }

  /// A code span. Its fence is longer than any run of grave accents in it; in a cell, bars are escaped before all else.
  ///
  /// - Parameter isDocC: whether two grave accents would begin a link to a symbol, so that code with grave accents has to
  ///   stand as words.
  static func code(_ words: String, in place: Place, isDocC: Bool = false) -> MarkdownSource {
    let line = words.replacing(scalar: "\n", with: " ")
    guard !line.isEmpty else { return "*(empty)*" }
    let longest = longestFence(in: line)
    if isDocC, longest > 0 { return escaped(line) }
    let fence = String(repeating: "`", count: longest + 1)
    let (first, last) = (line.utf8.first, line.utf8.last)
    let accent = UInt8(ascii: "`")
    let touches = first == accent || last == accent || first == UInt8(ascii: " ") && last == UInt8(ascii: " ")
    let padding = touches ? " " : ""
    let text = place == .cell ? line.replacing(scalar: "|", with: "\\|") : line
    return MarkdownSource(made: fence + padding + text + padding + fence)
  }

  /// The fence of a code block.
  static func blockFence(for text: String) -> MarkdownSource {
    MarkdownSource(made: String(repeating: "`", count: max(3, longestFence(in: text) + 1)))
  }

  /// The lines between two fences that ``blockFence(for:)`` gave.
  static func block(_ text: String) -> MarkdownSource { MarkdownSource(made: text) }

  /// A link; the address is encoded already.
  static func link(_ words: MarkdownSource, to address: String) -> MarkdownSource {
    "[\(words)](\(MarkdownSource(made: address)))"
  }

  /// An address, encoded already.
  static func address(_ address: String) -> MarkdownSource { MarkdownSource(made: address) }

  /// A Swift type as a link of DocC to its symbol.
  static func symbol(_ type: String) -> MarkdownSource {
    "``\(MarkdownSource(made: SwiftNames.path(type).text.replacing(scalar: ".", with: "/")))``"
  }

  /// The text of an attribute of HTML inside of Markdown.
  static func attribute(_ text: String) -> MarkdownSource {
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

  /// An underscore within a word begins and ends nothing.
  private static func isBetweenLetters(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard place > 0, place + 1 < scalars.count else { return false }
    return [scalars[place - 1], scalars[place + 1]].allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }

  /// Whether a scalar at the start of a line would make it a heading, a list, a rule, or a directive of DocC.
  private static func isBlockMark(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    switch scalars[place] {
    case "#", "-", "+", "=", ":", "@": place == 0
    case ".", ")": isNumber(scalars[..<place])
    default: false
    }
  }

  private static func isNumber(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    !scalars.isEmpty && scalars.allSatisfy { ("0"..."9").contains($0) }
  }
}
