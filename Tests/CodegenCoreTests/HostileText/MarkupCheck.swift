/// Checks HTML, Markdown and doc comments for markup from schema text. Each function returns the violations.
enum MarkupCheck {
  /// The HTML tags with the names of their attributes, `a href class`, and mistakes in quoting.
  static func tags(in html: String) -> [(name: String, attributes: [(name: String, value: String)])] {
    var tags: [(name: String, attributes: [(name: String, value: String)])] = []
    var rest = html.unicodeScalars[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      if rest.starts(with: "!--".unicodeScalars) {
        rest = after("-->", in: rest)
        continue
      }
      if rest.first == "/" || rest.first == "!" {
        rest = after(">", in: rest)
        continue
      }
      guard rest.first?.properties.isAlphabetic ?? false else {
        tags.append((name: "bare <", attributes: []))
        continue
      }
      let name = take(&rest) { !" \n>/".unicodeScalars.contains($0) }
      var attributes: [(name: String, value: String)] = []
      while true {
        _ = take(&rest) { " \n/".unicodeScalars.contains($0) }
        if rest.isEmpty { break }
        if rest.first == ">" {
          rest.removeFirst()
          break
        }
        let attribute = take(&rest) { !" \n=>".unicodeScalars.contains($0) }
        var value = ""
        if rest.starts(with: "=\"".unicodeScalars) {
          rest = rest.dropFirst(2)
          value = take(&rest) { $0 != "\"" }
          rest = rest.dropFirst()
        } else if rest.first == "=" {
          value = "no quotation mark"
          rest.removeFirst()
        }
        attributes.append((name: attribute, value: value))
      }
      tags.append((name: name, attributes: attributes))
    }
    return tags
  }

  /// The parts of a page that the templates do not write: other tags and attributes, and links with a scheme.
  static func faults(inHTML html: String, known: Set<String>) -> [String] {
    tags(in: html).flatMap { tag -> [String] in
      if !known.contains(tag.name) { return ["<\(tag.name)>"] }
      return tag.attributes.compactMap { attribute in
        if !known.contains(tag.name + " " + attribute.name) { return "<\(tag.name) \(attribute.name)>" }
        guard ["href", "src"].contains(attribute.name) else { return nil }
        let scheme = attribute.value.prefix { $0.isLetter || $0.isNumber || "+.-".contains($0) }
        let hasScheme = attribute.value.dropFirst(scheme.count).first == ":"
        return hasScheme && !isWebAddress(attribute.value) ? "\(attribute.name)=\(attribute.value)" : nil
      }
    }
  }

