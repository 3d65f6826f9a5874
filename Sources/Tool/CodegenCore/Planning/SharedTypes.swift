import JSONSchema
import SchemaRuntime

/// Anonymous unions and enums of equal meaning in a file, which share a type.
///
/// A choice between kinds of values is named for what it is (`BooleanOrString`) from its first use on, so that a second use
/// moves nothing, and Stripe's expandable field for its resource (`ExpandableCustomer`). Other equal types are named
/// after the member that all uses share, or the words with which their members end, or after up to three values or
/// branches; other enums stay apart. Each use checks its own constraints, and has its own description.
struct SharedTypes {
  /// The name of each type, by the schema that has it.
  private(set) var names: [SchemaID: String] = [:]
  /// The schemas that use the type of another one, and that one.
  private(set) var owners: [SchemaID: SchemaID] = [:]

  /// A schema that may share its type.
  struct Candidate {
    var schema: SchemaID
    /// The file, and the meaning of the type.
    var key: [ExactName]
    /// What it is, in words, best first; empty if that is too long.
    var words: [String]
    /// The name of the member that has it.
    var member: String?
    var isUnion: Bool
    /// Whether it is a choice between kinds of values, which has no better name than these.
    var isNamedForWhatItIs: Bool
    var isNullable: Bool
    /// The only value of an enum, in words.
    var onlyValue: String?
  }

  /// - Parameter defined: the names that definitions of each file have.
  init(_ candidates: [Candidate], defined: Set<[ExactName]>) {
    let groups = Dictionary(grouping: candidates, by: \.key).values.sorted { $0[0].schema < $1[0].schema }
    var taken: Set<[ExactName]> = []
    for uses in groups {
      let first = uses[0]
      var shared = Self.commonEnd(of: uses.map(\.member))
      // Its only value tells it from the lists of other members of that name.
      if !first.isUnion, let value = first.onlyValue {
        let isWord = value.first?.isLetter ?? false
        shared = shared.map { isWord ? value + "-" + $0 : $0 + "-" + value }
      }
      let named = first.isUnion ? first.member : nil
      let many = uses.count > 1 ? (shared.map { [$0] } ?? []) + first.words + (named.map { [$0] } ?? []) : []
      let wanted = (first.isNamedForWhatItIs ? first.words : []) + many
      // What is said in the same words, but means something else, keeps the name of its member.
      let unused = wanted.first { text in
        let name = [first.key[0], ExactName(SwiftNames.typeWords(text))]
        return !taken.contains(name) && (first.isUnion || !defined.contains(name))
      }
      let name = unused ?? many.first
      // A reference to one that admits null would admit it, too.
      guard let name, let owner = uses.first(where: { !$0.isNullable }) ?? uses.first else { continue }
      taken.insert([first.key[0], ExactName(SwiftNames.typeWords(name))])
      names[owner.schema] = name
      for use in uses where use.schema != owner.schema { owners[use.schema] = owner.schema }
    }
  }
}

extension SharedTypes {
  /// Returns the words with which all names end: `unit` of `timeUnit` and `size-unit`; nil if there are none that say
  /// something.
  private static func commonEnd(of members: [String?]) -> String? {
    let names = Set(members)
    guard names.count > 1 else { return members.first ?? nil }
    let words = names.map { NameWords.withHumps($0 ?? "").reversed().map { $0.lowercased() } }
    var common = words[0]
    for other in words { common = zip(common, other).prefix { $0 == $1 }.map { $0.0 } }
    return common.isEmpty || common == ["type"] || common == ["value"] ? nil : common.reversed().joined(separator: "-")
  }
}

extension Survey {
  /// The schemas that may share their types.
  var candidatesForSharing: [SharedTypes.Candidate] {
    let fingerprints = SchemaFingerprints(graph)
    return named.compactMap { schema in
      guard mayShare(schema) else { return nil }
      var shape = shape(of: schema)
      var isNullable = false
      if case .nullable(let inner) = shape { (shape, isNullable) = (inner, true) }
      guard let key = key(of: shape, fingerprints, depth: 1) else { return nil }
      let document = graph.document(of: schema)
      let file = document.part == nil ? document.uri : graph[schema].absoluteLocation.base
      var isTagged = false
      if case .union(let union) = shape, case .tag = union.dispatch { isTagged = true }
      let member = member(around: schema, mayBeItem: !shape.isUnion && shape.onlyValue == nil)
      let words = [resource(of: schema, shape).map { "expandable-" + $0 }, words(of: shape)].compactMap { $0 }
      // A long enum is shared by members of one name.
      let scope = words.isEmpty && !shape.isUnion ? member ?? graph[schema].location : ""
      return SharedTypes.Candidate(
        schema: schema, key: [file, key, scope].map { ExactName($0) }, words: words, member: member,
        isUnion: shape.isUnion, isNamedForWhatItIs: shape.isUnion && !isTagged,
        isNullable: isNullable, onlyValue: shape.onlyValue)
    }
  }

