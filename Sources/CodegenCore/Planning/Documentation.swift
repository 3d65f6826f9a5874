import JSONSchema
import SchemaRuntime

/// The lines of doc comments: title, description, limits, and where the schema is.
enum Documentation {
  static func lines(_ keywords: Keywords, title: String?, location: String?) -> [String] {
    var lines: [String] = []
    if let description = keywords.description {
      lines += paragraphs(description)
    } else if let title {
      lines += paragraphs(title)
    }
    let limits = limits(keywords)
    if !limits.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines.append("- Remark: " + limits.joined(separator: "; ") + ".")
    }
    if let location {
      if !lines.isEmpty { lines.append("") }
      lines.append("Generated from `\(SwiftText.visible(location))`.")
    }
    return lines
  }

  /// A text in lines of at most 110 characters, its own line breaks kept.
  static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    for paragraph in SwiftText.visible(text).split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty, line.count + word.count + 1 > 110 {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
      lines.append(line)
    }
    return lines
  }

  /// What the keywords ask for, in words.
  static func limits(_ keywords: Keywords) -> [String] {
    var limits: [String] = []
    func add(_ words: String?) { if let words { limits.append(words) } }
    add(keywords.vendor.maxUTF8Bytes.map { "at most \($0) bytes of UTF-8" })
    add(keywords.vendor.minUTF8Bytes.map { "at least \($0) bytes of UTF-8" })
    add(keywords.maxLength.map { "at most \($0) characters" })
    add(keywords.minLength.map { "at least \($0) character\($0 == 1 ? "" : "s")" })
    add(keywords.minimum.map { "at least \($0)" })
    add(keywords.exclusiveMinimum.map { "more than \($0)" })
    add(keywords.maximum.map { "at most \($0)" })
    add(keywords.exclusiveMaximum.map { "less than \($0)" })
    add(keywords.multipleOf.map { "a multiple of \($0)" })
    add(keywords.minItems.map { "at least \($0) item\($0 == 1 ? "" : "s")" })
    add(keywords.maxItems.map { "at most \($0) items" })
    if keywords.uniqueItems { add("unique items") }
    add(keywords.pattern.map { "matches `\(SwiftText.visible($0))`" })
    add(keywords.format.map { "format `\(SwiftText.visible($0))`" })
    return limits
  }
}