  /// Whether a link leads to the web and has no character that HTML or Markdown interprets.
  private static func isWebAddress(_ address: String) -> Bool {
    address.wholeMatch(of: /https?:\/\/[\p{L}0-9%][\p{L}0-9.:%\-]*(?:[\/?#](?:[A-Za-z0-9\-._~\/?#:@!$+,;=%]|&amp;)*)?/)
      != nil
  }

  /// The tags and attributes of templates.
  static func known(in templates: [String]) -> Set<String> {
    Set(
      templates.flatMap { template in
        tags(in: template.replacing(/\{\{[^}]*\}\}/, with: "")).flatMap { tag in
          [tag.name] + tag.attributes.map { tag.name + " " + $0.name }
        }
      })
  }

  /// The tags and attributes that descriptions make.
  static let ofDescriptions: Set<String> = [
    "p", "strong", "em", "del", "code", "br", "hr", "ul", "ol", "ol start", "li", "blockquote", "pre", "pre class",
    "pre tabindex", "div", "div class", "div tabindex", "table", "table class", "thead", "tbody", "tr", "td", "th",
    "th scope", "a", "a href",
  ]

  /// The parts of Markdown that are neither code, nor escaped, nor ours.
  static func faults(inMarkdown text: String, tags known: Set<String>) -> [String] {
    var faults: [String] = []
    var fence: Substring?
    // Making a regular expression takes longer than matching it.
    let article = /<doc:schema_[A-Za-z0-9_-]*>/
    let anchor = /<a id="[^"]*">/
    let link = /(?<escape>^|[^\\]|\\\\)\]\((?<target>[^ ()]*)\)/.matchingSemantics(.unicodeScalar)
    let scheme = /^[A-Za-z][A-Za-z0-9+.\-]*:/
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if line.hasPrefix("```"), !line.drop(while: { $0 == "`" }).contains("`") {
        fence = line.prefix { $0 == "`" }
        continue
      }
      // Our links: encoded addresses without a space or a scheme, except for DocC links to its articles.
      let linked = String(String.UnicodeScalarView(withoutCode(line)))
        .replacing(article, with: "")
        .replacing(anchor, with: "<a id=\"\">")
        .replacing(link) { match in
          if let scheme = match.target.firstMatch(of: scheme)?.output, scheme != "doc:",
            !isWebAddress(String(match.target)) || match.escape == "!"
          {
            faults.append(String(match.target))
          }
          return match.escape + "]()"
        }
      let words = Array(linked.unicodeScalars)
      for (index, scalar) in words.enumerated()
      where scalar == "$" && words[(index + 1)...].starts(with: "pwned".unicodeScalars) {
        if !isEscaped(words, index) { faults.append(String(line)) }
      }
      faults += self.faults(inHTML: linked, known: known)
    }
    if fence != nil { faults.append("a fence without an end") }
    return faults
  }

  /// The first fault in comments, outside of blocks of code.
  static func fault(inComments comments: [String]) -> String? {
    var isCode = false
    for comment in comments {
      if comment.firstMatch(of: /^\s*\/\/\/ *```[A-Za-z]*$/) != nil {
        isCode.toggle()
      } else if !isCode, let fault = fault(inComment: comment) {
        return fault
      }
    }
    return isCode ? "a fence without an end" : nil
  }

  /// What a line of a doc comment has, apart from words, code, links to the web, lists, quotations and tables.
  static func fault(inComment comment: String) -> String? {
    guard comment.hasPrefix("///") else { return nil }
    let line = comment.dropFirst(3).drop { $0 == " " }
    let words = Array(
      String(String.UnicodeScalarView(withoutCode(line)))
        .replacing(/(^|[^\\]|\\\\)\[((?:[^\[\]\\]|\\.)*)\]\(([^ ()]+)\)/.matchingSemantics(.unicodeScalar)) {
          isWebAddress(String($0.3)) ? $0.1 + "link" : String($0.0)
        }
        .replacing(/<(https?:[^ <>]+)>/) { isWebAddress(String($0.1)) ? "link" : String($0.0) }
        .unicodeScalars)
    if words.first == "@" || words.first == ">" && words.dropFirst(2).first?.properties.isAlphabetic != true {
      return comment
    }
    let heading = words.prefix { $0 == "#" }.count
    if heading > 0, words.count == heading || words[heading] == " " { return comment }
    if line.hasPrefix("* ") || line.hasPrefix("+ ") { return comment }
    if line.firstMatch(of: /^[-0-9.)]+ (?i:parameters?|returns|throws)[^:]*[^:\\]:/) != nil { return comment }
    if !line.isEmpty, line.allSatisfy({ "-=".contains($0) }) { return comment }
    for (index, scalar) in words.enumerated() {
      let isEscaped = isEscaped(words, index)
      let next = index + 1 < words.count ? words[index + 1] : " "
      if !isEscaped, "[`".unicodeScalars.contains(scalar) { return comment }
      if !isEscaped, scalar == "<", next.properties.isAlphabetic || "/!?".unicodeScalars.contains(next) {
        return comment
      }
    }
    return nil
  }

  /// Whether an odd number of backslashes precedes an index: of two, the first escapes the second.
  private static func isEscaped(_ words: [Unicode.Scalar], _ index: Int) -> Bool {
    !words[..<index].reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
  }

  /// Replaces each code span of a line by a letter: a run of unescaped backticks up to the next run of the same length.
  static func withoutCode(_ line: Substring) -> [Unicode.Scalar] {
    let scalars = Array(line.unicodeScalars)
    func run(at index: Int) -> Int { scalars[index...].prefix { $0 == "`" }.count }
    var result: [Unicode.Scalar] = []
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "`", !isEscaped(scalars, index) else {
        result.append(scalars[index])
        index += 1
        continue
      }
      let length = run(at: index)
      var end = index + length
      while end < scalars.count, run(at: end) != length { end += max(run(at: end), 1) }
      if end < scalars.count {
        result.append("c")
        index = end + length
      } else {
        result += scalars[index..<(index + length)]
        index += length
      }
    }
    return result
  }

  private static func take(_ rest: inout Substring.UnicodeScalarView, while holds: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: holds)
    rest = rest[taken.endIndex...]
    return String(Substring(taken))
  }

  private static func after(_ end: String, in text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var rest = text
    while !rest.isEmpty, !rest.starts(with: end.unicodeScalars) { rest.removeFirst() }
    return rest.dropFirst(end.unicodeScalars.count)
  }
}
