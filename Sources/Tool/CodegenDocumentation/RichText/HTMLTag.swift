import CodegenCore

/// A tag in a description whose meaning CommonMark can express, or that only arranges.
struct HTMLTag {
  enum Kind {
    case emphasis, strong, deleted, code, link, lineBreak, none
  }

  let kind: Kind
  let isEnd: Bool
  /// The target of a link to the web.
  var address: WebAddress?

  /// Returns nil for a tag without such a meaning, which is then text: `<token>`.
  init?(_ source: String) {
    if source.hasPrefix("<!--") {
      (kind, isEnd) = (.none, false)
      return
    }
    guard let name = Self.name(of: source) else { return nil }
    isEnd = source.hasPrefix("</")
    switch name {
    case "b", "strong": kind = .strong
    case "i", "em": kind = .emphasis
    case "s", "del", "strike": kind = .deleted
    case "code", "tt", "kbd", "samp": kind = .code
    case "a": kind = .link
    case "br": kind = .lineBreak
    case "p", "div", "span", "u", "sub", "sup", "small", "font", "big", "mark", "var", "abbr", "ul", "ol", "li":
      kind = .none
    default: return nil
    }
    if kind == .link { address = Self.target(of: source).flatMap { WebAddress($0) } }
  }

  private static func name(of source: some StringProtocol) -> String? {
    guard source.hasPrefix("<") else { return nil }
    let name = source.dropFirst().drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let end = source.dropFirst(source.hasPrefix("</") ? 2 : 1).dropFirst(name.count).first
    guard !name.isEmpty, end == ">" || end == "/" || end?.isWhitespace ?? false else { return nil }
    return name.lowercased()
  }

  private static func target(of source: String) -> Substring? {
    guard let start = source.lowercased().firstRange(of: "href=") else { return nil }
    let offset = source.lowercased().distance(from: source.lowercased().startIndex, to: start.upperBound)
    let value = source.dropFirst(offset)
    guard let mark = value.first, mark == "\"" || mark == "'" else { return nil }
    return value.dropFirst().prefix { $0 != mark }
  }

  // MARK: - Blocks

  /// Returns blocks of HTML as CommonMark; tags within a line are kept.
  static func commonMark(_ source: String) -> String {
    var result = ""
    var rest = source[...]
    while let start = rest.firstIndex(of: "<") {
      result += joined(rest[..<start])
      let tag = rest[start...].prefix { $0 != ">" } + ">"
      let isTag = tag.count <= rest[start...].count
      if rest[start...].hasPrefix("<!--") {
        rest = rest[start...].firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
      } else if isTag, let mark = mark(of: tag) {
        result += mark
        rest = rest[start...].dropFirst(tag.count)
      } else {
        result += "<"
        rest = rest[start...].dropFirst()
      }
    }
    return result + joined(rest)
  }

  /// Returns what a tag of a block stands for; nil for another tag.
  private static func mark(of tag: some StringProtocol) -> String? {
    let isEnd = tag.hasPrefix("</")
    guard let name = name(of: tag) else { return nil }
    switch name {
    case "p", "div", "section", "aside", "article", "ul", "ol", "dl", "table", "thead", "tbody", "details",
      "blockquote":
      return "\n\n"
    case "tr", "dt", "dd", "summary", "caption": return "\n\n"
    case "td", "th": return isEnd ? " " : ""
    case "li": return isEnd ? "\n" : "\n- "
    case "h1", "h2", "h3", "h4", "h5", "h6":
      return isEnd ? "\n\n" : "\n\n" + String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " "
    case "br": return "\\\n"
    case "hr": return "\n\n---\n\n"
    case "img", "center": return ""
    default: return nil
    }
  }

  /// Returns text in which lines are not indented, which would be code.
  private static func joined(_ text: Substring) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset == 0 ? String($0.element) : String($0.element.drop(while: \.isWhitespace)) }
      .joined(separator: "\n")
  }
}
