import JSONSchema
import SchemaRuntime

// Choices in addition to the members of a struct. The differences between the branches form a union, which is a
// property of the struct and part of the same JSON object.
extension ShapeClassifier {
  /// The choices that become unions in a struct.
  struct Composition {
    var variants: [ObjectShape.Variant] = []
    /// The declared members that the branches have instead of the struct, because their types differ.
    var moved: Set<ExactName> = []
    /// The declared members that have the same type in all branches, which is the type of the struct's member.
    var refined: [ExactName: SchemaID] = [:]
    /// The members of all branches.
    var names: Set<ExactName> = []
    /// The declared members that every branch of some choice requires.
    var required: Set<ExactName> = []
    /// Whether the branches reject members that neither they nor the struct declare.
    var refusesOthers = false
  }

  /// A choice whose branches can be distinguished.
  private struct Choice {
    /// nil for a branch without requirements.
    var branches: [SchemaID?]
    var dispatch: UnionShape.Dispatch
    /// The name of the property.
    var label: String
    /// The keywords of the choice only.
    var keywords: Keywords
    /// Whether no value satisfies two branches.
    var isExclusive: Bool
    /// The schema that has the choice.
    var origin: SchemaID

    var tag: String? { if case .tag(let name, _, _) = dispatch { name } else { nil } }
  }

  /// Returns the unions for a schema's choices, and the members that they take from the struct.
  mutating func composition(_ facts: Facts, _ schema: SchemaID) -> Composition {
    var composition = Composition()
    let vendor = graph[schema].keywords.vendor
    if facts.choices.isEmpty && facts.conditional.isEmpty || vendor.patch || vendor.localOnly { return composition }
    for choice in choices(with: facts, schema) { compose(choice, facts, schema, &composition) }
    return composition
  }

  // MARK: Choices

  private mutating func choices(with facts: Facts, _ schema: SchemaID) -> [Choice] {
    var choices: [Choice] = []
    for joined in Facts.schemas(joinedBy: schema, in: graph) {
      let keywords = graph[joined].keywords
      for (branches, isOneOf) in [(keywords.oneOf, true), (keywords.anyOf, false)] where branches.count > 1 {
        if let choice = choice(branches, isOneOf, of: joined, with: facts, schema) { choices.append(choice) }
      }
    }
    return choices + chains(with: facts, schema)
  }

  /// Returns a `oneOf` or `anyOf` choice by a tag or by required members; nil if the branches cannot be distinguished.
  private mutating func choice(
    _ branches: [SchemaID], _ isOneOf: Bool, of origin: SchemaID, with facts: Facts, _ schema: SchemaID
  ) -> Choice? {
    let flat = flattened(branches).filter { graph[$0].boolean != false }
    guard 2...ShapeLimits.branches ~= flat.count, flat.allSatisfy({ graph[$0].boolean == nil }) else { return nil }
    let all = flat.map { self.facts(of: $0) }
    let analysis = UnionAnalysis(
      all, graph: graph, preferred: Discriminator(of: graph[origin])?.property, around: facts)
    guard let dispatch = analysis.byTag ?? analysis.byMembers ?? (isOneOf && isToldApart(all) ? .validators : nil)
    else { return nil }
    var keywords = Keywords()
    if isOneOf { keywords.oneOf = branches } else { keywords.anyOf = branches }
    var isExclusive = isOneOf
    var label = "variant"
    if case .tag(let name, let values, _) = dispatch {
      label = name + "-variant"
      isExclusive = isExclusive || !values.contains { $0 == nil }
    }
    if origin != schema, graph[origin].keywords.properties.isEmpty, let name = definitionName(of: origin) {
      label = name
    }
    return Choice(
      branches: flat, dispatch: dispatch, label: label, keywords: keywords, isExclusive: isExclusive,
      origin: origin)
  }

  /// Returns the name of a definition, or of a document.
  private func definitionName(of schema: SchemaID) -> String? {
    if graph.isRoot(schema) { return FileStem.of(graph.documents[graph[schema].document]) }
    let tokens = graph[schema].pointer.tokens
    guard let name = tokens.last, ["$defs", "definitions", "schemas"].contains(tokens.dropLast().last) else {
      return nil
    }
    // A path of Rust.
    return name.contains("<") ? name : name.split(separator: "::").last.map(String.init)
  }

