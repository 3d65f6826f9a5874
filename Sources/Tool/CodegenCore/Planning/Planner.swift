import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaValidation

/// Decides which Swift to generate for the schemas of a survey: names, members, cases, indirections.
struct Planner {
  let survey: Survey
  var graph: SchemaGraph { survey.graph }
  var configuration: Configuration { survey.configuration }
  var sensitive: Set<SchemaID> { survey.sensitive }
  /// The folder of the schemas, as a prefix of document names, such as `Schemas/`.
  let folder: String
  /// Whether declarations get comments.
  var hasComments = true
  var diagnostics: [Diagnostic]
  /// Whether diagnostics name former names that the new name lock no longer has.
  private(set) var forgetsNames = false
  /// The shapes of the survey, and references where several schemas share a type.
  private let shapes: [SchemaID: Shape]
  /// The schemas with a type that they do not share.
  private let named: [SchemaID]
  /// The types that several schemas share.
  let shared: SharedTypes
  var names: [TypeKey: TypeName] = [:]
  /// Former names of types.
  var formerNames: [TypeKey: [FormerName]] = [:]
  /// The values in defaults, which generated code names.
  let defaults: Set<JSONValue>
  /// Whether the note has been made that some types or cases have no attribute for their deprecation.
  var hasNotedDeprecation = false
  /// The schemas whose references are being resolved: a type without a name may not contain itself.
  private var open: Set<SchemaID> = []

  init(_ survey: Survey, folder: String) {
    self.survey = survey
    self.folder = folder
    diagnostics = survey.diagnostics
    defaults = Set(survey.graph.nodes.compactMap(\.keywords.default).flatMap(\.scalars))
    let shared = SharedTypes(survey.candidatesForSharing, defined: survey.namesOfDefinitions)
    self.shared = shared
    named = survey.named.filter { shared.owners[$0] == nil }
    shapes = survey.shapes.merging(
      shared.owners.map { schema, owner in
        let isNullable = survey.shape(of: schema).isNullable && !survey.shape(of: owner).isNullable
        return (schema, isNullable ? .nullable(.reference(owner)) : .reference(owner))
      }
    ) { $1 }
  }

  /// Plans the types of the documents; the lock preserves the names of earlier runs.
  mutating func plan(lock: inout NameLock) -> TypePlan {
    let (roots, tops) = (survey.roots, survey.tops)
    checkNames()
    checkModules()
    // 1. Find the types.
    let wrapped = tops.filter { !shape(of: $0).needsName }
    let inner = wrapped.filter { shape(of: $0).holdsNamed }.map { TypeKey(schema: $0, isInner: true) }
    // 2. Name them, and find their former names.
    var namer = TypeNamer(
      graph: graph, configuration: configuration, homes: survey.homes, origins: survey.origins,
      soleBranches: survey.soleBranches, shared: (shared.names, shared.owners), lock: lock.forNaming)
    let parts = named.flatMap { typesOfParts(of: $0) }
    let rest = named.filter { !tops.contains($0) }.map { TypeKey(schema: $0) } + parts
    let patches = patchKeys()
    namer.name(roots: tops, inner: inner + rest + patches)
    names = namer.names
    diagnostics += namer.diagnostics
    let fingerprints = fingerprints()
    let before = lock
    let former = FormerNames(before, namer, shapes: fingerprints)
    formerNames = former.names
    diagnostics += former.diagnostics
    forgetsNames = !former.diagnostics.isEmpty
    lock = namer.lock
    lock.shapes = fingerprints
    lock.former = former.rows
    // 3. Plan their members and cases.
    var types: [TypeDeclaration] = []
    for key in (tops.map { TypeKey(schema: $0) } + inner + rest + patches) { types.append(declaration(of: key)) }
    keepFormerMembers(in: &types, before, fingerprints, former, &lock)
    // 4. Decide where members are stored.
    StoragePlanner.plan(&types)
    // 5. Check the use of local-only types.
    diagnostics += LocalOnlyCheck(types: types, graph: graph).findings
    if !graph.twinNodes.isEmpty {
      // A twin has the location of its original.
      var seen: Set<Diagnostic> = []
      diagnostics.removeAll { !seen.insert($0).inserted }
    }
    let typesOfDocuments = Dictionary(grouping: types) { graph[$0.key.schema].document }
    let fileNames = FileNames.bases(of: roots.map { path(of: graph.document(of: $0)) })
    var files = zip(roots, fileNames).map { root, fileName in
      let document = graph.document(of: root)
      return FilePlan(
        name: local(document.schemaName), sourcePath: local(document.qualifiedName), fileName: fileName + ".swift",
        types: typesOfDocuments[graph[root].document] ?? [])
    }
    noteSharedFiles(files)
    noteFormats()
    noteOpen()
    // 6. Decide what depends on several types: defaults, and what branches and included structs have in common.
    if var defaults = DefaultPlanner(files.flatMap(\.types), in: graph, options: configuration.compilerOptions) {
      defaults.addDefaults(to: &files)
      diagnostics += defaults.diagnostics
    }
    files.addMembersOfUnions()
    files.addMemberProtocols(named: names, in: graph)
    var imports: [String: String] = [:]
    for mapped in configuration.types.values {
      guard let module = mapped.module, !mapped.isKnown, let type = try? SwiftType(mapped.type) else { continue }
      imports[SwiftSource(type).text] = module
    }
    for node in graph.nodes {
      let hints = node.keywords.vendor.swift
      if let type = hints.type, let module = hints.module { imports[SwiftSource(type).text] = module }
    }
    return TypePlan(
      files: files, names: names, shapes: shapes.filter { survey.reached.contains($0.key) }, modules: imports)
  }

