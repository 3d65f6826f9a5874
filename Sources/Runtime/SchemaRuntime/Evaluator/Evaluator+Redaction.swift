extension Evaluator {
  /// The depth to which values are redacted in detail. A deeper value that contains sensitive data is redacted
  /// entirely.
  private static let redactionDepth = 64

  /// A copy of a value with `"(redacted)"` for everything sensitive, safe to show in documents and reports.
  ///
  /// - Returns: nil if the text is not JSON.
  package func redacted(_ text: [UInt8], schema: Program.SchemaID) -> JSONValue? {
    var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    return text.withUnsafeBufferPointer { text in
      guard let root = try? reader.read(text) else { return nil }
      let sensitive = sensitiveValues(in: root, schema: schema)
      return sensitive.isEmpty ? JSONValue(root) : Self.redacted(root, sensitive, depth: 0)
    }
  }

  /// The sensitive parts of a value.
  func sensitiveValues(in root: UnsafeJSONNode, schema: SchemaID) -> SensitiveValues {
    guard tables.program.schemaIDs.contains(schema), program.hasSensitive else { return SensitiveValues([]) }
    return withExtendedLifetime(tables) {
      var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
      return evaluation.sensitiveParts()
    }
  }

  /// A payload made from the schema, with `"(redacted)"` for the sensitive values, and names in them, that `const`,
  /// `enum` or a pattern determines. Other sensitive values are invented and remain.
  ///
  /// Requires that the program's schemas are marked wherever a sensitive schema is applied.
  ///
  /// - Returns: nil if the text is not JSON.
  package func redactedSample(_ text: [UInt8], schema: Program.SchemaID) -> JSONValue? {
    var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    return text.withUnsafeBufferPointer { text in
      guard let root = try? reader.read(text) else { return nil }
      guard tables.program.schemaIDs.contains(schema), program.hasSensitive else { return JSONValue(root) }
      let fixed = withExtendedLifetime(tables) {
        var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
        return evaluation.fixedSensitiveValues()
      }
      return fixed.isEmpty ? JSONValue(root) : Self.redacted(root, fixed, depth: 0)
    }
  }

  private static func redacted(_ node: UnsafeJSONNode, _ sensitive: SensitiveValues, depth: Int) -> JSONValue {
    guard CallStack.hasRoom else { return CallStack.onAnother { redacted(node, sensitive, depth: depth) } }
    if sensitive.contains(node) { return .redacted }
    guard sensitive.isSensitiveOrHolds(node) else { return JSONValue(node) }
    if depth == redactionDepth || node.isString { return .redacted }
    if node.isObject {
      return .object(
        JSONObject(
          node.members.map { member in
            // A name is redacted if a schema for names is sensitive.
            let name = sensitive.contains(member.name) ? JSONValue.redacted.string : member.name.string
            return (name ?? "", redacted(member.value, sensitive, depth: depth + 1))
          }))
    }
    return .array(node.elements.map { redacted($0, sensitive, depth: depth + 1) })
  }
}
