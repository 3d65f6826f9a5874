package import JSONSchema

/// The public interface of generated Swift: types, members, initializers, cases.
///
/// Created from a plan, read by comparisons of two versions.
package struct SwiftSurface: Sendable {
  /// A generated type.
  package struct TypeSurface: Sendable {
    package enum Kind: Hashable, Sendable {
      case structure
      /// An enum with raw values; an open one preserves values that the schema does not list.
      case enumeration(rawType: String, isOpen: Bool)
      /// An enum with associated values.
      case union
      /// A protocol of the members that several structs include.
      case memberProtocol
    }

    /// The fully qualified name: `UserCardMessage.Ext`.
    package var name: String
    /// Former names that are still available as aliases, fully qualified.
    package var formerNames: [String] = []
    package var schema: SchemaID
    /// Distinguishes types of the same schema: a wrapper's inner type, a partial-update twin.
    package var role: String
    package var kind: Kind
    package var conformances: [String]
    package var members: [Member]
    /// The parameters of the memberwise initializer, in order; nil for an enum.
    package var parameters: [Parameter]?
    package var cases: [Case]
  }

  /// A property or a method.
  package struct Member: Hashable, Sendable {
    package var name: String
    /// The JSON name; nil for declarations not named in the schema.
    package var wireName: String?
    /// A property's type, or a method's parameters and result.
    package var type: String
    package var isSettable: Bool
    package var schema: SchemaID?
    /// Former names that are still available.
    package var formerNames: [String] = []
  }

  /// A parameter of an initializer.
  package struct Parameter: Hashable, Sendable {
    package var label: String
    package var type: String
    package var hasDefault: Bool
  }

  /// A case of an enum.
  package struct Case: Hashable, Sendable {
    package var name: String
    /// The type of its associated value, or its raw value's literal; nil without either.
    package var payload: String?
    package var schema: SchemaID?
    /// Whether a function with the name of the case takes the members of its value.
    package var hasFactory = false
  }

  /// The types in the order of generation.
  package var types: [TypeSurface]
  package var accessLevel: Configuration.AccessLevel
}
