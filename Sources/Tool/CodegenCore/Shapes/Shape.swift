package import JSONSchema
package import SchemaRuntime

/// What Swift types can express of a schema; the program checks the rest.
///
/// Created by ``ShapeClassifier``, read by the planner, which names the cases that need a type.
package indirect enum Shape {
  /// Any value. If it is a fallback, the reason.
  case any(fallback: String?)
  case null
  case boolean
  case integer
  case number
  /// A string, or the Swift type that a format maps to.
  case string(swiftType: SwiftSource)
  /// The type named by `x-swift`.
  case custom(SwiftSource)
  case array(SchemaID)
  /// An object without declared members; nil for values of any kind.
  case map(SchemaID?)
  case nullable(Shape)
  /// The type of another schema.
  case reference(SchemaID)
  case enumeration(EnumerationShape)
  case object(ObjectShape)
  /// An array with separate schemas for its first items.
  case tuple(TupleShape)
  case union(UnionShape)

  /// The union, also beside null.
  var union: UnionShape? {
    if case .nullable(let inner) = self { return inner.union }
    return if case .union(let union) = self { union } else { nil }
  }

  /// Whether it is null or a type that needs a name.
  var holdsNamed: Bool { if case .nullable(let inner) = self { inner.needsName } else { false } }

  /// Returns the schemas whose types it mentions: not those of members and cases with only one value.
  func children(_ shape: (SchemaID) -> Shape) -> [SchemaID] {
    switch self {
    case .any, .null, .boolean, .integer, .number, .string, .custom, .enumeration, .map(nil): []
    case .array(let element): [element]
    case .map(let value?): [value]
    case .nullable(let inner): inner.children(shape)
    case .reference(let target): [target]
    case .object(let object):
      object.members.filter { $0.constant(shape) == nil }.map(\.schema) + object.schemasOfOthers
        + object.variants.map(\.schema)
    case .tuple(let tuple):
      if case .typed(let rest) = tuple.rest { tuple.items.map(\.schema) + [rest] } else { tuple.items.map(\.schema) }
    case .union(let union):
      union.branches.filter { $0.constant == nil }.flatMap { $0.shape.children(shape) }
        + (union.tag.map { [$0.schema] } ?? [])
    }
  }
}

/// An open or closed set of values.
package struct EnumerationShape {
  /// The type of the raw values.
  enum RawType {
    case string
    case integer
    /// Values of several types, numbers with fractions, or Booleans.
    case any

    /// Whether Swift has raw values of the type.
    var isPlain: Bool {
      switch self {
      case .string, .integer: true
      case .any: false
      }
    }
  }

  /// One value, with its documentation.
  package struct Value {
    package var json: JSONValue
    /// The name from `x-enum-varnames` or `title`.
    package var name: String?
    var description: String?
    var isDeprecated = false
  }

  var rawType: RawType
  package var values: [Value]
  /// Whether values outside the set are preserved.
  package var isOpen: Bool

  /// The value, if it is the only one. (The literal `nil` would be JSON's null.)
  var constant: JSONValue? { values.count == 1 && rawType.isPlain && !isOpen ? values.first?.json : Optional.none }
}

/// An object with declared members, including those of all its `allOf` and `$ref`.
package struct ObjectShape {
  struct Member {
    var name: String
    /// The schema that determines the member's type; the program checks the others.
    var schema: SchemaID
    var isRequired: Bool
    /// Whether the member is marked `x-localOnly` in a type that is not.
    var isLocalOnly: Bool
    /// Whether the schema applies only under a condition, so that a valid object may have any value for the member.
    var isConditional = false

    /// Returns the only value of a required member, which needs no type.
    func constant(_ shape: (SchemaID) -> Shape) -> JSONValue? {
      guard isRequired, !isLocalOnly else { return nil }
      var own = shape(schema)
      var seen: Set<SchemaID> = []
      while case .reference(let target) = own, seen.insert(target).inserted { own = shape(target) }
      return if case .enumeration(let listed) = own { listed.constant } else { nil }
    }
  }

  /// The members whose names match patterns.
  package struct Patterned {
    var patterns: [String]
    /// The schema of the values.
    var schema: SchemaID
  }

  /// A choice between additional members of the same JSON object.
  struct Variant {
    /// The name of the property, before it is converted to a Swift name.
    var label: String
    /// The union of the branches, which contain the members that differ between them.
    var schema: SchemaID
  }

  /// The schemas of members that are not declared.
  var schemasOfOthers: [SchemaID] {
    let patterned = patterned.map { [$0.schema] } ?? []
    return if case .typed(let schema) = additional { patterned + [schema] } else { patterned }
  }

  var members: [Member]
  /// Additional members are allowed if their names match a pattern.
  package var patterned: Patterned?
  package var additional: Additional
  var variants: [Variant] = []
  /// Whether a value of another type may be valid, because the schema does not specify the type.
  var isUntyped = false

  package enum Additional {
    /// Unknown members are preserved.
    case kept
    /// Unknown members are rejected.
    case refused
    /// Unknown members must satisfy this schema.
    case typed(SchemaID)
  }
}

/// A choice between shapes.
package struct UnionShape {
  package struct Branch {
    /// The schemas whose values the case has: one, several with the same type, or none for a type of the union itself.
    var schemas: [SchemaID]
    package var shape: Shape
    /// The name of the case, before it is converted to a Swift name.
    var label: String
    /// Whether the case has a value. A branch that extends a struct may have no members of its own.
    var hasValue = true
    /// The only value of a case without one.
    var constant: JSONValue?

    /// The only schema.
    package var schema: SchemaID? { schemas.count == 1 ? schemas[0] : nil }
  }

  /// How to find the branch of a valid value.
  package enum Dispatch {
    /// By the value of this member, listed for each branch; at most one branch accepts all other values. If the member
    /// is not required, an object without it may satisfy any branch, and one that does not satisfy its branch may
    /// satisfy the one for all other values; if that has an empty list, it requires the member.
    case tag(member: String, values: [[JSONValue]?], isRequired: Bool)
    /// By the type of the value.
    case types([Set<JSONType>])
    /// By a member that only this branch requires and all others forbid or do not declare.
    case members([String])
    /// By running the branches' validators in turn.
    case validators
  }

  package var branches: [Branch]
  package var dispatch: Dispatch
  /// Whether a value that the dispatch does not recognize may be valid, because a branch does not specify its type.
  var isUntyped = false
  /// Whether the branches have some members of an object whose other members belong to a struct.
  var isPart = false
  /// The member of that struct whose value is determined by the branch.
  var tag: Tag?

  struct Tag {
    var name: String
    var schema: SchemaID
    /// The value for each branch.
    var values: [JSONValue]
  }
}

/// An array with separate schemas for its first items.
package struct TupleShape {
  package struct Item {
    package var schema: SchemaID
    package var isRequired: Bool
    /// The name of the property, before it is converted to a Swift name.
    package var label: String
  }

  /// The schema of the remaining items.
  package enum Rest {
    case none
    case kept
    case typed(SchemaID)
  }

  package var items: [Item]
  package var rest: Rest
}
