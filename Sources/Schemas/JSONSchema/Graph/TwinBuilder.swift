import SchemaAnalysis
import SchemaRuntime

/// Copies the schemas that a view changes.
///
/// `readOnly` and `required` may be in different schemas of one object, so that a schema hides members in all schemas
/// that it applies to the same value. If it references a schema that others use as well, there is a separate copy of
/// that schema for these members (``Key``), as for dynamic scopes.
struct TwinBuilder {
  /// The members of an object that a view lacks.
  private struct Scope: Hashable {
    /// Those that a schema of the object hides.
    var hidden: Set<ExactName> = []
    /// The same with those that a branch hides, which cannot be required.
    var optional: Set<ExactName> = []
  }

  private struct Key: Hashable {
    var schema: SchemaID
    var scope: Scope
  }

  private let graph: SchemaGraph
  private let view: SchemaView
  /// The names of the files whose `readOnly` and `writeOnly` count; nil for all.
  private let files: Set<String>?
  /// The members that a schema, and all that it applies to the same value, hides; absent where there are none.
  private var own: [SchemaID: Scope] = [:]
  /// The members that a schema mentions, in any schema for the same value; nil if it counts them.
  private var mentioned: [SchemaID: Set<ExactName>?] = [:]
  private var keys: [Key] = []
  private var indexes: [Key: Int] = [:]

  init(_ graph: SchemaGraph, _ view: SchemaView, in files: Set<String>?) {
    self.files = files
    self.graph = graph
    self.view = view
  }

  /// Returns the copies, and the one that replaces each schema everywhere else; nil if there would be more than
  /// `limit`.
  ///
  /// - Parameter start: the index of the first copy.
  mutating func copies(from start: Int, limit: Int) -> (nodes: [SchemaNode], twins: [SchemaID: SchemaID])? {
    findHidden()
    if own.isEmpty { return ([], [:]) }
    // 1. Find the scopes in which schemas are applied.
    var users: [[Int]] = []
    var changed: [Int] = []
    for node in graph.nodes { _ = index(of: Key(schema: node.id, scope: own[node.id] ?? Scope())) }
    var next = 0
    while next < keys.count {
      let key = keys[next]
      var (keywords, isChanged) = reduced(key)
      if isChanged { changed.append(next) }
      keywords.replaceApplied { target, application in
        let used = index(of: self.key(target, application, from: key.scope))
        while users.count <= max(used, next) { users.append([]) }
        users[used].append(next)
        return target
      }
      next += 1
      if keys.count - graph.nodes.count > limit { return nil }
    }
    while users.count < keys.count { users.append([]) }
    // 2. Those that reach a change have a copy.
    let order = Closure.of(changed) { users[$0] }.sorted { precedes(keys[$0], keys[$1]) }
    var ids: [Key: SchemaID] = [:]
    for (offset, index) in order.enumerated() { ids[keys[index]] = SchemaID(index: start + offset) }
    // 3. Make the copies, each inside of that of its enclosing schema.
    var parents: [Key: SchemaID] = [:]
    for index in order {
      let key = keys[index]
      var (keywords, _) = reduced(key)
      keywords.replaceApplied { target, application in
        let inner = self.key(target, application, from: key.scope)
        if graph[target].parent == key.schema, parents[inner] == nil { parents[inner] = ids[key] }
        return target
      }
    }
    var nodes: [SchemaNode] = []
    var extras: [SchemaNode] = []
    for index in order {
      let key = keys[index]
      guard let id = ids[key] else { continue }
      let (copy, more) = self.copy(
        of: key, as: id, in: parents[key], ids, firstExtra: start + order.count + extras.count)
      nodes.append(copy)
      extras += more
    }
    let twins = graph.nodes.compactMap { node in
      ids[Key(schema: node.id, scope: own[node.id] ?? Scope())].map { (node.id, $0) }
    }
    return (nodes + extras, Dictionary(uniqueKeysWithValues: twins))
  }

  // MARK: - Members

  /// Finds the members that each schema hides.
  private mutating func findHidden() {
    let marking = graph.nodes.filter { node in
      view.hides(node.keywords) && files?.contains(graph.documents[node.document].name) ?? true
    }.map(\.id)
    if marking.isEmpty { return }
    let marked = Set(Closure.of(marking, next: graph.users { $0.keywords.conjuncts }))
    var declared: [SchemaID: Set<ExactName>] = [:]
    for node in graph.nodes {
      let names = node.keywords.properties.filter { marked.contains($0.schema) }.map { ExactName($0.name) }
      if !names.isEmpty { declared[node.id] = Set(names) }
    }
    func names(of schemas: [SchemaID]) -> Set<ExactName> {
      schemas.reduce(into: []) { $0.formUnion(declared[$1] ?? []) }
    }
    for schema in Closure.of(declared.keys.sorted(), next: graph.users { $0.keywords.describing }) {
      own[schema] = Scope(
        hidden: names(of: graph.conjunction(of: schema)),
        optional: names(of: Closure.of([schema]) { [graph] in graph[$0].keywords.describing }))
    }
  }

