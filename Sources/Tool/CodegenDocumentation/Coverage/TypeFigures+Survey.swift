import CodegenCore
import JSONSchema
import SchemaRuntime

extension TypeFigures {
  /// Counts how much of a graph the types of a plan represent.
  init(of graph: SchemaGraph, plan: TypePlan, definitions: Configuration.Definitions) {
    documents = Array(repeating: Counts(), count: graph.documents.count)
    TypeSurvey(graph: graph, plan: plan, definitions: definitions).count(in: &self)
    add(plan, in: graph)
  }

  private mutating func add(_ plan: TypePlan, in graph: SchemaGraph) {
    let sensitive = graph.sensitiveSchemas
    // The roots of other modules have no file here.
    for (root, file) in zip(graph.roots.filter { plan.names[TypeKey(schema: $0)] != nil }, plan.files) {
      addName(file.fileName, of: file.name + ".swift", shown: file.fileName, in: graph[root].document)
      for type in file.types where !type.key.isPatch && graph[type.key.schema].twin == nil {
        add(type, plan, graph, isSensitive: sensitive.contains(type.key.schema))
      }
    }
  }

  /// Counts a type. Names in a sensitive one, except those of members, may be values of its schema.
  private mutating func add(_ type: TypeDeclaration, _ plan: TypePlan, _ graph: SchemaGraph, isSensitive: Bool) {
    let node = graph[type.key.schema]
    let document = node.document
    documents[document].types += 1
    let typeName = isSensitive && !type.name.isOutermost ? "(redacted)" : type.name.qualified
    func shown(_ name: String) -> String { typeName + "." + (isSensitive ? "(redacted)" : name) }
    addName(type.name.name, of: graph.nameText(of: node.id), shown: typeName, in: document)
    let key = node.pointer.tokens.last.flatMap { Int($0) == nil ? $0 : nil }
    let isWritten = [key, node.keywords.title].contains { $0.map(SwiftNames.type) == type.name.name }
    if PositionalName.matches(type.name.name), !isWritten {
      documents[document].positionalTypes += 1
      positionalTypes.append(typeName)
    }
    switch type.kind {
    case .structure(let structure):
      documents[document].members += structure.members.count
      for member in structure.members {
        if graph[member.schema].keywords.vendor.swift.name != member.name {
          addName(member.name, of: member.wireName, shown: typeName + "." + member.name, in: document)
        }
        if let reason = Self.reasonForUntyped(member, plan, graph) {
          documents[document].untypedMembers += 1
          untypedMembers.append(UntypedMember(schema: graph.written(member.schema), reason: reason))
        }
      }
    case .enumeration(let enumeration):
      for value in enumeration.cases {
        addName(value.name, of: value.value.string ?? "0", shown: shown(value.name), in: document)
      }
    case .union(let union):
      documents[document].unionCases += union.cases.count
      for (index, branch) in union.cases.enumerated() {
        let texts = union.texts(ofCaseAt: index, in: graph)
        addName(branch.name, of: texts.first ?? "", shown: shown(branch.name), in: document)
        guard PositionalName.matches(branch.name) else { continue }
        if !texts.contains(where: { SwiftNames.enumerationCase($0) == branch.name }) {
          documents[document].positionalCases += 1
          positionalCases.append(shown(branch.name))
        }
      }
    case .tuple, .wrapper: break
    }
  }

  private mutating func addName(_ name: String, of text: String, shown: String, in document: Int) {
    documents[document].names += 1
    guard EscapedName.matches(name, of: text) else { return }
    documents[document].escapedNames += 1
    escapedNames.append(shown)
  }

