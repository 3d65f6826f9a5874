import JSONSchema
import SchemaRuntime

// What OpenAPI 3.1 makes of schemas of OpenAPI 3.0.
extension SchemaChanges {
  /// Returns the new form of a description; nil if it stays.
  func hostForm(of document: SchemaDocument) -> SchemaForm? {
    guard document.extent != .whole, target.draft == .draft2020, let root = document.root.object else { return nil }
    var form = SchemaForm(members: root.keys.map { SchemaForm.Member($0) })
    if let version = root["openapi"], (version.string ?? version.text()).hasPrefix("3.0") {
      form.replace("openapi", with: "3.1.0")
    }
    if let uri = root["jsonSchemaDialect"]?.string, let dialect = Dialect.all.first(where: { $0.schemaURI == uri }),
      dialect.draft < target.draft
    {
      form.replace("jsonSchemaDialect", with: .string(target.schemaURI))
    }
    return form.isChanged ? form : nil
  }

  /// Changes a keyword; returns whether it did.
  func changeOfOpenAPI(
    _ name: String, _ value: JSONValue, of schema: SchemaOutline.Schema, _ object: JSONObject, _ form: inout SchemaForm
  ) throws(RewritingError) -> Bool {
    switch (name, value.string) {
    case ("nullable", _): form.removed.insert(name)
    case ("example", _) where object["examples"] == nil:
      form.members.append(SchemaForm.Member(name, as: "examples", .array([.source(name)])))
    case ("examples", _) where value.array == nil:
      try prefix(name, of: schema, object, "is a list in OpenAPI 3.1", "", &form)
    case ("format", "byte") where object["contentEncoding"] == nil:
      form.members.append(SchemaForm.Member(name, as: "contentEncoding", .literal("base64")))
    case ("format", "binary") where object["contentMediaType"] == nil:
      form.members.append(SchemaForm.Member(name, as: "contentMediaType", .literal("application/octet-stream")))
    default: return false
    }
    return true
  }

  /// Admits null where `nullable` did.
  func admitNull(to schema: SchemaOutline.Schema, _ object: JSONObject, _ form: inout SchemaForm) {
    let isPractice = schema.dialect.isPractice
    guard object["nullable"] == true || isPractice && hasNullablePart(object, schema) else { return }
    let composed = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"].filter { object[$0] != nil }
    guard isPractice, !composed.isEmpty else {
      append("null", to: "type", of: object, &form)
      if isPractice, object["enum"] != nil { append(.null, to: "enum", of: object, &form) }
      return
    }
    let asserting = form.members.filter { isAsserting($0, schema.dialect) }
    guard let first = asserting.first, let place = form.members.firstIndex(where: { $0.source == first.source })
    else { return }
    // The usual detour for a reference.
    if asserting.count == 1, first.source == "allOf", object["allOf"]?.array?.count == 1 {
      form.members[place] = SchemaForm.Member("allOf", as: "anyOf", .appended("allOf", ["type": "null"]))
      form.moves["allOf"] = ["anyOf"]
      return
    }
    let entries = asserting.map { SchemaForm.Entry(name: $0.name, value: $0.value) }
    form.members[place] = SchemaForm.Member(
      first.source, as: "anyOf", .array([.object(entries), .literal(["type": "null"])]))
    let moved = Set(asserting.map(\.source))
    form.members = form.members.indices.filter { $0 == place || !moved.contains(form.members[$0].source) }
      .map { form.members[$0] }
    for member in asserting {
      form.moves[member.source] = ["anyOf", "0"] + (form.moves[member.source] ?? [member.name])
    }
  }

  private func append(_ value: JSONValue, to name: String, of object: JSONObject, _ form: inout SchemaForm) {
    guard let old = object[name], let place = form.members.firstIndex(where: { $0.source == name }) else { return }
    if old.array?.contains(value) ?? false { return }
    form.members[place].value = old.array == nil ? .literal([old, value]) : .appended(name, value)
  }

  /// Whether a part of `allOf` says nothing but that null is valid.
  private func hasNullablePart(_ object: JSONObject, _ schema: SchemaOutline.Schema) -> Bool {
    (object["allOf"]?.array ?? []).contains { part in
      part["nullable"] == true
        && part.object?.allSatisfy { !isAsserting(SchemaForm.Member($0.key), schema.dialect) } ?? false
    }
  }

  private func isAsserting(_ member: SchemaForm.Member, _ dialect: Dialect) -> Bool {
    if member.source == "discriminator" || member.source == "$ref" { return true }
    guard let rule = dialect.keyword(named: member.source) ?? target.keyword(named: member.name) else { return false }
    switch rule.effect {
    case .annotates: return false
    case .asserts, .applies: return true
    case .identifies: return false
    }
  }
}
