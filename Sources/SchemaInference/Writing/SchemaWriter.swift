import SchemaRuntime

/// Writes what ``Shaper`` and ``Sharing`` found as a schema of draft 2020-12.
struct SchemaWriter {
  let sharing: Sharing
  let options: InferenceOptions
  /// What definitions are called, by the object.
  private var names: [Int: String] = [:]
  /// The object for which the document itself stands.
  private var document: Int?

  /// - Parameter taken: names of definitions that exist already.
  init(sharing: Sharing, options: InferenceOptions, taken: Set<String> = []) {
    self.sharing = sharing
    self.options = options
    var taken = taken
    for place in sharing.definitions {
      let name = Self.freeName(for: sharing[place].hint, among: taken)
      taken.insert(name)
      names[place] = name
    }
  }

  private var words: Words { Words(sharing: sharing) }

  /// A name that is not taken: more of the way to the place, and a number only where that is not enough.
  static func freeName(for hint: NameHint, among taken: Set<String>) -> String {
    let spelled = (1...max(1, hint.parts.count)).lazy.map { hint.name($0) }
    if let name = spelled.first(where: { !taken.contains($0) }) { return name }
    return (2...(taken.count + 2)).lazy.map { hint.name(1) + String($0) }.first { !taken.contains($0) } ?? hint.name(1)
  }

  /// The whole document.
  mutating func document(_ root: TypeSketch, title: String) -> JSONValue {
    document = root.object.map { sharing.canonical[$0] }
    let description = "What all payloads seen have in common."
    var schema = JSONObject([("$schema", "https://json-schema.org/draft/2020-12/schema")])
    var content = JSONObject()
    // The document's own object is written here, and referred to as '#'.
    if root.isObjectAlone, let object = root.object {
      content = self.content(of: object)
    } else {
      document = nil
      content = keywords(of: root)
    }
    schema["title"] = .string(title)
    schema["description"] = .string(description)
    for member in content where schema[member.name] == nil { schema[member.name] = member.value }
    schema["title"] = .string(title)
    let definitions = definitions
    if !definitions.isEmpty { schema["$defs"] = .object(JSONObject(definitions)) }
    return .object(schema)
  }

  /// All definitions, with their names.
  var definitions: [(String, JSONValue)] {
    sharing.definitions.compactMap { place in names[place].map { ($0, JSONValue.object(content(of: place))) } }
  }

  /// What an object says, written in its place.
  func inline(_ type: TypeSketch) -> JSONObject {
    type.object.map { content(of: sharing.canonical[$0]) } ?? keywords(of: type)
  }

  // MARK: Values

  /// The schema of a value at a place of its own, such as a member.
  func schema(of type: TypeSketch, isRequired: Bool = true) -> JSONValue {
    var schema = keywords(of: type)
    if schema["description"] == nil { schema["description"] = .string(words.describe(type, schema)) }
    if !isRequired, let text = schema["description"]?.string {
      schema["description"] = .string(text + Words.notAlways)
    }
    return .object(schema.movingFirst("title", "description"))
  }

  /// The keywords that say what a value is.
  private func keywords(of type: TypeSketch) -> JSONObject {
    if type.isAnything { return JSONObject() }
    if type.kindCount == 0 { return JSONObject([("type", "null")]) }
    if type.kindCount == 1 { return single(type) }
    if let names = type.plainTypes { return JSONObject([("type", .array(names))]) }
    var branches = type.singles.flatMap { alternatives(of: $0) }
    if type.admitsNull { branches.append(["type": "null"]) }
    return JSONObject([("anyOf", .array(branches))])
  }

  /// The schemas of one kind of values: those of its branches where it is a choice itself.
  private func alternatives(of type: TypeSketch) -> [JSONValue] {
    let keywords = single(type)
    return keywords["oneOf"]?.array ?? [.object(keywords)]
  }