  /// Reports names of members and definitions that the name lock cannot store: json-c truncates names at NUL.
  private mutating func checkNames() {
    for node in graph.nodes where graph.isWritten(node.id) {
      for named in node.keywords.properties + node.keywords.defs where named.name.utf8.contains(0) {
        let pointer = graph[named.schema].pointer.description.quoted
        diagnostics.append(
          graph.diagnostic(
            .error, at: named.schema,
            "the name \(named.name.quoted) at \(pointer) contains U+0000, which the name lock (codegen.lock.json) "
              + "cannot store; rename it")
        )
      }
    }
  }

  /// Reports schemas of other modules that have no type there.
  private mutating func checkModules() {
    for schema in survey.named {
      guard let module = survey.module(of: schema) else { continue }
      diagnostics.append(
        graph.diagnostic(
          .error, at: schema,
          "this schema has no type in \(module); set \"definitions\": \"all\" in the configuration of its schemas to "
            + "give every definition a type"))
    }
  }

  /// Reports schemas that would share a Swift file, such as `a.schema.json` and `a.json`.
  private mutating func noteSharedFiles(_ files: [FilePlan]) {
    var owners: [String: SchemaID] = [:]
    for (root, file) in zip(survey.roots, files) {
      guard let owner = owners.updateValue(root, forKey: file.fileName) else { continue }
      diagnostics.append(
        graph.diagnostic(
          .error, at: root,
          "expected a schema with its own Swift file, found '\(file.fileName)', which is also the file of "
            + graph.document(of: owner).name))
    }
  }

  /// Returns the fingerprints of the types by location in the lock. A schema with a dynamic scope has the fingerprint
  /// of the original.
  private func fingerprints() -> [String: TypeFingerprint] {
    let fingerprints = SchemaFingerprints(graph)
    var shapes: [String: TypeFingerprint] = [:]
    for (key, name) in names where !key.isInner && !key.isPatch && graph[key.schema].dynamicScope.isEmpty {
      shapes[key.lockLocation(in: graph)] = fingerprints.fingerprint(of: key.schema, called: name.qualified)
    }
    return shapes
  }

  /// Finds the former names of members and cases.
  private mutating func keepFormerMembers(
    in types: inout [TypeDeclaration], _ before: NameLock, _ shapes: [String: TypeFingerprint],
    _ typeNames: FormerNames,
    _ lock: inout NameLock
  ) {
    let former = FormerMembers(before, types, shapes: shapes, typeNames, graph: graph)
    diagnostics += former.diagnostics
    forgetsNames = forgetsNames || !former.diagnostics.isEmpty
    lock.formerMembers = former.rows
    lock.memberNames = former.given.mapValues { rows in
      Dictionary(rows.map { ($0.wireName, $0.name) }) { first, _ in first }
    }
    for index in types.indices {
      let names = former.names(of: types[index].key)
      if names.isEmpty { continue }
      switch types[index].kind {
      case .structure(var plan):
        for memberIndex in plan.members.indices {
          plan.members[memberIndex].formerNames = names[plan.members[memberIndex].wireName] ?? []
        }
        types[index].kind = .structure(plan)
      case .enumeration(var plan):
        for caseIndex in plan.cases.indices {
          plan.cases[caseIndex].formerNames = names[plan.cases[caseIndex].value.text()] ?? []
        }
        types[index].kind = .enumeration(plan)
      case .tuple, .union, .wrapper: break
      }
    }
  }

