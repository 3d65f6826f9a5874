/// The words for symbols in names.
enum Symbols {
  /// Splits text into words, with a word for every symbol, except spaces and separators beside words, such as a hyphen
  /// between them.
  ///
  /// - Parameter hasSigns: whether a hyphen before a number is a minus.
  static func words(_ text: String, hasSigns: Bool = false) -> [String] {
    var words: [String] = []
    var rest = text.unicodeScalars[...]
    var isAfterWord = false
    let hasWords = text.unicodeScalars.contains { NameWords.isPart($0) }
    while let first = rest.first {
      if NameWords.isPart(first) {
        let word = rest.prefix { NameWords.isPart($0) }
        words.append(String(word))
        rest = rest[word.endIndex...]
        isAfterWord = true
        continue
      } else if let (symbol, word) = long.first(where: { rest.starts(with: $0.symbol.unicodeScalars) }) {
        words.append(word)
        rest = rest.dropFirst(symbol.unicodeScalars.count)
      } else {
        rest = rest.dropFirst()
        let isHyphen = isAfterWord && first == "-" && !(hasSigns && rest.first.map { "0"..."9" ~= $0 } ?? false)
        if let word = short[first] ?? (hasWords ? nil : separators[first]), !isHyphen {
          words.append(isAfterWord && first == "#" ? "sharp" : word)
        }
      }
      isAfterWord = false
    }
    return words
  }

  private static let long: [(symbol: String, word: String)] = [
    ("<=", "lessOrEqual"), (">=", "greaterOrEqual"), ("!=", "notEqual"), ("<>", "notEqual"), ("==", "equal"),
    ("=~", "matches"), ("&&", "and"), ("||", "or"), ("**", "power"),
  ]

  private static let short: [Unicode.Scalar: String] = [
    "+": "plus", "-": "minus", "<": "less", ">": "greater", "=": "equal", "*": "asterisk", "%": "percent",
    "&": "and", "|": "or", "!": "not", "?": "question", "#": "hash", "@": "at", "$": "dollar", "^": "caret",
    "~": "tilde", "€": "euro", "£": "pound", "°": "degree", "…": "ellipsis", "∞": "infinity",
  ]

  private static let separators: [Unicode.Scalar: String] = [
    "_": "underscore", ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "/": "slash", "\\": "backslash",
    "'": "quote", "\"": "quote", "`": "backtick", "(": "parenthesis", "[": "bracket", "{": "brace", " ": "space",
    "\n": "newline", "\t": "tab",
  ]
}
