import JSONSchema
import SchemaRuntime

/// What a newer dialect makes of the keywords of older drafts.
struct SchemaChanges {
  let outline: SchemaOutline
  let target: Dialect
  /// The formats that values are checked for, whatever the dialect says.
  private let assertedFormats: Set<Format>
  /// Whether `contains` would mark elements for `unevaluatedItems`, as it does only in 2020-12.
  private let hidesContains: Bool
  /// The name of the dynamic anchor that replaces `$recursiveAnchor`.
  private let recursiveName: String

  init(_ outline: SchemaOutline, to target: Dialect, _ assertedFormats: Set<Format>) {
    (self.outline, self.target, self.assertedFormats) = (outline, target, assertedFormats)
    func members(_ schema: SchemaOutline.Schema) -> JSONObject {
      outline.documents[schema.document].root[schema.pointer]?.object ?? JSONObject()
    }
    hidesContains = outline.schemas.contains { schema in
      schema.dialect.draft == .draft2019 && schema.isObject && members(schema)["unevaluatedItems"] != nil
    }
    let taken = Set(
      outline.schemas.flatMap { schema in
        schema.isObject ? ["$anchor", "$dynamicAnchor"].compactMap { members(schema)[$0]?.string } : []
      })
    var name = "recursive"
    while taken.contains(name) { name += "_" }
    recursiveName = name
  }

  /// Returns the form of a schema; throws if there is none.
  func form(of schema: SchemaOutline.Schema, _ object: JSONObject) throws(RewritingError) -> SchemaForm {
    var form = SchemaForm()
    let dialect = schema.dialect
    guard Dialect.all.contains(dialect) || dialect.isOfHost else {
      throw outline.error("schemas of the dialect \(dialect.name) cannot be upgraded", at: schema)
    }
    let isOld = dialect.draft < target.draft && (!dialect.isOfHost || dialect == .openAPI30)
    for (name, value) in object {
      if isOld {
        try change(name, value, of: schema, object, dialect, &form)
      } else {
        form.members.append(SchemaForm.Member(name))
      }
    }
    // Without '$schema', a document is one of draft 2020-12.
    if target.draft >= .v1, schema.pointer.tokens.isEmpty, isOld, object["$schema"] == nil { form.dialect = target }
    if isOld, dialect == .openAPI30 { admitNull(to: schema, object, &form) }
    return form
  }

  private func change(
    _ name: String, _ value: JSONValue, of schema: SchemaOutline.Schema, _ object: JSONObject, _ dialect: Dialect,
    _ form: inout SchemaForm
  ) throws(RewritingError) {
    func rename(_ new: String, _ value: SchemaForm.Value? = nil) {
      form.members.append(SchemaForm.Member(name, as: new, value))
      if new != name { form.moves[name] = [new] }
    }
    func remove() { form.removed.insert(name) }
    if schema.isReferenceAlone, isIgnored(name, dialect) { return remove() }
    if dialect == .openAPI30, try changeOfOpenAPI(name, value, of: schema, object, &form) { return }
    if dialect.keyword(named: name)?.isRetired ?? true {
      return try changeUnknown(name, of: schema, object, dialect, &form)
    }
    if dialect.draft == .draft3, try changeOfDraft3(name, value, of: schema, object, &form) { return }
    switch name {
    case "$schema": rename(name, .literal(.string(target.schemaURI)))
    case dialect.identifierKeyword: try changeIdentifier(name, value, of: schema, object, dialect, &form)
    case "$anchor": try checkAnchor(value, of: schema, name, &form)
    case "definitions" where object["$defs"] == nil: rename("$defs")
    case "definitions" where target.keyword(named: name) == nil:
      throw outline.error("expected either 'definitions' or '$defs', which replaces it, found both", at: schema, name)
    case "$vocabulary" where target.keyword(named: name) == nil:
      throw outline.error("\(target) has no vocabularies, of which this schema makes a dialect", at: schema, name)
    case "format" where becomesAsserted(value):
      try prefix(name, of: schema, object, "is only an annotation in \(dialect.name)", ", so that it stays one", &form)
    case "$ref" where target.draft >= .v1: rename(name, try iri(value, of: schema, name))
    case "items" where value.array != nil: rename("prefixItems")
    case "additionalItems":
      if object["items"]?.array != nil { rename("items") } else { remove() }
    case "dependencies":
      let lists = value.object?.values.filter { $0.array != nil || $0.string != nil }.count ?? 0
      if lists > 0 { form.members.append(SchemaForm.Member(name, as: "dependentRequired", .names(true))) }
      if lists < value.object?.count ?? 0 {
        form.members.append(SchemaForm.Member(name, as: "dependentSchemas", .names(false)))
      }
      if lists == 0, value.object?.isEmpty ?? true { remove() }
      form.moves[name] = ["dependentSchemas"]
      if object["dependentRequired"] != nil && lists > 0 || object["dependentSchemas"] != nil {
        throw outline.error("expected either 'dependencies' or what replaces it, found both", at: schema, name)
      }
    case "exclusiveMaximum" where value.bool != nil, "exclusiveMinimum" where value.bool != nil: remove()
    case "maximum" where object["exclusiveMaximum"]?.bool == true: rename("exclusiveMaximum")
    case "minimum" where object["exclusiveMinimum"]?.bool == true: rename("exclusiveMinimum")
    case "$recursiveAnchor":
      let isRoot = outline.resources[schema.resource].pointer == schema.pointer
      guard value.bool == true, isRoot else { return remove() }
      rename("$dynamicAnchor", .literal(.string(recursiveName)))
    case "$recursiveRef":
      let isDynamic = schema.references.contains { $0.keyword == .recursiveRef && $0.dynamicAnchor != nil }
      if isDynamic {
        rename("$dynamicRef", .literal(.string("#" + recursiveName)))
      } else {
        try changeStatic(name, "#", of: schema, object, &form)
      }
    case "$dynamicRef" where target.draft >= .v1: try changeDynamic(name, value, of: schema, object, &form)
    case "contains" where hidesContains && dialect.draft == .draft2019:
      let keywords = ["contains", "minContains", "maxContains"].filter { object[$0] != nil }
      let free = try freeApplicator(["not", "allOf", "anyOf", "oneOf"], in: object, of: schema, name)
      let isList = free != "not"
      let inner = SchemaForm.Value.object([SchemaForm.Entry(name: "not", value: .members(keywords))])
      form.members.append(
        SchemaForm.Member(
          name, as: free, isList ? .array([.object([SchemaForm.Entry(name: "not", value: inner)])]) : inner))
      form.moves[name] = isList ? [free, "0", "not", "not", name] : ["not", "not", name]
    case "minContains" where hidesContains && object["contains"] != nil,
      "maxContains" where hidesContains && object["contains"] != nil:
      remove()
    default: rename(name)
    }
  }