  /// Returns why a member is a `JSONValue` although its schema is more specific; nil if it is not, or the schema is
  /// not.
  private static func reasonForUntyped(_ member: MemberPlan, _ plan: TypePlan, _ graph: SchemaGraph) -> String? {
    var type = member.type
    while case .optional(let wrapped) = type { type = wrapped }
    guard type == .scalar("JSONValue"), graph[member.schema].keywords.vendor.swift.type == nil else { return nil }
    var open: Set<SchemaID> = []
    guard graph.describesType(member.schema, &open) else { return nil }
    var shape = plan.shapes[member.schema]
    var seen: Set<SchemaID> = []
    while true {
      switch shape {
      case .nullable(let inner)?: shape = inner
      case .reference(let target)? where seen.insert(target).inserted: shape = plan.shapes[target]
      case .any(let reason?)?: return reason
      case .any(nil)?: return "keywords for some types without 'type'"
      case .null?: return "only null"
      case let shape?: return "\(shape.kind) without a name"
      case nil: return "a schema without a type"
      }
    }
  }
}

/// Finds the declared members, and those that are members of a type.
private struct TypeSurvey {
  let graph: SchemaGraph
  let plan: TypePlan
  let definitions: Configuration.Definitions
  /// The schemas with the same text as schemas of the graph: copies share the text of their originals.
  private let originals: [SchemaID]
  /// The Swift names of members, by the schemas merged into a struct.
  private var represented: [SchemaID: Set<ExactName>] = [:]
  /// The shapes to which a schema contributes.
  private var shapes: [SchemaID: Shape] = [:]

  init(graph: SchemaGraph, plan: TypePlan, definitions: Configuration.Definitions) {
    self.graph = graph
    self.plan = plan
    self.definitions = definitions
    var owners: [CoverageLocation: SchemaID] = [:]
    for node in graph.writtenNodes where node.dynamicScope.isEmpty { owners[CoverageLocation(node)] = node.id }
    originals = graph.nodes.map { $0.dynamicScope.isEmpty ? $0.id : owners[CoverageLocation($0)] ?? $0.id }
    let types = Dictionary(plan.files.flatMap(\.types).map { ($0.key, $0) }) { first, _ in first }
    for type in plan.files.flatMap(\.types) where !type.key.isPatch {
      guard case .structure(let structure) = type.kind else { continue }
      let names = structure.members.map { ExactName($0.wireName) } + Self.names(ofPartsOf: structure, types)
      for joined in graph.schemasDeclaringMembers(of: type.key.schema) {
        represented[original(joined), default: []].formUnion(names)
      }
    }
    // A schema's own shape takes precedence over those into which it is merged.
    for (schema, shape) in plan.shapes { shapes[original(schema)] = shape }
    for schema in plan.shapes.keys.sorted() {
      for joined in Facts.schemas(joinedBy: schema, in: graph) where shapes[original(joined)] == nil {
        shapes[original(joined)] = plan.shapes[schema]
      }
    }
  }

  /// Returns the names of the members that branches add to those of a struct, and of nested branches.
  private static func names(
    ofPartsOf structure: StructurePlan, _ types: [TypeKey: TypeDeclaration]
  ) -> [ExactName] {
    var names: [ExactName] = []
    var pending = structure.variants.map(\.key)
    var seen: Set<TypeKey> = []
    while let key = pending.popLast() {
      guard seen.insert(key).inserted, case .union(let union)? = types[key]?.kind else { continue }
      for item in union.cases {
        guard case .model(let key, _)? = item.type, case .structure(let part)? = types[key]?.kind else { continue }
        names += part.members.map { ExactName($0.wireName) }
        pending += part.variants.map(\.key)
      }
    }
    return names
  }

  private func original(_ schema: SchemaID) -> SchemaID { originals[schema.index] }

  /// Counts the declared members, and those that are in no type, in the order of the graph.
  func count(in figures: inout TypeFigures) {
    let steps = steps()
    var rows: [TypeFigures.Loss: Int] = [:]
    for node in graph.writtenNodes where node.dynamicScope.isEmpty && steps[node.id] != nil {
      // The member by which a discriminator selects a branch is not declared there.
      guard node.keywords.mayApply("properties"), node.keywords.selection == nil else { continue }
      for member in node.keywords.properties where graph[member.schema].boolean != false {
        figures.documents[node.document].declaredMembers += 1
        if represented[node.id]?.contains(ExactName(member.name)) == true {
          figures.documents[node.document].representedMembers += 1
          continue
        }
        let loss = loss(at: node.id, steps)
        if rows[loss] == nil {
          rows[loss] = figures.losses.count
          figures.losses.append(loss)
        }
        if let row = rows[loss] { figures.losses[row].count += 1 }
      }
    }
  }

