/// State that generated validators pass on where verdicts are needed repeatedly, or where a limit may be reached.
///
/// One lives as long as one call of a type's `isValid(_:)`.
@_spi(Generated) public struct KnownVerdicts {
  /// Verdicts by schema and node.
  private var verdicts: [UInt64: Bool] = [:]
  /// How often patterns exhausted their steps.
  private var spentCount = 0
  /// Whether a limit was reached. The affected checks count as false, so verdicts are meaningless, and the schema must
  /// be evaluated (``ModelSchema/isValid(_:)``).
  public private(set) var isLimited = false

  public init() {}

  /// The verdict of a schema on a value; nil if unknown.
  public func verdict(of schema: Program.SchemaID, _ node: UnsafeJSONNode) -> Bool? {
    verdicts[VerdictRun.key(schema.index, node)]
  }

  public mutating func note(_ verdict: Bool, of schema: Program.SchemaID, _ node: UnsafeJSONNode) {
    verdicts[VerdictRun.key(schema.index, node)] = verdict
  }
}

// MARK: - Checks that may reach a limit

@_spi(Generated) extension KnownVerdicts {
  /// Whether a value satisfies a schema that is left to the evaluator, because its lists are too long for generated
  /// code.
  public mutating func accepts(_ node: UnsafeJSONNode, _ schema: ModelSchema) -> Bool {
    switch schema.evaluator.verdict(on: node, schema: schema.id) {
    case .valid: return true
    case .invalid: return false
    case .undecided:
      isLimited = true
      return false
    }
  }

  /// Whether a value satisfies a schema with a mistake, which is unknown.
  public mutating func leavesUndecided(_ node: UnsafeJSONNode) -> Bool {
    isLimited = true
    return false
  }

  /// Whether a string matches a pattern that may exhaust its steps.
  public mutating func matches(_ pattern: Pattern, _ node: UnsafeJSONNode) -> Bool {
    let outcome = spentCount >= PatternOptions.mostSpent ? .exhausted : node.withUTF8 { pattern.match($0) }
    if outcome == .exhausted {
      isLimited = true
      spentCount += 1
    }
    return outcome == .match
  }

  /// Whether a string is text in an encoding, the decoded text has a media type, and it satisfies a schema.
  ///
  /// - Parameter isValid: evaluates the schema. Content has separate nodes, without known verdicts.
  public mutating func holds(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType, _ node: UnsafeJSONNode,
    _ isValid: (UnsafeJSONNode, inout KnownVerdicts) -> Bool = { _, _ in true }
  ) -> Bool {
    guard let content = node.withUTF8({ text in encoding.map { $0.decode(text) } ?? Array(text) }) else { return false }
    return content.withUnsafeBufferPointer { content in
      switch mediaType.verdict(on: content) {
      case .invalid: return false
      case .undecided:
        isLimited = true
        return false
      case .valid: break
      }
      var reader = JSONReader(limits: ContentMediaType.limits)
      guard let root = try? reader.read(content), root.firstRepeatedName() == nil else { return false }
      var known = KnownVerdicts()
      known.spentCount = spentCount
      let isValid = isValid(root, &known)
      spentCount = known.spentCount
      if known.isLimited { isLimited = true }
      return isValid
    }
  }
}