  /// One `if` with its consequence: a schema for some values of a tag.
  private struct Chain {
    var tag: String
    var rows: [(values: [JSONValue], then: SchemaID?)]
    var rest: SchemaID?
    var keywords: Keywords
    var origin: SchemaID
  }

  /// Returns the choices formed by `if`, `then` and `else` on values of a declared member.
  private mutating func chains(with facts: Facts, _ schema: SchemaID) -> [Choice] {
    var chains: [(tag: String, parts: [Chain])] = []
    for joined in Facts.schemas(joinedBy: schema, in: graph) {
      guard let chain = chain(of: joined, steps: 0) else { continue }
      if let index = chains.firstIndex(where: { $0.tag.isSpelled(like: chain.tag) }) {
        chains[index].parts.append(chain)
      } else {
        chains.append((chain.tag, [chain]))
      }
    }
    return chains.compactMap { choice(by: $0.tag, $0.parts, facts, schema) }
  }

  private mutating func choice(by tag: String, _ parts: [Chain], _ facts: Facts, _ schema: SchemaID) -> Choice? {
    let rows = parts.flatMap(\.rows).filter { $0.then.map { graph[$0].boolean == nil } ?? false }
    let listed = rows.flatMap(\.values)
    guard let member = facts.property(tag), !rows.isEmpty, rows.count < ShapeLimits.branches,
      Set(listed).count == listed.count, parts.count == 1 || parts.allSatisfy({ $0.rest == nil })
    else { return nil }
    var branches = rows.map(\.then)
    var values: [[JSONValue]?] = rows.map(\.values)
    let rest = parts.compactMap(\.rest).first { graph[$0].boolean == nil }
    // The values that no condition covers; nil if they are not listed, or the tag may be absent.
    let admitted = facts.requires(tag) ? Facts(of: member, in: graph).values : nil
    let left = admitted.map { $0.filter { !listed.contains($0) } }
    if left != [] {
      branches.append(rest)
      values.append(left?.count == 1 && left?.first?.string != nil ? left : nil)
    }
    guard branches.count > 1 else { return nil }
    let label = tag + "-variant"
    var keywords = Keywords()
    keywords.allOf = parts.enumerated().map { index, part in
      graph.add(part.keywords, at: [Self.folder, label, "allOf", String(index)], below: schema)
    }
    return Choice(
      branches: branches, dispatch: .tag(member: tag, values: values, isRequired: true), label: label,
      keywords: keywords,
      isExclusive: true, origin: parts.count == 1 ? parts[0].origin : schema)
  }

  /// Returns an `if` that requires certain values of one member, with the `if`s in its `else`.
  private func chain(of schema: SchemaID, steps: Int) -> Chain? {
    let keywords = graph[schema].keywords
    guard let condition = keywords.if.flatMap({ tagged(by: $0) }), steps < Self.longestWay else { return nil }
    var own = Keywords()
    (own.if, own.then, own.else) = (keywords.if, keywords.then, keywords.else)
    var chain = Chain(
      tag: condition.name, rows: [(condition.values, keywords.then)], rest: keywords.else, keywords: own,
      origin: schema)
    guard let rest = keywords.else, graph[rest].keywords.if != nil,
      graph[rest].keywords.written.allSatisfy({ ["if", "then", "else", "$comment"].contains($0.key) })
    else { return chain }
    guard let next = self.chain(of: rest, steps: steps + 1), next.tag.isSpelled(like: chain.tag) else {
      return nil
    }
    chain.rows += next.rows
    chain.rest = next.rest
    return chain
  }

  /// Returns the member and the values that a schema requires, if it requires nothing else; also one of several values,
  /// each in a branch.
  private func tagged(by schema: SchemaID) -> (name: String, values: [JSONValue])? {
    var seen: Set<SchemaID> = []
    return tagged(by: schema, &seen, depth: 0)
  }

