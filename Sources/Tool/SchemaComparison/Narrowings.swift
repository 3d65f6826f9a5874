package import CodegenCore
package import JSONSchema

extension SchemaComparison {
  /// Returns what keeps values of a schema from satisfying another one, as which it was rewritten: nothing if a proof shows
  /// that all of them do.
  package static func narrowings(
    from original: SchemaGraph, to rewritten: SchemaGraph, configuration: Configuration = Configuration(),
    options: Options = Options()
  ) throws(ComparisonFailure) -> [Change] {
    let versions = [original, rewritten].map { Version(graph: $0, configuration: configuration) }
    let sides = [
      try side(versions[0], .old, graph: original), try side(versions[1], .new, graph: rewritten),
    ]
    let equality = Equality(sides: sides)
    let matching = SchemaMatching(old: versions[0], new: versions[1]) {
      equality.number(of: Ref(side: $0, schema: $1))
    }
    guard let pair = matching.pairs.first(where: { $0.role == .root }) else { return [] }
    var data = DataComparison(sides: sides, equality: equality, matching: matching, options: options)
    return data.changes(of: pair, writer: 0)
  }
}
