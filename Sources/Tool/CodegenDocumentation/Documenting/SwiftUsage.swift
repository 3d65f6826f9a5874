import CodegenCore

/// The Swift code on a page: from payload to value and back.
enum SwiftUsage {
  static func tokens(_ usage: DocumentationPage.Usage) -> [CodeToken] {
    var tokens = reading(usage)
    if usage.isWritten {
      tokens += [word("\n"), word("let", .keyword), word(" text = "), word("try", .keyword), word(" value.json()")]
    }
    tokens += [word("\n"), word("let", .keyword), word(" issues = "), word("try", .keyword), word(" ")]
    tokens += [
      word(usage.typeName, .type), word(".issues(in: bytes)"), word("  // all errors, as text", .comment),
    ]
    return tokens
  }

  /// Returns the line that reads a payload.
  private static func reading(_ usage: DocumentationPage.Usage) -> [CodeToken] {
    [word("let", .keyword), word(" value = "), word("try", .keyword), word(" "), word(usage.typeName, .type)]
      + [word("(json: bytes)"), word("  // parses, validates and decodes", .comment)]
  }

  /// Returns the lines next to an example: the expression for the same value and how to write it, or else how to read
  /// it.
  static func tokens(building expression: [CodeToken]?, _ usage: DocumentationPage.Usage) -> [CodeToken] {
    guard let expression else {
      return [word("let", .keyword), word(" value = "), word("try", .keyword), word(" "), word(usage.typeName, .type)]
        + [word("(json: bytes)")]
    }
    let writing = [word("\n"), word("let", .keyword), word(" text = "), word("try", .keyword), word(" value.json()")]
    return expression + (usage.isWritten ? writing : [])
  }

  private static func word(_ text: String, _ kind: CodeToken.Kind = .plain) -> CodeToken {
    CodeToken(text: text, kind: kind)
  }
}