  /// Whether a sibling of `$ref`, which the dialect ignores, would have an effect.
  private func isIgnored(_ name: String, _ dialect: Dialect) -> Bool {
    if ["$ref", "$schema", "definitions"].contains(name) { return false }
    guard let rule = target.keyword(named: name) ?? dialect.keyword(named: name) else { return false }
    switch rule.effect {
    case .annotates: return false
    case .asserts, .applies: return true
    case .identifies: return name != "$defs"
    }
  }

  /// Renames a keyword without effect where the new dialect has one of this name, or permits no unknown ones.
  private func changeUnknown(
    _ name: String, of schema: SchemaOutline.Schema, _ object: JSONObject, _ dialect: Dialect,
    _ form: inout SchemaForm
  ) throws(RewritingError) {
    if name == "$defs" || name.hasPrefix("x-") { return form.members.append(SchemaForm.Member(name)) }
    if let rule = target.keyword(named: name) {
      if rule.effect == .annotates { return form.members.append(SchemaForm.Member(name)) }
      try prefix(name, of: schema, object, "has no effect in \(dialect.name)", ", so that it gets none", &form)
    } else if target.permitsUnknownKeywords {
      form.members.append(SchemaForm.Member(name))
    } else {
      try prefix(name, of: schema, object, "is unknown, which \(target.name) does not permit", "", &form)
    }
  }

  /// Renames a keyword to a name that means nothing in any dialect.
  func prefix(
    _ name: String, of schema: SchemaOutline.Schema, _ object: JSONObject, _ reason: String, _ purpose: String,
    _ form: inout SchemaForm
  ) throws(RewritingError) {
    let new = "x-" + name
    if object[new] != nil { throw outline.error("'\(new)' is taken, to which '\(name)' is renamed", at: schema, name) }
    form.members.append(SchemaForm.Member(name, as: new))
    form.moves[name] = [new]
    let location = outline.error("", at: schema, name).location
    form.notes.append(
      SchemaUpgrader.Note(
        message: "'\(name)' \(reason): renamed to '\(new)'\(purpose)", location: location))
  }

  /// Whether the new dialect would assert a format that was an annotation.
  func becomesAsserted(_ format: JSONValue) -> Bool {
    guard target.assertsFormat, let name = format.string else { return false }
    return !(Format(keyword: name).map(assertedFormats.contains) ?? false)
  }

  // MARK: - References

