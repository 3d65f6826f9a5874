import JSONSchema
import SchemaRuntime

/// Everything that is decided about the generated Swift, before any of it is text.
///
/// Made by the planner, read by the emitters and by `dump plan`.
struct TypePlan {
  var files: [FilePlan]
  /// The names of the types, by what they stand for.
  var names: [TypeKey: TypeName]
  /// The schemas that types reach, and what Swift can say about them.
  var shapes: [SchemaID: Shape] = [:]
}

/// One schema document and its Swift file.
struct FilePlan {
  /// `users/user-info`: what `SchemaCatalog` and the command line call the schema.
  var name: String
  /// The schema's path, for the header.
  var sourcePath: String
  /// `Users+UserInfo.swift`.
  var fileName: String
  /// The root's type first, then the types inside it in document order.
  var types: [TypeDeclaration]
}

/// What a generated type stands for.
struct TypeKey: Hashable {
  var schema: SchemaID
  /// Whether it is the type inside the wrapper of a document's root.
  var isInner = false
  /// Whether it is the partial-update twin that `x-patch` asks for.
  var isPatch = false
}

extension TypeKey {
  /// The key of the type in the name lock.
  func lockLocation(in graph: SchemaGraph) -> String {
    let scope = graph[schema].dynamicScope.map { "@" + graph[$0].location }.joined()
    return graph[schema].location + scope + (isInner ? "#value" : isPatch ? "#patch" : "")
  }
}

/// A type's name and the type around it.
struct TypeName: Hashable {
  /// The name alone: `Ext`.
  var name: String
  /// The name from the module's top: `UserCardMessage.Ext`.
  var qualified: String
  /// The types around it, from the top: `UserCardMessage`; empty for the root of a document.
  var enclosing: String

  /// ``qualified`` as Swift.
  var source: SwiftSource { SwiftNames.path(qualified) }
  /// ``enclosing`` as Swift.
  var enclosingSource: SwiftSource { SwiftNames.path(enclosing) }
}

/// A name that a type had before: code that still uses it goes on compiling, with a warning.
struct FormerName: Hashable {
  var name: String
  /// The type in which it stands, as types are called now; empty for the top of the module.
  var enclosing: String
}

/// A type in the words of Swift.
indirect enum TypeReference: Hashable {
  /// A type of Swift or of the runtime, with what both know of Codable and JSON.
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

  /// Whether a type of Foundation is in it, by its name.
  func holds(_ names: Set<String>) -> Bool {
    switch self {
    case .scalar(let name): names.contains(name.text)
    case .model: false
    case .array(let inner), .map(let inner), .optional(let inner): inner.holds(names)
    }
  }

  /// Whether Codable carries a value of this type as it is: neither models nor dates, whose coders have other ideas.
  var isPlain: Bool { models.isEmpty && !holds(["Date"]) }

  /// The generated types in it.
  var models: [TypeKey] {
    switch self {
    case .scalar: []
    case .model(let key, _): [key]
    case .array(let inner), .map(let inner), .optional(let inner): inner.models
    }
  }

  /// The generated types whose values lie inside a value of this type without an array between.
  var modelsByValue: [TypeKey] {
    switch self {
    case .scalar, .array, .map: []
    case .model(let key, _): [key]
    case .optional(let inner): inner.modelsByValue
    }
  }
}

/// A generated type: what all kinds share, and the kind.
struct TypeDeclaration {
  var key: TypeKey
  var name: TypeName
  /// The lines of the doc comment.
  var documentation: [MarkdownSource]
  /// The absolute location of the schema.
  var location: String
  var isLocalOnly: Bool
  var isDeprecated: Bool
  var kind: Kind
  /// What the type was called before.
  var formerNames: [FormerName] = []
  /// Whether the schema also admits null, which is not a value of this type.
  var isBesideNull = false
  /// For a partial-update twin, the struct that it updates.
  var base: StructurePlan?

  enum Kind {
    case structure(StructurePlan)
    case enumeration(EnumerationPlan)
    case union(UnionPlan)
    case wrapper(TypeReference)
  }
}

/// A struct with members.
struct StructurePlan {
  var members: [MemberPlan]
  var additional: Additional
  /// The member that makes the type `Identifiable`.
  var identity: String?

  enum Additional {
    case kept
    case refused
    case typed(TypeReference)
  }

  /// The members that stand on the wire.
  var wireMembers: [MemberPlan] { members.filter { !$0.isLocalOnly } }
}

/// One member of a struct.
struct MemberPlan {
  /// The schema of the member.
  var schema: SchemaID

  enum Presence {
    case required
    case optional
    /// Optional, and null is a value of its own.
    case optionalOrNull
    /// Optional, and read as this Swift expression while absent.
    case defaulted(SwiftSource)
    /// Always this Swift expression, and always written.
    case constant(SwiftSource)
  }

  /// The name on the wire.
  var wireName: String
  /// The name in Swift, without backticks.
  var name: String
  /// The type of a present value; optional when null is allowed.
  var type: TypeReference
  var presence: Presence
  var documentation: [MarkdownSource]
  var isDeprecated: Bool
  var isLocalOnly: Bool
  /// What follows `has`, `clear` and `stored` in the names of the properties that go with this one.
  var stem: String
  /// What the member was called before.
  var formerNames: [String] = []
  /// Whether the type reaches itself through this member, which then lies behind an indirection.
  var isIndirect = false
}

/// An enum with raw values.
struct EnumerationPlan {
  struct Case {
    var name: String
    /// The raw value as a Swift literal.
    var literal: SwiftSource
    /// The raw value as JSON.
    var value: JSONValue
    /// What the case is called where the schema does not say.
    var usualName = ""
    /// What it was called before.
    var formerNames: [String] = []
  }

  /// `String` or `Int`.
  var rawType: SwiftSource
  var cases: [Case]
  var isOpen: Bool
}

/// An enum with associated values.
struct UnionPlan {
  struct Case {
    var name: String
    var type: TypeReference
    /// The branch's schema; nil for a branch that is only a type.
    var schema: SchemaID?
    var types: Set<JSONType>
  }

  var cases: [Case]
  var dispatch: UnionShape.Dispatch
  var isIndirect = false
}
