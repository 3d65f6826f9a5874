import CodegenCore
import JSONSchema
import SchemaRuntime

extension LimitWords {
  func numbers(_ keywords: Keywords) -> [Phrase] {
    var found: [Phrase] = []
    var bounds = keywords.bounds
    if let minimum = bounds[.minimum], let maximum = bounds[.maximum] {
      found.append(minimum == maximum ? "exactly \(minimum.text)" : "from \(minimum.text) to \(maximum.text)")
      (bounds[.minimum], bounds[.maximum]) = (nil, nil)
      found += bounds.words.map { "\($0)" }
    } else if !bounds.words.isEmpty {
      found.append("\(bounds.words.joined(separator: " and "))")
    }
    if let divisor = keywords.multipleOf { found.append("a multiple of \(divisor.text)") }
    return found
  }

  func strings(_ keywords: Keywords) -> [Phrase] {
    var found: [Phrase] = []
    found += lengths(.string, keywords)
    for keyword in TextKeyword.allCases {
      guard let text = keywords.texts[keyword] else { continue }
      let isHint = keyword == .format && !(Format(keyword: text).map { assertedFormats.contains($0) } ?? false)
      found.append("\(keyword.summary) \(code: text)\(isHint ? " (a hint, not checked)" : "")")
    }
    if let content = keywords.contentSchema { found.append("its content is \(types.phrase(for: content))") }
    return found
  }

  /// Returns the length limits of values of a type: `1 to 100 items`, `at least 1 item`.
  func lengths(_ type: JSONType, _ keywords: Keywords) -> [Phrase] {
    Measure.measures(of: type).compactMap { measure in
      let range = keywords.lengths[measure]
      return measure.words(least: range.least, most: range.most).map { "\($0)" }
    }
  }
}
