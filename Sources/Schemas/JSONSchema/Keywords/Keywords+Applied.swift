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
  /// A field that holds schemas.
  package enum SubschemaField: Sendable {
    case one(any WritableKeyPath<Keywords, SchemaID?> & Sendable)
    case list(any WritableKeyPath<Keywords, [SchemaID]> & Sendable)
    case named(any WritableKeyPath<Keywords, [Member]> & Sendable)
  }

  /// The keywords with schemas, as the newest dialect spells them; a test compares them with the tables of the dialects.
  package static let subschemaFields: [(keyword: String, field: SubschemaField)] = [
    ("$defs", .named(\.defs)), ("properties", .named(\.properties)), ("patternProperties", .named(\.patternProperties)),
    ("dependentSchemas", .named(\.dependentSchemas)), ("prefixItems", .list(\.prefixItems)), ("allOf", .list(\.allOf)),
    ("anyOf", .list(\.anyOf)), ("oneOf", .list(\.oneOf)), ("items", .one(\.items)), ("contains", .one(\.contains)),
    ("unevaluatedItems", .one(\.unevaluatedItems)), ("additionalProperties", .one(\.additionalProperties)),
    ("propertyNames", .one(\.propertyNames)), ("unevaluatedProperties", .one(\.unevaluatedProperties)),
    ("not", .one(\.not)), ("if", .one(\.if)), ("then", .one(\.then)), ("else", .one(\.else)),
    ("contentSchema", .one(\.contentSchema)),
  ]

  /// The fields whose schemas are applied to the value or to parts of it.
  static let appliedFields: [SubschemaField] =
    [.one(\.ref), .one(\.dynamicRef)] + subschemaFields.filter { $0.keyword != "$defs" }.map(\.field)

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
