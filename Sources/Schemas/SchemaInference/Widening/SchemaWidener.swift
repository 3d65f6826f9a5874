import JSONSchema
import SchemaRuntime

/// Changes an inferred schema as little as necessary to accept further payloads.
///
/// The target of a reference is widened for all schemas that refer to it. Pending work waits in a queue, so definitions
/// that refer to themselves need no special treatment: each round goes one level deeper into the observed values.
struct SchemaWidener {
  let options: InferenceOptions
  private(set) var document: JSONObject
  var definitions: JSONObject
  /// The values still to be accepted by the document (nil) or one of its definitions.
  private var queue: [(definition: String?, value: ValueSummary, isSensitive: Bool)] = []
  /// Whether the current schema is marked `x-sensitive` or lies within one that is. Then no value or name from a
  /// payload is written into it.
  private(set) var isSensitive = false

  init(_ schema: JSONValue, options: InferenceOptions) throws(WideningError) {
    self.options = options
    guard let document = schema.object else { throw WideningError(pointer: JSONPointer(), kind: .notASchema) }
    self.document = document
    definitions = document["$defs"]?.object ?? JSONObject()
    if let dialect = document["$schema"]?.string, dialect != "https://json-schema.org/draft/2020-12/schema" {
      throw WideningError(pointer: JSONPointer(["$schema"]), kind: .dialect(dialect))
    }
  }

  /// Returns the schema, changed so that it also accepts the observed values.
  mutating func widened(with value: ValueSummary) throws(WideningError) -> JSONValue {
    queue = [(nil, value, false)]
    while let next = queue.popLast() {
      isSensitive = next.isSensitive
      if let name = next.definition {
        guard let schema = definitions[name] else { continue }
        let location = JSONPointer(["$defs", name])
        definitions[name] = try widen(schema, with: next.value, hint: NameHint(name), at: location)
      } else {
        let hint = NameHint(document["title"]?.string ?? "")
        let schema = try widen(.object(document), with: next.value, hint: hint, at: JSONPointer())
        guard let object = schema.object else { return schema }
        document = object
      }
    }
    let hadDefinitions = document["$defs"] != nil
    if hadDefinitions || !definitions.isEmpty { document["$defs"] = .object(definitions) }
    return .object(document)
  }

  // MARK: One schema

  mutating func widen(
    _ schema: JSONValue, with value: ValueSummary, hint: NameHint, at location: JSONPointer
  ) throws(WideningError) -> JSONValue {
    if schema.bool == true || value.isEmpty { return schema }
    if schema.bool == false { return fresh(value, hint, at: .other) }
    guard var keywords = schema.object else { throw WideningError(pointer: location, kind: .notASchema) }
    // Only keywords can make a schema reject a value.
    if value.isOpaque { return .object(keywords.onlyAnnotations) }
    try check(keywords, at: location)
    let outer = isSensitive
    isSensitive = outer || keywords["x-sensitive"] == true
    defer { isSensitive = outer }
    if keywords["$ref"] != nil {
      try enqueue(keywords, value, at: location)
    } else if let keyword = ["oneOf", "anyOf"].first(where: { keywords[$0] != nil }) {
      keywords = try widenChoice(keywords, keyword, with: value, hint: hint, at: location)
    } else if keywords.saysKind {
      keywords = try widenKinds(keywords, with: value, hint: hint, at: location)
    }
    return .object(keywords)
  }

  /// Throws for keywords that cannot be widened.
  private func check(_ keywords: JSONObject, at location: JSONPointer) throws(WideningError) {
    for name in keywords.keys where !Self.known.contains(name) && Self.assertions.contains(name) {
      throw WideningError(pointer: location.appending(name), kind: .keyword(name))
    }
    for name in ["minimum", "propertyNames"] {
      guard let value = keywords[name] else { continue }
      let isOurs = name == "minimum" ? value == 0 : NameSummary.Look.all.contains { $0.schema == value }
      if !isOurs { throw WideningError(pointer: location.appending(name), kind: .keyword(name)) }
    }
  }

  private static let known: Set = [
    "$ref", "$defs", "type", "enum", "const", "format", "minimum", "properties", "required", "additionalProperties",
    "propertyNames", "items", "oneOf", "anyOf",
  ]

  /// The keywords that can reject a value.
  private static let assertions = Set(
    KeywordRule.everyKeyword.filter { $0.effect == .asserts || $0.effect == .applies }.map(\.name)
  ).union(known)

  private mutating func enqueue(_ keywords: JSONObject, _ value: ValueSummary, at location: JSONPointer)
    throws(WideningError)
  {
    let text = keywords["$ref"]?.string ?? ""
    for name in keywords.keys where name != "$ref" && Self.known.contains(name) && name != "$defs" {
      throw WideningError(pointer: location.appending(name), kind: .keyword(name))
    }
    let tokens = text.hasPrefix("#") ? JSONPointer(String(text.dropFirst()))?.tokens : nil
    if tokens == [] {
      queue.append((nil, value, isSensitive))
    } else if let tokens, tokens.count == 2, tokens[0] == "$defs", definitions[tokens[1]] != nil {
      queue.append((tokens[1], value, isSensitive))
    } else {
      throw WideningError(pointer: location.appending("$ref"), kind: .reference(text))
    }
  }

  // MARK: New parts

  /// Returns a schema for values that the old schema does not describe.
  mutating func fresh(_ value: ValueSummary, _ hint: NameHint, at location: SchemaWriter.Location) -> JSONValue {
    if isSensitive { return value.kindsAlone }
    var shaper = Shaper(options: options)
    let type = shaper.sketch(value, hint: hint)
    let sharing = Sharing(root: type, objects: shaper.objects, hasDocument: false, options: options)
    let writer = SchemaWriter(sharing: sharing, options: options, taken: Set(definitions.keys))
    for (name, schema) in writer.definitions { definitions[name] = schema }
    return writer.schema(of: type, at: location)
  }

  /// Returns the schema that a reference leads to, or the schema itself without a reference.
  func target(of schema: JSONValue) -> JSONObject {
    var schema = schema
    for _ in 0...definitions.count {
      guard let text = schema["$ref"]?.string, text.hasPrefix("#/$defs/"),
        let name = JSONPointer(String(text.dropFirst()))?.tokens.last, let next = definitions[name]
      else { break }
      schema = next
    }
    return schema["$ref"]?.string == "#" ? document : schema.object ?? JSONObject()
  }
}

extension ValueSummary {
  /// A schema with the kinds of the values and nothing else.
  fileprivate var kindsAlone: JSONValue {
    var types: [JSONValue] = []
    if nullCount > 0 { types.append("null") }
    if booleanCount > 0 { types.append("boolean") }
    if numbers.count > 0 { types.append(numbers.isInteger ? "integer" : "number") }
    if strings.count > 0 { types.append("string") }
    if arrays.count > 0 { types.append("array") }
    if objects.count > 0 { types.append("object") }
    return isOpaque || types.isEmpty ? [:] : ["type": types.count == 1 ? types[0] : .array(types)]
  }

  /// Whether no value was seen.
  var isEmpty: Bool { kinds.isEmpty && nullCount == 0 && !isOpaque }
}

extension JSONObject {
  /// Whether the schema restricts the kinds of values; otherwise it accepts all kinds.
  fileprivate var saysKind: Bool { ["type", "enum", "const", "properties", "required"].contains { self[$0] != nil } }

  /// The keywords that reject nothing.
  fileprivate var onlyAnnotations: JSONObject {
    filter { ["title", "description", "$schema", "$id", "$defs", "x-sensitive"].contains($0.key) }
  }
}
