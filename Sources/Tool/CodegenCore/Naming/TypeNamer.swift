import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Names every type: by `x-swift`, or else the lock, or else the title or location of its schema.
struct TypeNamer {
  let graph: SchemaGraph
  let prefix: String
  let naming: Configuration.Naming
  /// The enum in which all types are nested; empty without one.
  let namespace: String
  /// The unions of branch schemas.
  let homes: [SchemaID: Home]
  /// The schemas for the members that branches add to a struct, by branch.
  let parts: [SchemaID: SchemaID]
  /// The schemas of branches that are the only alternative to null.
  let soleBranches: [SchemaID: SchemaID]
  /// The types that generated code mentions because of the configuration, including the namespace. No generated type
  /// has one of these names.
  let mentionedTypes: Set<String>
  /// Replacements for names in schemas.
  private let renamed: [String: String]
  var lock: NameLock
  private(set) var names: [TypeKey: TypeName] = [:]
  private var takenTop: [String: SchemaID] = [:]
  private var unnamed: Set<TypeKey> = []
  /// The shared types that no other type encloses, and those that each document's code may mention, by their names.
  private var sharedAtTop: Set<SchemaID> = []
  private var mentionedShared: [Int: Set<String>] = [:]
  /// The documents whose members are among those of each document's types.
  private var merged: [Set<Int>] = []
  /// The schemas whose type each document's schemas share.
  private let sharedOwners: [Int: Set<SchemaID>]
  private var takenInside: [String: Set<String>] = [:]
  /// The names of the types that schemas of a file share.
  private let shared: [SchemaID: String]
  /// What tells definitions with paths for names apart.
  private let shortNames: [SchemaID: String]
  /// The schemas whose values name nothing.
  private let sensitive: Set<SchemaID>
  /// The schemas of nested types.
  private var typed: Set<SchemaID> = []
  private var definitionNames: [Int: Set<String>] = [:]
  /// The names of the roots that each document's code may mention.
  private(set) var mentioned: [Set<String>] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(
    graph: SchemaGraph, configuration: Configuration, homes: [SchemaID: Home], origins: [SchemaID: SchemaID],
    soleBranches: [SchemaID: SchemaID],
    shared: (names: [SchemaID: String], owners: [SchemaID: SchemaID]), lock: NameLock
  ) {
    self.shared = shared.names
    sharedOwners = shared.owners.reduce(into: [:]) { found, use in
      for schema in [use.key, use.value] { found[graph[schema].document, default: []].insert(use.value) }
    }
    prefix = configuration.namePrefix
    naming = configuration.naming
    namespace = configuration.namespace ?? ""
    renamed = configuration.names
    mentionedTypes = configuration.mentionedTypes.union(configuration.namespace.map { [$0] } ?? [])
    self.homes = homes
    // A value that no branch requires is part of the union's own schema.
    let ofBranches = origins.filter { part, branch in homes[part].map { $0.union != branch } ?? false }
    parts = Dictionary(ofBranches.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    self.soleBranches = soleBranches
    self.graph = graph
    sensitive = graph.sensitiveSchemas
    shortNames = graph.shortDefinitionNames.merging(graph.namesOfHashedDefinitions) { name, _ in name }
    self.lock = lock
  }

  /// Names the types in the given order: roots of documents first, outer types before nested ones.
  mutating func name(roots: [SchemaID], inner: [TypeKey]) {
    // Explicit and locked names are reserved before any is derived, so that they never change; then those that schemas
    // spell as Swift does.
    let ranks = roots.map { root in isFixed(root) ? 0 : isExact(root) ? 1 : 2 }
    for (_, root) in zip(ranks, roots).sorted(by: { $0 < $1 }) { nameRoot(root) }
    mentioned = mentionedRoots()
    unnamed = Set(inner)
    typed = Set(inner.map(\.schema))
    // Before those that could hide them.
    for key in inner where isShared(key) && unnamed.remove(key) != nil { nameInner(key) }
    for key in inner { nameWithOuter(key) }
    lock.prefix = prefix
  }

  /// Returns the name of a type in the lock. Even an edited lock can only insert a valid name into the code.
  private mutating func lockedName(_ location: String, at schema: SchemaID) -> String? {
    guard let name = lock[location] else { return nil }
    if mentionedTypes.contains(name) { return nil }
    if SwiftNames.isTypeName(name) { return name }
    diagnostics.append(
      graph.diagnostic(
        .error, at: schema, "expected a valid Swift type name for this schema in the name lock, found \(name.quoted)")
    )
    return nil
  }

  /// Returns the name of a root in the lock, with the prefix of this run instead of the earlier one.
  private mutating func locked(_ location: String, at schema: SchemaID) -> String? {
    guard let name = lockedName(location, at: schema) else { return nil }
    guard let old = lock.prefix, old != prefix, name.hasPrefix(old) else { return name }
    let renamed = prefix + name.dropFirst(old.count)
    return SwiftNames.type(renamed) == renamed ? renamed : nil
  }

  private func isFixed(_ schema: SchemaID) -> Bool {
    graph[schema].keywords.vendor.swift.name != nil || lock[TypeKey(schema: schema).lockLocation(in: graph)] != nil
  }

  private func isExact(_ root: SchemaID) -> Bool {
    let stem = stem(of: root)
    return rootName(stem) == prefix + stem
  }

  /// Returns the text from which a root's name is made.
  private func stem(of root: SchemaID) -> String {
    let written = title(of: root) ?? FileStem.of(graph.documents[graph[root].document])
    return renamed[written] ?? shortNames[root] ?? graph[root].spelling(of: written)
  }

  private func rootName(_ text: String) -> String {
    let name = prefix + SwiftNames.type(text)
    let hides = namespace.isEmpty && SwiftNames.hiddenTypes.contains(name) || mentionedTypes.contains(name)
    return hides ? name + "Model" : name
  }

  private mutating func nameRoot(_ schema: SchemaID) {
    let node = graph[schema]
    let location = TypeKey(schema: schema).lockLocation(in: graph)
    let explicit = node.twin == nil ? node.keywords.vendor.swift.name : nil
    let written = title(of: schema) ?? FileStem.of(graph.documents[node.document])
    let stem = stem(of: schema)
    let former = renamed[written] == nil ? locked(location, at: schema) : nil
    var name =
      explicit.map { checked($0, at: schema) } ?? nameOfTwin(node, isFixed: true) ?? former
      ?? nameOfTwin(node, isFixed: false) ?? rootName(stem)
    if let other = takenTop[name] {
      if explicit != nil, graph[other].keywords.vendor.swift.name != nil {
        clash(name, schema, other)
      }
      // The parent folder distinguishes files with the same name.
      let folders = graph.documents[node.document].schemaName.split(separator: "/").dropLast().map(String.init)
      for folder in folders.reversed() where takenTop[name] != nil { name = prefix + SwiftNames.type(folder) + name }
      name = SwiftNames.unique(name, of: stem, among: Set(takenTop.keys))
    }
    takenTop[name] = schema
    lock[location] = name
    names[TypeKey(schema: schema)] = TypeName(
      name: name, qualified: namespace.isEmpty ? name : namespace + "." + name, enclosing: namespace,
      namespace: namespace)
  }

  /// Returns the name of a twin: that of the original, and the view. A name specified by the schema takes precedence
  /// over the lock.
  private func nameOfTwin(_ node: SchemaNode, isFixed: Bool) -> String? {
    guard let twin = node.twin, isFixed == (node.keywords.vendor.swift.name != nil),
      let original = twin.origin.flatMap({ names[TypeKey(schema: $0)] })
    else { return nil }
    return original.name + SwiftNames.typeWords(twin.view.rawValue)
  }

  /// Swift looks names up from the inside out: a type nested in a document's type must not shadow the root of another
  /// document that it references, or that a schema references whose members are among its own.
  private mutating func mentionedRoots() -> [Set<String>] {
    var targets = Array(repeating: Set<Int>(), count: graph.documents.count)
    var merged = targets
    for node in graph.nodes {
      // A member with a reference alone only mentions its type.
      let isMember =
        node.loneReference != nil
        && node.parent.map { !graph[$0].appliedInPlace.contains(node.id) } ?? false
      for target in [node.keywords.ref, node.keywords.dynamicRef] + node.dynamicScope {
        guard let target else { continue }
        targets[node.document].insert(graph[target].document)
        if !isMember { merged[node.document].insert(graph[target].document) }
      }
    }
    self.merged = targets.indices.map { Set(Closure.of([$0]) { Array(merged[$0]) }) }
    return self.merged.map { reached in
      var reached = reached
      for document in Array(reached) { reached.formUnion(targets[document]) }
      let roots = reached.map { graph.roots[$0] }
      return Set((roots + graph.twins(of: roots)).compactMap { names[TypeKey(schema: $0)]?.name })
    }
  }

  /// Names a type, after the union to which it belongs.
  private mutating func nameWithOuter(_ key: TypeKey) {
    var outer = [key]
    while let owner = owner(of: outer[outer.count - 1]) {
      let union = TypeKey(schema: owner)
      guard unnamed.contains(union), !outer.contains(union) else { break }
      outer.append(union)
    }
    for key in outer.reversed() where unnamed.remove(key) != nil { nameInner(key) }
  }

  /// Returns the union of a branch, or the type that contains the branch.
  private func owner(of key: TypeKey) -> SchemaID? {
    if key.part != nil { return nil }
    if let home = homes[key.schema] { return home.union }
    var next = graph[key.schema].parent
    while let schema = next {
      if let part = parts[schema] { return part }
      next = graph[schema].parent
    }
    return nil
  }

  private mutating func nameInner(_ key: TypeKey) {
    let node = graph[key.schema]
    guard let around = enclosing(key) else { return }
    // Inside a type with the same dynamic scope, the name is unambiguous.
    let scope = isInScope(key) ? nil : graph.scopeWords(of: key.schema)
    let view = isInView(key) ? nil : node.twin?.view.rawValue
    let isTwin = key.isInner || key.isPatch || key.part != nil || scope != nil || view != nil
    let explicit = isTwin ? nil : node.keywords.vendor.swift.name
    let location = key.lockLocation(in: graph)
    var text =
      key.isInner
      ? "value"
      : key.isPatch
        ? "patch"
        : key.part.map { $0 == .array ? "tuple" : $0.rawValue } ?? shared[key.schema] ?? suggestion(key.schema)
    let isRenamed = !isTwin && renamed[text] != nil
    if isRenamed { text = renamed[text] ?? text }
    if let scope { text = (graph.isRoot(key.schema) ? "" : text + "-") + "in-" + scope }
    if let view { text = (node.keywords.vendor.swift.name ?? text) + "-" + view }
    var taken = takenInside[around.qualified] ?? []
    let isTop = around.qualified == namespace
    if isTop { taken.formUnion(takenTop.keys) }
    taken.formUnion(around.qualified.split(separator: ".").map(String.init))
    // What is named after members or its parts leaves the definitions of its file their own names.
    let isOfFile = around.qualified == names[TypeKey(schema: graph.roots[node.document])]?.qualified
    if isShared(key) || isOfFile, node.pointer.nameOfWholeDefinition == nil {
      taken.formUnion(definitionNames(in: node.document))
    }
    let given =
      explicit.map { checked($0, at: key.schema) } ?? (isRenamed ? nil : lockedName(location, at: key.schema))
    var name = given ?? SwiftNames.typeWords(text)
    if given == nil, !isTwin { name = brief(name, key.schema, in: around, taken) }
    // No type can be called `Type`, or `Data`, which is Foundation's. A definition of that name is called so first.
    let isFree = around.name == "Kind" || taken.isDisjoint(with: ["Kind", "Type"])
    if given == nil, name == "Type" || name == "TypeModel", isFree { name = "Kind" }
    if given == nil, !isTop, name == "Data", taken.isDisjoint(with: ["Payload", "Data"]) { name = "Payload" }
    // Many components have some `type`: what several share is named after the first.
    let owner = isTop || isShared(key) ? definitionName(around: key.schema).map { SwiftNames.typeWords($0) } : nil
    if isTop, given == nil, name == "Kind", let owner { name = owner + name }
    let outer = isOfFile ? SwiftNames.withoutVersion(around.name) : around.name
    if SwiftNames.reservedTypes.contains(name) || mentionedTypes.contains(name) {
      let isSaid = around.name.hasSuffix(name) && !taken.contains("Value")
      name = isSaid ? "Value" : (isShared(key) || around.name.isEmpty ? owner ?? outer : outer) + name
    }
    if SwiftNames.reservedTypes.contains(name) || mentionedTypes.contains(name) { name += "Model" }
    let foreign = mentioned[node.document].union(
      namespace.isEmpty && !isShared(key) ? mentionedShared(in: node.document) : [])
    if foreign.contains(name), !taken.contains(name), explicit == nil, !taken.contains(outer + name),
      !foreign.contains(outer + name)
    {
      name = SwiftNames.fitting(outer + name)
    }
    taken.formUnion(foreign)
    if given == nil, name.lowercased() == around.name.lowercased() { name = around.name }
    if isTop, SwiftNames.hiddenTypes.contains(name), namespace.isEmpty { name += "Model" }
    if taken.contains(name) {
      if explicit != nil { clash(name, key.schema, nil) }
      name =
        otherNames(name, of: text, key, in: around, of: owner ?? outer).first { !taken.contains($0) }
        ?? SwiftNames.unique(name, of: text, among: taken)
    }
    takenInside[around.qualified, default: []].insert(name)
    lock[location] = name
    names[key] = TypeName(
      name: name, qualified: around.qualified.isEmpty ? name : around.qualified + "." + name,
      enclosing: around.qualified, namespace: namespace)
    if isTop {
      takenTop[name] = key.schema
      sharedAtTop.insert(key.schema)
    }
  }

  /// Returns a name without what the types around it say already: in `EnvFile`, `EnvFileItem` is `Item`, and the strings
  /// or lists of a choice need no name that hides Swift's.
  private mutating func brief(
    _ name: String, _ schema: SchemaID, in around: TypeName, _ taken: Set<String>
  ) -> String {
    let outer = around.qualified.split(separator: ".").map(String.init)
    // `BlockLayout` may be the `Layout` of a `Block`, and `KeyValue` is one of `key`.
    let stems = outer.compactMap { name in
      ["Item", "Value"].first { name.hasSuffix($0) && name != $0 }.map { String(name.dropLast($0.count)) }
    }
    let whole = outer + zip(outer, outer.dropFirst()).map { $0 + $1 } + stems
    var role = ["Item", "Value"].first { role in whole.contains { name == $0 + role } }
    if let label = homes[schema]?.label, SwiftNames.typeWords(label) == name {
      if label == JSONType.string.rawValue { role = "Value" }
      if label == JSONType.array.rawValue { role = graph[schema].keywords.prefixItems.isEmpty ? "List" : "Tuple" }
    }
    if let role, !taken.contains(role) { return role }
    // In `Certificate`, `CertificateDetails` is `Details`.
    let (words, stem) = (NameWords.withHumps(name), NameWords.withHumps(around.name))
    guard words.starts(with: stem), words.count > stem.count else { return name }
    let rest = String(name.dropFirst(around.name.count))
    let others = taken.union(mentioned[graph[schema].document]).union(definitionNames(in: graph[schema].document))
    let isName = SwiftNames.isTypeName(rest) && SwiftNames.typeWords(rest) == rest
    return isName && !SwiftNames.joins(words[stem.count]) && !others.contains(rest) ? rest : name
  }

  /// Returns other names for a type whose name is taken, best first.
  private func otherNames(
    _ name: String, of text: String, _ key: TypeKey, in around: TypeName, of definition: String
  ) -> [String] {
    let words = SwiftNames.typeWords(text)
    let member = memberName(around: key.schema)
    let owners = (isShared(key) ? [definition, member] : [member, definition]).filter { !$0.isEmpty }
    let isItem = ["items", "contains"].contains(graph[key.schema].pointer.tokens.last)
    let isChoice = isShared(key) && isChoice(key.schema)
    // One of `args` beside another `Arg` is no `ArgsArg`.
    let isOfPlural = NameWords.singular(ownerName(of: key.schema)).map { SwiftNames.typeWords($0) } == words
    let isConstant = graph[key.schema].keywords.const != nil || graph[key.schema].keywords.enumeration != nil
    let roles =
      (name == around.name || isOfPlural && isConstant ? ["Value"] : [])
      + (isItem || isOfPlural ? [words + "Item"] : []) + (isChoice ? ["Any" + words] : [])
    return SwiftNames.otherCuts(of: text) + roles + owners.map { SwiftNames.fitting($0 + words) }
  }

  /// Returns the names of the shared types that a document's code may mention, which are all named by now.
  private mutating func mentionedShared(in document: Int) -> Set<String> {
    if let known = mentionedShared[document] { return known }
    let owners = merged[document].flatMap { Array(sharedOwners[$0] ?? []) }
    let found = Set(owners.filter(sharedAtTop.contains).compactMap { names[TypeKey(schema: $0)]?.name })
    mentionedShared[document] = found
    return found
  }

  /// Returns the name of the definition that contains a schema; nil if none does.
  private func definitionName(around schema: SchemaID) -> String? {
    var next = graph[schema].parent
    while let owner = next {
      if let name = graph[owner].pointer.nameOfWholeDefinition { return shortNames[owner] ?? name }
      next = graph[owner].parent
    }
    return nil
  }

  /// Returns the names that the types of a document's definitions have if nothing else takes them.
  private mutating func definitionNames(in document: Int) -> Set<String> {
    if let known = definitionNames[document] { return known }
    let definitions = graph[graph.roots[document]].keywords.defs.filter { typed.contains($0.schema) }
    let found = Set(definitions.map { SwiftNames.typeWords(shortNames[$0.schema] ?? $0.name) })
    definitionNames[document] = found
    return found
  }

  /// Returns the name of the member in which a schema is; empty if it is not in any.
  private func memberName(around schema: SchemaID) -> String {
    let tokens = graph[schema].pointer.tokens.dropLast(2)
    guard let properties = tokens.lastIndex(of: "properties"), properties + 1 < tokens.endIndex else { return "" }
    return SwiftNames.typeWords(tokens[properties + 1])
  }

  /// Whether a schema is a choice between more than values: of `timeUnit`, between definitions such as `TimeUnit`.
  private func isChoice(_ schema: SchemaID) -> Bool {
    (graph[schema].keywords.anyOf + graph[schema].keywords.oneOf).contains {
      graph[$0].keywords.const == nil && graph[$0].keywords.enumeration == nil
    }
  }

  private func isShared(_ key: TypeKey) -> Bool {
    shared[key.schema] != nil && !key.isInner && !key.isPatch && key.part == nil
  }

  /// Whether a type with a dynamic scope has an enclosing type with the same one.
  private func isInScope(_ key: TypeKey) -> Bool {
    if key.isInner || key.isPatch || key.part != nil { return true }
    return namedSchema(around: key).map { !graph[$0].dynamicScope.isEmpty } ?? false
  }

  /// Whether the enclosing type of a twin, or its union, is a twin as well.
  private func isInView(_ key: TypeKey) -> Bool {
    if key.isInner || key.isPatch || key.part != nil { return true }
    return (homes[key.schema]?.union ?? namedSchema(around: key)).map { graph[$0].twin != nil } ?? false
  }

  private func namedSchema(around key: TypeKey) -> SchemaID? {
    var next = graph[key.schema].parent
    while let schema = next {
      if names[TypeKey(schema: schema)] != nil { return schema }
      next = graph[schema].parent
    }
    return nil
  }

  /// Returns the nearest enclosing type of a schema; a definition is nested in its document's root.
  private func enclosing(_ key: TypeKey) -> TypeName? {
    if isShared(key) {
      let root = graph.roots[graph[key.schema].document]
      if graph.documents[graph[root].document].part == nil { return names[TypeKey(schema: root)] }
      return TypeName(name: namespace, qualified: namespace, enclosing: "", namespace: namespace)
    }
    if key.isInner { return names[TypeKey(schema: key.schema)] }
    if key.isPatch || key.part != nil {
      return names[TypeKey(schema: key.schema, isInner: true)] ?? names[TypeKey(schema: key.schema)]
    }
    var next = homes[key.schema]?.union ?? graph[key.schema].parent
    while let schema = next {
      if let name = names[TypeKey(schema: schema, isInner: true)] ?? names[TypeKey(schema: schema)] { return name }
      if let name = parts[schema].flatMap({ names[TypeKey(schema: $0)] }), parts[schema] != key.schema { return name }
      next = graph[schema].parent
    }
    return names[TypeKey(schema: graph.roots[graph[key.schema].document])]
  }

  /// Returns the title of a schema, if types are named after titles and the title is suitable as a name.
  private func title(of schema: SchemaID) -> String? {
    guard naming == .title, let title = graph[schema].keywords.title, ShapeClassifier.isName(title) else { return nil }
    return title
  }

  /// Returns the name words of a nested schema: the title, if so configured, the member or definition name, or its role
  /// in its parent.
  private func suggestion(_ schema: SchemaID) -> String {
    if graph[schema].keywords.isBase { return "base" }
    if let title = title(of: schema) { return title }
    var schema = schema
    while let owner = soleBranches[schema] {
      if graph.isRoot(owner) { return "value" }
      schema = owner
    }
    let node = graph[schema]
    if let home = homes[schema] { return home.label }
    let isOfRoot = node.parent.map { graph.isRoot($0) } ?? true
    let tokens = graph.ownTokens(of: schema)
    guard let last = tokens.last else { return "value" }
    let owner = ownerName(of: schema)
    let item = isOfRoot ? "element" : NameWords.singular(owner) ?? itemName(schema, of: owner)
    let value = isOfRoot ? "value" : NameWords.singular(owner) ?? owner + "-value"
    switch tokens.dropLast().last {
    case "$defs"?, "definitions"?: return shortNames[schema] ?? node.spelling(of: last)
    case "properties"?, "dependentSchemas"?: return last
    case "oneOf"?, "anyOf"?, "allOf"?, "prefixItems"?, "items"?:
      let title = node.keywords.title.flatMap { ShapeClassifier.isName($0) ? $0 : nil }
      let isItem = !["oneOf", "anyOf", "allOf"].contains(tokens.dropLast().last)
      return title ?? graph.mark(of: schema, sensitive: sensitive)
        ?? (isItem ? item : "option-\((Int(last) ?? 0) + 1)")
    case "patternProperties"?: return value
    default: break
    }
    switch last {
    case "additionalProperties", "unevaluatedProperties": return value
    case "items", "contains", "unevaluatedItems": return item
    default:
      // A key in a container of definitions that no dialect knows is its name.
      return node.dialect.keyword(named: last) == nil ? shortNames[schema] ?? last : node.keywords.title ?? last
    }
  }

  /// Returns the name of an item whose list is named in the singular: `level: [Level]` of a few strings, and what has a
  /// title, is named for what it is.
  private func itemName(_ schema: SchemaID, of owner: String) -> String {
    let keywords = graph[schema].keywords
    if let title = keywords.title, ShapeClassifier.isName(title), title.split(separator: " ").count <= 3 {
      return title
    }
    return keywords.enumeration?.allSatisfy { $0.string != nil } ?? false ? owner : owner + "-item"
  }

  /// Returns the name of the member or definition that contains a schema, or of the branch, if it has one.
  private func ownerName(of schema: SchemaID) -> String {
    var next = graph[schema].parent
    while let owner = next, !graph.isRoot(owner) {
      let tokens = graph.ownTokens(of: owner)
      if let label = homes[owner]?.label, JSONType(rawValue: label) == nil { return label }
      let isNamed = ["properties", "$defs", "definitions"].contains(tokens.dropLast().last ?? "")
      let isKeyword = graph[owner].dialect.keyword(named: tokens.last ?? "") != nil
      if let last = tokens.last, !last.isEmpty, isNamed || !isKeyword && Int(last) == nil {
        return shortNames[owner] ?? last
      }
      next = graph[owner].parent
    }
    return "value"
  }

  private mutating func checked(_ name: String, at schema: SchemaID) -> String {
    if SwiftNames.type(name) == name, !mentionedTypes.contains(name) { return name }
    let type = SwiftNames.type(name)
    let fitting = mentionedTypes.contains(type) ? type + "Model" : type
    diagnostics.append(
      graph.diagnostic(
        .error, at: schema, keyword: "x-swift", member: "name",
        "expected a valid Swift type name, found \(name.quoted); did you mean '\(fitting)'?"))
    return fitting
  }

  private mutating func clash(_ name: String, _ schema: SchemaID, _ other: SchemaID?) {
    let holder = other.map { ", which \(graph.sourcePosition(of: $0)) uses" } ?? ", which another type here uses"
    diagnostics.append(
      graph.diagnostic(
        .error, at: schema, keyword: "x-swift", member: "name",
        "expected a unique name, found '\(name)'\(holder)"))
  }
}

extension SchemaGraph {
  /// Returns the part of a schema's pointer that its parent's does not have: `properties`, `name`.
  fileprivate func ownTokens(of schema: SchemaID) -> ArraySlice<String> {
    let tokens = self[schema].pointer.tokens[...]
    guard let outer = self[schema].parent.map({ self[$0].pointer.tokens }), tokens.starts(with: outer) else {
      return tokens
    }
    return tokens.dropFirst(outer.count)
  }

  /// Returns `file:line:column` of a schema.
  fileprivate func sourcePosition(of schema: SchemaID) -> String {
    let document = documents[self[schema].document]
    let position = document.source.position(of: self[schema].pointer)
    return "\(document.name):\(position.line):\(position.column)"
  }
}
