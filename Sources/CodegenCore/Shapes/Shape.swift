import JSONSchema
import SchemaRuntime

/// What Swift can say about a schema; the program says the rest.
///
/// Made by ``ShapeClassifier``, read by the planner, which gives names to the cases that need a type of their own.
indirect enum Shape {
  /// Any value: the fallback, with the reason when it is one.
  case any(fallback: String?)
  case null
  case boolean
  case integer
  case number
  /// A string, or the Swift type that a format maps to.
  case string(swiftType: SwiftSource)
  /// A type that `x-swift` names.
  case custom(SwiftSource)
  case array(SchemaID)
  /// An object without declared members; nil means values of any kind.
  case map(SchemaID?)
  case nullable(Shape)
  /// The type of another schema.
  case reference(SchemaID)
  case enumeration(EnumerationShape)
  case object(ObjectShape)
  case union(UnionShape)
}

/// A closed or open set of strings or integers.
struct EnumerationShape {
  enum Values {
    case strings([String])
    case integers([Int])
  }

  var values: Values
  /// Whether values outside the set are kept.
  var isOpen: Bool
  /// Names given by `x-enum-varnames`; empty when there are none.
  var names: [String]
}

/// An object with declared members, all of its `allOf` and `$ref` joined.
struct ObjectShape {
  struct Member {
    var name: String
    /// The schema whose type the member has; the program enforces the others.
    var schema: SchemaID
    var isRequired: Bool
    /// Whether the member is marked `x-localOnly` in a type that is not.
    var isLocalOnly: Bool
  }

  var members: [Member]
  var additional: Additional

  enum Additional {
    /// Unknown members are kept.
    case kept
    /// Unknown members are refused.
    case refused
    /// Unknown members have this schema.
    case typed(SchemaID)
  }
}

/// A choice between shapes.
struct UnionShape {
  struct Branch {
    var schema: SchemaID?
    var shape: Shape
    /// What the case is called, before it is made a Swift name.
    var label: String
  }

  /// How the branch of a valid value is known.
  enum Dispatch {
    /// The value of this member, branch by branch; at most one branch takes every other value.
    case tag(member: String, values: [[JSONValue]?])
    /// The type of the value.
    case types([Set<JSONType>])
    /// A member that only this branch requires and all others forbid or do not know.
    case members([String])
    /// Nothing but the branches' validators, asked in turn.
    case validators
  }

  var branches: [Branch]
  var dispatch: Dispatch
}