  /// Notes choices of which only a format tells the branches apart, if validators do not check it: a value that the
  /// author means by one branch then satisfies two.
  private mutating func noteFormats() {
    let asserted = configuration.compilerOptions.assertedFormats
    for node in graph.nodes where node.keywords.oneOf.count > 1 && node.twin == nil {
      let strings = node.keywords.oneOf.filter { Facts(of: $0, in: graph).types.contains(.string) }
      guard strings.count > 1 else { continue }
      let formats = strings.compactMap { branch -> Format? in
        let schema = graph[branch]
        guard schema.asserting.isSubset(of: ["type", "format"]) else { return nil }
        return schema.keywords.format.flatMap { Format(keyword: $0) }
      }
      guard let format = formats.first(where: { !asserted.contains($0) }) else { continue }
      diagnostics.append(
        graph.diagnostic(
          .note, at: node.id, keyword: "oneOf",
          "only the format \(format.keyword.quoted) tells these branches apart, and it is not checked, so that strings may "
            + "satisfy several and be invalid; \"formats\": {\"assert\": [\"\(format.keyword)\"]} checks it"))
    }
  }

  /// Reports `x-open` where it opens nothing.
  private mutating func noteOpen() {
    for node in graph.nodes where node.keywords.written["x-open"] == true && node.twin == nil {
      let branches = node.keywords.oneOf + node.keywords.anyOf
      // The branch that opens a union is the generator's own.
      let isOpened = node.keywords.isOpenEnumeration || branches.last.map { !graph.isWritten($0) } ?? false
      if isOpened { continue }
      diagnostics.append(
        graph.diagnostic(
          .note, at: node.id, keyword: "x-open",
          "'x-open' has no effect here: it opens an 'enum' of strings, or a choice between objects that a member with "
            + "constant strings tells apart, unless it is part of a condition ('if', 'not', 'contains', "
            + "'propertyNames') or of a choice that depends on its values"))
    }
  }

  /// Returns the path of a schema as used in file names: only the last folder of a schema outside the configured
  /// folder.
  private func path(of document: SchemaDocument) -> String {
    let path = document.schemaName
    if path.hasPrefix(folder) { return path.dropFirst(folder.count) + (document.part == nil ? ".schema.json" : "") }
    // Paths relative to the working directory differ between machines.
    let parts = document.uri.split(separator: "/").suffix(2) + (document.part.map { [Substring($0.name)] } ?? [])
    return parts.joined(separator: "/")
  }

