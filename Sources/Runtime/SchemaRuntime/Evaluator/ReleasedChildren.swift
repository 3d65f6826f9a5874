/// What is remembered of an array or object whose children have been checked and are no longer there: all that its
/// keywords ask, except those that need the children themselves.
package struct ReleasedChildren: Sendable {
  /// The number of elements or members.
  package var count = 0
  /// The names that the schema asks for and that are there, as indices in ``Program/names``.
  package var names: Set<Int32> = []
  /// The first two equal elements.
  package var equalElements: (first: Int, second: Int)?
  /// How many elements satisfy a schema of `contains`, certainly and possibly.
  package var matches: [Program.SchemaID: (certain: Int, possible: Int)] = [:]
  /// The entry of the array or object.
  fileprivate var index = 0

  package init() {}
}

extension Evaluation {
  /// What is remembered of a value, if its children have been released.
  func released(of node: UnsafeJSONNode) -> ReleasedChildren? { released?.index == node.index ? released : nil }
}

extension Evaluator {
  /// The issues of a text in which one array or object, to which the tokens lead, is empty because its children have
  /// been checked and released.
  package func explanation(
    of root: UnsafeJSONNode, _ text: UnsafeBufferPointer<UInt8>, schema: Program.SchemaID, path: [String],
    released: ReleasedChildren
  ) -> [ValidationIssue] {
    guard let node = root.descendant(at: JSONPointer(path)) else { return [] }
    return withExtendedLifetime(tables) {
      var evaluation = Evaluation(
        tables, root, schema, limit: max(maximumIssueCount, 1), maximumNesting: maximumNesting)
      evaluation.text = text
      evaluation.released = released
      evaluation.released?.index = node.index
      _ = evaluation.evaluate(schema, root)
      return evaluation.issues
    }
  }

  /// The issue of a member whose name another one has.
  package static func repeatedName(_ name: String, at object: JSONPointer, _ position: SourcePosition?)
    -> ValidationIssue
  {
    ValidationIssue(
      instanceLocation: object, keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: .uniqueNames(name: name), position: position, causes: [])
  }

  /// The issue of a value that is too large for a keyword that needs it at once.
  ///
  /// - Parameter location: the absolute location of the keyword; empty if no schema has it.
  package static func tooMuch(
    for keyword: String, at location: String, limit: Int, isBytes: Bool, _ value: JSONPointer,
    _ position: SourcePosition
  ) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: value, keywordLocation: JSONPointer(), absoluteKeywordLocation: location,
      kind: .tooMuchToHold(keyword: keyword, limit: limit, isBytes: isBytes), position: position, causes: [])
  }

  /// The issue of a bug.
  package static func inconsistency(_ state: String, _ position: SourcePosition) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: JSONPointer(), keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: .internalInconsistency(state), position: position, causes: [])
  }

  /// Some issues, with one that says that there are more, if there are more than the maximum.
  package func truncated(_ issues: [ValidationIssue]) -> [ValidationIssue] {
    let most = max(maximumIssueCount, 1)
    guard issues.count > most else { return issues }
    return issues.prefix(most) + (saysTruncated ? [Self.truncation(after: most)] : [])
  }

  static func truncation(after count: Int) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: JSONPointer(), keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: .truncated(limit: count), position: nil, causes: [])
  }
}
