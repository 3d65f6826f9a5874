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
      lines += paragraphs(description)
    } else if let title {
      lines += paragraphs(title)
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
    isSensitive ? [] : description.map { paragraphs($0) } ?? []
  }

  /// Wraps a text into lines of at most 110 characters and keeps its own line breaks. Text between backticks is code
  /// and stays on one line; Markdown and DocC syntax in all other text is escaped.
  static func paragraphs(_ text: String) -> [MarkdownSource] {
    var lines: [MarkdownSource] = []
    for paragraph in SwiftText.visible(text).split(separator: "\n", omittingEmptySubsequences: false) {
      var line: MarkdownSource = ""
      for word in words(of: Prose.phrase(paragraph)) {
        var text = MarkdownText.comment(word, startsLine: line.isEmpty)
        if !line.isEmpty, line.count + text.count + 1 > 110 {
          lines.append(line)
          line = ""
          text = MarkdownText.comment(word, startsLine: true)
        }
        line += (line.isEmpty ? "" : " ") + text
      }
      lines.append(line)
    }
    return lines
  }

  /// Splits text at spaces; a code span is never split.
  private static func words(of phrase: Phrase) -> [Phrase] {
    var words: [Phrase] = []
    var word = Phrase()
    func close() {
      if !word.isEmpty { words.append(word) }
      word = Phrase()
    }
    for run in phrase.runs {
      guard case .text(let text) = run else {
        word.append(run)
        continue
      }
      for (index, part) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { close() }
        word.append(.text(String(part)))
      }
    }
    close()
    return words
  }

  private static func code(_ text: String) -> MarkdownSource {
    MarkdownText.commentCode(SwiftText.lineComment(text))
  }

  /// Describes the constraints of the keywords.
  static func limits(_ keywords: Keywords) -> [MarkdownSource] {
    var limits: [MarkdownSource] = []
    func add(_ words: MarkdownSource?) { if let words { limits.append(words) } }
    func add(_ type: JSONType) {
      for (measure, limit) in keywords.lengths.all where measure.type == type {
        add(MarkdownText.escaped(measure.words(limit)))
      }
    }
    add(.string)
    for words in keywords.bounds.words { add(MarkdownText.escaped(words)) }
    add(keywords.multipleOf.map { "a multiple of \($0)" })
    add(.array)
    if keywords.uniqueItems { add("unique items") }
    add(keywords.pattern.map { "matches \(code($0))" })
    add(keywords.format.map { "format \(code($0))" })
    add(.object)
    return limits
  }
}
