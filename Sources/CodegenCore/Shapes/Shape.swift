import JSONSchema
import SchemaRuntime

/// What Swift types can express of a schema; the program checks the rest.
///
/// Created by ``ShapeClassifier``, read by the planner, which names the cases that need a type.
indirect enum Shape {
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
  /// An array with a schema for each of its first items.
  case tuple(TupleShape)
  case union(UnionShape)
}

/// An open or closed set of values.
struct EnumerationShape {
  /// The type of the raw values.
  enum RawType {
    case string
    case integer
    /// Values of several types, numbers with fractions, or Booleans.
    case any
  }

  /// One value, with what the schema says of it.
  struct Value {
    var json: JSONValue
    /// The name from `x-enum-varnames` or `title`.
    var name: String?
    var description: String?
    var isDeprecated = false
  }

  var rawType: RawType
  var values: [Value]
  /// Whether values outside the set are preserved.
  var isOpen: Bool
}

/// An object with declared members, with all of its `allOf` and `$ref` joined.
struct ObjectShape {
  struct Member {
    var name: String
    /// The schema that determines the member's type; the program checks the others.
    var schema: SchemaID
    var isRequired: Bool
    /// Whether the member is marked `x-localOnly` in a type that is not.
    var isLocalOnly: Bool
    /// Whether the schema constrains the member only under a condition, so that a valid object may have any value there.
    var isConditional = false
  }

  /// The members whose names match patterns.
  struct Patterned {
    var patterns: [String]
    /// The schema of the values.
    var schema: SchemaID
  }

  /// A choice between further members of the same JSON object.
  struct Variant {
    /// The name of the property, before it is converted to a Swift name.
    var label: String
    /// The union of the branches, which have the members that differ between them.
    var schema: SchemaID
  }

  var members: [Member]
  /// Where other members may follow, those with names that match a pattern.
  var patterned: Patterned?
  var additional: Additional
  var variants: [Variant] = []
  /// Whether a value of another type may be valid, because the schema does not give the type.
  var isUntyped = false

  enum Additional {
    /// Unknown members are preserved.
    case kept
    /// Unknown members are refused.
    case refused
    /// Unknown members must satisfy this schema.
    case typed(SchemaID)
  }
}

/// A choice between shapes.
struct UnionShape {
  struct Branch {
    /// The schemas whose values the case has: one, several with the same type, or none for a type of the union itself.
    var schemas: [SchemaID]
    var shape: Shape
    /// The name of the case, before it is converted to a Swift name.
    var label: String
    /// Whether the case has a value. A branch beside the members of a struct may have no members of its own.
    var hasValue = true

    /// The only schema.
    var schema: SchemaID? { schemas.count == 1 ? schemas[0] : nil }
  }

  /// How to find the branch of a valid value.
  enum Dispatch {
    /// By the value of this member, listed for each branch; at most one branch takes every other value.
    case tag(member: String, values: [[JSONValue]?])
    /// By the type of the value.
    case types([Set<JSONType>])
    /// By a member that only this branch requires and all others forbid or do not declare.
    case members([String])
    /// By running the branches' validators in turn.
    case validators
  }

  var branches: [Branch]
  var dispatch: Dispatch
  /// Whether a value that the dispatch does not know may be valid, because a branch does not give its type.
  var isUntyped = false
  /// Whether the branches are some members of an object, of which a struct has the others.
  var isPart = false
  /// The member of that struct whose value follows from the branch.
  var tag: Tag?

  struct Tag {
    var name: String
    var schema: SchemaID
    /// The value for each branch.
    var values: [JSONValue]
  }
}

/// An array with a schema for each of its first items.
struct TupleShape {
  struct Item {
    var schema: SchemaID
    var isRequired: Bool
    /// The name of the property, before it is converted to a Swift name.
    var label: String
  }

  /// What may follow the items.
  enum Rest {
    case none
    case kept
    case typed(SchemaID)
  }

  var items: [Item]
  var rest: Rest
}
