import SchemaRuntime

/// Makes discriminators select.
///
/// In a choice, each branch that is a reference admits only the values of the discriminating member that lead to it:
/// those in the mapping, or else the name of its schema. Where the schema itself lists values, only these count. An
/// object without the member is tried with every branch.
///
/// A schema with a discriminator and without a choice is the base of all schemas that have it in `allOf`. Wherever it is
/// the schema of a value, it becomes a choice between them and itself. The choice admits the same values as the base.
struct DiscriminatorReading {
  private var graph: SchemaGraph
  /// The bases that have become choices.
  private var divided: Set<SchemaID> = []
  /// The named schemas that are only a reference, by the schema to which they lead.
  private let aliases: [SchemaID: [SchemaID]]
  /// The names of schemas, by base URI.
  private let names: [String: Set<String>]
  private let report: PracticeReading.Report

  static func applied(to graph: SchemaGraph, report: @escaping PracticeReading.Report) -> SchemaGraph {
    var reading = DiscriminatorReading(graph: graph, report: report)
    reading.divideBases()
    for node in reading.graph.nodes where node.dialect.isPractice { reading.select(in: node.id) }
    return reading.graph
  }

  private init(graph: SchemaGraph, report: @escaping PracticeReading.Report) {
    self.graph = graph
    let named = graph.nodes.filter { $0.dialect.isPractice && $0.name != nil }
    aliases = Dictionary(grouping: named.filter { $0.loneReference != nil }.map(\.id)) { graph.end(of: $0) }
    names = named.reduce(into: [:]) { names, node in
      if let name = node.name { names[node.absoluteLocation.base, default: []].insert(name) }
    }
    self.report = { report($0, graph.written($1)) }
  }

  // MARK: - Choices

  private mutating func select(in schema: SchemaID) {
    guard let discriminator = Discriminator(of: graph[schema]), !divided.contains(schema) else { return }
    let keywords = graph[schema].keywords
    let branches = keywords.oneOf + keywords.anyOf
    var used: Set<String> = []
    let fallback = discriminator.defaultTarget.flatMap { name in
      branches.first { branch in reference(of: branch).map { isNamed($0, by: name, in: schema) } ?? false }
    }
    for branch in branches where graph[branch].keywords.selection == nil && branch != fallback {
      // Schemas without a reference have no name.
      guard let target = reference(of: branch) else { continue }
      restrict(branch, to: target, discriminator, schema, &used)
    }
    if let fallback {
      admitOthers(than: branches.filter { $0 != fallback }, in: fallback, discriminator.property)
    } else if let name = discriminator.defaultTarget {
      report(.discriminatorTarget(value: "defaultMapping", target: name), schema)
    }
    if branches.contains(where: { graph[$0].keywords.selection.map { !$0.isFixed } ?? false }) {
      report(.practice(.selection), schema)
    }
    used.formUnion(branches.compactMap { graph[$0].keywords.selection }.flatMap { $0.values.map(\.tagText) })
    for (value, name) in discriminator.mapping where !branches.isEmpty && !used.contains(value) {
      report(.discriminatorTarget(value: value, target: name), schema)
    }
  }

  /// The schema to which a branch refers, perhaps from an `allOf` of its own.
  private func reference(of branch: SchemaID) -> SchemaID? {
    let node = graph[branch]
    if let target = node.loneReference { return target }
    return node.asserting == ["allOf"] && node.keywords.allOf.count == 1
      ? graph[node.keywords.allOf[0]].loneReference : nil
  }

  /// Makes the default schema that of all values that no name has (OpenAPI 3.2, section 4.25.1).
  private mutating func admitOthers(than branches: [SchemaID], in fallback: SchemaID, _ property: String) {
    let taken = branches.compactMap { graph[$0].keywords.selection }.flatMap(\.values)
    var others = Keywords()
    others.enumeration = taken
    others.written["enum"] = .array(taken)
    let path = ["properties", property]
    var member = Keywords()
    member.not = graph.add(others, at: path + ["not"], below: fallback)
    member.written["not"] = .object(others.written)
    let added = graph.add(member, at: path, below: fallback)
    graph.change(fallback) { keywords in
      keywords.properties = [Keywords.Member(name: property, schema: added)]
      keywords.written["properties"] = .object([property: .object(member.written)])
    }
  }

