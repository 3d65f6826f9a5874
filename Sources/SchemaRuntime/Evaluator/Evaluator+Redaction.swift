extension Evaluator {
  /// How deep values are looked into; what lies deeper is left out as a whole when it holds something sensitive.
  private static let redactionDepth = 64

  /// A value in which the words `(redacted)` stand for everything sensitive: what documents and reports may show.
  ///
  /// - Returns: nil for a text that is not JSON.
  package func redacted(_ text: [UInt8], schema: Int) -> JSONValue? {
    var reader = JSONReader(limits: JSONLimits())
    return text.withUnsafeBufferPointer { text in
      guard let root = try? reader.read(text) else { return nil }
      guard 0..<tables.schemaCount ~= schema, program.hasSensitive else { return JSONValue(root) }
      let ranges = withExtendedLifetime(tables) {
        var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
        return evaluation.sensitiveRanges(from: schema, root)
      }
      return Self.redacted(root, ranges, depth: 0)
    }
  }

  private static func redacted(_ node: JSONNode, _ ranges: [Range<Int>], depth: Int) -> JSONValue {
    let own = node.index..<node.nextIndex
    if ranges.contains(where: { $0.lowerBound <= own.lowerBound && own.upperBound <= $0.upperBound }) {
      return .string("(redacted)")
    }
    guard ranges.contains(where: { $0.overlaps(own) }) else { return JSONValue(node) }
    if depth == redactionDepth { return .string("(redacted)") }
    if node.isObject {
      return .object(
        JSONObject(
          node.members.map { member in
            // A name is redacted where a schema of names is sensitive.
            let name = ranges.contains { $0.contains(member.name.index) } ? "(redacted)" : JSONValue(member.name).string
            return (name ?? "", redacted(member.value, ranges, depth: depth + 1))
          }))
    }
    return .array(node.elements.map { redacted($0, ranges, depth: depth + 1) })
  }
}