  /// How a schema is reached.
  private enum Step {
    case start
    case from(SchemaID, keyword: String)
  }

  /// Returns the schemas that apply to a value or to a part of it, except for conditions and negations.
  private func steps() -> [SchemaID: Step] {
    var steps: [SchemaID: Step] = [:]
    var pending: [SchemaID] = []
    func visit(_ schema: SchemaID, _ step: Step) {
      guard steps[original(schema)] == nil else { return }
      steps[original(schema)] = step
      pending.append(original(schema))
    }
    for root in graph.roots { visit(root, .start) }
    for schema in graph.listedDefinitions(definitions) { visit(schema, .start) }
    var next = 0
    while next < pending.count {
      let node = graph[pending[next]]
      next += 1
      let applied = Set(node.keywords.applied)
      for part in node.subschemas where applied.contains(part.schema) {
        guard let keyword = part.path.first, keyword != "if", keyword != "not", node.keywords.mayApply(keyword) else {
          continue
        }
        visit(part.schema, .from(node.id, keyword: keyword))
      }
      for target in node.keywords.references { visit(target, .from(node.id, keyword: "$ref")) }
    }
    return steps
  }

  /// Returns where declared members of a schema are lost.
  private func loss(at schema: SchemaID, _ steps: [SchemaID: Step]) -> TypeFigures.Loss {
    var (schema, keyword) = (schema, "properties")
    while shapes[schema] == nil, case .from(let previous, let step)? = steps[schema] {
      (schema, keyword) = (previous, step)
    }
    let shape = shapes[schema]
    return TypeFigures.Loss(
      schema: schema, keyword: keyword, shape: shape?.kind ?? "no type", reason: reason(shape, keyword))
  }

  /// Returns why a shape does not have the declared members.
  private func reason(_ shape: Shape?, _ keyword: String) -> String? {
    switch shape {
    case .nullable(let inner)?: reason(inner, keyword)
    case .any(let reason)?: reason.map { "JSONValue, because " + $0 } ?? "JSONValue"
    case .map? where keyword == "properties": "a map, because it has more than \(ShapeLimits.members) members"
    case .object? where keyword == "properties": "a struct, and another schema for the same object forbids them"
    case .object?: nil
    case let shape? where keyword == "properties": shape.kind
    case .some, nil: nil
    }
  }
}

extension Keywords {
  /// Whether an applicator can apply to a value of the schema's own `type`; `items` next to `"type": "object"` has no
  /// effect.
  fileprivate func mayApply(_ keyword: String) -> Bool {
    let types: [JSONType: Set<String>] = [
      .array: ["items", "prefixItems", "additionalItems", "contains", "unevaluatedItems"],
      .object: [
        "properties", "patternProperties", "additionalProperties", "propertyNames", "unevaluatedProperties",
        "dependentSchemas", "dependencies",
      ],
    ]
    guard let type, let needed = types.first(where: { $0.value.contains(keyword) })?.key else { return true }
    return type.contains(needed)
  }
}

/// The text that a schema and its copies share.
private struct CoverageLocation: Hashable {
  var document: Int
  var pointer: JSONPointer

  init(_ node: SchemaNode) { (document, pointer) = (node.document, node.pointer) }
}

extension SchemaGraph {
  /// Returns the schemas whose members a struct has: those applied to the same value, unconditionally or in a branch.
  fileprivate func schemasDeclaringMembers(of schema: SchemaID) -> [SchemaID] {
    Closure.of([schema]) { schema in self[schema].keywords.describing }
  }