  /// Returns the members that a schema mentions, in any schema for the same value; nil if it counts them.
  private mutating func members(mentionedBy schema: SchemaID) -> Set<ExactName>? {
    if let known = mentioned[schema] { return known }
    var names: Set<ExactName>? = []
    for part in Closure.of([schema], next: { [graph] in graph[$0].appliedInPlace }) {
      let keywords = graph[part].keywords
      let dependent = keywords.dependentRequired.flatMap { [$0.name] + $0.required }
      let declared = (keywords.properties + keywords.dependentSchemas).map(\.name)
      names?.formUnion((declared + keywords.required + dependent).map { ExactName($0) })
      if keywords.lengths[.members].least != nil { names = nil }
    }
    mentioned[schema] = .some(names)
    return names
  }

  // MARK: - Scopes

  private mutating func index(of key: Key) -> Int {
    if let known = indexes[key] { return known }
    indexes[key] = keys.count
    keys.append(key)
    return keys.count - 1
  }

  /// Returns a schema as one in a scope applies it.
  private mutating func key(_ schema: SchemaID, _ application: Keywords.Application, from scope: Scope) -> Key {
    var inner = own[schema] ?? Scope()
    var given: Scope
    switch application {
    case .always: given = scope
    // A member hidden by one branch is visible in another.
    case .perhaps: given = Scope(hidden: scope.hidden, optional: scope.hidden)
    case .part: given = Scope()
    }
    if given.optional.isEmpty { return Key(schema: schema, scope: inner) }
    if let names = members(mentionedBy: schema) {
      given.hidden.formIntersection(names)
      given.optional.formIntersection(names)
    }
    inner.hidden.formUnion(given.hidden)
    inner.optional.formUnion(given.optional)
    return Key(schema: schema, scope: inner)
  }

  private func precedes(_ a: Key, _ b: Key) -> Bool {
    if a.schema != b.schema { return a.schema < b.schema }
    return names(a).lexicographicallyPrecedes(names(b))
  }

  /// Returns the members that enclosing schemas hide; a question mark follows those that merely cease to be required.
  private func names(_ key: Key) -> [String] {
    let own = own[key.schema] ?? Scope()
    if key.scope == own { return [] }
    let hidden = key.scope.hidden.subtracting(own.hidden).sorted().map(\.string)
    return hidden + key.scope.optional.subtracting(key.scope.hidden).sorted().map { $0.string + "?" }
  }

  // MARK: - Keywords

  /// Returns the keywords of a schema without the members that a view lacks.
  private func reduced(_ key: Key) -> (keywords: Keywords, isChanged: Bool) {
    let original = graph[key.schema].keywords
    let (hidden, optional) = (key.scope.hidden, key.scope.optional)
    if optional.isEmpty { return (original, false) }
    var keywords = original
    keywords.properties.removeAll { hidden.contains(ExactName($0.name)) }
    keywords.required.removeAll { optional.contains(ExactName($0)) }
    keywords.dependentSchemas.removeAll { hidden.contains(ExactName($0.name)) }
    for index in keywords.dependentRequired.indices {
      keywords.dependentRequired[index].required.removeAll { optional.contains(ExactName($0)) }
    }
    keywords.dependentRequired.removeAll { $0.required.isEmpty || hidden.contains(ExactName($0.name)) }
    if let least = keywords.lengths[.members].least {
      keywords.lengths[.members].least = max(0, least - optional.count)
    }
    let isChanged =
      keywords.properties.count < original.properties.count || keywords.required.count < original.required.count
      || keywords.dependentSchemas.count < original.dependentSchemas.count
      || keywords.dependentRequired.map(\.required.count) != original.dependentRequired.map(\.required.count)
      || keywords.lengths != original.lengths
    return (keywords, isChanged)
  }

