import SchemaRuntime

/// Reads schemas of API descriptions as their authors mean them, where that differs from the letter.
///
/// - `nullable` admits null beside references, choices and lists of values too; by the letter, it only extends `type`
///   (OpenAPI 3.0.4, section 4.7.24.1).
/// - A discriminator selects the schema of an object; by the letter, it is a hint (OpenAPI 3.1.1, section 4.8.25).
///   ``DiscriminatorReading`` has the details.
/// - A value that satisfies several branches of `oneOf` is valid, because servers write what they mean by one of them; by
///   the letter, it is invalid (2020-12 core, section 10.2.1.3).
struct PracticeReading {
  private var graph: SchemaGraph
  private let report: Report

  typealias Report = (ResolveError.Kind, SchemaID) -> Void

  /// Returns the graph with such schemas in the form that the letter would require.
  static func applied(to graph: SchemaGraph, report: @escaping Report) -> SchemaGraph {
    guard graph.nodes.contains(where: { $0.dialect.isPractice }) else { return graph }
    var reading = PracticeReading(graph: graph, report: report)
    for node in graph.nodes where node.dialect.isPractice && node.boolean == nil { reading.admitNull(to: node.id) }
    reading.graph = DiscriminatorReading.applied(to: reading.graph, report: report)
    let conditions = reading.graph.schemasInConditions
    for node in reading.graph.nodes where node.dialect.isPractice && !conditions.contains(node.id) {
      reading.admitOverlap(of: node)
    }
    return reading.graph
  }

  private init(graph: SchemaGraph, report: @escaping Report) {
    self.graph = graph
    self.report = report
  }

  // MARK: - Overlap

  /// Makes a `oneOf` whose branches nothing tells apart an `anyOf`.
  private mutating func admitOverlap(of node: SchemaNode) {
    if node.keywords.oneOf.count < 2 { return }
    let branches = node.keywords.oneOf.filter { graph[$0].boolean != false }
    // "Exactly one of these members" is meant so.
    let areRequirements = branches.allSatisfy { graph[$0].asserting == ["required"] }
    guard branches.count > 1, branches.count <= BranchMarks.mostCompared, !areRequirements, node.keywords.anyOf.isEmpty,
      !branches.contains(where: { graph[$0].keywords.selection != nil }), !graph.areExclusive(branches)
    else { return }
    report(.practice(.overlap), graph.written(node.id))
    graph.change(node.id) { keywords in
      (keywords.anyOf, keywords.oneOf) = (keywords.oneOf, [])
      (keywords.written["anyOf"], keywords.written["oneOf"]) = (keywords.written["oneOf"], nil)
    }
  }

  // MARK: - Null

  private mutating func admitNull(to schema: SchemaID) {
    let written = graph[schema].keywords
    if !written.nullable, written.allOf.isEmpty, written.oneOf.isEmpty, written.anyOf.isEmpty { return }
    liftNull(to: schema)
    let isChoiceWithNull = liftNullOfBranches(to: schema)
    dropRepeatedBranches(of: schema, \.oneOf)
    if isChoiceWithNull { dropRepeatedBranches(of: schema, \.anyOf) }
    if isChoiceWithNull, !graph[schema].keywords.nullable { return makeAlternative(of: schema) }
    let keywords = graph[schema].keywords
    guard keywords.nullable else { return }
    let isComposed =
      !keywords.conjuncts.isEmpty || !keywords.oneOf.isEmpty || !keywords.anyOf.isEmpty || keywords.not != nil
      || keywords.if != nil || keywords.const != nil
    let name = keywords.written["x-nullable"] == nil ? "nullable" : "x-nullable"
    if isComposed {
      report(.practice(.null(keyword: name)), schema)
      makeAlternative(of: schema)
    } else if let values = keywords.enumeration, !values.contains(where: \.isNull) {
      report(.practice(.null(keyword: name)), schema)
      graph.change(schema) { keywords in
        keywords.enumeration = values + [.null]
        keywords.written["enum"] = .array(values + [.null])
      }
    }
  }

