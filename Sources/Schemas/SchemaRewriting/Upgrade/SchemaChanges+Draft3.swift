import JSONSchema
import SchemaRuntime

// The keywords that only draft-03 has, or has in another form.
extension SchemaChanges {
  /// Changes a keyword; returns whether it did, because later drafts do not have it in this form.
  func changeOfDraft3(
    _ name: String, _ value: JSONValue, of schema: SchemaOutline.Schema, _ object: JSONObject, _ form: inout SchemaForm
  ) throws(RewritingError) -> Bool {
    func rename(_ new: String, _ path: [String] = [], _ value: SchemaForm.Value = .same) {
      form.members.append(SchemaForm.Member(name, as: new, value))
      form.moves[name] = [new] + path
    }
    let alternatives = value.array ?? [value]
    let areNames = alternatives.allSatisfy { $0.string != nil }
    switch name {
    case "properties" where !schema.requiredMembers.isEmpty:
      let names = schema.requiredMembers.map { JSONValue.string($0).text() }
      form.members += [
        SchemaForm.Member(name),
        SchemaForm.Member(name, as: "required", .text("[" + names.joined(separator: ", ") + "]")),
      ]
    case "required": form.removed.insert(name)
    case "divisibleBy": rename("multipleOf")
    case "extends" where value == [], "items" where value == []: form.removed.insert(name)
    case "extends" where value.array == nil: rename("allOf", ["0"], .between("[", "]"))
    case "extends": rename("allOf")
    case "disallow": rename("not", areNames ? [] : ["anyOf"])
    case "type" where !areNames: rename("anyOf")
    case "type" where alternatives.contains("any"): form.removed.insert(name)
    case "format": return try changeFormatOfDraft3(value, of: schema, object, &form)
    default: return false
    }
    return true
  }

  private func changeFormatOfDraft3(
    _ value: JSONValue, of schema: SchemaOutline.Schema, _ object: JSONObject, _ form: inout SchemaForm
  ) throws(RewritingError) -> Bool {
    if value == "time" {
      try prefix("format", of: schema, object, "is a time without zone in draft-03", ", because no other is", &form)
      return true
    }
    guard let format = value.string.flatMap({ KeywordRule.formatsOfDraft3[$0] }), !becomesAsserted(.string(format))
    else { return false }
    form.members.append(SchemaForm.Member("format", as: "format", .text(JSONValue.string(format).text())))
    return true
  }
}

extension SchemaUpgrader {
  /// Writes a schema of draft-03 that is only the value of its `type`, as an object.
  func writeTypeAlone(_ node: UnsafeJSONNode, of document: Int, to output: inout [UInt8]) {
    let names = node.isArray ? Array(node.elements) : [node]
    let areNames = names.allSatisfy(\.isString)
    if areNames, names.contains(where: { $0.string == "any" }) { return output += "{}".utf8 }
    output += (areNames ? #"{ "type": "# : #"{ "anyOf": "#).utf8
    writeParts(of: node, in: document, areSchemas: !areNames, to: &output)
    output += " }".utf8
  }
}
