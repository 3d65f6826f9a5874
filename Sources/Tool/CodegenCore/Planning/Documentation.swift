import JSONSchema
import SchemaRuntime

/// Builds the lines of doc comments: title, description, limits, and the location of the schema.
enum Documentation {
  /// - Parameter isSensitive: whether to omit everything that reveals the value.
  static func lines(
    _ keywords: Keywords, title: String?, location: String?, isSensitive: Bool = false
  ) -> [MarkdownSource] {
    var lines: [MarkdownSource] = []
    if let description = keywords.description {
      lines += CommentText(description).lines
    } else if let title {
      lines += CommentText(title).lines
    }
    var keywords = keywords
    if isSensitive { keywords.pattern = nil }
    let limits = limits(keywords)
    if !limits.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines.append("- Remark: \(limits.joined(separator: "; ")).")
    }
    if let location {
      if !lines.isEmpty { lines.append("") }
      lines.append("Generated from \(code(location)).")
    }
    return lines
  }

  /// The lines that name the type of which this one is a twin.
  static func lines(of view: SchemaView, _ name: String) -> [MarkdownSource] {
    switch view {
    case .request: ["\(code(name)) in requests, without the members that only the server sets."]
    case .response: ["\(code(name)) in responses, without the members that only the client sends."]
    }
  }

  /// The lines that describe the members whose names match patterns.
  static func lines(patterns: [String], isSensitive: Bool) -> [MarkdownSource] {
    if isSensitive { return ["The members whose names match a pattern, in order."] }
    return ["The members whose names match \(patterns.map { code($0) }.joined(separator: " or ")), in order."]
  }

  /// The lines that describe one value of an enumeration.
  static func lines(describing description: String?, isSensitive: Bool) -> [MarkdownSource] {
    isSensitive ? [] : description.map { CommentText($0).lines } ?? []
  }

  private static func code(_ text: String) -> MarkdownSource {
    MarkdownText.commentCode(SwiftText.lineComment(text))
  }

  /// Describes the constraints of the keywords.
  static func limits(_ keywords: Keywords) -> [MarkdownSource] {
    var limits: [MarkdownSource] = []
    func add(_ words: MarkdownSource?) { if let words { limits.append(words) } }
    func add(_ type: JSONType) {
      for measure in Measure.measures(of: type) {
        let range = keywords.lengths[measure]
        add(measure.words(least: range.least, most: range.most).map { MarkdownText.escaped($0) })
      }
    }
    add(.string)
    for words in keywords.bounds.words { add(MarkdownText.escaped(words)) }
    add(keywords.multipleOf.map { "a multiple of \($0)" })
    add(.array)
    if keywords.uniqueItems { add("unique items") }
    for keyword in TextKeyword.allCases {
      if let text = keywords.texts[keyword] { add("\(MarkdownText.escaped(keyword.summary)) \(code(text))") }
    }
    add(.object)
    return limits
  }
}