  /// Makes a schema nullable if a part of its `allOf` says nothing else.
  private mutating func liftNull(to schema: SchemaID) {
    let parts = graph[schema].keywords.allOf
    let others = parts.filter { part in
      graph[part].boolean != nil || !graph[part].keywords.nullable || !graph[part].asserting.isEmpty
    }
    guard others.count < parts.count else { return }
    graph.change(schema) { keywords in
      keywords.allOf = others
      if others.isEmpty { keywords.written["allOf"] = nil }
      keywords.nullable = true
      if let types = keywords.type, !types.contains(.null) { keywords.type = types + [.null] }
    }
  }

  /// Makes the branches of a choice that are nullable not so, and returns whether there are any: null is then admitted
  /// beside the choice.
  private mutating func liftNullOfBranches(to schema: SchemaID) -> Bool {
    let keywords = graph[schema].keywords
    var hasNull = false
    for branch in keywords.oneOf + keywords.anyOf where graph[branch].parent == schema {
      let own = graph[branch].keywords
      let types = own.type?.filter { $0 != .null } ?? []
      let isNullable =
        own.nullable && !graph[branch].asserting.isEmpty || own.type?.contains(.null) == true && types != []
      guard isNullable, own.enumeration == nil, own.const == nil else { continue }
      hasNull = true
      graph.change(branch) { keywords in
        keywords.nullable = false
        if keywords.type != nil {
          keywords.type = types
          keywords.written["type"] =
            types.count == 1 ? .string(types[0].rawValue) : .array(types.map { .string($0.rawValue) })
        }
        (keywords.written["nullable"], keywords.written["x-nullable"]) = (nil, nil)
      }
    }
    return hasNull
  }

  /// Omits branches of a choice that say the same as an earlier one: of `oneOf`, no value would satisfy only one of them.
  private mutating func dropRepeatedBranches(of schema: SchemaID, _ choice: WritableKeyPath<Keywords, [SchemaID]>) {
    let branches = graph[schema].keywords[keyPath: choice]
    guard branches.count > 1 else { return }
    var seen: Set<JSONValue> = []
    let kept = branches.filter { branch in
      let node = graph[branch]
      guard node.boolean == nil, !node.keywords.nullable else { return true }
      let asserting = node.writtenAsserting
      if asserting.isEmpty { return true }
      let said = node.keywords.written.filter { asserting.contains($0.key) }
      return seen.insert(.object(JSONObject(said.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))).inserted
    }
    if kept.count < branches.count { graph.change(schema) { $0[keyPath: choice] = kept } }
  }

  /// Makes a schema a choice between what it says and null.
  private mutating func makeAlternative(of schema: SchemaID) {
    var value = graph[schema].keywords
    var choice = graph[schema].annotations
    choice.written["discriminator"] = nil
    value.nullable = false
    // `nullable` has added it.
    if !(value.written["type"]?.array?.contains("null") ?? false) { value.type = value.type?.filter { $0 != .null } }
    (value.title, value.description, value.comment) = (nil, nil, nil)
    (value.default, value.examples) = (nil, [])
    (value.deprecated, value.readOnly, value.writeOnly) = (false, false, false)
    (value.defs, value.vendor.localOnly, value.vendor.swift) = ([], false, VendorKeywords.SwiftHints())
    value.written = value.written.filter { name, _ in choice.written[name] == nil }
    if let type = value.type, value.written["type"] != nil {
      value.written["type"] = .array(type.map { .string($0.rawValue) })
    }
    var null = Keywords()
    null.type = [.null]
    null.written["type"] = "null"
    choice.written["anyOf"] = [.object(value.written), .object(null.written)]
    choice.anyOf = [
      // Their places are those of no other schema.
      graph.add(value, at: ["nullable"], below: schema), graph.add(null, at: ["nullable", "null"], below: schema),
    ]
    graph.change(schema) { $0 = choice }
  }
}