  /// The names that definitions give to types, after their files.
  var namesOfDefinitions: Set<[ExactName]> {
    var found: Set<[ExactName]> = []
    for (index, document) in graph.documents.enumerated() {
      let root = graph[graph.roots[index]]
      var names = root.keywords.defs.map { (document.uri, $0.name) }
      if let part = document.part { names.append((root.absoluteLocation.base, part.name)) }
      for (file, name) in names { found.insert([ExactName(file), ExactName(SwiftNames.typeWords(name))]) }
    }
    return found
  }

  /// Returns the name of the member whose type a schema is, apart from null, or in the singular that of a list of
  /// its values.
  private func member(around schema: SchemaID, mayBeItem: Bool) -> String? {
    var (schema, isItem) = (schema, false)
    while true {
      let tokens = graph[schema].pointer.tokens
      if tokens.dropLast().last == "properties" {
        return tokens.last.map { isItem ? NameWords.singular($0) ?? $0 : $0 }
      }
      if let owner = soleBranches[schema] {
        schema = owner
      } else if mayBeItem, !isItem, tokens.last == "items", let list = graph[schema].parent {
        (schema, isItem) = (list, true)
      } else {
        return nil
      }
    }
  }

  /// Whether a schema has a type only because it is used.
  private func mayShare(_ schema: SchemaID) -> Bool {
    let node = graph[schema]
    guard let parent = node.parent, !graph.isRoot(schema), node.dynamicScope.isEmpty, node.twin == nil,
      !graph[parent].keywords.defs.contains(where: { $0.schema == schema }), !listed.contains(schema),
      module(of: schema) == nil
    else { return false }
    let vendor = node.keywords.vendor
    return vendor.swift.isEmpty && !vendor.patch && !vendor.localOnly && !vendor.lossy && !sensitive.contains(schema)
      && (configuration.naming != .title || node.keywords.title == nil)
  }

  /// Returns what the type of a shape means; nil if it is the only one with that meaning.
  private func key(of shape: Shape, _ fingerprints: SchemaFingerprints, depth: Int) -> String? {
    guard depth < 8 else { return nil }
    switch shape {
    case .any: return "any"
    case .null: return "null"
    case .boolean: return "boolean"
    case .integer: return "integer"
    case .number: return "number"
    case .string(let type), .custom(let type): return type.text
    case .array(let element): return key(of: element, fingerprints, depth: depth).map { "[\($0)]" }
    case .map(let value):
      guard let value else { return "[:]" }
      return key(of: value, fingerprints, depth: depth).map { "[:\($0)]" }
    case .nullable(let inner): return key(of: inner, fingerprints, depth: depth + 1).map { $0 + "?" }
    case .reference(let target): return key(of: target, fingerprints, depth: depth)
    case .enumeration(let listed):
      let values = listed.values.map { value in
        JSONValue.array([
          value.json, .string(value.name ?? ""), .string(value.description ?? ""), .bool(value.isDeprecated),
        ]).text()
      }
      return "enum \(listed.isOpen) \(values)"
    case .union(let union):
      guard !union.isPart, union.tag == nil, union.branches.allSatisfy(\.isUnnamedPart) else { return nil }
      var branches: [String] = []
      for branch in union.branches {
        guard let key = key(of: branch.shape, fingerprints, depth: depth + 1) else { return nil }
        var text = "\(branch.label) \(branch.constant?.text() ?? "") \(key)"
        for schema in branch.schemas {
          if let selection = graph[schema].keywords.selection, !selection.isFixed { return nil }
          // Decoders try validators, which are those of the first use.
          if union.dispatch.usesValidators {
            text += " \(fingerprints.fingerprint(of: schema, called: "").content) \(targets(in: schema))"
          }
        }
        branches.append(text)
      }
      return "union \(union.isUntyped) \(union.dispatch.usesValidators) \(branches.sorted())"
    case .object, .tuple: return nil
    }
  }

