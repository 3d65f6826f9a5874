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
  case union(UnionShape)
}

/// An open or closed set of strings or integers.
struct EnumerationShape {
  enum Values {
    case strings([String])
    case integers([Int])
  }

  var values: Values
  /// Whether values outside the set are preserved.
  var isOpen: Bool
  /// Names from `x-enum-varnames`; empty without the keyword.
  var names: [String]
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
  }

  var members: [Member]
  var additional: Additional

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
    var schema: SchemaID?
    var shape: Shape
    /// The name of the case, before it is converted to a Swift name.
    var label: String
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
}