  /// - Parameter seen: the schemas so far; one that comes again has the same values.
  private func tagged(
    by schema: SchemaID, _ seen: inout Set<SchemaID>, depth: Int
  ) -> (name: String, values: [JSONValue])? {
    guard seen.insert(resolved(schema)).inserted else { return nil }
    let keywords = graph[resolved(schema)].keywords
    let notes = ["type", "title", "description", "$comment"]
    let branches = keywords.anyOf.isEmpty ? keywords.oneOf : keywords.anyOf
    if !branches.isEmpty, depth < Self.longestWay,
      keywords.written.allSatisfy({ (["anyOf", "oneOf"] + notes).contains($0.key) })
    {
      var tags: [(name: String, values: [JSONValue])] = []
      for branch in branches {
        guard let tag = tagged(by: branch, &seen, depth: depth + 1) else { return nil }
        tags.append(tag)
      }
      let values = tags.flatMap(\.values)
      guard tags.allSatisfy({ $0.name.isSpelled(like: tags[0].name) }),
        Set(values).count == values.count, keywords.anyOf.isEmpty || keywords.oneOf.isEmpty
      else { return nil }
      return (tags[0].name, values)
    }
    guard keywords.properties.count == 1, let member = keywords.properties.first,
      keywords.written.allSatisfy({ (["properties", "required"] + notes).contains($0.key) }),
      keywords.required.allSatisfy({ $0.isSpelled(like: member.name) }),
      graph[member.schema].keywords.written.allSatisfy({ (["const", "enum"] + notes).contains($0.key) }),
      let values = Facts(of: member.schema, in: graph).values, !values.isEmpty,
      values.allSatisfy({ $0.string != nil })
    else { return nil }
    return (member.name, values)
  }

  // MARK: Branches

  static let folder = "x-variants"
  /// The number of members that the branches take from a struct, times the number of branches.
  private static let mostMoved = 500

  private mutating func compose(
    _ choice: Choice, _ facts: Facts, _ schema: SchemaID, _ composition: inout Composition
  ) {
    var objects: [ObjectShape] = []
    for branch in choice.branches {
      guard let object = part(of: branch) else { return }
      objects.append(object)
    }
    let isTagDeclared = choice.tag.map { facts.property($0) != nil } ?? false
    var moved: [(property: Keywords.Member, declarations: [SchemaID])] = []
    var refined: [ExactName: SchemaID] = [:]
    var required: Set<ExactName> = []
    for (property, declarations) in zip(facts.properties, facts.declarations) {
      let name = ExactName(property.name)
      if choice.tag.map({ ExactName($0) == name }) ?? false || composition.moved.contains(name) { continue }
      let members = objects.compactMap { $0.member(property.name) }.filter { !$0.isConditional }
      if members.count == objects.count, members.allSatisfy(\.isRequired) { required.insert(name) }
      if members.allSatisfy({ member in declarations.contains { isSame(member.schema, $0) } }) { continue }
      if members.count == objects.count, Set(members.map { payload(of: $0.schema) }).count == 1 {
        refined[name] = joined(members[0].schema, declarations, choice, of: property.name, below: schema)
      } else {
        moved.append((property, declarations))
      }
    }
    composition.refined.merge(refined) { first, _ in first }
    composition.required.formUnion(required)
    guard moved.count * choice.branches.count <= Self.mostMoved else { return }
    let movedNames = Set(moved.map { ExactName($0.property.name) })
    let isClosed = facts.additional.map { graph[$0].boolean == false } ?? false
    var names: Set<ExactName> = []
    var remainders: [[ObjectShape.Member]] = []
    for (branch, object) in zip(choice.branches, objects) {
      var members: [ObjectShape.Member] = []
      for member in object.members where facts.property(member.name) == nil && !isClosed { members.append(member) }
      for (property, declarations) in moved where !declarations.contains(where: { graph[$0].boolean == false }) {
        let member = object.member(property.name).flatMap { $0.isConditional ? nil : $0 }
        members.append(
          ObjectShape.Member(
            name: property.name,
            schema: joined(member?.schema, declarations, choice, of: property.name, below: branch ?? schema),
            isRequired: facts.requires(property.name) || member?.isRequired ?? false, isLocalOnly: false))
      }
      remainders.append(members)
      names.formUnion(members.map { ExactName($0.name) })
    }
    let nested = objects.reduce(into: Set<ExactName>()) { $0.formUnion(self.names(ofVariantsOf: $1)) }
    guard !names.isEmpty || !nested.isEmpty, nested.isDisjoint(with: facts.properties.map { ExactName($0.name) }),
      names.union(nested).isDisjoint(with: composition.names)
    else { return }
    let variant = add(choice, zip(objects, remainders).map { ($0, $1) }, facts, isTagDeclared, below: schema)
    composition.variants.append(ObjectShape.Variant(label: choice.label, schema: variant))
    composition.names.formUnion(names.union(nested))
    composition.moved.formUnion(movedNames)
    if isTagDeclared, let tag = choice.tag, choice.branches.allSatisfy({ requires(tag, $0) }) {
      composition.required.insert(ExactName(tag))
    }
    let areClosed = choice.branches.allSatisfy { branch in
      let additional = branch.map { self.facts(of: $0) }.flatMap { $0.hasPatternProperties ? nil : $0.additional }
      return additional.map { graph[$0].boolean == false } ?? false
    }
    if areClosed, choice.isExclusive { composition.refusesOthers = true }
  }