  /// Restricts the discriminating member of a branch.
  private mutating func restrict(
    _ branch: SchemaID, to target: SchemaID, _ discriminator: Discriminator, _ schema: SchemaID,
    _ used: inout Set<String>
  ) {
    let (names, isMapped) = names(of: target, discriminator, in: schema)
    // The schema of a file to which nothing gives a name.
    if names.isEmpty { return }
    if isMapped { used.formUnion(names) }
    var values = names.map { JSONValue.string($0) }
    let own = listed(discriminator.property, by: target)
    if let own {
      values = own.filter { names.contains($0.tagText) }
      // The names were not meant as values.
      if values.isEmpty { return report(.practice(.ownTag(member: discriminator.property)), schema) }
    } else if !isMapped, isChoice(target) {
      return
    } else if let types = types(of: discriminator.property, in: target), !types.contains(.string) {
      values = names.compactMap { try? JSONValue(parsing: $0) }.filter { types.contains($0.type) }
      if values.isEmpty { return }
    }
    let isFixed = own.map { $0.count == values.count } ?? false && requires(discriminator.property, target)
    var list = Keywords()
    list.enumeration = values
    list.written["enum"] = .array(values)
    let member = graph.add(list, at: ["properties", discriminator.property], below: branch)
    graph.change(branch) { keywords in
      if keywords.ref == nil, let part = keywords.written["allOf"]?.array?.first {
        (keywords.ref, keywords.allOf) = (target, [])
        (keywords.written["$ref"], keywords.written["allOf"]) = (part["$ref"], nil)
      }
      keywords.properties = [Keywords.Member(name: discriminator.property, schema: member)]
      keywords.written["properties"] = .object([discriminator.property: ["enum": .array(values)]])
      keywords.selection = Keywords.Selection(member: discriminator.property, values: values, isFixed: isFixed)
    }
  }

  /// Returns the values that lead to a schema, and whether the mapping has them.
  private func names(
    of target: SchemaID, _ discriminator: Discriminator, in schema: SchemaID
  ) -> (names: [String], isMapped: Bool) {
    let node = graph[target]
    let mapped = discriminator.mapping.filter { isNamed(target, by: $0.target, in: schema) }
    if !mapped.isEmpty { return (mapped.map(\.value), true) }
    if let value = node.keywords.written["x-ms-discriminator-value"]?.string { return ([value], true) }
    // The schema of a file has the names of those that are only a reference to it.
    let own = node.pointer.tokens.last.map { [$0] } ?? same(as: target).compactMap { graph[$0].name }
    return (own, false)
  }

  /// Whether a name or reference in a schema's mapping means another schema: that name's, if there is one.
  private func isNamed(_ target: SchemaID, by name: String, in schema: SchemaID) -> Bool {
    let base = graph[schema].absoluteLocation.base
    let same = same(as: target).map { graph[$0] }
    if names[base]?.contains(name) == true { return same.contains { $0.name == name } }
    guard let base = URIReference(base)?.withoutFragment, let reference = URIReference(name) else { return false }
    var location = reference.resolved(against: base)
    location.fragment = location.fragment ?? ""
    return same.contains { $0.location == location.description }
  }

  /// A schema, that to which it leads, and those that lead there.
  private func same(as schema: SchemaID) -> [SchemaID] {
    let end = graph.end(of: schema)
    return [schema, end] + (aliases[end] ?? [])
  }

  /// The values that a schema lists for a member; nil if it admits others too.
  private func listed(_ name: String, by schema: SchemaID) -> [JSONValue]? {
    var known: [SchemaID: [JSONValue]?] = [:]
    return listed(name, by: schema, &known, depth: 0)
  }

  /// Input determines how deeply choices are nested.
  private static let greatestDepth = 100

  private func listed(
    _ name: String, by schema: SchemaID, _ known: inout [SchemaID: [JSONValue]?], depth: Int
  ) -> [JSONValue]? {
    if let found = known[schema] { return found }
    // For a choice that contains itself.
    known[schema] = .some(nil)
    guard depth < Self.greatestDepth else { return nil }
    let parts = graph.conjunction(of: schema)
    for member in parts.flatMap({ graph[$0].keywords.properties }) where member.name == name {
      guard let values = listed(by: member.schema, depth: depth) else { continue }
      known[schema] = values
      return values
    }
    for part in parts {
      let keywords = graph[part].keywords
      let branches = keywords.oneOf.isEmpty ? keywords.anyOf : keywords.oneOf
      if branches.isEmpty { continue }
      var values: [JSONValue] = []
      for branch in branches {
        guard let own = listed(name, by: branch, &known, depth: depth + 1) else { return nil }
        values += own
      }
      known[schema] = values
      return values
    }
    return nil
  }