  /// Returns the copy of a schema, and the additional schemas that it needs.
  private mutating func copy(
    of key: Key, as id: SchemaID, in parent: SchemaID?, _ ids: [Key: SchemaID], firstExtra: Int
  ) -> (SchemaNode, [SchemaNode]) {
    let original = graph[key.schema]
    var (keywords, _) = reduced(key)
    keywords.replaceApplied { target, application in
      ids[self.key(target, application, from: key.scope)] ?? target
    }
    let hidden = original.keywords.properties.filter { key.scope.hidden.contains(ExactName($0.name)) }
    let twin = SchemaTwin(
      view: view, origin: key.schema, names: names(key),
      hidden: hidden.isEmpty ? nil : SchemaID(index: firstExtra))
    func isCopy(_ schema: SchemaID) -> Bool { schema.index >= graph.nodes.count }
    let node = original.twin(twin, as: id, in: parent ?? original.parent, keywords)
    var extras: [SchemaNode] = []
    if let schema = twin.hidden {
      var members = Keywords()
      members.properties = hidden
      extras.append(node.adding(members, as: schema, at: [view.keyword], of: key.schema))
    }
    // A condition on members that are absent decides nothing.
    if let condition = keywords.if, isCopy(condition) {
      func add(_ schemas: [SchemaID?], _ name: String) -> SchemaID {
        var branch = Keywords()
        branch.allOf = schemas.compactMap { $0 }
        let id = SchemaID(index: firstExtra + extras.count)
        extras.append(node.adding(branch, as: id, at: ["if", name], of: key.schema))
        return id
      }
      if keywords.then != nil || keywords.else != nil {
        var either = Keywords()
        either.anyOf = [add([condition, keywords.then], "then"), add([keywords.else], "else")]
        let id = SchemaID(index: firstExtra + extras.count)
        extras.append(node.adding(either, as: id, at: ["if", "either"], of: key.schema))
        keywords.allOf.append(id)
      }
      (keywords.if, keywords.then, keywords.else) = (nil, nil, nil)
    }
    keywords.removeDemands(weakenedBy: isCopy)
    keywords.removeValues(ofMembers: hidden.map(\.name))
    keywords.removeWritten(missingFrom: original)
    return (node.with(keywords), extras)
  }
}

extension Keywords {
  /// Removes keywords that could reject more values if some of the schemas admit more, except `oneOf` and `if`.
  fileprivate mutating func removeDemands(weakenedBy isWeaker: (SchemaID) -> Bool) {
    if not.map(isWeaker) ?? false { not = nil }
    if contains.map(isWeaker) ?? false { maxContains = nil }
    // Elements may differ in members that are absent.
    if (prefixItems + [items, unevaluatedItems].compactMap { $0 }).contains(where: isWeaker) { uniqueItems = false }
  }

  /// Removes values that may have absent members. Definitions belong to the original.
  fileprivate mutating func removeValues(ofMembers names: [String]) {
    func isComposite(_ value: JSONValue) -> Bool { value.object != nil || value.array != nil }
    if const.map(isComposite) ?? false { const = nil }
    if enumeration?.contains(where: isComposite) ?? false { enumeration = nil }
    if let value = `default`, var object = value.object {
      for name in names { object.removeValue(forKey: name) }
      self.default = .object(object)
    }
    examples = []
    defs = []
    if vendor.swift.id.map({ names.contains(exactly: $0) }) ?? false { vendor.swift.id = nil }
  }

  /// Removes the text of keywords that a schema no longer has.
  fileprivate mutating func removeWritten(missingFrom original: SchemaNode) {
    var (former, kept) = (original.keywords, self)
    written = written.filter { member in
      if ["examples", "example", "$defs", "definitions"].contains(member.key) { return false }
      guard let rule = original.dialect.keyword(named: member.key) else { return true }
      return rule.content(in: &former) == nil || rule.content(in: &kept) != nil
    }
    if let names = written["required"]?.array {
      written["required"] = .array(names.filter { $0.string.map { required.contains(exactly: $0) } ?? true })
    }
    if written["minProperties"] != nil, let least = lengths[.members].least {
      written["minProperties"] = .number(JSONNumber(least))
    }
  }
}

extension Keywords {
  /// How a keyword applies a schema.
  enum Application {
    /// To the same value, whenever its own schema applies.
    case always
    /// To the same value, in a branch or as a condition.
    case perhaps
    /// To a part of the value.
    case part

    fileprivate init(_ set: (inout Keywords) -> Void) {
      var keywords = Keywords()
      set(&keywords)
      self = !keywords.conjuncts.isEmpty ? .always : !keywords.appliedInPlace.isEmpty ? .perhaps : .part
    }
  }

  private static let applications = appliedFields.map { field in
    Application { keywords in
      let some = SchemaID(index: 0)
      switch field {
      case .one(let field): field(&keywords) { $0 = some }
      case .list(let field): field(&keywords) { $0 = [some] }
      case .named(let field): field(&keywords) { $0 = [Member(name: "", schema: some)] }
      }
    }
  }

  /// Replaces every schema that is applied, in the order of ``applied``, by how it is applied.
  mutating func replaceApplied(_ replace: (SchemaID, Application) -> SchemaID) {
    for (field, application) in zip(Self.appliedFields, Self.applications) {
      self.replace(field) { replace($0, application) }
    }
  }
}
