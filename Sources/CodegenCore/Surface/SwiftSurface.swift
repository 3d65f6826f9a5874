package import JSONSchema
import SchemaRuntime

/// What generated Swift offers to those who use it, without its bodies: types, members, initializers, cases.
///
/// Made from a plan; read by comparisons of two versions.
package struct SwiftSurface: Sendable {
  /// A generated type.
  package struct TypeSurface: Sendable {
    package enum Kind: Hashable, Sendable {
      case structure
      /// An enum with raw values; an open one keeps values that the schema does not list.
      case enumeration(rawType: String, isOpen: Bool)
      /// An enum with associated values.
      case union
    }

    /// The name from the module's top: `UserCardMessage.Ext`.
    package var name: String
    /// Names that it had before and that still stand for it, from the module's top.
    package var formerNames: [String] = []
    package var schema: SchemaID
    /// What tells types of one schema apart: a wrapper's inner type, a partial-update twin.
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
    /// The name on the wire; nil for what the schema does not name.
    package var wireName: String?
    /// A property's type, or a method's parameters and result.
    package var type: String
    package var isSettable: Bool
    package var schema: SchemaID?
    /// Names that it had before and that still stand for it.
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
    /// The type of its associated value, or its raw value's literal; nil for neither.
    package var payload: String?
    package var schema: SchemaID?
  }

  /// The types in the order in which they are generated.
  package var types: [TypeSurface]
  package var accessLevel: Configuration.AccessLevel
}
