package import JSONSchema
package import SchemaRuntime

/// All decisions about the generated Swift, before any of it is text.
///
/// Created by the planner, read by the emitters and by `dump plan`.
package struct TypePlan {
  package let files: [FilePlan]
  /// The names of the types, by key.
  package let names: [TypeKey: TypeName]
  /// The schemas that types reach, and their shapes.
  package let shapes: [SchemaID: Shape]
  /// The modules of types that schemas specify with an import, by type as written.
  let modules: [String: String]

  /// A plan without types.
  package static var empty: TypePlan { TypePlan(files: [], names: [:], shapes: [:], modules: [:]) }
}

extension TypePlan {
  /// The schemas of members that decoders check, and of those that are not in any document.
  func memberSchemas(in graph: SchemaGraph) -> [SchemaID] {
    files.flatMap(\.types).flatMap { type -> [SchemaID] in
      guard case .structure(let plan) = type.kind else { return [] }
      return plan.members.filter { $0.isConditional || !graph.isWritten($0.schema) }.map(\.schema)
    }
  }

  /// The structs and unions that share a JSON object with other types.
  var parts: Set<TypeKey> {
    files.flatMap(\.types).reduce(into: []) { parts, type in
      switch type.kind {
      case .structure(let plan): if !plan.variants.isEmpty { parts.insert(type.key) }
      case .union(let plan):
        if plan.isPart { parts.formUnion([type.key] + plan.cases.compactMap(\.type).flatMap(\.models)) }
      case .enumeration, .tuple, .wrapper: break
      }
    }
  }
}

/// One schema document and its Swift file.
package struct FilePlan {
  /// The name of the schema in `SchemaCatalog` and on the command line: `users/user-info`.
  package var name: String
  /// The schema's path, for the header.
  package var sourcePath: String
  /// `Users+UserInfo.swift`.
  package var fileName: String
  /// The root's type first, then the nested types in document order.
  package var types: [TypeDeclaration]
}

extension [FilePlan] {
  /// The structs by key.
  var structures: [TypeKey: StructurePlan] {
    flatMap(\.types).reduce(into: [:]) { structures, type in
      if case .structure(let plan) = type.kind { structures[type.key] = plan }
    }
  }

  /// Changes the types, file by file.
  mutating func updateTypes(_ update: (inout TypeDeclaration) -> Void) {
    for file in indices {
      for index in self[file].types.indices { update(&self[file].types[index]) }
    }
  }
}

/// Identifies a generated type.
package struct TypeKey: Hashable {
  package var schema: SchemaID
  /// Whether it is the type inside the wrapper of a document's root.
  var isInner = false
  /// Whether it is the partial-update twin that `x-patch` requests.
  package var isPatch = false
  /// For a schema with several types, the one that this type represents.
  var part: JSONType?

  package init(schema: SchemaID, isInner: Bool = false, isPatch: Bool = false, part: JSONType? = nil) {
    (self.schema, self.isInner, self.isPatch, self.part) = (schema, isInner, isPatch, part)
  }
}

extension TypeKey {
  /// Returns the key of the type in the name lock.
  func lockLocation(in graph: SchemaGraph) -> String {
    let scope = graph[schema].dynamicScope.map { "@" + graph[$0].location }.joined()
    return graph[schema].location + scope + (graph[schema].twin.map { "@" + $0.mark } ?? "")
      + (isInner ? "#value" : isPatch ? "#patch" : part.map { "#" + $0.rawValue } ?? "")
  }
}

/// A type's name and its enclosing type.
package struct TypeName: Hashable {
  /// The unqualified name: `Ext`.
  package var name: String
  /// The fully qualified name: `UserCardMessage.Ext`.
  package var qualified: String
  /// The qualified name of the enclosing type: `UserCardMessage`; for the root of a document, the namespace, or else
  /// empty.
  var enclosing: String
  /// The enum in which all types are nested; empty without one.
  var namespace = ""

  /// Whether no other type encloses it.
  package var isOutermost: Bool { enclosing == namespace }

  /// The qualified name within the namespace.
  package var local: String { namespace.isEmpty ? qualified : String(qualified.dropFirst(namespace.count + 1)) }

  /// ``qualified`` as Swift.
  var source: SwiftSource { SwiftNames.path(qualified) }
  /// ``enclosing`` as Swift.
  var enclosingSource: SwiftSource { SwiftNames.path(enclosing) }
}

/// A former name of a type. Code that still uses it compiles with a warning.
struct FormerName: Hashable {
  var name: String
  /// The current name of the enclosing type; empty for the top level of the module.
  var enclosing: String
}

