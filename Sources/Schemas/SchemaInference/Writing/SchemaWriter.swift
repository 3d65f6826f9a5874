import SchemaRuntime

/// Writes the results of ``Shaper`` and ``Sharing`` as a schema of draft 2020-12.
struct SchemaWriter {
  let sharing: Sharing
  let options: InferenceOptions
  /// The names of definitions, by object.
  private var names: [Int: String] = [:]
  /// The object that the document itself represents.
  private var document: Int?

  /// - Parameter taken: the names of existing definitions.
  init(sharing: Sharing, options: InferenceOptions, taken: Set<String> = []) {
    self.sharing = sharing
    self.options = options
    var taken = taken
    for index in sharing.definitions {
      let name = Self.freeName(for: sharing[index].hint, among: taken)
      taken.insert(name)
      names[index] = name
    }
  }

  /// The description of arrays of which nothing is known but that they are arrays.
  static let emptyArrays: JSONValue = "Empty in all payloads."

  /// How a schema's location relates to the member that holds its value. The generator names the type of a member after
  /// the member, and that of its elements after the singular, so these need no title.
  enum Location {
    case member
    /// An element of a member that is an array, or a value of one that is a map.
    case element
    case other

    /// The location of an element of an array, or a value of a map, at this location.
    var inner: Location { self == .member ? .element : .other }
  }

  /// Returns a name that is not taken: adds outer parts of the path first, and a number only if that is not enough.
  static func freeName(for hint: NameHint, among taken: Set<String>) -> String {
    let spelled = (1...max(1, hint.parts.count)).lazy.map { hint.name($0) }
    if let name = spelled.first(where: { !taken.contains($0) }) { return name }
    return (2...(taken.count + 2)).lazy.map { hint.name(1) + String($0) }.first { !taken.contains($0) } ?? hint.name(1)
  }

  /// Returns the entire document.
  mutating func document(_ root: TypeSketch, title: String) -> JSONValue {
    // The document's own object is written here and referred to as '#'.
    document = root.isObjectAlone ? root.object.map { sharing.canonical[$0] } : nil
    var schema = JSONObject([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .string(title)),
    ])
    schema.merge(document.map { content(of: $0, at: .other) } ?? keywords(of: root, at: .other)) { first, _ in first }
    let definitions = definitions
    if !definitions.isEmpty { schema["$defs"] = .object(JSONObject(definitions)) }
    return .object(schema)
  }

  /// All definitions with their names.
  var definitions: [(String, JSONValue)] {
    sharing.definitions.compactMap { index in names[index].map { ($0, definition(of: index, $0)) } }
  }

  private func definition(of index: Int, _ name: String) -> JSONValue {
    let title = JSONObject([("title", .string(NameHint(name).title))])
    return .object(title.merging(content(of: index, at: .member)) { first, _ in first })
  }

  /// Returns the schema of an object to be defined under a name, without a reference.
  func definition(_ type: TypeSketch, _ name: String) -> JSONValue {
    type.object.map { definition(of: sharing.canonical[$0], name) } ?? schema(of: type, at: .other)
  }

  // MARK: Values

  /// Returns the schema of a value.
  func schema(of type: TypeSketch, at location: Location) -> JSONValue { .object(keywords(of: type, at: location)) }

  /// Returns the keywords that describe a value.
  private func keywords(of type: TypeSketch, at location: Location) -> JSONObject {
    if type.isAnything { return JSONObject() }
    if type.kindCount == 0 {
      // A member that was only null so far has other values that nobody has seen.
      return location == .member && options.minimumRequiredEvidence > 1
        ? ["description": "Null in all payloads."] : ["type": "null"]
    }
    if type.kindCount == 1 { return single(type, at: location) }
    if let names = type.plainTypes { return JSONObject([("type", .array(names))]) }
    var branches = type.singles.flatMap { alternatives(of: $0) }
    if type.admitsNull { branches.append(["type": "null"]) }
    return JSONObject([("anyOf", .array(branches))])
  }

  /// Returns the schemas of one kind of values: the branches if it is itself a choice.
  private func alternatives(of type: TypeSketch) -> [JSONValue] {
    let keywords = single(type, at: .other)
    return keywords["oneOf"]?.array ?? [.object(keywords)]
  }

  /// Returns the keywords of values of a single kind, or null.
  private func single(_ type: TypeSketch, at location: Location) -> JSONObject {
    if let object = type.object { return reference(to: object, admitsNull: type.admitsNull, at: location) }
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
    } else if let elements = type.elements {
      guard let element = elements.first else {
        return JSONObject([("description", Self.emptyArrays)]).merging(schema) { first, _ in first }
      }
      if !element.isAnything { schema["items"] = self.schema(of: element, at: location.inner) }
    }
    return schema
  }

  // MARK: Objects

  /// Returns the keywords of an object in some location: a reference to its definition, or its own keywords.
  private func reference(to object: Int, admitsNull: Bool, at location: Location) -> JSONObject {
    let index = sharing.canonical[object]
    let target = index == document ? "#" : names[index].map { "#/$defs/" + JSONPointer.escaped($0) }
    if let target {
      let reference = JSONObject([("$ref", .string(target))])
      return admitsNull ? JSONObject([("anyOf", .array([.object(reference), ["type": "null"]]))]) : reference
    }
    var content = content(of: index, at: location)
    guard admitsNull else { return content }
    if let branches = content["oneOf"]?.array {
      content["oneOf"] = .array(branches + [["type": "null"]])
    } else {
      content["type"] = ["object", "null"]
    }
    return content
  }

  /// Returns the complete schema of an object, with a title if its location does not name it.
  private func content(of index: Int, at location: Location) -> JSONObject {
    let object = sharing[index]
    var schema = JSONObject()
    if location == .other { schema["title"] = .string(object.hint.title) }
    switch object.kind {
    case .record(let record): add(record, to: &schema)
    case .map(let look, let values):
      schema["type"] = "object"
      if let look { schema["propertyNames"] = look.schema }
      schema["additionalProperties"] = self.schema(of: values, at: location.inner)
    case .union(_, let branches):
      let references = branches.map { JSONValue.object(reference(to: $0, admitsNull: false, at: .other)) }
      schema["oneOf"] = .array(references)
    }
    return schema
  }

  private func add(_ record: RecordSketch, to schema: inout JSONObject) {
    schema["type"] = "object"
    var properties = JSONObject()
    // A member whose name holds U+0000 stays undeclared: the generator rejects it.
    let members = record.members.filter { !$0.name.unicodeScalars.contains("\0") }
    for member in members {
      if let tag = record.tag, tag.name == member.name {
        properties[member.name] = ["const": .string(tag.text)]
      } else {
        properties[member.name] = self.schema(of: member.type, at: .member)
      }
    }
    if !properties.isEmpty { schema["properties"] = .object(properties) }
    let required = members.filter { record.isRequired($0, options) }.map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
  }
}

// MARK: - Kinds

extension TypeSketch {
  /// The value of `type` for values of one kind other than objects.
  fileprivate var typeName: JSONValue {
    let name: JSONValue =
      admitsBoolean
      ? "boolean" : numbers.map { $0.isInteger ? "integer" : "number" } ?? (strings == nil ? "array" : "string")
    return admitsNull ? .array([name, "null"]) : name
  }

  /// The value of `type` for several kinds that need no other keywords; nil otherwise.
  fileprivate var plainTypes: [JSONValue]? {
    guard elements == nil, object == nil, numbers?.needsText != true else { return nil }
    return singles.map(\.typeName) + (admitsNull ? ["null"] : [])
  }
}
