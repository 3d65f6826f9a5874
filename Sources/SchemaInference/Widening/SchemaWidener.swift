import JSONSchema
import SchemaRuntime

/// Changes an inferred schema as little as it takes to accept further payloads.
///
/// What a reference leads to is widened for all that refer to it. Work waits in a queue, so that definitions which
/// refer to themselves are no special case: each round looks one level deeper into what was seen.
struct SchemaWidener {
  let options: InferenceOptions
  private(set) var document: JSONObject
  var definitions: JSONObject
  /// What is still to be accepted by the document (nil) or one of its definitions.
  private var queue: [(definition: String?, value: ValueSummary, isSensitive: Bool)] = []
  /// Whether the schema at hand is marked `x-sensitive` or lies in one that is: then no value and no name of a payload
  /// is written into it.
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

  /// The schema that also accepts what a summary has seen.
  mutating func widened(with value: ValueSummary) throws(WideningError) -> JSONValue {
    queue = [(nil, value, false)]
    while let next = queue.popLast() {
      isSensitive = next.isSensitive
      if let name = next.definition {
        guard let schema = definitions[name] else { continue }
        let place = JSONPointer(["$defs", name])
        definitions[name] = try widen(schema, with: next.value, hint: NameHint(name), at: place)
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
    _ schema: JSONValue, with value: ValueSummary, hint: NameHint, at place: JSONPointer
  ) throws(WideningError) -> JSONValue {
    if schema.bool == true || value.isEmpty { return schema }
    if schema.bool == false { return fresh(value, hint) }
    guard var keywords = schema.object else { throw WideningError(pointer: place, kind: .notASchema) }
    // Nothing but its keywords makes a schema refuse something.
    if value.isOpaque { return .object(keywords.onlyAnnotations) }
    try check(keywords, at: place)
    let before = keywords
    let outer = isSensitive
    isSensitive = outer || keywords["x-sensitive"] == true
    defer { isSensitive = outer }
    if keywords["$ref"] != nil {
      try enqueue(keywords, value, at: place)
    } else if let keyword = ["oneOf", "anyOf"].first(where: { keywords[$0] != nil }) {
      keywords = try widenChoice(keywords, keyword, with: value, hint: hint, at: place)
    } else if keywords.saysKind {
      keywords = try widenKinds(keywords, with: value, hint: hint, at: place)
    }
    keywords.renewDescription(before)
    return .object(keywords)
  }

  /// Refuses keywords of which it is not known how to widen them.
  private func check(_ keywords: JSONObject, at place: JSONPointer) throws(WideningError) {
    for name in keywords.names where !Self.known.contains(name) && Self.assertions.contains(name) {
      throw WideningError(pointer: place.appending(name), kind: .keyword(name))
    }
    for name in ["minimum", "propertyNames"] {
      guard let value = keywords[name] else { continue }
      let isOurs = name == "minimum" ? value == 0 : NameSummary.Look.all.contains { $0.schema == value }
      if !isOurs { throw WideningError(pointer: place.appending(name), kind: .keyword(name)) }
    }
  }

  private static let known: Set = [
    "$ref", "$defs", "type", "enum", "const", "format", "minimum", "properties", "required", "additionalProperties",
    "propertyNames", "items", "oneOf", "anyOf",
  ]

  /// The keywords that can refuse a value.
  private static let assertions = Set(
    KeywordRule.everyKeyword.filter { $0.effect == .asserts || $0.effect == .applies }.map(\.name)
  ).union(known)

  private mutating func enqueue(_ keywords: JSONObject, _ value: ValueSummary, at place: JSONPointer)
    throws(WideningError)
  {
    let text = keywords["$ref"]?.string ?? ""
    for name in keywords.names where name != "$ref" && Self.known.contains(name) && name != "$defs" {
      throw WideningError(pointer: place.appending(name), kind: .keyword(name))
    }
    let tokens = text.hasPrefix("#") ? JSONPointer(String(text.dropFirst()))?.tokens : nil
    if tokens == [] {
      queue.append((nil, value, isSensitive))
    } else if let tokens, tokens.count == 2, tokens[0] == "$defs", definitions[tokens[1]] != nil {
      queue.append((tokens[1], value, isSensitive))
    } else {
      throw WideningError(pointer: place.appending("$ref"), kind: .reference(text))
    }
  }

  // MARK: New parts

  /// A schema for something of which the old one says nothing.
  mutating func fresh(_ value: ValueSummary, _ hint: NameHint, isRequired: Bool = true) -> JSONValue {
    if isSensitive { return value.kindsAlone }
    var shaper = Shaper(options: options)
    let type = shaper.sketch(value, hint: hint)
    let sharing = Sharing(root: type, objects: shaper.objects, hasDocument: false, options: options)
    let writer = SchemaWriter(sharing: sharing, options: options, taken: Set(definitions.names))
    for (name, schema) in writer.definitions { definitions[name] = schema }
    return writer.schema(of: type, isRequired: isRequired)
  }

  /// What a schema is after its reference, if it has one.
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
  /// A schema that says of which kinds the values are, and nothing else of them.
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

  /// Whether nothing was seen.
  var isEmpty: Bool { kinds.isEmpty && nullCount == 0 && !isOpaque }
}

extension JSONObject {
  /// Whether the schema says of which kinds values are; one that does not accepts them all.
  fileprivate var saysKind: Bool { ["type", "enum", "const", "properties", "required"].contains { self[$0] != nil } }

  /// The keywords that refuse nothing.
  fileprivate var onlyAnnotations: JSONObject {
    JSONObject(
      members.filter { ["title", "description", "$schema", "$id", "$defs", "x-sensitive"].contains($0.name) }
        .map { ($0.name, $0.value) })
  }

  /// Puts the words for what the schema says now in the place of those for what it said before, where they are ours.
  fileprivate mutating func renewDescription(_ before: JSONObject) {
    guard let text = self["description"]?.string, let old = Words.describe(before), text.hasPrefix(old),
      let new = Words.describe(self), old != new
    else { return }
    self["description"] = .string(new + text.dropFirst(old.count))
  }
}