  /// Returns the schemas that one refers to, also in its parts.
  private func targets(in schema: SchemaID) -> [Int] {
    graph[schema].keywords.references.map(\.index) + graph[schema].subschemas.flatMap { targets(in: $0.schema) }
  }

  private func key(of schema: SchemaID, _ fingerprints: SchemaFingerprints, depth: Int) -> String? {
    let shape = shape(of: schema)
    if shape.needsName, !mayShare(schema) { return "#\(schema.index)" }
    if case .object = shape { return "#\(schema.index)" }
    if case .tuple = shape { return "#\(schema.index)" }
    return key(of: shape, fingerprints, depth: depth + 1)
  }

  /// Returns what a type is, in words: `boolean-or-string`; nil if these are too many, or no words.
  private func words(of shape: Shape) -> String? {
    var words: [String] = []
    switch shape {
    case .enumeration(let listed):
      if listed.isOpen || listed.values.count == 1 { return nil }
      words = listed.values.map { value in
        let name = value.name.flatMap { ShapeClassifier.isName($0) ? $0 : nil }
        let text = name ?? value.json.string ?? value.json.text()
        return text == "0" ? "zero" : text == "1" ? "one" : text
      }
    case .union(let union):
      for branch in union.branches {
        let word = branch.constant.map { $0.string ?? $0.text() } ?? self.word(for: branch.shape)
        guard let word else { return nil }
        words.append(word)
      }
    case .any, .null, .boolean, .integer, .number, .string, .custom, .array, .map, .nullable, .reference, .object,
      .tuple:
      return nil
    }
    guard words.count < (shape.isUnion ? 5 : 4), Set(words.map { $0.lowercased() }).count == words.count else {
      return nil
    }
    if case .union = shape {
      words = Self.order.filter(words.contains) + words.filter { !Self.order.contains($0) }.sorted()
    }
    let text = words.joined(separator: "-or-")
    return text.count <= 40 ? text : nil
  }

  /// Returns the name of the resource with which a response may replace an id, if a schema lists it as Stripe does; the
  /// name of the member if it lists several.
  private func resource(of schema: SchemaID, _ shape: Shape) -> String? {
    let node = graph[schema]
    guard case .union(let union) = shape, node.keywords.written["x-expansionResources"] != nil else { return nil }
    var resources: [String] = []
    for branch in union.branches {
      guard case .reference(let schema) = branch.shape,
        let name = graph[graph[schema].keywords.ref ?? schema].pointer.nameOfWholeDefinition
      else { continue }
      // What was deleted is still what the id is of.
      if !name.hasPrefix("deleted_") { resources.append(name) }
    }
    let tokens = node.pointer.tokens
    let member = tokens.lastIndex(of: "properties").flatMap { tokens[($0 + 1)...].first }
    return resources.count == 1 ? resources[0] : member
  }

  private static let order = ["boolean", "integer", "number", "string"]

  private func word(for shape: Shape) -> String? {
    switch shape {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string("String"): "string"
    case .string(let type), .custom(let type): SwiftIdentifier.isIdentifier(type.text) ? type.text : nil
    case .array(let element): word(for: element).map { $0 + "-list" }
    case .map(let value): value == nil ? "object" : value.flatMap { word(for: $0) }.map { $0 + "-map" }
    case .reference(let target): word(for: target)
    case .any, .null, .nullable, .enumeration, .object, .tuple, .union: nil
    }
  }

  private func word(for schema: SchemaID) -> String? {
    let shape = shape(of: schema)
    guard shape.needsName else { return word(for: shape) }
    if mayShare(schema) { return nil }
    if graph.isRoot(schema) { return FileStem.of(graph.document(of: schema)) }
    return graph[schema].pointer.tokens.last.flatMap { Int($0) == nil ? $0 : nil }
  }
}

extension Shape {
  fileprivate var onlyValue: String? {
    guard case .enumeration(let listed) = self, let value = listed.constant else { return nil }
    return value.string ?? value.text()
  }

  fileprivate var isUnion: Bool { if case .union = self { true } else { false } }
}

extension UnionShape.Branch {
  /// Whether no type of the union itself belongs to the branch.
  fileprivate var isUnnamedPart: Bool { !schemas.isEmpty || !shape.needsName }
}

extension UnionShape.Dispatch {
  fileprivate var usesValidators: Bool {
    switch self {
    case .types: false
    case .tag, .members, .validators: true
    }
  }
}