  /// `Schemas/users/user-info` gives `users/user-info`.
  private func local(_ path: String) -> String {
    path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Returns the partial-update twins that `x-patch` requests, with those of the objects that are members.
  private mutating func patchKeys() -> [TypeKey] {
    var pending: [SchemaID] = []
    if configuration.hasPatches {
      pending = survey.tops.filter { root in
        guard graph[root].twin == nil, case .object = shape(of: root) else { return false }
        return !graph[root].keywords.vendor.localOnly
      }
    }
    for node in graph.nodes where node.keywords.vendor.patch {
      if named.contains(node.id), case .object = shape(of: node.id), !node.keywords.vendor.localOnly {
        pending.append(node.id)
      } else if node.twin == nil {
        diagnostics.append(
          graph.diagnostic(
            .warning, at: node.id, keyword: "x-patch",
            "'x-patch' has no effect here: it needs an object with a Swift type of its own that is not 'x-localOnly'"))
      }
    }
    var found: Set<SchemaID> = []
    while let schema = pending.popLast() {
      guard found.insert(schema).inserted, case .object(let object) = shape(of: schema) else { continue }
      let parts = object.members.filter { !$0.isLocalOnly }.map(\.schema) + object.schemasOfOthers
      pending += parts.compactMap { mergedObject(of: $0) }
    }
    return found.sorted().map { TypeKey(schema: $0, isPatch: true) }
  }

  /// Returns the object type into whose values changes of a member, or of the values in a map, are merged.
  private func mergedObject(of schema: SchemaID) -> SchemaID? {
    var schema = schema
    var seen: Set<SchemaID> = []
    while seen.insert(schema).inserted {
      switch shape(of: schema) {
      case .reference(let next), .map(let next?), .nullable(.reference(let next)), .nullable(.map(let next?)):
        schema = next
      case .object(let object):
        let isWhole = object.variants.isEmpty && !object.isUntyped && !graph[schema].keywords.vendor.localOnly
        return isWhole && survey.module(of: schema) == nil ? schema : nil
      case .any, .null, .boolean, .integer, .number, .string, .custom, .array, .map, .nullable, .enumeration, .tuple,
        .union:
        return nil
      }
    }
    return nil
  }

  /// Whether a value of a schema may be a JSON object.
  func mayBeObject(_ schema: SchemaID) -> Bool {
    var pending = [shape(of: schema)]
    var seen: Set<SchemaID> = [schema]
    while let shape = pending.popLast() {
      switch shape {
      case .any, .map, .object: return true
      case .null, .boolean, .integer, .number, .string, .custom, .array, .tuple: break
      case .nullable(let inner): pending.append(inner)
      case .reference(let target): if seen.insert(target).inserted { pending.append(self.shape(of: target)) }
      case .enumeration(let enumeration):
        if enumeration.values.contains(where: { $0.json.object != nil }) { return true }
      case .union(let union):
        if union.isUntyped { return true }
        pending += union.branches.map(\.shape)
      }
    }
    return false
  }

  // MARK: - Shapes

  func shape(of schema: SchemaID) -> Shape { shapes[schema] ?? .any(fallback: nil) }

  /// Whether a definition has a type only for decoding its own payloads: a list or a map.
  private func isWrapped(_ schema: SchemaID) -> Bool { survey.listed.contains(schema) && shape(of: schema).isContainer }

  /// Returns the only value of a required member, which needs no type.
  func constant(of member: ObjectShape.Member) -> JSONValue? { member.constant(shape) }

  /// Returns the additional types of a schema with several types.
  private func typesOfParts(of schema: SchemaID) -> [TypeKey] {
    guard let union = shape(of: schema).union else { return [] }
    return union.branches.filter { $0.schemas.isEmpty && $0.shape.needsName }.map {
      TypeKey(schema: schema, part: $0.shape.partType)
    }
  }

  // MARK: - References

  /// Returns the Swift type of a value of a schema.
  mutating func reference(to schema: SchemaID) -> TypeReference {
    let shape = shape(of: schema)
    if shape.needsName { return model(TypeKey(schema: schema)) }
    guard open.insert(schema).inserted else {
      if survey.tops.contains(schema) || isWrapped(schema) { return model(TypeKey(schema: schema)) }
      diagnostics.append(
        graph.diagnostic(
          .warning, at: schema, "this recursive schema has no named type, so it is generated as JSONValue"))
      return .scalar("JSONValue")
    }
    defer { open.remove(schema) }
    return reference(to: shape, of: schema)
  }

  mutating func reference(to shape: Shape, of schema: SchemaID, isInner: Bool = false, part: JSONType? = nil)
    -> TypeReference
  {
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
      let wrapped = reference(to: inner, of: schema, isInner: survey.tops.contains(schema))
      if case .optional = wrapped { return wrapped }
      return .optional(wrapped)
    case .reference(let target): return reference(to: target)
    case .enumeration, .object, .tuple, .union:
      return model(part == nil ? TypeKey(schema: schema, isInner: isInner) : TypeKey(schema: schema, part: part))
    }
  }

  private func model(_ key: TypeKey) -> TypeReference {
    .model(key, name: names[key]?.source ?? "JSONValue")
  }
}

extension JSONValue {
  /// The value itself, or the scalars in it. Recursive, because the reader has limited the depth.
  fileprivate var scalars: [JSONValue] {
    switch self {
    case .array(let elements): elements.flatMap(\.scalars)
    case .object(let object): object.flatMap(\.value.scalars)
    case .null, .bool, .number, .string: [self]
    }
  }
}
