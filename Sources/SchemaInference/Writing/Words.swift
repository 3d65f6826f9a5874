import SchemaRuntime
import SchemaStrings

/// Descriptions for inferred schemas, made from their structure and never from observed values.
struct Words {
  let sharing: Sharing

  static let tag = "The kind of this object."
  static let notAlways = " May be absent."

  func describe(_ object: ObjectSketch) -> String {
    switch object.kind {
    case .record(let record):
      if let tag = record.tag { return "The objects whose `\(tag.name)` is `\(tag.text)`." }
      return "An object with the members of \(Self.article(object.hint.phrase))."
    case .map(let look, let values):
      let name = look.map { "Each name is \($0.words)." } ?? "The names are data."
      return "\(Self.capitalized(phrase(values))) for every name. \(name)"
    case .union(let tag, let branches):
      return "One of \(branches.count) kinds of objects, distinguished by `\(tag)`."
    }
  }

  /// Returns a description of the values at a location, given the keywords written for them.
  func describe(_ type: TypeSketch, _ schema: JSONObject) -> String {
    Self.describe(schema) ?? Self.capitalized(phrase(type)) + "."
  }

  /// Returns a description of values to be used inside a sentence.
  private func phrase(_ type: TypeSketch) -> String {
    if type.isAnything { return "any value (none was observed)" }
    let phrases = type.singles.map { single($0) } + (type.admitsNull ? ["null"] : [])
    guard let last = phrases.last, phrases.count > 1 else { return phrases.first ?? "any value" }
    return phrases.dropLast().joined(separator: ", ") + " or " + last
  }

  private func single(_ type: TypeSketch) -> String {
    if let numbers = type.numbers { return Self.phrase(numbers.isInteger ? "integer" : "number", nil) }
    if type.strings != nil { return Self.phrase("string", nil) }
    if let elements = type.elements {
      guard let element = elements.first else { return "a list, empty in all payloads" }
      return "a list; each element is " + phrase(element)
    }
    guard let object = type.object else { return Self.phrase("boolean", nil) }
    return Self.article(sharing[object].hint.phrase)
  }

  private static func article(_ phrase: String) -> String {
    guard let first = phrase.unicodeScalars.first else { return phrase }
    return ("aeiou".unicodeScalars.contains(first) ? "an " : "a ") + phrase
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

// MARK: - Descriptions of keywords

extension Words {
  /// Returns a description of scalar values based only on the keywords, so that it can be updated with them; nil for
  /// schemas of arrays and objects, and for choices.
  static func describe(_ schema: JSONObject) -> String? {
    guard let type = schema["type"] else { return nil }
    var names = type.string.map { [$0] } ?? type.array?.compactMap(\.string) ?? []
    let isNullable = names.count > 1 && names.contains("null")
    if isNullable { names.removeAll { $0 == "null" } }
    guard !names.isEmpty, !names.contains("array"), !names.contains("object") else { return nil }
    if schema["enum"] != nil { return "One of a few strings" + (isNullable ? " or null." : ".") }
    let format = names == ["string"] ? schema["format"]?.string : nil
    let phrases = names.map { phrase($0, format) } + (isNullable ? ["null"] : [])
    let last = phrases.last ?? ""
    let text = phrases.count > 1 ? phrases.dropLast().joined(separator: ", ") + " or " + last : last
    return capitalized(text) + "."
  }

  private static func phrase(_ type: String, _ format: String?) -> String {
    switch type {
    case "integer": "an integer"
    case "number": "a number"
    case "boolean": "true or false"
    case "null": "null"
    default: format.flatMap { Format(keyword: $0) }?.facts.words ?? "text"
    }
  }
}