  /// Writes a reference that no dynamic scope redirects.
  private func changeStatic(
    _ name: String, _ reference: String, of schema: SchemaOutline.Schema, _ object: JSONObject,
    _ form: inout SchemaForm
  ) throws(RewritingError) {
    guard object["$ref"] != nil else {
      form.members.append(SchemaForm.Member(name, as: "$ref", .literal(.string(reference))))
      form.moves[name] = ["$ref"]
      return
    }
    let free = try freeApplicator(["allOf", "anyOf", "oneOf"], in: object, of: schema, name)
    form.members.append(
      SchemaForm.Member(name, as: free, .literal([["$ref": .string(reference)]])))
  }

  /// Writes a reference of 2020-12 by the name of its anchor, which then alone decides.
  private func changeDynamic(
    _ name: String, _ value: JSONValue, of schema: SchemaOutline.Schema, _ object: JSONObject,
    _ form: inout SchemaForm
  ) throws(RewritingError) {
    let text = value.string ?? ""
    guard let reference = schema.references.first(where: { $0.keyword == .dynamicRef }), let first = reference.target
    else { throw outline.error("this reference leads nowhere", at: schema, name) }
    guard let anchor = reference.dynamicAnchor else {
      return try changeStatic(name, text, of: schema, object, &form)
    }
    if outline.schemas[first].resource != schema.resource {
      throw outline.error("\(target) has no dynamic references to another schema's URI", at: schema, name)
    }
    form.members.append(SchemaForm.Member(name, as: name, .literal(.string("#" + anchor))))
  }

  /// Returns a URI reference in the form that IRIs must have.
  private func iri(
    _ value: JSONValue, of schema: SchemaOutline.Schema, _ keyword: String
  ) throws(RewritingError) -> SchemaForm.Value? {
    guard let text = value.string, target.draft >= .v1, !Format.iriReference.isValid(text) else { return nil }
    if let uri = URIReference(text)?.description, Format.iriReference.isValid(uri) {
      return .literal(.string(uri))
    }
    throw outline.error("this is no IRI reference, which \(target) requires", at: schema, keyword)
  }

  // MARK: - Names

  private func changeIdentifier(
    _ name: String, _ value: JSONValue, of schema: SchemaOutline.Schema, _ object: JSONObject, _ dialect: Dialect,
    _ form: inout SchemaForm
  ) throws(RewritingError) {
    if dialect.draft <= .draft7, object["$ref"] != nil {
      form.removed.insert(name)
      return
    }
    let text = value.string ?? ""
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    let fragment = parts.count == 2 ? parts[1] : ""
    let isAnchor = dialect.draft <= .draft7 && !fragment.isEmpty
    let written = try iri(.string(parts[0]), of: schema, name)
    if !isAnchor {
      // In v1, not even an empty fragment may follow.
      let hasFragment = parts.count == 2 && target.draft >= .v1
      if hasFragment, parts[0].isEmpty {
        form.removed.insert(name)
      } else if hasFragment, written == nil {
        form.members.append(SchemaForm.Member(name, as: "$id", .literal(.string(parts[0]))))
      } else {
        form.members.append(SchemaForm.Member(name, as: "$id", written))
      }
      return
    }
    if !parts[0].isEmpty {
      form.members.append(SchemaForm.Member(name, as: "$id", .literal(.string(parts[0]))))
    }
    // Pointers name nothing.
    guard !fragment.hasPrefix("/"), let anchor = URIReference.percentDecoded(fragment) else {
      if parts[0].isEmpty { form.removed.insert(name) }
      return
    }
    form.members.append(SchemaForm.Member(name, as: "$anchor", .literal(.string(anchor))))
    try checkName(anchor, of: schema, name)
  }

  private func checkAnchor(
    _ value: JSONValue, of schema: SchemaOutline.Schema, _ name: String, _ form: inout SchemaForm
  ) throws(RewritingError) {
    try checkName(value.string ?? "", of: schema, name)
    form.members.append(SchemaForm.Member(name))
  }

  private func checkName(_ anchor: String, of schema: SchemaOutline.Schema, _ keyword: String) throws(RewritingError) {
    if KeywordRule.AnchorName.letterOrUnderscoreFirst.accepts(anchor) { return }
    throw outline.error(
      "\(target) permits no anchor '\(anchor)': expected a letter or '_', then letters, digits, '-', '.' and '_'",
      at: schema, keyword)
  }

  private func freeApplicator(
    _ names: [String], in object: JSONObject, of schema: SchemaOutline.Schema, _ keyword: String
  ) throws(RewritingError) -> String {
    if let free = names.first(where: { object[$0] == nil }) { return free }
    throw outline.error(
      "'\(keyword)' needs a schema around it in \(target), but this one has \(names.joined(separator: ", "))",
      at: schema, keyword)
  }
}
