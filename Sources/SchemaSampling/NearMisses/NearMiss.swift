public import SchemaRuntime

extension SchemaSampler {
  /// A value that a schema refuses for one keyword, and all but satisfies.
  public struct NearMiss: Hashable, Sendable {
    public var value: JSONValue
    /// The keyword that the value breaks, as the schema's dialect writes it.
    public var keyword: String
    /// The way through keywords and references to the keyword (2020-12 core, section 12.3.2).
    public var keywordLocation: JSONPointer
    /// The keyword's own place, as a URI.
    public var absoluteKeywordLocation: String
    /// The place in ``value`` that breaks it.
    public var instanceLocation: JSONPointer
    /// Whether the evaluator finds nothing else wrong with the value.
    public var isOnlyIssue: Bool
  }

  /// One near miss a keyword that could be broken alone or nearly so, in the order of the schema.
  ///
  /// A keyword counts once for each place in a schema, however many ways lead there. Keywords inside the branches of
  /// `anyOf` and `oneOf` have none of their own: what breaks them breaks the choice.
  ///
  /// - Parameters:
  ///   - schemas: the schemas whose keywords are to be broken; nil for all that the sampler's own leads to.
  ///   - bases: valid values to change before those that are made.
  public func nearMisses(
    seed: UInt64, of schemas: Set<Instruction.Schema>? = nil, from bases: [JSONValue] = []
  ) -> [NearMiss] {
    nearMisses(seed: seed, of: schemas, from: bases, atMost: .max).misses
  }

  /// The first near misses, and whether the limit of bytes ended the search for more.
  package func nearMisses(
    seed: UInt64, of schemas: Set<Instruction.Schema>? = nil, from bases: [JSONValue] = [], atMost count: Int
  ) -> (misses: [NearMiss], isCut: Bool) {
    guard oracle.program.schemas.indices.contains(Int(schema)) else { return ([], false) }
    var search = NearMissSearch(oracle, schema, options, seed: seed)
    let misses = search.run(of: schemas, from: bases, atMost: count)
    return (misses, search.isCut)
  }
}