/// A reference to a Swift type.
package indirect enum TypeReference: Hashable {
  /// A type of Swift or of the runtime, with its Codable and JSON behavior.
  case scalar(SwiftSource)
  /// A generated type.
  case model(TypeKey, name: SwiftSource)
  case array(TypeReference)
  case map(TypeReference)
  case optional(TypeReference)

  var source: SwiftSource {
    switch self {
    case .scalar(let name): name
    case .model(_, let name): name
    case .array(let element): "[\(element.source)]"
    case .map(let value): value == .scalar("JSONValue") ? "JSONObject" : "JSONMap<\(value.source)>"
    case .optional(let wrapped): wrapped.source + "?"
    }
  }

  /// The name of the property in a struct that wraps a value of this type.
  var wrapperProperty: SwiftSource {
    switch self {
    case .map: "members"
    case .optional(let wrapped): wrapped.wrapperProperty
    case .scalar("JSONObject"): "members"
    case .scalar, .model, .array: "value"
    }
  }

  /// Whether it contains a Foundation type, by name.
  func holds(_ names: Set<String>) -> Bool {
    switch self {
    case .scalar(let name): names.contains(name.text)
    case .model: false
    case .array(let inner), .map(let inner), .optional(let inner): inner.holds(names)
    }
  }

  /// Whether Codable encodes a value of this type unchanged. Models and dates are excluded: their coders encode them
  /// differently.
  var isPlain: Bool { models.isEmpty && !holds(["Date"]) }

  /// The generated types that it mentions.
  var models: [TypeKey] {
    switch self {
    case .scalar: []
    case .model(let key, _): [key]
    case .array(let inner), .map(let inner), .optional(let inner): inner.models
    }
  }

  /// The generated types whose values are stored inline in a value of this type, not in an array.
  var modelsByValue: [TypeKey] {
    switch self {
    case .scalar, .array, .map: []
    case .model(let key, _): [key]
    case .optional(let inner): inner.modelsByValue
    }
  }

}

/// A generated type: its common properties and its kind.
package struct TypeDeclaration {
  package var key: TypeKey
  package var name: TypeName
  /// The lines of the doc comment.
  var documentation: [MarkdownSource]
  /// The absolute location of the schema.
  var location: String
  var isLocalOnly: Bool
  var isDeprecated: Bool
  package var kind: Kind
  /// Former names of the type.
  var formerNames: [FormerName] = []
  /// Whether the schema also admits null, which is not a value of this type.
  var isBesideNull = false
  /// For a partial-update twin, the struct that it updates.
  var base: StructurePlan?
  /// For a partial-update twin, the values of the required members that null resets.
  var resets: [(name: String, value: SwiftExpression)] = []
  /// Whether a value may contain values of the same type, at any depth.
  var isRecursive = false
  /// Whether nothing between a value and the values of the same type inside it is in a `CopyOnWrite`, so that comparing and
  /// hashing must ask for room on the stack themselves.
  var comparesItself = false

  /// Whether its members are in a `CopyOnWrite`.
  var isShared: Bool {
    switch kind {
    case .structure(let plan): plan.isShared
    case .tuple(let plan): plan.isShared
    case .union, .enumeration, .wrapper: false
    }
  }

  /// Whether it conforms to `SchemaModel`. A closed enum of strings inside another type is just that enum, which decodes
  /// and writes itself: a model would cost the compiler nearly three times as much.
  var isModel: Bool {
    guard case .enumeration(let plan) = kind, !plan.isOpen, plan.rawType == "String" else { return true }
    return isLocalOnly || plan.isSensitive || name.isOutermost
  }

  package enum Kind {
    case structure(StructurePlan)
    case enumeration(EnumerationPlan)
    case tuple(TuplePlan)
    case union(UnionPlan)
    /// The type of the one property.
    case wrapper(TypeReference)
  }
}

/// A struct with members.
package struct StructurePlan {
  package var members: [MemberPlan]
  /// The members whose names match patterns, besides others: the patterns, and the type of the values.
  var patterned: Patterned?
  var additional: Additional
  /// The unions of members that differ between the branches of a choice.
  package var variants: [Variant] = []
  /// Whether a valid value may be something other than an object, which the type cannot represent.
  var isUntyped = false
  /// The member that makes the type `Identifiable`.
  var identity: String?
  /// Whether its members are in a `CopyOnWrite`, so that copies share them.
  var isShared = false
  /// The protocol of its members, which others include.
  var offered: MemberProtocol?
  /// The protocols to which it conforms, with ``offered``.
  var protocols: [MemberProtocol] = []

  struct Patterned {
    var patterns: [String]
    var type: TypeReference
    var documentation: [MarkdownSource]
  }

  /// A property with the members of one branch of a choice, which are part of the same JSON object.
  package struct Variant {
    var name: String
    package var key: TypeKey
    var type: SwiftSource
  }

  enum Additional {
    case kept
    case refused
    case typed(TypeReference)
  }

  /// Whether unknown members are a property.
  var hasAdditional: Bool { if case .refused = additional { false } else { true } }

  /// Whether some members are written as null if they came as null.
  var keepsNulls: Bool { members.contains(where: \.keepsNull) }

  /// Whether it has the same property for the same member.
  func has(_ member: MemberPlan) -> Bool {
    !member.isDeprecated
      && members.contains {
        $0.name == member.name && $0.wireName.isSpelled(like: member.wireName)
          && $0.propertyType == member.propertyType && !$0.isDeprecated && $0.isLocalOnly == member.isLocalOnly
      }
  }

  /// The members that are part of the JSON.
  var wireMembers: [MemberPlan] { members.filter { !$0.isLocalOnly } }
}