  /// The values other than null that a member's schema lists, perhaps in branches; nil if it admits others too.
  private func listed(by schema: SchemaID, depth: Int) -> [JSONValue]? {
    guard depth < Self.greatestDepth else { return nil }
    let parts = graph.conjunction(of: schema).map { graph[$0].keywords }
    for keywords in parts {
      if let values = keywords.enumeration ?? keywords.const.map({ [$0] }) { return values.filter { !$0.isNull } }
    }
    for branches in parts.flatMap({ [$0.oneOf, $0.anyOf] }) where !branches.isEmpty {
      let lists = branches.filter { graph[$0].keywords.type != [.null] }.map { listed(by: $0, depth: depth + 1) }
      if !lists.isEmpty, !lists.contains(where: { $0 == nil }) { return lists.flatMap { $0 ?? [] } }
    }
    return nil
  }

  private func isChoice(_ schema: SchemaID) -> Bool {
    graph.conjunction(of: schema).contains { !graph[$0].keywords.oneOf.isEmpty || !graph[$0].keywords.anyOf.isEmpty }
  }

  private func types(of name: String, in schema: SchemaID) -> [JSONType]? {
    let members = graph.conjunction(of: schema).flatMap { graph[$0].keywords.properties }.filter { $0.name == name }
    return members.flatMap { graph.conjunction(of: $0.schema) }.compactMap { graph[$0].keywords.type }.first
  }

  private func requires(_ name: String, _ schema: SchemaID) -> Bool {
    graph.conjunction(of: schema).contains { graph[$0].keywords.required.contains(name) }
  }

  // MARK: - Bases

  /// Makes each base a choice between the schemas that extend it and itself.
  private mutating func divideBases() {
    let extensions = extensions()
    guard !extensions.isEmpty else { return }
    // Outer bases first: a base that extends another inherits its discriminator.
    var discriminators: [(base: SchemaID, discriminator: Discriminator)] = []
    var seen: Set<SchemaID> = []
    for node in graph.nodes where node.dialect.isPractice && extensions[node.id] != nil {
      guard let discriminator = Discriminator(of: node) else { continue }
      var pending = [node.id]
      while let base = pending.popLast() {
        guard seen.insert(base).inserted, let own = extensions[base] else { continue }
        discriminators.append((base, Discriminator(of: graph[base]) ?? discriminator))
        pending += own.reversed()
      }
    }
    var inner: [SchemaID: SchemaID] = [:]
    var listed: [SchemaID: Set<SchemaID>] = [:]
    for (base, _) in discriminators { inner[base] = addInner(of: base, extensions) }
    for (base, targets) in choicesOfExtensions(extensions) where inner[base] == nil {
      inner[base] = addInner(of: base, extensions)
      listed[base] = Set(targets.flatMap { graph.conjunction(of: $0) })
      report(.practice(.listedExtensions), base)
    }
    redirect(to: inner, listed)
    for (base, discriminator) in discriminators { divide(base, discriminator, extensions, inner) }
  }

  /// The named schemas that have another one in `allOf`, by that one.
  private func extensions() -> [SchemaID: [SchemaID]] {
    var extensions: [SchemaID: [SchemaID]] = [:]
    for node in graph.nodes where node.dialect.isPractice && node.isNamed {
      for part in node.keywords.allOf {
        guard let base = graph[part].loneReference, base != node.id else { continue }
        extensions[base, default: []].append(node.id)
      }
    }
    return extensions
  }

  /// The schemas without a discriminator that are a choice between schemas that extend them, which are listed with each. By
  /// the letter, they apply themselves without end.
  private func choicesOfExtensions(
    _ extensions: [SchemaID: [SchemaID]]
  ) -> [(base: SchemaID, targets: [SchemaID])] {
    graph.nodes.compactMap { node in
      guard node.dialect.isPractice, extensions[node.id] != nil, Discriminator(of: node) == nil else { return nil }
      let targets = listedExtensions(node.keywords.oneOf + node.keywords.anyOf, of: node.id, extensions)
      return targets.isEmpty ? nil : (node.id, targets)
    }
  }

  /// The schemas that extend a base and are branches.
  private func listedExtensions(
    _ branches: [SchemaID], of base: SchemaID, _ extensions: [SchemaID: [SchemaID]]
  ) -> [SchemaID] {
    let all = Set(Closure.of([base]) { extensions[$0] ?? [] }).subtracting([base])
    return branches.compactMap { reference(of: $0) }.filter(all.contains)
  }

