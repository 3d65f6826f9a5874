import SchemaRuntime

/// A schema that a value must satisfy, or must not.
struct Conjunct: Hashable, Sendable {
  var schema: Program.SchemaID
  var isNegated = false

  init(_ schema: Program.SchemaID, isNegated: Bool = false) {
    self.schema = schema
    self.isNegated = isNegated
  }

  var negation: Conjunct { Conjunct(schema, isNegated: !isNegated) }
}

/// Schemas that must all hold for one value, unique and sorted, so that equal sets are equal values.
struct Conjunction: Hashable, Sendable {
  private(set) var conjuncts: [Conjunct]

  init(_ conjuncts: some Sequence<Conjunct>) {
    var sorted = conjuncts.sorted { ($0.schema, $0.isNegated ? 1 : 0) < ($1.schema, $1.isNegated ? 1 : 0) }
    var kept = 0
    for index in sorted.indices where kept == 0 || sorted[index] != sorted[kept - 1] {
      sorted[kept] = sorted[index]
      kept += 1
    }
    sorted.removeLast(sorted.count - kept)
    self.conjuncts = sorted
  }

  /// Whether a schema must both hold and fail.
  var isContradictory: Bool { zip(conjuncts, conjuncts.dropFirst()).contains { $0.schema == $1.schema } }
}
