// The schemas that a schema applies, and the values to which it applies them. No other code determines this.
extension Keywords {
  /// The targets of the references.
  package var references: [SchemaID] { [ref, dynamicRef].compactMap { $0 } }

  /// The schemas that apply to the same value whenever this one does: references and `allOf`.
  package var conjuncts: [SchemaID] { references + allOf }

  /// The schemas that may apply to the same value if this one holds.
  package var possibleConjuncts: [SchemaID] { describing + [self.if].compactMap { $0 } }

  /// The same without the condition of `if`, which does not constrain a value that violates it.
  package var describing: [SchemaID] {
    conjuncts + anyOf + oneOf + dependentSchemas.map(\.schema) + [then, self.else].compactMap { $0 }
  }

  /// The schemas that are evaluated on the same value, whether it must satisfy them or not.
  package var appliedInPlace: [SchemaID] { possibleConjuncts + [not].compactMap { $0 } }

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
  /// Replaces every schema that is applied to an instance or a part of it; definitions stay.
  mutating func replaceApplied(_ replace: (SchemaID) -> SchemaID) {
    for field in Self.singleFields { self[keyPath: field] = self[keyPath: field].map(replace) }
    for field in Self.listFields { self[keyPath: field] = self[keyPath: field].map(replace) }
    for field in Self.namedFields {
      for index in self[keyPath: field].indices {
        self[keyPath: field][index].schema = replace(self[keyPath: field][index].schema)
      }
    }
  }

  // A new applicator must be listed here: a test compares the lists with the tables of the dialects.
  static let singleFields: [any WritableKeyPath<Keywords, SchemaID?> & Sendable] = [
    \.ref, \.dynamicRef, \.contentSchema, \.items, \.contains, \.unevaluatedItems, \.additionalProperties,
    \.propertyNames, \.unevaluatedProperties, \.not, \.if, \.then, \.else,
  ]
  static let listFields: [any WritableKeyPath<Keywords, [SchemaID]> & Sendable] = [
    \.prefixItems, \.allOf, \.anyOf, \.oneOf,
  ]
  static let namedFields: [any WritableKeyPath<Keywords, [Keywords.Member]> & Sendable] = [
    \.properties, \.patternProperties, \.dependentSchemas,
  ]
}
