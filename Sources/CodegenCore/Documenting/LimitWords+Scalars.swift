import JSONSchema
import SchemaRuntime

extension LimitWords {
  func numbers(_ keywords: Keywords) -> [Phrase] {
    var found: [Phrase] = []
    if let minimum = keywords.minimum, let maximum = keywords.maximum {
      found.append(minimum == maximum ? "exactly \(minimum.text)" : "from \(minimum.text) to \(maximum.text)")
    } else {
      let bounds: [Phrase?] = [
        keywords.minimum.map { "at least \($0.text)" }, keywords.exclusiveMinimum.map { "more than \($0.text)" },
        keywords.maximum.map { "at most \($0.text)" }, keywords.exclusiveMaximum.map { "less than \($0.text)" },
      ]
      let present = bounds.compactMap { $0 }
      if !present.isEmpty { found.append(present.joined(by: " and ")) }
    }
    if keywords.minimum != nil, keywords.maximum != nil {
      found += keywords.exclusiveMinimum.map { ["more than \($0.text)"] } ?? []
      found += keywords.exclusiveMaximum.map { ["less than \($0.text)"] } ?? []
    }
    if let divisor = keywords.multipleOf { found.append("a multiple of \(divisor.text)") }
    return found
  }

  func strings(_ keywords: Keywords) -> [Phrase] {
    var found: [Phrase] = []
    if let bytes = count(keywords.vendor.minUTF8Bytes, keywords.vendor.maxUTF8Bytes, "byte") {
      found.append("\(bytes) of UTF-8")
    }
    if let length = count(keywords.minLength, keywords.maxLength, "character") { found.append(length) }
    if let pattern = keywords.pattern { found.append("matches \(code: pattern)") }
    if let format = keywords.format {
      let isChecked = Format(keyword: format).map { assertedFormats.contains($0) } ?? false
      found.append(isChecked ? "format \(code: format)" : "format \(code: format) (a hint, not checked)")
    }
    switch (keywords.contentMediaType, keywords.contentEncoding) {
    case (let type?, let encoding?): found.append("holds \(code: type), encoded as \(code: encoding)")
    case (let type?, nil): found.append("holds \(code: type)")
    case (nil, let encoding?): found.append("encoded as \(code: encoding)")
    case (nil, nil): break
    }
    if let content = keywords.contentSchema { found.append("its content is \(types.phrase(for: content))") }
    return found
  }

  /// `1 to 100 items`, `at least 1 item`; nil when any number will do.
  func count(_ minimum: Int?, _ maximum: Int?, _ noun: String) -> Phrase? {
    switch (minimum ?? 0, maximum) {
    case (0, nil): nil
    case (let minimum, let maximum?) where minimum == maximum: "exactly \(maximum) \(plural(noun, maximum))"
    case (0, let maximum?): "at most \(maximum) \(plural(noun, maximum))"
    case (let minimum, nil): "at least \(minimum) \(plural(noun, minimum))"
    case (let minimum, let maximum?) where minimum > maximum:
      "at least \(minimum) and at most \(maximum) \(plural(noun, maximum))"
    case (let minimum, let maximum?): "\(minimum) to \(maximum) \(plural(noun, maximum))"
    }
  }

  private func plural(_ noun: String, _ count: Int) -> String { count == 1 ? noun : noun + "s" }
}
