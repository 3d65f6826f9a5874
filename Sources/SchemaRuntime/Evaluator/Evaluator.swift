/// Runs a program over instances: the verdict alone, or every issue in words.
///
///     let evaluator = Evaluator(program)
///     let issues = evaluator.issues(in: bytes, schema: 0)
public struct Evaluator: Sendable {
  public let program: Program
  /// Issues of one instance at which collecting stops; 100 unless told. An invalid instance has at least one.
  public var maximumIssueCount: Int

  public init(_ program: Program, maximumIssueCount: Int = 100) {
    self.program = program
    self.maximumIssueCount = maximumIssueCount
  }

  /// Whether `root` satisfies the schema and has no equal names in one object.
  public func isValid(_ root: JSONNode, schema: Int = 0) -> Bool {
    guard program.schemas.indices.contains(schema), root.firstRepeatedName() == nil else { return false }
    var evaluation = Evaluation(program: program, collects: false, limit: 1)
    return evaluation.evaluate(schema, root)
  }

  /// All issues of `root`, in program order and within one keyword in document order; empty when it is valid.
  ///
  /// - Parameter text: the text that `root` was read from, for lines and columns.
  public func issues(
    in root: JSONNode, of text: UnsafeBufferPointer<UInt8>, schema: Int = 0
  ) -> [ValidationIssue] {
    var evaluation = Evaluation(program: program, collects: true, limit: maximumIssueCount)
    evaluation.text = text
    evaluation.start = (schema, root)
    if let name = root.firstRepeatedName() {
      evaluation.issues.append(Self.repeatedName(name, root: root, text: text))
    }
    guard program.schemas.indices.contains(schema) else {
      return evaluation.issues + [Self.missingSchema(schema, root: root, text: text)]
    }
    if !evaluation.isFull || evaluation.issues.isEmpty { _ = evaluation.evaluate(schema, root) }
    return evaluation.issues
  }

  /// What the schema says about `root` and the values in it, in program order; nothing when it does not satisfy the
  /// schema. The program must have been compiled with annotations.
  ///
  /// - Parameter limit: annotations at which collecting stops.
  public func annotations(of root: JSONNode, schema: Int = 0, limit: Int = 100_000) -> [Annotation] {
    guard isValid(root, schema: schema) else { return [] }
    var evaluation = Evaluation(program: program, collects: false, limit: 1)
    var found = Evaluation.Annotations(limit: limit)
    evaluation.annotate(schema, root, into: &found)
    return found.all
  }

  /// All issues of a text: one of its syntax, or those of its content.
  public func issues(
    in text: [UInt8], schema: Int = 0, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> [ValidationIssue] {
    var reader = JSONReader(limits: limits)
    return try text.withUnsafeBufferPointer { text throws(JSONSyntaxError) -> [ValidationIssue] in
      let root = try reader.read(text)
      return issues(in: root, of: text, schema: schema)
    }
  }

  /// Whether a value of `root` is sensitive, and no words may show it.
  func isSensitive(_ node: JSONNode, in root: JSONNode, schema: Int) -> Bool {
    guard program.schemas.indices.contains(schema) else { return false }
    var evaluation = Evaluation(program: program, collects: false, limit: 1)
    evaluation.start = (schema, root)
    return evaluation.isSensitive(node, whenShown: true)
  }

  /// What is wrong with every instance when the program has no such schema: a mistake of whoever named it.
  private static func missingSchema(
    _ schema: Int, root: JSONNode, text: UnsafeBufferPointer<UInt8>
  ) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: JSONPointer(), keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: .internalInconsistency("no schema \(schema)"), position: SourcePosition(offset: root.offset, in: text),
      causes: [], isRedacted: false)
  }

  private static func repeatedName(
    _ name: JSONNode, root: JSONNode, text: UnsafeBufferPointer<UInt8>
  ) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: root.pointer(to: name.index), keywordLocation: JSONPointer(),
      absoluteKeywordLocation: "", kind: .uniqueNames(name: name.string),
      position: SourcePosition(offset: name.offset, in: text), causes: [], isRedacted: false)
  }
}