  /// Returns the schema of a member declared by both a struct and a branch, with either description.
  private mutating func joined(
    _ member: SchemaID?, _ declarations: [SchemaID], _ choice: Choice, of name: String, below owner: SchemaID
  ) -> SchemaID {
    let path = [Self.folder, choice.label, "properties", name]
    let schema = conjunction(of: declarations + (member.map { [$0] } ?? []), at: path, below: owner)
    let described = declarations.last { graph[$0].keywords.description != nil }
    guard let described, graph[schema].keywords.description == nil, case .scalar = payload(of: schema) else {
      return schema
    }
    var keywords = Keywords()
    keywords.allOf = [schema]
    keywords.description = graph[described].keywords.description
    keywords.default = graph[schema].keywords.default
    keywords.deprecated = graph[schema].keywords.deprecated
    return graph.add(keywords, at: path, below: owner)
  }

  private mutating func requires(_ name: String, _ branch: SchemaID?) -> Bool {
    branch.map { facts(of: $0).requires(name) } ?? false
  }

  /// Adds the union of a choice to the graph, and a schema for each branch without its own type.
  private mutating func add(
    _ choice: Choice, _ branches: [(object: ObjectShape, members: [ObjectShape.Member])], _ facts: Facts,
    _ isTagDeclared: Bool, below schema: SchemaID
  ) -> SchemaID {
    let labels = caseLabels(choice.branches, choice.dispatch, in: schema)
    var cases: [UnionShape.Branch] = []
    for (index, branch) in choice.branches.enumerated() {
      let (object, members) = branches[index]
      let schemas = branch.map { [$0] } ?? []
      let label = labels[index]
      if members.isEmpty, object.variants.isEmpty {
        cases.append(UnionShape.Branch(schemas: schemas, shape: .any(fallback: nil), label: label, hasValue: false))
      } else if let branch, isReusable(branch, object, with: facts) {
        cases.append(UnionShape.Branch(schemas: schemas, shape: .reference(resolved(branch)), label: label))
      } else {
        let part = remainder(of: branch, members, object, at: [Self.folder, choice.label, label], below: schema)
        homes[part] = Home(union: schema, label: label)
        origins[part] = branch ?? schema
        cases.append(UnionShape.Branch(schemas: schemas, shape: .reference(part), label: label))
      }
    }
    var keywords = choice.keywords
    keywords.vendor.sensitive = sensitive.contains(schema) || sensitive.contains(choice.origin)
    let union = graph.add(keywords, at: [Self.folder, choice.label], below: schema)
    var shape = UnionShape(branches: cases, dispatch: choice.dispatch, isUntyped: true, isPart: true)
    if isTagDeclared, case .tag(let name, let values, _) = choice.dispatch, let member = facts.property(name),
      let declarations = facts.declarations(of: name)
    {
      let single = values.compactMap { $0?.count == 1 ? $0?.first : nil }
      let type = conjunction(of: declarations, at: ["properties", name], below: schema)
      if single.count == values.count, graph[member].boolean == nil {
        shape.tag = UnionShape.Tag(name: name, schema: type, values: single)
      }
    }
    shapes[union] = .union(shape)
    origins[union] = choice.origin
    return union
  }

