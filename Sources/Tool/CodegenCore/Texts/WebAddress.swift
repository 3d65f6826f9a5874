import SchemaRuntime

/// An address on the web, `https` or `http`, for links in descriptions. Text becomes one only here.
package struct WebAddress: Hashable {
  /// The address in characters that neither HTML nor Markdown interprets, except for `&`.
  package let text: String

  /// Returns nil for text that is no such address.
  package init?(_ written: some StringProtocol) {
    guard let scheme = Self.schemes.first(where: { written.lowercased().hasPrefix($0) }) else { return nil }
    let rest = written.dropFirst(scheme.count)
    guard let first = rest.first, first.isLetter || first.isNumber else { return nil }
    // A host, without credentials that would look like one.
    let host = rest.prefix { !"/?#".contains($0) }
    guard host.allSatisfy({ $0.isLetter || $0.isNumber || ".-:".contains($0) }) else { return nil }
    text = scheme + String(rest).percentEncoded { Self.isPlain(Unicode.Scalar($0)) }
  }

  static let schemes = ["https://", "http://"]

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/", "?", "#", ":", "@", "!", "$", "&", "+", ",", ";",
      "=",
      "%":
      true
    default: false
    }
  }
}

extension Phrase {
  /// The phrase with links for the web addresses in its text: `https://example.com/a`, and `[words](https://…)` as
  /// Markdown writes it.
  var linked: Phrase {
    guard runs.contains(where: { if case .text(let text) = $0 { text.contains("://") } else { false } }) else {
      return self
    }
    var linked = Phrase()
    for run in withPlainLinks.runs {
      if case .text(let text) = run { linked.appendLinked(text) } else { linked.append(run) }
    }
    return linked
  }

  /// The phrase with the code in the words of links as text.
  private var withPlainLinks: Phrase {
    var plain = Phrase()
    for (index, run) in runs.enumerated() {
      guard case .code(let code) = run, !code.contains(where: { "[]".contains($0) }), index + 1 < runs.count,
        case .text(let before)? = plain.runs.last, case .text(let after) = runs[index + 1],
        Self.opening((before + code)[...]) != nil,
        let end = after.firstRange(of: "](http"), !after[..<end.lowerBound].contains(where: { "[]".contains($0) })
      else {
        plain.append(run)
        continue
      }
      plain.append(.text(code))
    }
    return plain
  }

  private mutating func appendLinked(_ text: String) {
    var rest = text[...]
    while let start = rest.firstRange(of: "http") {
      let found = Self.address(in: rest[start.lowerBound...])
      let isWord = rest[..<start.lowerBound].last.map { $0.isLetter || $0.isNumber } ?? false
      guard let found, !isWord else {
        append(.text(String(rest[..<start.upperBound])))
        rest = rest[start.upperBound...]
        continue
      }
      var before = rest[..<start.lowerBound]
      var words = found.written
      var after = rest[found.written.endIndex...]
      if after.first == ")", before.hasSuffix("]("), let open = Self.opening(before.dropLast(2)) {
        words = before[before.index(after: open)..<before.index(before.endIndex, offsetBy: -2)]
        before = before[..<open]
        // A picture is a link: pages load nothing from elsewhere.
        if before.hasSuffix("!") { before = before.dropLast() }
        after = after.dropFirst()
      }
      append(.text(String(before)))
      append(.url(String(words), found.address))
      rest = after
    }
    append(.text(String(rest)))
  }

  /// Returns the index of the bracket that opens a link's words; nil if they are empty.
  private static func opening(_ text: Substring) -> Substring.Index? {
    guard let open = text.lastIndex(of: "["), !text[open...].contains("]"), text[open...].count > 1 else { return nil }
    return open
  }

  /// Returns the address at the beginning of a text, without the punctuation of the sentence around it.
  private static func address(in text: Substring) -> (written: Substring, address: WebAddress)? {
    var written = text.prefix { !$0.isWhitespace && !"<>\"`|".contains($0) }
    while let last = written.last {
      let isExtra =
        switch last {
        case ".", ",", ";", ":", "!", "?", "'", "*", "_": true
        case ")": written.count { $0 == "(" } < written.count { $0 == ")" }
        case "]": written.count { $0 == "[" } < written.count { $0 == "]" }
        case "}": written.count { $0 == "{" } < written.count { $0 == "}" }
        default: false
        }
      guard isExtra else { break }
      written = written.dropLast()
    }
    // `[words](https://a)(b)`: the bracket closes the link.
    if let close = written.firstRange(of: ")(") ?? written.firstRange(of: ")[") {
      written = written[..<close.lowerBound]
    }
    return WebAddress(written).map { (written, $0) }
  }
}
