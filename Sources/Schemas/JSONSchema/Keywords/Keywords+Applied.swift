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

  /// ``SchemaNode/appliedInPlace``
  @inline(__always)
  var appliedInPlace: [SchemaID] {
    // Most apply none, or one by reference.
    let hasOthers =
      dynamicRef != nil || not != nil || self.if != nil || then != nil || self.else != nil || !allOf.isEmpty
      || !anyOf.isEmpty || !oneOf.isEmpty || !dependentSchemas.isEmpty
    return hasOthers ? possibleConjuncts + Self.present(not, nil) : Self.present(ref, nil)
  }

  /// The schemas that there are; most keywords are absent.
  private static func present(_ first: SchemaID?, _ second: SchemaID?) -> [SchemaID] {
    let last = second.map { [$0] } ?? []
    return first.map { [$0] + last } ?? last
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
  /// A field: a closure that passes it on. It costs nothing until it is used, whereas each key path is built at
  /// run time.
  package typealias Field<Value> = @Sendable (inout Keywords, (inout Value) -> Void) -> Void

  /// Returns the value of a field; `missing` is never returned, but there has to be a value before the closure is
  /// called. Mutating, so that nothing is copied; it changes nothing.
  package mutating func value<Value>(of field: Field<Value>, or missing: Value) -> Value {
    var value = missing
    field(&self) { value = $0 }
    return value
  }

  /// A field that holds schemas.
  package enum SubschemaField: Sendable {
    case one(Field<SchemaID?>)
    case list(Field<[SchemaID]>)
    case named(Field<[Member]>)
  }

  package typealias SubschemaFields = KeyValuePairs<String, SubschemaField>

  /// The keywords whose schemas are applied to members, their names or elements (2020-12 core, section 10.3), as the
  /// newest dialect spells them.
  package static let childFields: SubschemaFields = [
    "properties": .named { $1(&$0.properties) }, "patternProperties": .named { $1(&$0.patternProperties) },
    "prefixItems": .list { $1(&$0.prefixItems) }, "items": .one { $1(&$0.items) },
    "contains": .one { $1(&$0.contains) }, "unevaluatedItems": .one { $1(&$0.unevaluatedItems) },
    "additionalProperties": .one { $1(&$0.additionalProperties) }, "propertyNames": .one { $1(&$0.propertyNames) },
    "unevaluatedProperties": .one { $1(&$0.unevaluatedProperties) },
  ]
  /// The other keywords with schemas.
  private static let otherFields: SubschemaFields = [
    "dependentSchemas": .named { $1(&$0.dependentSchemas) }, "allOf": .list { $1(&$0.allOf) },
    "anyOf": .list { $1(&$0.anyOf) }, "oneOf": .list { $1(&$0.oneOf) }, "not": .one { $1(&$0.not) },
    "if": .one { $1(&$0.if) }, "then": .one { $1(&$0.then) }, "else": .one { $1(&$0.else) },
    "contentSchema": .one { $1(&$0.contentSchema) },
  ]
  /// All of them; a test compares them with the tables of the dialects.
  package static let subschemaFields = [("$defs", .named { $1(&$0.defs) })] + Array(childFields) + Array(otherFields)

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
    [.one { $1(&$0.ref) }, .one { $1(&$0.dynamicRef) }]
    + subschemaFields.filter { $0.key != "$defs" }.map(\.value)

  /// Replaces every schema that is applied to an instance or a part of it; definitions stay.
  mutating func replaceApplied(_ replace: (SchemaID) -> SchemaID) {
    for field in Self.appliedFields { self.replace(field, replace) }
  }

  /// Replaces the schemas of one field.
  mutating func replace(_ field: SubschemaField, _ replace: (SchemaID) -> SchemaID) {
    switch field {
    case .one(let field): field(&self) { $0 = $0.map(replace) }
    case .list(let field): field(&self) { $0 = $0.map(replace) }
    case .named(let field):
      field(&self) { members in
        for index in members.indices { members[index].schema = replace(members[index].schema) }
      }
    }
  }
}
