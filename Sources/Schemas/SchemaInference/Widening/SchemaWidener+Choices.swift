import SchemaRuntime

// Schemas that are a choice between kinds of values or between tagged objects.
extension SchemaWidener {
  mutating func widenChoice(
    _ schema: JSONObject, _ keyword: String, with value: ValueSummary, hint: NameHint, at location: JSONPointer
  ) throws(WideningError) -> JSONObject {
    var schema = schema
    var branches = schema[keyword]?.array ?? []
    var rest = value
    for (index, branch) in branches.enumerated() {
      let part = try rest.takeOut(for: target(of: branch), isOnlyObject: branches.count { hasObject($0) } == 1)
      guard !part.isEmpty else { continue }
      let branchLocation = JSONPointer(location.tokens + [keyword, String(index)])
      branches[index] = try widen(branch, with: part, hint: hint, at: branchLocation)
    }
    // All branches have a tag, but some objects do not, so they match no branch.
    let isTagged = branches.contains { target(of: $0).tag != nil }
    if isTagged, rest.objects.variants.contains(where: { $0.tag == nil }) {
      throw WideningError(pointer: location.appending(keyword), kind: .choice)
    }
    if !rest.isEmpty { branches += newBranches(rest, hint) }
    schema[keyword] = .array(branches)
    return schema
  }

  private func hasObject(_ branch: JSONValue) -> Bool { target(of: branch).admitsObjects }

  /// Returns branches for the remaining values: one for each tag, one for each other kind.
  private mutating func newBranches(_ rest: ValueSummary, _ hint: NameHint) -> [JSONValue] {
    var rest = rest
    var branches: [JSONValue] = []
    for variant in rest.objects.variants {
      guard let tag = variant.tag else { continue }
      let name = SchemaWriter.freeName(for: hint.branch(tag.text), among: Set(definitions.keys))
      definitions[name] = true
      var shaper = Shaper(options: options)
      let type = shaper.sketch(variant, hint: hint.branch(tag.text))
      let sharing = Sharing(root: type, objects: shaper.objects, hasDocument: false, options: options)
      let writer = SchemaWriter(sharing: sharing, options: options, taken: Set(definitions.keys))
      for (name, schema) in writer.definitions { definitions[name] = schema }
      definitions[name] = writer.definition(type, name)
      branches.append(["$ref": .string("#/$defs/" + JSONPointer.escaped(name))])
    }
    rest.objects.removeTagged()
    guard !rest.isEmpty else { return branches }
    let new = fresh(rest, hint, at: .other)
    return branches + (new["anyOf"]?.array ?? new["oneOf"]?.array ?? [new])
  }
}

extension ValueSummary {
  /// Removes and returns the values that belong to a branch of a choice.
  fileprivate mutating func takeOut(for branch: JSONObject, isOnlyObject: Bool) throws(WideningError) -> ValueSummary {
    var part = ValueSummary()
    let types: [String] =
      branch["type"]?.string.map { [$0] } ?? branch["type"]?.array?.compactMap(\.string)
      ?? (branch.admitsObjects ? ["object"] : branch["enum"]?.array?.map(\.type.rawValue) ?? [])
    for type in types {
      switch type {
      case "null": swap(&part.nullCount, &nullCount)
      case "boolean": swap(&part.booleanCount, &booleanCount)
      case "integer", "number": if part.numbers.count == 0 { swap(&part.numbers, &numbers) }
      case "string": swap(&part.strings, &strings)
      case "array": swap(&part.arrays, &arrays)
      case "object":
        if let tag = branch.tag {
          part.objects = objects.takeOut(tag)
        } else if isOnlyObject {
          swap(&part.objects, &objects)
        }
      default: break
      }
    }
    return part
  }
}

extension JSONObject {
  fileprivate var admitsObjects: Bool {
    self["type"] == "object" || self["properties"] != nil
      || self["type"]?.array?.contains(.string("object")) == true
  }

  /// The constant member that distinguishes a branch from the others.
  fileprivate var tag: ObjectVariants.Tag? {
    let required = self["required"]?.array ?? []
    for member in self["properties"]?.object ?? JSONObject() {
      guard let value = member.value["const"]?.string, required.contains(.string(member.key)) else { continue }
      return ObjectVariants.Tag(name: member.key, value: Array(value.utf8))
    }
    return nil
  }
}
