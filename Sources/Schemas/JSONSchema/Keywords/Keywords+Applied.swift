package import SchemaRuntime

// The schemas that a schema applies, and the values to which it applies them. No other code determines this. Inlined,
// so that reading a few fields does not copy all of them.
extension Keywords {
  /// The targets of the references.
  @inline(__always)
  package var references: [SchemaID] { Self.present(ref, dynamicRef) }

  /// The schemas that apply to the same value whenever this one does: references and `allOf`.
  @inline(__always)
  package var conjuncts: [SchemaID] { references + allOf }

  /// The schemas that may apply to the same value if this one holds.
  @inline(__always)
  package var possibleConjuncts: [SchemaID] { describing + Self.present(self.if, nil) }

  /// The same without the condition of `if`, which does not constrain a value that violates it.
  @inline(__always)
  package var describing: [SchemaID] {
    conjuncts + anyOf + oneOf + dependentSchemas.map(\.schema) + Self.present(then, self.else)
  }

  /// The schemas that are evaluated on the same value, whether it must satisfy them or not.
  @inline(__always)
  package var appliedInPlace: [SchemaID] {
    let hasNone =
      ref == nil && dynamicRef == nil && not == nil && self.if == nil && then == nil && self.else == nil
      && allOf.isEmpty && anyOf.isEmpty && oneOf.isEmpty && dependentSchemas.isEmpty
    return hasNone ? [] : possibleConjuncts + Self.present(not, nil)
  }

  /// The schemas that there are; most keywords are absent.
  private static func present(_ first: SchemaID?, _ second: SchemaID?) -> [SchemaID] {
    first == nil && second == nil ? [] : [first, second].compactMap { $0 }
  }

  /// The schemas that the keywords apply to the value or to parts of it: all except definitions. May contain
  /// duplicates.
  package var applied: [SchemaID] {
    var keywords = self
    var applied: [SchemaID] = []
    keywords.replaceApplied {
      applied.append($0)
      return $0
    }
    return applied
  }
}

extension Keywords {
  /// A field that holds schemas.
  package enum SubschemaField: Sendable {
    case one(any WritableKeyPath<Keywords, SchemaID?> & Sendable)
    case list(any WritableKeyPath<Keywords, [SchemaID]> & Sendable)
    case named(any WritableKeyPath<Keywords, [Member]> & Sendable)
  }

  package typealias SubschemaFields = KeyValuePairs<String, SubschemaField>

  /// The keywords whose schemas are applied to members, their names or elements (2020-12 core, section 10.3), as the
  /// newest dialect spells them.
  package static let childFields: SubschemaFields = [
    "properties": .named(\.properties), "patternProperties": .named(\.patternProperties),
    "prefixItems": .list(\.prefixItems), "items": .one(\.items), "contains": .one(\.contains),
    "unevaluatedItems": .one(\.unevaluatedItems), "additionalProperties": .one(\.additionalProperties),
    "propertyNames": .one(\.propertyNames), "unevaluatedProperties": .one(\.unevaluatedProperties),
  ]
  /// The other keywords with schemas.
  private static let otherFields: SubschemaFields = [
    "dependentSchemas": .named(\.dependentSchemas), "allOf": .list(\.allOf),
    "anyOf": .list(\.anyOf), "oneOf": .list(\.oneOf), "not": .one(\.not), "if": .one(\.if), "then": .one(\.then),
    "else": .one(\.else), "contentSchema": .one(\.contentSchema),
  ]
  /// All of them; a test compares them with the tables of the dialects.
  package static let subschemaFields = [("$defs", .named(\.defs))] + Array(childFields) + Array(otherFields)

  /// The schema of a keyword that applies it to members or names.
  package func schema(of keyword: MemberKeyword) -> SchemaID? {
    switch keyword {
    case .propertyNames: propertyNames
    }
  }

  /// The schemas that only are conditions, or are counted or applied to names: they describe no value.
  package var conditions: [SchemaID] { [self.if, not, contains, propertyNames].compactMap { $0 } }

  /// The fields whose schemas are applied to the value or to parts of it.
  static let appliedFields: [SubschemaField] =
    [.one(\.ref), .one(\.dynamicRef)] + subschemaFields.filter { $0.key != "$defs" }.map(\.value)

  /// Replaces every schema that is applied to an instance or a part of it; definitions stay.
  mutating func replaceApplied(_ replace: (SchemaID) -> SchemaID) {
    for field in Self.appliedFields { self.replace(field, replace) }
  }

  /// Replaces the schemas of one field.
  mutating func replace(_ field: SubschemaField, _ replace: (SchemaID) -> SchemaID) {
    switch field {
    case .one(let field): self[keyPath: field] = self[keyPath: field].map(replace)
    case .list(let field): self[keyPath: field] = self[keyPath: field].map(replace)
    case .named(let field):
      for index in self[keyPath: field].indices {
        self[keyPath: field][index].schema = replace(self[keyPath: field][index].schema)
      }
    }
  }
}