  /// The keywords of values that are all of one kind, or null.
  private func single(_ type: TypeSketch) -> JSONObject {
    if let object = type.object { return reference(to: object, admitsNull: type.admitsNull) }
    var schema = JSONObject([("type", type.typeName)])
    if let numbers = type.numbers {
      if numbers.count >= options.minimumBoundEvidence, numbers.negativeCount == 0 { schema["minimum"] = 0 }
      if numbers.needsText { schema["x-swift"] = ["type": "JSONNumber"] }
    } else if let strings = type.strings {
      if let values = strings.enumeration(options) {
        schema["enum"] = .array(values.map { .string($0) } + (type.admitsNull ? [.null] : []))
      } else if let format = strings.format(options) {
        schema["format"] = .string(format.keyword)
      }
    } else if let element = type.elements?.first, !element.isAnything {
      schema["items"] = self.schema(of: element)
    }
    return schema
  }

  // MARK: Objects

  /// The keywords of an object at a place: those of its definition, or its own.
  private func reference(to object: Int, admitsNull: Bool) -> JSONObject {
    let place = sharing.canonical[object]
    let target = place == document ? "#" : names[place].map { "#/$defs/" + JSONPointer.escaped($0) }
    if let target {
      let reference = JSONObject([("$ref", .string(target))])
      return admitsNull ? JSONObject([("anyOf", .array([.object(reference), ["type": "null"]]))]) : reference
    }
    var content = content(of: place)
    guard admitsNull else { return content }
    if let branches = content["oneOf"]?.array {
      content["oneOf"] = .array(branches + [["type": "null"]])
    } else {
      content["type"] = ["object", "null"]
    }
    return content
  }

  /// What an object is, title and description included.
  private func content(of place: Int) -> JSONObject {
    let object = sharing[place]
    var schema = JSONObject([("title", .string(object.hint.title))])
    schema["description"] = .string(words.describe(object))
    switch object.kind {
    case .record(let record): add(record, to: &schema)
    case .map(let look, let values):
      schema["type"] = "object"
      if let look { schema["propertyNames"] = look.schema }
      schema["additionalProperties"] = self.schema(of: values)
    case .union(_, let branches):
      let references = branches.map { JSONValue.object(reference(to: $0, admitsNull: false)) }
      schema["oneOf"] = .array(references)
    }
    return schema
  }

  private func add(_ record: RecordSketch, to schema: inout JSONObject) {
    schema["type"] = "object"
    var properties = JSONObject()
    // A member whose name holds U+0000 stays undeclared: the generator refuses it.
    let members = record.members.filter { !$0.name.unicodeScalars.contains("\0") }
    for member in members {
      if let tag = record.tag, tag.name == member.name {
        properties[member.name] = [
          "description": .string(Words.tag), "const": .string(tag.text),
        ]
      } else {
        properties[member.name] = self.schema(of: member.type, isRequired: member.isRequired)
      }
    }
    if !properties.isEmpty { schema["properties"] = .object(properties) }
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
  }
}

// MARK: - Kinds

extension TypeSketch {
  /// The value of `type` for values of one kind that are no objects.
  fileprivate var typeName: JSONValue {
    let name: JSONValue =
      admitsBoolean
      ? "boolean" : numbers.map { $0.isInteger ? "integer" : "number" } ?? (strings == nil ? "array" : "string")
    return admitsNull ? .array([name, "null"]) : name
  }

  /// The value of `type` for several kinds of which no more is said than their names; nil for others.
  fileprivate var plainTypes: [JSONValue]? {
    guard elements == nil, object == nil, numbers?.needsText != true else { return nil }
    return singles.map(\.typeName) + (admitsNull ? ["null"] : [])
  }
}

extension JSONObject {
  /// The same members, those of these names first.
  fileprivate func movingFirst(_ names: String...) -> JSONObject {
    let first = names.compactMap { name in self[name].map { (name, $0) } }
    return JSONObject(first + members.filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
  }
}
