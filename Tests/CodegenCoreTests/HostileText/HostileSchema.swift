import SchemaRuntime
import TestSupport

/// A random schema with text in every slot that tries to escape from it: the quotation marks, brackets, line breaks and
/// markers of Swift, HTML, Markdown, DocC and Mustache, and lines longer than any writer's width.
///
/// Every such text contains ``canary``, which no identifier can contain: it is never seen outside literals, comments
/// and text.
struct HostileSchema {
  static let canary = "$pwned"

  private var random: SeededRandom
  private var definitions: [String] = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The path of the schema's file: as hostile as a path can be.
  mutating func path(_ number: Int) -> String {
    let name = text().unicodeScalars.filter { $0 != "/" && $0.properties.generalCategory != .control }
    let folder = oneIn(2) ? "" : "f\(String(String.UnicodeScalarView(name.reversed().prefix(30))))/"
    return folder + "s\(number)" + String(String.UnicodeScalarView(name.prefix(60))) + ".schema.json"
  }

  /// The schema, an object or a choice.
  mutating func schema() -> JSONValue {
    definitions = (0..<below(3)).map { _ in name() }
    var members = oneIn(8) ? value(depth: 2) : oneIn(6) ? choice(depth: 2) : object(depth: 2)
    members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    if !definitions.isEmpty {
      let names = definitions
      members["$defs"] = .object(JSONObject(names.map { ($0, .object(oneIn(2) ? object(depth: 1) : value(depth: 1))) }))
    }
    return .object(members)
  }

  // MARK: - Kinds of schemas

  private mutating func any(depth: Int) -> JSONValue {
    if depth > 0, oneIn(3) { return .object(object(depth: depth - 1)) }
    if depth > 0, oneIn(5) { return .object(choice(depth: depth - 1)) }
    if !definitions.isEmpty, oneIn(5), let name = definitions.randomElement(using: &random) {
      return ["$ref": .string("#/$defs/" + Self.fragment(name))]
    }
    return oneIn(20) ? .bool(oneIn(2)) : .object(value(depth: depth))
  }

  private mutating func object(depth: Int) -> JSONObject {
    var schema: JSONObject = ["type": "object"]
    let names = unique((0..<below(5)).map { _ in name() })
    schema["properties"] = .object(JSONObject(names.map { ($0, any(depth: depth)) }))
    if oneIn(2) { schema["required"] = .array(names.filter { _ in oneIn(2) }.map { .string($0) }) }
    if oneIn(4) { schema["additionalProperties"] = oneIn(2) ? false : any(depth: depth) }
    if oneIn(6) { schema["patternProperties"] = .object([pattern(): any(depth: 0)]) }
    if oneIn(8) { schema["propertyNames"] = ["pattern": .string(pattern()), "description": .string(text())] }
    if oneIn(8), names.count > 1 { schema["dependentRequired"] = .object([names[0]: [.string(names[1])]]) }
    if oneIn(8), names.count > 1 { schema["dependentSchemas"] = .object([names[0]: any(depth: 0)]) }
    if oneIn(8) { schema["unevaluatedProperties"] = false }
    if oneIn(6) { schema["x-patch"] = true }
    if oneIn(6) { schema["allOf"] = [["description": .string(text()), "required": [.string(name())]]] }
    annotate(&schema, [:])
    return schema
  }

  private mutating func choice(depth: Int) -> JSONObject {
    var schema: JSONObject = [:]
    let tag = name()
    let branches = (0..<(2 + below(3))).map { _ -> JSONValue in
      switch below(4) {
      case 0: return .object(value(depth: 0))
      case 1: return any(depth: 0)
      default:
        let text = text()
        return [
          "type": "object", "title": .string(self.text()),
          "properties": .object([tag: ["const": .string(text)], name(): any(depth: 0)]),
          "required": [.string(tag)],
        ]
      }
    }
    schema[oneIn(2) ? "oneOf" : "anyOf"] = .array(branches)
    annotate(&schema, .string(text()))
    return schema
  }

  private mutating func value(depth: Int) -> JSONObject {
    var schema: JSONObject
    var example = JSONValue.string(text())
    switch below(8) {
    case 0:
      let values = unique((0..<(1 + below(4))).map { _ in text() })
      schema = ["enum": .array(values.map { .string($0) })]
      if oneIn(2) { schema["x-enum-varnames"] = .array(unique(values.map { _ in name() }, filling: values.count)) }
      example = .string(values[0])
    case 1:
      schema = ["const": example]
    case 2:
      schema = ["type": "integer", "minimum": -5, "maximum": .number(JSONNumber(below(1000)))]
      example = 3
    case 3:
      schema = ["type": "number", "multipleOf": 0.5]
      example = 2.5
    case 4:
      schema = ["type": "array", "items": any(depth: depth - 1)]
      if oneIn(3) { schema["x-lossy"] = true }
      if oneIn(3) { schema["contains"] = ["const": .string(text())] }
      example = []
    case 5:
      let values = unique((0..<(1 + below(3))).map { _ in text() })
      schema = ["anyOf": [["enum": .array(values.map { .string($0) })], ["type": "string"]]]
      example = .string(values[0])
    case 6:
      schema = ["enum": [example, 1, true, nil, [.string(text())], .object([name(): .string(text())])]]
    default:
      schema = ["type": oneIn(4) ? ["string", "null"] : "string"]
      if oneIn(3) { schema["pattern"] = .string(pattern()) }
      if oneIn(4) { schema["format"] = .string(oneIn(2) ? "date-time" : text()) }
      if oneIn(6) { schema["maxLength"] = .number(JSONNumber(below(90))) }
      if oneIn(8) { schema["contentMediaType"] = .string(text()) }
      if oneIn(8) { schema["x-sensitive"] = true }
    }
    annotate(&schema, example)
    return schema
  }

