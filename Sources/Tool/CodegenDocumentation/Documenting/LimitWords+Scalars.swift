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
    if let pattern = keywords.pattern { found.append("matches \(code: pattern)") }
    if let format = keywords.format {
      let isChecked = Format(keyword: format).map { assertedFormats.contains($0) } ?? false
      found.append(isChecked ? "format \(code: format)" : "format \(code: format) (a hint, not checked)")
    }
    switch (keywords.contentMediaType, keywords.contentEncoding) {
    case (let type?, let encoding?): found.append("contains \(code: type), encoded as \(code: encoding)")
    case (let type?, nil): found.append("contains \(code: type)")
    case (nil, let encoding?): found.append("encoded as \(code: encoding)")
    case (nil, nil): break
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