/// The members that a struct has in common with those whose schemas include its schema.
struct MemberProtocol {
  static let suffix = "Protocol"
  /// The struct.
  var type: TypeName
  var members: [MemberPlan]

  /// Its unqualified name.
  var name: SwiftSource { SwiftNames.escaped(type.name + Self.suffix) }
  /// Its fully qualified name.
  var source: SwiftSource { SwiftNames.path(type.qualified + Self.suffix) }
}

/// One member of a struct.
package struct MemberPlan {
  /// The schema of the member.
  package var schema: SchemaID

  package enum Presence {
    case required
    case optional
    /// Optional; null is a distinct value.
    case optionalOrNull
    /// Optional; when absent, it reads as this Swift expression.
    case defaulted(SwiftExpression)
    /// Always this Swift expression; always written.
    case constant(SwiftSource)
  }

  /// The name in JSON.
  package var wireName: String
  /// The name in Swift, without backticks.
  package var name: String
  /// The type of a present value; optional if null is allowed.
  package var type: TypeReference
  package var presence: Presence
  var documentation: [MarkdownSource]
  package var isDeprecated: Bool
  /// What to do instead of using a deprecated member.
  var deprecationMessage: String?
  package var isLocalOnly: Bool
  /// The suffix after `has`, `clear` and `stored` in the names of related properties.
  var stem: String
  /// Former names of the member.
  var formerNames: [String] = []
  /// Whether null is one state with absence, for an optional member that may be null; it is written as it came.
  package var keepsNull = false
  /// Whether an object may be valid although the member's value violates its schema; such a value is among the
  /// additional members.
  var isConditional = false

  /// The property's type in the public interface.
  package var propertyType: SwiftSource {
    switch presence {
    case .required, .defaulted, .constant: type.source
    case .optional: type.source + "?"
    case .optionalOrNull: "Presence<\(type.source)>"
    }
  }

  var isConstant: Bool {
    if case .constant = presence { true } else { false }
  }

  /// Whether this is what `Identifiable` requires: a required string or integer called `id`.
  var isUsualIdentity: Bool {
    guard name == "id", wireName == "id", !isLocalOnly, !isConditional, case .required = presence else { return false }
    return ["String", "Int", "Int32", "Int64", "UInt64", "UUID"].contains(type.source)
  }

  /// The member as stored: without its default.
  var withoutDefault: MemberPlan {
    guard case .defaulted = presence else { return self }
    var member = self
    member.presence = .optional
    if case .optional(let wrapped) = type { (member.presence, member.type) = (.optionalOrNull, wrapped) }
    return member
  }

  /// Whether it is stored as a `Presence`.
  var hasPresence: Bool {
    if case .optionalOrNull = withoutDefault.presence { true } else { false }
  }
}

/// A struct for an array with separate types for its first items.
package struct TuplePlan {
  package struct Item {
    package var name: String
    /// The type of a present value; optional if null is allowed.
    var type: TypeReference
    var isRequired: Bool
    var schema: SchemaID
    var documentation: [MarkdownSource]

    /// The property's type.
    var propertyType: SwiftSource {
      if isRequired { return type.source }
      return if case .optional(let wrapped) = type { "Presence<\(wrapped.source)>" } else { type.source + "?" }
    }
  }

  package var items: [Item]
  /// The type of the items that may follow; nil if there can be none.
  var rest: TypeReference?
  /// Whether its items are in a `CopyOnWrite`, so that copies share them.
  var isShared = false
}

/// An enum with raw values.
package struct EnumerationPlan {
  package struct Case {
    package var name: String
    /// The raw value as a Swift literal.
    var literal: SwiftSource
    /// The raw value as JSON.
    package var value: JSONValue
    /// The name of the case unless the schema specifies one.
    var usualName = ""
    /// Former names of the case.
    var formerNames: [String] = []
    var documentation: [MarkdownSource] = []
    var isDeprecated = false
    /// Whether it has the attribute: where generated code does not name the case, and would not be warned.
    var hasAvailability = false
  }

  /// `String`, `Int` or `JSONValue`.
  var rawType: SwiftSource
  package var cases: [Case]
  package var isOpen: Bool
  /// Whether its values are not shown in descriptions.
  var isSensitive = false
}

