public import SchemaRuntime

extension SchemaSampler {
  /// A value that almost satisfies a schema and violates one keyword.
  public struct NearMiss: Hashable, Sendable {
    public var value: JSONValue
    /// The violated keyword, as the schema's dialect spells it.
    public var keyword: String
    /// The path through keywords and references to the keyword (2020-12 core, section 12.3.2).
    public var keywordLocation: JSONPointer
    /// The absolute URI of the keyword.
    public var absoluteKeywordLocation: String
    /// The location in ``value`` that violates the keyword.
    public var instanceLocation: JSONPointer
    /// Whether the evaluator reports no other issue.
    public var isOnlyIssue: Bool
  }

  /// Returns a near miss for each keyword that can be violated alone or nearly so, in the order of the schema.
  ///
  /// A keyword counts once per location in a schema, however many ways lead there. Keywords inside the branches of
  /// `anyOf` and `oneOf` get no near misses: a value that violates them violates the choice.
  ///
  /// - Parameters:
  /// - schemas: the schemas whose keywords are to be violated; nil for all that the sampler's schema leads to.
  /// - bases: valid values to change, tried before generated ones.
  public func nearMisses(
    seed: UInt64, of schemas: Set<Program.SchemaID>? = nil, from bases: [JSONValue] = []
  ) -> [NearMiss] {
    nearMisses(seed: seed, of: schemas, from: bases, atMost: .max).misses
  }

  /// Returns the first near misses, and whether the byte limit ended the search.
  ///
  /// - Parameter hasEveryType: whether `type` is violated wherever it is, or only once.
  package func nearMisses(
    seed: UInt64, of schemas: Set<Program.SchemaID>? = nil, from bases: [JSONValue] = [], atMost count: Int,
    hasEveryType: Bool = true
  ) -> (misses: [NearMiss], isCut: Bool) {
    guard oracle.program.schemaIDs.contains(schema) else { return ([], false) }
    var search = NearMissSearch(oracle, schema, options, seed: seed)
    search.hasEveryType = hasEveryType
    let misses = search.run(of: schemas, from: bases, atMost: count)
    return (misses, search.isCut)
  }

  /// Returns the near misses that are found within some steps, which are charged.
  package func nearMisses(seed: UInt64, spending steps: inout Int) -> [NearMiss] {
    guard oracle.program.schemaIDs.contains(schema) else { return [] }
    var search = NearMissSearch(oracle, schema, options, seed: seed, steps: steps)
    defer { steps = search.stepsLeft }
    return search.run(atMost: .max)
  }
}