  /// Whether a schema restricts its values, so that `JSONValue` loses information.
  fileprivate func describesType(_ schema: SchemaID, _ open: inout Set<SchemaID>) -> Bool {
    guard open.insert(schema).inserted else { return false }
    defer { open.remove(schema) }
    if let boolean = self[schema].boolean { return !boolean }
    if Facts(of: schema, in: self).types.count < JSONType.allCases.count { return true }
    for joined in Facts.schemas(joinedBy: schema, in: self) {
      let keywords = self[joined].keywords
      if keywords.enumeration != nil || keywords.const != nil { return true }
      if !keywords.properties.isEmpty || !keywords.patternProperties.isEmpty || !keywords.prefixItems.isEmpty {
        return true
      }
      for child in [keywords.items, keywords.additionalProperties] {
        if let child, self[child].boolean == nil { return true }
      }
      for choice in [keywords.oneOf, keywords.anyOf] where !choice.isEmpty {
        if choice.allSatisfy({ describesType($0, &open) }) { return true }
      }
    }
    return false
  }

  /// Returns the text that a type is named after: the title of a branch, or else the last name on the path to the
  /// schema.
  fileprivate func nameText(of schema: SchemaID) -> String {
    let tokens = self[schema].pointer.tokens
    if let last = tokens.last, Int(last) != nil, let title = self[schema].keywords.title { return title }
    let named: Set = ["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"]
    for index in tokens.indices.dropFirst().reversed() where named.contains(tokens[index - 1]) { return tokens[index] }
    return FileStem.of(document(of: schema))
  }
}

extension UnionPlan {
  /// Returns the texts of the schemas that a case may be named after.
  fileprivate func texts(ofCaseAt index: Int, in graph: SchemaGraph) -> [String] {
    var texts: [String] = []
    switch dispatch {
    case .tag(_, let values, _): texts += (values[index] ?? []).compactMap(\.string)
    case .members(let names): texts.append(names[index])
    case .types, .validators: break
    }
    guard let branch = cases[index].schema else { return texts }
    for schema in Facts.schemas(joinedBy: branch, in: graph).reversed() {
      texts += [graph[schema].keywords.vendor.swift.name, graph[schema].keywords.title].compactMap { $0 }
      if let last = graph[schema].pointer.tokens.last, Int(last) == nil { texts.append(last) }
      if graph.isRoot(schema) { texts.append(FileStem.of(graph.document(of: schema))) }
    }
    return texts
  }
}

/// Names that contain only a position: `option3`, `alternative`.
private enum PositionalName {
  private static let words: Set = ["alternative", "branch", "case", "choice", "option", "variant"]

  static func matches(_ name: String) -> Bool {
    let start = name.prefix { $0 != "_" }
    if name.hasPrefix("Model"), name.dropFirst("Model".count).first?.isNumber ?? false { return true }
    let digits = start.reversed().prefix { $0.isASCII && $0.isNumber }.count
    return words.contains(start.dropLast(digits).lowercased())
  }
}

/// Names with more underscores than the text that they are named after. Swift names otherwise have none, except before
/// a leading digit and between digits.
enum EscapedName {
  static func matches(_ name: String, of text: String) -> Bool {
    isPlain(text) && underscores(in: name) > text.utf8.count { $0 == UInt8(ascii: "_") }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }

  private static func underscores(in name: String) -> Int {
    let bytes = Array(name.utf8.drop { $0 == UInt8(ascii: "_") })
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index) && UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index]
    }
    return bytes.indices.count { index in
      bytes[index] == UInt8(ascii: "_") && !(isDigit(index - 1) && isDigit(index + 1))
    }
  }
}

extension Shape {
  /// The kind of type, as a phrase.
  fileprivate var kind: String {
    switch self {
    case .any: "JSONValue"
    case .null: "null"
    case .boolean: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .custom("[JSONValue]"): "an array of JSONValue"
    case .custom: "a type named by 'x-swift' or 'types'"
    case .array: "an array"
    case .map: "a map"
    case .nullable(let inner): inner.kind
    case .reference: "a reference"
    case .enumeration: "an enumeration"
    case .object: "a struct"
    case .tuple: "a tuple"
    case .union: "a union"
    }
  }
}
