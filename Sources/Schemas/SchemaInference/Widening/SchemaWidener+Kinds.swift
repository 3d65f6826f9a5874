import SchemaRuntime

// Schemas with a `type`: of one kind of values, possibly with null, or of several plain kinds.
extension SchemaWidener {
  mutating func widenKinds(
    _ schema: JSONObject, with value: ValueSummary, hint: NameHint, at location: JSONPointer
  ) throws(WideningError) -> JSONObject {
    var schema = schema
    // Values are classified by their kinds, whether `type` names these or a list of values implies them.
    var types = schema.kinds
    var missing = ValueSummary()
    if value.numbers.count > 0, types.contains("integer"), !value.numbers.isInteger {
      types = types.map { $0 == "integer" ? "number" : $0 }
      schema.setKinds(types)
    }
    func admits(_ names: String...) -> Bool { names.contains { types.contains($0) } }
    if value.booleanCount > 0, !admits("boolean") { missing.booleanCount = value.booleanCount }
    if value.numbers.count > 0, !admits("integer", "number") { missing.numbers = value.numbers }
    if value.strings.count > 0, !admits("string") { missing.strings = value.strings }
    if value.arrays.count > 0, !admits("array") { missing.arrays = value.arrays }
    if value.objects.count > 0, !admits("object") { missing.objects = value.objects }
    if value.nullCount > 0, !admits("null") {
      schema.setKinds(types + ["null"])
      if let values = schema["enum"]?.array { schema["enum"] = .array(values + [.null]) }
      if let constant = schema["const"] {
        schema["const"] = nil
        schema["enum"] = [constant, .null]
      }
    }
    if admits("string"), value.strings.count > 0 {
      schema.widenStrings(value.strings, options, isSensitive: isSensitive)
    }
    if admits("integer", "number"), value.numbers.count > 0 { schema.widenNumbers(value.numbers) }
    if let element = value.arrays.elements.first, admits("array") {
      if schema["description"] == SchemaWriter.emptyArrays { schema["description"] = nil }
      if let items = schema["items"] {
        schema["items"] = try widen(items, with: element, hint: hint.element, at: location.appending("items"))
      }
    }
    if admits("object"), value.objects.count > 0 {
      var objects = value.objects
      objects.join(options)
      if let object = objects.variants.first?.object {
        try widenObject(&schema, with: object, hint: hint, at: location)
      }
    }
    return missing.isEmpty ? schema : adding(missing, to: schema, hint)
  }

  /// Returns a choice between the schema and values of other kinds.
  private mutating func adding(_ missing: ValueSummary, to schema: JSONObject, _ hint: NameHint) -> JSONObject {
    let new = fresh(missing, hint, at: .other)
    var outside: Set = ["$schema", "$id", "title", "description", "$defs", "x-sensitive"]
    // This description is about the arrays alone.
    if schema["description"] == SchemaWriter.emptyArrays { outside.remove("description") }
    let branch = schema.filter { !outside.contains($0.key) }
    var choice = schema.filter { outside.contains($0.key) }
    let others = new["anyOf"]?.array ?? [new]
    choice["anyOf"] = .array([.object(branch)] + others)
    return choice
  }

  private mutating func widenObject(
    _ schema: inout JSONObject, with object: ObjectSummary, hint: NameHint, at location: JSONPointer
  ) throws(WideningError) {
    var properties = schema["properties"]?.object ?? JSONObject()
    let isMap = schema["additionalProperties"]?.object != nil
    var others = object.others.first ?? ValueSummary()
    for member in object.members {
      let name = member.text
      if let known = properties[name] {
        let memberLocation = JSONPointer(location.tokens + ["properties", name])
        properties[name] = try widen(known, with: member.value, hint: hint.member(name), at: memberLocation)
      } else if isMap {
        others.merge(member.value, options)
      } else if isSensitive || member.name.contains(0) {
        // The name comes from the payload, so the member is accepted but not declared. A name with U+0000 stays
        // undeclared, because the generator rejects it.
        if schema["additionalProperties"]?.bool == false { schema["additionalProperties"] = nil }
      } else {
        properties[name] = fresh(member.value, hint.member(name), at: .member)
      }
    }
    if let rest = object.others.first {
      // There were too many names to keep: each value may belong to any member.
      for name in properties.keys {
        guard let known = properties[name] else { continue }
        let memberLocation = JSONPointer(location.tokens + ["properties", name])
        properties[name] = try widen(known, with: rest, hint: hint.member(name), at: memberLocation)
      }
    }
    if isMap, let values = schema["additionalProperties"] {
      let valuesLocation = location.appending("additionalProperties")
      schema["additionalProperties"] = try widen(values, with: others, hint: hint.element, at: valuesLocation)
      if let names = schema["propertyNames"], !object.names.looks.contains(where: { $0.schema == names }) {
        schema["propertyNames"] = nil
      }
    } else if !object.others.isEmpty {
      schema["additionalProperties"] = nil
    }
    let always = object.alwaysPresent
    let required = schema["required"]?.array ?? []
    let kept = required.filter { name in name.string.map { always.contains(Array($0.utf8)) } ?? false }
    if kept.count < required.count { schema["required"] = kept.isEmpty ? Optional.none : .array(kept) }
    if !properties.isEmpty { schema["properties"] = .object(properties) }
  }
}

// MARK: - Scalars

extension JSONObject {
  /// The kinds of values that a schema names or lists.
  fileprivate var kinds: [String] {
    switch self["type"] {
    case .string(let name): return [name]
    case .array(let names): return names.compactMap(\.string)
    case .null, .bool, .number, .object, nil: break
    }
    let listed = self["enum"]?.array ?? self["const"].map { [$0] } ?? []
    guard listed.isEmpty else { return listed.map(\.type.rawValue) }
    return ["object"]
  }

  fileprivate mutating func setKinds(_ kinds: [String]) {
    guard self["type"] != nil else { return }
    self["type"] = kinds.count == 1 ? .string(kinds[0]) : .array(kinds.map { .string($0) })
  }

  fileprivate mutating func widenStrings(
    _ strings: StringSummary, _ options: InferenceOptions, isSensitive: Bool
  ) {
    if let format = self["format"]?.string, !strings.formats.contains(where: { $0.keyword == format }) {
      self["format"] = nil
    }
    guard let listed = self["enum"]?.array ?? self["const"].map({ [$0] }) else { return }
    let seen = strings.entries.map { JSONValue.string(String(decoding: $0.text, as: UTF8.self)) }
    let new = seen.filter { !listed.contains($0) }
    if new.isEmpty, !strings.isFreeText { return }
    self["const"] = nil
    let count = listed.count + new.count
    if isSensitive || strings.isFreeText || count > options.maximumEnumValues {
      if self["type"] == nil { self["type"] = .string("string") }
      self["enum"] = nil
    } else {
      self["enum"] = .array(listed + new)
    }
  }

  fileprivate mutating func widenNumbers(_ numbers: NumberSummary) {
    if numbers.negativeCount > 0 { self["minimum"] = nil }
    if numbers.needsText, self["x-swift"] == nil { self["x-swift"] = ["type": "JSONNumber"] }
    guard self["enum"] != nil || self["const"] != nil else { return }
    // Lists of numbers are never inferred, and the observed values are not known here.
    if let listed = self["enum"]?.array ?? self["const"].map({ [$0] }), listed.contains(where: { $0.number != nil }) {
      self["enum"] = nil
      self["const"] = nil
      if self["type"] == nil { self["type"] = numbers.isInteger ? "integer" : "number" }
    }
  }
}