/// An enum with associated values.
package struct UnionPlan {
  package struct Case {
    package var name: String
    /// nil for a case without a value.
    package var type: TypeReference?
    /// The first paragraph of the branch's description.
    var documentation: [MarkdownSource] = []
    /// What is written for a case without a value; nil if it is only part of an object.
    package var constant: SwiftSource?
    /// The branches' schemas; none for a branch that is only a type.
    var schemas: [SchemaID]
    var types: Set<JSONType>
    /// The tag to write, unless the type of the value does.
    var tag: Keywords.Selection?
    /// The members that the schema declares and those of some other cases do not.
    var names = BranchNames()
    /// The members that the factory of the case takes; nil without a factory.
    var parameters: [MemberPlan]?

    /// The schema of the only branch.
    package var schema: SchemaID? { schemas.count == 1 ? schemas[0] : nil }
  }

  package var cases: [Case]
  package var dispatch: UnionShape.Dispatch
  /// The order in which validators try the branches: those with more requirements come first.
  var order: [Int]
  /// Whether a value that the dispatch does not recognize may be valid.
  var isUntyped = false
  /// Whether a value may satisfy several branches that declare different members.
  var mayOverlap = false
  /// The members that the structs of all branches have.
  var sharedMembers: [SharedMember] = []
  /// Whether a case has some members of an object whose other members belong to a struct.
  var isPart = false
  /// The member of that struct whose value is determined by the case.
  var tag: Tag?

  /// Members that a branch declares and some others do not: those of the object (or of the elements, if the value is an
  /// array), and those of the objects in members that others declare as well.
  struct BranchNames {
    var own: [String] = []
    var members: [(name: String, names: [String])] = []

    var isEmpty: Bool { own.isEmpty && members.isEmpty }
    var paths: Set<[String]> {
      Set(own.map { [$0] } + members.flatMap { member in member.names.map { [member.name, $0] } })
    }
  }

  /// A computed property with one value for each case.
  struct Tag {
    var name: String
    var type: SwiftSource
    var values: [SwiftSource]
  }

  struct SharedMember {
    var name: String
    var type: SwiftSource
    var documentation: [MarkdownSource]
    var isSettable: Bool
  }

  /// Whether decoders compare how many members of an object the branches declare.
  var choosesBest: Bool { mayOverlap && mayChooseBest }

  /// Whether some values are tried with one branch after another.
  var mayChooseBest: Bool {
    switch dispatch {
    case .validators: true
    // An object without the tag.
    case .tag(_, let values, false): !values.contains { $0 == nil }
    case .tag, .types, .members: false
    }
  }

  /// The properties that return the value of one branch, with their types.
  var branchProperties: [(name: String, type: SwiftSource)] {
    cases.filter { !Self.ownProperties.contains($0.name) }.compactMap { item in
      guard let type = item.type else { return nil }
      if case .optional = type { return (item.name, type.source) }
      return (item.name, type.source + "?")
    }
  }

  static let ownProperties: Set<String> = ["description"]
  private static let mostParameters = 6

  /// Returns the members that all branches have with the same names and types; none if a branch is not a struct.
  func shared(_ structures: [TypeKey: StructurePlan]) -> [SharedMember] {
    let branches = cases.compactMap { item -> StructurePlan? in
      if case .model(let key, _) = item.type { structures[key] } else { nil }
    }
    guard let first = branches.first, branches.count == cases.count, branches.count > 1 else { return [] }
    let taken = Self.ownProperties.union(cases.map(\.name)).union(tag.map { [$0.name] } ?? [])
    return first.members.filter { !taken.contains($0.name) }.compactMap { member in
      let all = branches.compactMap { branch in
        branch.members.first { $0.name == member.name && $0.wireName.isSpelled(like: member.wireName) }
      }
      guard all.count == branches.count, !all.contains(where: \.isDeprecated),
        all.allSatisfy({ $0.propertyType == member.propertyType })
      else { return nil }
      let isDocumented = all.allSatisfy { $0.documentation == member.documentation }
      return SharedMember(
        name: member.name, type: member.propertyType, documentation: isDocumented ? member.documentation : [],
        isSettable: !all.contains(where: \.isConstant))
    }
  }

  /// Returns the members of a branch that is a struct with few members and a tag of one value; nil for others.
  func parameters(ofCaseAt index: Int, _ structures: [TypeKey: StructurePlan]) -> [MemberPlan]? {
    guard case .tag(_, let values, true) = dispatch, values[index]?.count == 1,
      case .model(let key, _)? = cases[index].type, let branch = structures[key], branch.variants.isEmpty
    else { return nil }
    let parameters = branch.members.filter { !$0.isConstant }
    return parameters.count <= Self.mostParameters ? parameters : nil
  }
}