  private mutating func annotate(_ schema: inout JSONObject, _ value: JSONValue) {
    if oneIn(2) { schema["description"] = .string(text() + (oneIn(3) ? "\n" + text() : "")) }
    if oneIn(3) { schema["title"] = .string(text()) }
    if oneIn(3) { schema["default"] = value }
    if oneIn(4) { schema["examples"] = [value, .string(text())] }
    if oneIn(5) { schema["$comment"] = .string(text()) }
    if oneIn(6) { schema["deprecated"] = true }
    if oneIn(8) { schema["x-vendor-\(below(9))"] = .object([name(): .string(text())]) }
  }

  // MARK: - Texts

  /// The name of a member or definition: anything except NUL, which is refused.
  private mutating func name() -> String {
    let text = oneIn(3) ? Self.fragments.randomElement(using: &random) ?? "" : self.text()
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }))
  }

  /// A regular expression that matches a hostile text.
  private mutating func pattern() -> String {
    var pattern = "^"
    for scalar in text().unicodeScalars.prefix(40) {
      if "^$\\.*+?()[]{}|/".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }

  private mutating func text() -> String {
    var text = oneIn(2) ? Self.canary : ""
    for _ in 0..<(1 + below(4)) {
      text += Self.fragments.randomElement(using: &random) ?? ""
      if oneIn(3) { text += " " }
    }
    if oneIn(8) { text += String(repeating: Self.words.randomElement(using: &random) ?? "", count: 2 + below(8)) }
    return text
  }

  /// Words of which a few make a line longer than any width, with the characters at which writers break lines.
  private static let words = [
    "of many words (some in parentheses), ", "a || b && (c) ?? d ", "if x { y(z) } = ", "\"a\": \"b\", (",
    "\\(\\\\\" = { (",
    "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", "` `` ``` ", "日本語の文章（括弧つき）", "👩‍👩‍👧‍👦 (family) ",
  ]

  private static let fragments = [
    // Swift
    "\"", "\\", "\\\"", "\"\"\"", "\"\"\"#", "\"#", "\"##", "\\#($pwned)", "\\##($pwned)", "\\($pwned)", "#\"", "*/",
    "/*", "//",
    "\"; let a = $pwned //", "\n$pwned()\n", "\r$pwned()", "\r\n$pwned", "\u{2028}$pwned", "\u{2029}$pwned",
    "\u{85}$pwned",
    "\u{b}$pwned", "\u{c}$pwned", "\0", "\0$pwned", "\u{1}", "}", "{", "}}", "`$pwned`", "`", "``", "#if $pwned",
    "#sourceLocation(",
    "@available(*, unavailable)", "@_silgen_name", " = ", " || ", ": ", " { ", " }", "(", ")", ").", "self", "Type",
    "init",
    "default", "String", "a b", "_", "é", "e\u{301}", "$0",
    // Unicode
    "\u{301}", "\u{301}\"", "\u{200d}", "\u{fe0f}\"", "\u{1f3fb}\"", "\u{0d4e}", "\u{202e}$pwned", "\u{2066}",
    "\u{feff}", "\u{e0001}",
    "\u{ad}", "\u{34f}", "\u{3164}", "\u{10ffff}", "\u{fffd}", "𝒜", "ﬀ", "İ", "ß",
    // HTML
    "<script>$pwned()</script>", "\"><img src=x onerror=$pwned()>", "' onclick='$pwned()", "javascript:$pwned()",
    "</title>",
    "<!--", "-->", "</pre></code>", "]]>", "&lt;b&gt;", "&#60;", "&quot;",
    // Markdown, DocC
    "[a](javascript:$pwned)", "![a](https://x/$pwned)", "[a]: $pwned", "<https://x/$pwned>", "<doc:$pwned>",
    "``$pwned``",
    "```\n$pwned\n", "\n\n@Metadata {\n", "@Comment { $pwned", "\n# $pwned", "\n- $pwned", "\n- Parameter $pwned: b",
    "\n1. $pwned",
    "\n> $pwned", "\n    $pwned", "\n***\n", "\n---\n", "\n===\n", "\n| $pwned | b |\n|---|---|\n", "|", "**$pwned**",
    "_$pwned_", "~~$pwned~~",
    "</details>$pwned",
    // Mustache, JSON
    "{{$pwned}}", "{{{$pwned}}}", "{{#$pwned}}", "{{>$pwned}}", "{{=<% %>=}}", "\",\"a\":\"", "\\u0022", "\\u{22}",
  ]

  // MARK: - Chance

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &random) }
  private mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// Texts with different UTF-8 that are also different to Swift.
  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// Different texts, none of them empty.
  private func unique(_ texts: [String], filling count: Int) -> [JSONValue] {
    texts.enumerated().map { .string($1 + "\($0)") }
  }

  /// A name as a token of a pointer in a fragment.
  private static func fragment(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "~"): return "~0"
      case UInt8(ascii: "/"): return "~1"
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }.joined()
  }
}
