// What strings hold: `contentEncoding`, `contentMediaType` and `contentSchema`, where they are asserted.
extension Evaluation {
  @inline(never)
  mutating func content(
    _ encoding: ContentEncoding?, _ mediaType: ContentMediaType?, _ content: Int, _ step: Program.Step,
    _ node: JSONNode, _ schema: Int
  ) -> Bool {
    let bytes = node.withUTF8 { text in encoding.map { $0.decode(text) } ?? Array(text) }
    guard let bytes else {
      return fail(
        .contentEncoding(expected: encoding?.rawValue ?? "", actual: node.string), step, node, schema,
        keyword: "contentEncoding")
    }
    guard let mediaType else { return true }
    guard bytes.withUnsafeBufferPointer({ mediaType.isValid($0) }) else {
      return fail(
        .contentMediaType(expected: mediaType.rawValue, actual: node.string), step, node, schema,
        keyword: "contentMediaType")
    }
    if content < 0 { return true }
    // The content is a text of its own, with nodes of its own.
    let evaluator = Evaluator(program, maximumIssueCount: limit)
    var issues = (try? evaluator.issues(in: bytes, schema: content)) ?? []
    if issues.isEmpty { return true }
    if isSensitive(node, whenShown: true) { for index in issues.indices { issues[index].isRedacted = true } }
    return fail(.contentSchema, step, node, schema, causes: issues, keyword: "contentSchema")
  }
}
