import JSONSchema
import SchemaRuntime

// The keywords that only draft-03 has, or has in another form.
extension SchemaChanges {
  /// Changes a keyword; returns whether it did, because later drafts do not have it in this form.
  func changeOfDraft3(
    _ name: String, _ value: JSONValue, of schema: SchemaOutline.Schema, _ object: JSONObject, _ form: inout SchemaForm
  ) throws(RewritingError) -> Bool {
    func rename(_ new: String, _ path: [String] = [], _ value: SchemaForm.Value? = nil) {
      form.members.append(SchemaForm.Member(name, as: new, value))
      form.moves[name] = [new] + path
    }
    let alternatives = value.array ?? [value]
    let areNames = alternatives.allSatisfy { $0.string != nil }
    switch name {
    case "properties" where !schema.requiredMembers.isEmpty:
      form.members += [
        SchemaForm.Member(name),
        SchemaForm.Member(name, as: "required", .literal(.array(schema.requiredMembers.map { .string($0) }))),
      ]
    case "required": form.removed.insert(name)
    case "divisibleBy": rename("multipleOf")
    case "extends" where value == [], "items" where value == []: form.removed.insert(name)
    case "extends" where value.array == nil: rename("allOf", ["0"], .array([.source(name)]))
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
    form.members.append(SchemaForm.Member("format", as: "format", .literal(.string(format))))
    return true
  }
}