  /// Adds the schema of a base's own members.
  private mutating func addInner(of base: SchemaID, _ extensions: [SchemaID: [SchemaID]]) -> SchemaID {
    var keywords = graph[base].keywords
    keywords.defs = []
    // Its own list of the schemas that extend it.
    if !listedExtensions(keywords.oneOf, of: base, extensions).isEmpty {
      (keywords.oneOf, keywords.written["oneOf"]) = ([], nil)
    }
    if !listedExtensions(keywords.anyOf, of: base, extensions).isEmpty {
      (keywords.anyOf, keywords.written["anyOf"]) = ([], nil)
    }
    keywords.isBase = true
    keywords.vendor.swift = VendorKeywords.SwiftHints()
    keywords.written["discriminator"] = nil
    return graph.add(keywords, at: ["x-base"], below: base)
  }

  /// Makes schemas that extend a base, or say more beside a reference to it, use the base's own members.
  ///
  /// - Parameter listed: for bases without a discriminator, the schemas that do so: those that the base lists.
  private mutating func redirect(to inner: [SchemaID: SchemaID], _ listed: [SchemaID: Set<SchemaID>]) {
    func isMeant(_ base: SchemaID, in schema: SchemaID) -> Bool { listed[base].map { $0.contains(schema) } ?? true }
    for node in graph.nodes where node.dialect.isPractice {
      let isExtended = node.isNamed || node.keywords.allOf.count > 1 || node.asserting.subtracting(["allOf"]) != []
      for part in node.keywords.allOf where isExtended {
        guard let base = graph[part].loneReference, let target = inner[base], node.id != base,
          isMeant(base, in: node.id)
        else { continue }
        graph.change(part) { $0.ref = target }
      }
      guard let base = node.keywords.ref, let target = inner[base], node.loneReference == nil,
        isMeant(base, in: node.id)
      else { continue }
      graph.change(node.id) { $0.ref = target }
    }
  }

  private mutating func divide(
    _ base: SchemaID, _ discriminator: Discriminator, _ extensions: [SchemaID: [SchemaID]],
    _ inner: [SchemaID: SchemaID]
  ) {
    guard let own = inner[base] else { return }
    divided.insert(base)
    report(.practice(.inheritance), base)
    var used: Set<String> = []
    var branches: [SchemaID] = []
    let all = Closure.of([base]) { extensions[$0] ?? [] }.filter { $0 != base }
    for schema in all {
      var reference = Keywords()
      reference.ref = schema
      reference.written["$ref"] = .string(graph[schema].location)
      let branch = graph.add(reference, at: ["anyOf", String(branches.count)], below: base)
      restrict(branch, to: schema, discriminator, base, &used)
      if let target = inner[schema] {
        let name = graph[schema].keywords.vendor.swift.name ?? graph[schema].pointer.tokens.last
        graph.change(branch) { keywords in
          keywords.ref = target
          keywords.vendor.swift.name = name
        }
      }
      // Nothing would tell it from the base.
      if graph[branch].keywords.selection != nil { branches.append(branch) }
    }
    // An outer base's mapping says nothing of this one.
    let isOwn = Discriminator(of: graph[base]) != nil
    for (value, name) in discriminator.mapping where isOwn && !used.contains(value) {
      if names(of: base, discriminator, in: base).names.contains(value) { continue }
      report(.discriminatorTarget(value: value, target: name), base)
    }
    var choice = graph[base].annotations
    choice.anyOf = branches + [own]
    choice.written["anyOf"] = .array(choice.anyOf.map { .object(graph[$0].keywords.written) })
    graph.change(base) { $0 = choice }
  }
}

extension SchemaNode {
  /// The name of a component or definition.
  fileprivate var name: String? {
    ["schemas", "definitions", "$defs"].contains(pointer.tokens.dropLast().last) ? pointer.tokens.last : nil
  }

  fileprivate var isNamed: Bool { parent == nil || name != nil }
}

extension SchemaGraph {
  /// The schema to which a chain of references without anything beside them leads.
  fileprivate func end(of schema: SchemaID) -> SchemaID {
    var end = schema
    var seen: Set<SchemaID> = []
    while seen.insert(end).inserted, let next = self[end].loneReference { end = next }
    return end
  }
}

extension JSONValue {
  /// The text by which a discriminator compares the value.
  fileprivate var tagText: String { string ?? text() }
}
