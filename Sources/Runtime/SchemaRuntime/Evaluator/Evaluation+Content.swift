// The content of strings: `contentEncoding`, `contentMediaType` and `contentSchema`, if they are asserted.
extension Evaluation {
  @inline(never)
  mutating func content(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType?, _ content: SchemaID?, _ step: Program.Step,
    _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    let bytes = node.withUTF8 { text in encoding.map { $0.decode(text) } ?? Array(text) }
    guard let bytes else {
      return fail(
        .text(.contentEncoding, expected: encoding?.rawValue ?? "", actual: node.string), step, node, schema,
        keyword: "contentEncoding")
    }
    guard let mediaType else { return .valid }
    switch bytes.withUnsafeBufferPointer({ mediaType.verdict(on: $0) }) {
    case .valid: break
    case .undecided:
      return giveUp(
        .contentNesting(limit: ContentMediaType.limits.maximumDepth), step, node, schema, keyword: "contentMediaType")
    case .invalid:
      return fail(
        .text(.contentMediaType, expected: mediaType.rawValue, actual: node.string), step, node, schema,
        keyword: "contentMediaType")
    }
    guard let content else { return .valid }
    // The content is a separate text with its own nodes.
    var evaluator = Evaluator(program, maximumIssueCount: limit)
    evaluator.maximumNesting = maximumNesting - nesting
    var issues = (try? evaluator.issues(in: bytes, schema: content, limits: ContentMediaType.limits)) ?? []
    guard let first = issues.first else { return .valid }
    if issues.allSatisfy(\.isUndecided) {
      return giveUp(first.kind, step, node, schema, keyword: "contentSchema")
    }
    // Nothing inside a sensitive value is reported.
    if isSensitive(node) { issues = [] }
    return fail(.contentSchema, step, node, schema, causes: issues, keyword: "contentSchema")
  }
}
