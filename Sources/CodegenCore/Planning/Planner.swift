import JSONSchema
import SchemaRuntime

/// Decides what Swift is generated for a graph: shapes, names, members, cases, indirections.
struct Planner {
  let graph: SchemaGraph
  let configuration: Configuration
  /// The folder of the schemas as documents' names begin with it, such as `Schemas/`.
  let folder: String
  let classifier: ShapeClassifier
  var diagnostics: [Diagnostic] = []
  private var shapes: [SchemaID: Shape] = [:]
  var names: [TypeKey: TypeName] = [:]
  private var roots: [SchemaID] = []
  /// The schemas whose reference is being worked out: a type without a name of its own may not reach itself.
  private var open: Set<SchemaID> = []

  init(graph: SchemaGraph, configuration: Configuration, folder: String) {
    self.graph = graph
    self.configuration = configuration
    self.folder = folder
    classifier = ShapeClassifier(
      graph: graph, formatTypes: configuration.formats.types.filter { configuration.formats.assert.contains($0.key) })
  }

  /// Plans the documents whose roots are given; the lock keeps names that earlier runs gave.
  mutating func plan(roots: [SchemaID], lock: inout NameLock) -> TypePlan {
    self.roots = roots
    // 1. Which schemas need a type.
    let named = schemasWithTypes()
    let wrapped = roots.filter { !needsName(shape(of: $0)) }
    let inner = wrapped.filter { holdsNamed(shape(of: $0)) }.map { TypeKey(schema: $0, isInner: true) }
    // 2. What they are called.
    var namer = TypeNamer(graph: graph, prefix: configuration.namePrefix, lock: lock)
    let rest = named.filter { !roots.contains($0) }.map { TypeKey(schema: $0) }
    let patches = patchKeys(named)
    namer.name(roots: roots, inner: inner + rest + patches)
    names = namer.names
    lock = namer.lock
    diagnostics += namer.diagnostics
    // 3. What they hold.
    var types: [TypeDeclaration] = []
    for key in (roots.map { TypeKey(schema: $0) } + inner + rest + patches) { types.append(declaration(of: key)) }
    // 4. Where values would hold themselves.
    CycleBreaker.breakCycles(in: &types)
    // 5. Whether local-only types stay where they belong.
    diagnostics += LocalOnlyCheck(types: types, graph: graph).findings
    let typesOfDocuments = Dictionary(grouping: types) { graph[$0.key.schema].document }
    return TypePlan(
      files: roots.map { file(for: $0, typesOfDocuments[graph[$0].document] ?? []) }, names: names)
  }

  private func file(for root: SchemaID, _ types: [TypeDeclaration]) -> FilePlan {
    let document = graph[root].document
    let path = graph.documents[document].name
    let name = schemaName(path)
    return FilePlan(
      name: name, sourcePath: path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path,
      fileName: FileNames.base(of: name + ".schema.json") + ".swift",
      types: types)
  }

  /// `Schemas/users/user-info.schema.json` gives `users/user-info`.
  private func schemaName(_ path: String) -> String {
    var name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    for suffix in [".schema.json", ".json"] where name.hasSuffix(suffix) {
      name.removeLast(suffix.count)
      break
    }
    return name
  }

  /// The partial-update twins that `x-patch` asks for.
  private mutating func patchKeys(_ named: [SchemaID]) -> [TypeKey] {
    var keys: [TypeKey] = []
    for node in graph.nodes where node.keywords.vendor.patch {
      if named.contains(node.id), case .object = shape(of: node.id), !node.keywords.vendor.localOnly {
        keys.append(TypeKey(schema: node.id, isPatch: true))
      } else {
        diagnostics.append(
          graph.diagnostic(
            .warning, at: node.id, keyword: "x-patch",
            "expected an object type with members that may be sent, found another; it has no twin"))
      }
    }
    return keys
  }

  // MARK: - Shapes

  mutating func shape(of schema: SchemaID) -> Shape {
    if let shape = shapes[schema] { return shape }
    let shape = classifier.shape(of: schema)
    if case .any(let reason?) = shape {
      diagnostics.append(
        graph.diagnostic(.note, at: schema, "expected a schema that Swift's types can say, found \(reason): JSONValue"))
    }
    shapes[schema] = shape
    return shape
  }

  func needsName(_ shape: Shape) -> Bool {
    switch shape {
    case .enumeration, .object, .union: true
    case .any, .null, .boolean, .integer, .number, .string, .custom, .array, .map, .nullable, .reference: false
    }
  }

  /// Whether null or a type that needs a name is what a shape says.
  private func holdsNamed(_ shape: Shape) -> Bool {
    if case .nullable(let inner) = shape { needsName(inner) } else { false }
  }

  /// The schemas that types reach from the roots and that need a type of their own, in the order of the graph.
  private mutating func schemasWithTypes() -> [SchemaID] {
    var seen: Set<SchemaID> = []
    var pending = roots
    var found: [SchemaID] = []
    while let schema = pending.popLast() {
      guard seen.insert(schema).inserted else { continue }
      let shape = shape(of: schema)
      if needsName(shape) || holdsNamed(shape) && !roots.contains(schema) { found.append(schema) }
      pending += children(of: shape)
    }
    return found.sorted()
  }

  private func children(of shape: Shape) -> [SchemaID] {
    switch shape {
    case .any, .null, .boolean, .integer, .number, .string, .custom, .enumeration, .map(nil): []
    case .array(let element): [element]
    case .map(let value?): [value]
    case .nullable(let inner): children(of: inner)
    case .reference(let target): [target]
    case .object(let object): object.members.map(\.schema) + additionalSchemas(object)
    case .union(let union): union.branches.flatMap { $0.schema.map { [$0] } ?? children(of: $0.shape) }
    }
  }

  private func additionalSchemas(_ object: ObjectShape) -> [SchemaID] {
    if case .typed(let schema) = object.additional { [schema] } else { [] }
  }

  // MARK: - References

  /// The Swift type of a value of a schema.
  mutating func reference(to schema: SchemaID) -> TypeReference {
    let shape = shape(of: schema)
    if needsName(shape) { return model(TypeKey(schema: schema)) }
    guard open.insert(schema).inserted else {
      if roots.contains(schema) { return model(TypeKey(schema: schema)) }
      diagnostics.append(
        graph.diagnostic(.warning, at: schema, "expected a type with a name where a schema holds itself: JSONValue"))
      return .scalar("JSONValue")
    }
    defer { open.remove(schema) }
    return reference(to: shape, of: schema)
  }

  mutating func reference(to shape: Shape, of schema: SchemaID, isInner: Bool = false) -> TypeReference {
    switch shape {
    case .any, .null: return .scalar("JSONValue")
    case .boolean: return .scalar("Bool")
    case .integer: return .scalar("Int")
    case .number: return .scalar("Double")
    case .string(let type): return .scalar(type)
    case .custom("[JSONValue]"): return .array(.scalar("JSONValue"))
    case .custom(let type): return .scalar(type)
    case .array(let element): return .array(reference(to: element))
    case .map(let value): return .map(value.map { reference(to: $0) } ?? .scalar("JSONValue"))
    case .nullable(let inner):
      let wrapped = reference(to: inner, of: schema, isInner: roots.contains(schema))
      if case .optional = wrapped { return wrapped }
      return .optional(wrapped)
    case .reference(let target): return reference(to: target)
    case .enumeration, .object, .union: return model(TypeKey(schema: schema, isInner: isInner))
    }
  }

  private func model(_ key: TypeKey) -> TypeReference {
    .model(key, name: names[key]?.qualified ?? "JSONValue")
  }
}
