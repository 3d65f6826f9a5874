/// The one way from schema text into Markdown (GitHub's): what comes out says what went in, in a paragraph, in a
/// list item and in a cell of a table.
enum MarkdownText {
  /// Where the text stands.
  enum Place {
    case line, cell
  }

  static func of(_ phrase: Phrase, in place: Place, _ links: SiteLinks) -> String {
    var text = ""
    for run in phrase.runs {
      switch run {
      case .text(let words): text += escaped(words, startsLine: text.isEmpty && place == .line)
      case .code(let words): text += code(words, in: place, isDocC: links.isDocC)
      case .link(let words, let address): text += "[\(escaped(words))](\(links.link(to: address)))"
      }
    }
    return text
  }

  /// Words that Markdown shows as they are.
  static func escaped(_ words: String, startsLine: Bool = false) -> String {
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
    return result
  }

  /// A code span. Its fence is longer than any run of grave accents in it; in a cell, bars are escaped before all else.
  ///
  /// - Parameter isDocC: whether two grave accents would begin a link to a symbol, so that code with grave accents has to
  ///   stand as words.
  static func code(_ words: String, in place: Place, isDocC: Bool = false) -> String {
    let line = words.replacing("\n", with: " ")
    guard !line.isEmpty else { return "*(empty)*" }
    let longest = longestFence(in: line)
    if isDocC, longest > 0 { return escaped(line) }
    let fence = String(repeating: "`", count: longest + 1)
    let touches = line.hasPrefix("`") || line.hasSuffix("`") || line.hasPrefix(" ") && line.hasSuffix(" ")
    let padding = touches ? " " : ""
    let text = place == .cell ? line.replacing("|", with: "\\|") : line
    return fence + padding + text + padding + fence
  }

  /// The fence of a code block.
  static func blockFence(for text: String) -> String {
    String(repeating: "`", count: max(3, longestFence(in: text) + 1))
  }

  /// The text of an attribute of HTML inside of Markdown.
  static func attribute(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
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