  /// Adds a schema for the members that a branch adds to the struct.
  private mutating func remainder(
    of branch: SchemaID?, _ members: [ObjectShape.Member], _ object: ObjectShape, at path: [String],
    below schema: SchemaID
  ) -> SchemaID {
    let written = branch.map { graph[resolved($0)].keywords }
    var keywords = Keywords()
    keywords.title = written?.title
    keywords.description = written?.description
    keywords.deprecated = written?.deprecated ?? false
    keywords.vendor.sensitive = sensitive.contains(schema) || branch.map(sensitive.contains) ?? false
    keywords.type = [.object]
    let certain = members.filter { !$0.isConditional }
    keywords.properties = certain.map { Keywords.Member(name: $0.name, schema: $0.schema) }
    keywords.required = certain.filter(\.isRequired).map(\.name)
    let id = graph.add(keywords, at: path, below: schema)
    shapes[id] = .object(ObjectShape(members: members, additional: .refused, variants: object.variants))
    return id
  }

  /// Whether a branch is a type of its own, with none of the struct's members.
  private mutating func isReusable(_ branch: SchemaID, _ object: ObjectShape, with facts: Facts) -> Bool {
    guard resolved(branch) != branch, case .object = shape(of: resolved(branch)), object.patterned == nil else {
      return false
    }
    if case .typed = object.additional { return false }
    if let additional = facts.additional, graph[additional].boolean == false { return false }
    return object.members.allSatisfy { facts.property($0.name) == nil }
  }

  /// Returns the members of a branch; nil if it is not an object, or hides members.
  private mutating func part(of branch: SchemaID?) -> ObjectShape? {
    let nothing = ObjectShape(members: [], additional: .kept)
    guard let branch else { return nothing }
    var target = resolved(branch)
    if let known = parts[target] { return known }
    var seen: Set<SchemaID> = []
    while !open.contains(target), case .reference(let next) = shape(of: target), seen.insert(target).inserted {
      target = resolved(next)
    }
    let vendor = graph[target].keywords.vendor
    guard !open.contains(target), depth < Self.longestWay, vendor.swift.type == nil, !vendor.localOnly, !vendor.patch
    else { return nil }
    let facts = facts(of: target)
    guard facts.types.contains(.object) else { return nil }
    var object = nothing
    if case .object(let known) = shape(of: target) {
      object = known
    } else if facts.declaresMembers || !facts.choices.isEmpty || !facts.conditional.isEmpty {
      open.insert(target)
      depth += 1
      if case .object(let joined) = self.object(facts, target) { object = joined }
      depth -= 1
      open.remove(target)
    }
    guard !object.members.contains(where: { $0.isLocalOnly || graph[$0.schema].keywords.vendor.localOnly }) else {
      return nil
    }
    parts[target] = object
    return object
  }

  /// Whether a branch's declaration of a member is compatible with the type that another one determines.
  private mutating func isSame(_ schema: SchemaID, _ other: SchemaID) -> Bool {
    if graph[schema].boolean != nil || payload(of: schema) == payload(of: other) { return true }
    let (own, facts) = (self.facts(of: schema), self.facts(of: other))
    if own.isTransparent || own.addsNothing(to: facts) { return true }
    guard let values = own.values, let admitted = facts.values else { return false }
    return Set(values).isSubset(of: admitted)
  }

  /// Returns the members of the unions in a branch, and of those in their branches.
  private mutating func names(ofVariantsOf object: ObjectShape) -> Set<ExactName> {
    var names: Set<ExactName> = []
    var pending = object.variants.map(\.schema)
    var seen: Set<SchemaID> = []
    while let schema = pending.popLast() {
      guard seen.insert(schema).inserted, case .union(let union) = shape(of: schema) else { continue }
      for branch in union.branches where branch.hasValue {
        guard case .reference(let part) = branch.shape, case .object(let inner) = shape(of: part) else { continue }
        names.formUnion(inner.members.map { ExactName($0.name) })
        pending += inner.variants.map(\.schema)
      }
    }
    return names
  }
}

extension ObjectShape {
  /// Returns the member with a name.
  fileprivate func member(_ name: String) -> Member? { members.first { $0.name.isSpelled(like: name) } }
}
