public import JSONSchema
public import SchemaRuntime

/// Compiles a graph to a program: every schema reachable from the given ones, one instruction per keyword.
///
/// Steps have a fixed order, independent of the text, so that issues always have the same order: reference, type,
/// values, numbers, strings, arrays, objects, logic.
public struct Compiler {
  /// The options of the compiler.
  public struct Options: Sendable {
    /// The formats that are asserted; all others are annotations.
    public var assertedFormats: Set<Format>
    /// Checks of other formats, or of known ones in place of ours, by name: whether a string has the format. They are
    /// asserted. A check runs on any thread, and must return the same for equal strings.
    public var customFormats: [String: @Sendable (String) -> Bool] = [:]
    /// Whether the program also produces annotations (``Evaluator/annotations(of:schema:limit:)``).
    public var hasAnnotations: Bool
    /// Whether `contentEncoding`, `contentMediaType` and `contentSchema` are asserted if their encoding and type are
    /// known. By default they are annotations (2020-12 validation, section 8.2).
    public var assertsContent: Bool
    /// The limits for patterns, including the step budget of those with look-around or back-references.
    package var patterns = PatternOptions()

    public init(assertedFormats: Set<Format> = [], hasAnnotations: Bool = false, assertsContent: Bool = false) {
      self.assertedFormats = assertedFormats
      self.assertsContent = assertsContent
      self.hasAnnotations = hasAnnotations
    }
  }

  /// A program and which of its schemas are those of the graph.
  public struct Output: Sendable {
    public var program: Program
    /// The index in the program of each schema of the graph.
    public let indices: Indices
  }

  /// The indices in a program of a graph's schemas.
  public struct Indices: Sendable {
    fileprivate var table: [Program.SchemaID?] = []

    package init() {}

    /// The index of a schema; nil if it was not compiled.
    public subscript(schema: SchemaID) -> Program.SchemaID? {
      table.indices.contains(schema.index) ? table[schema.index] : nil
    }

    /// All compiled schemas, in the order of the graph.
    package var pairs: [(schema: SchemaID, index: Program.SchemaID)] {
      table.enumerated().compactMap { schema, index in index.map { (SchemaID(index: schema), $0) } }
    }
  }

  let graph: SchemaGraph
  let options: Options
  /// Whether any schema depends on the children that others have evaluated.
  let tracksEvaluation: Bool
  let localOnlyNames: [SchemaID: [String]]
  var program: Program
  private var indices = Indices()
  private var pending: [SchemaID] = []

  private init(graph: SchemaGraph, options: Options, program: Program) {
    self.graph = graph
    self.options = options
    self.program = program
    indices.table = Array(repeating: nil, count: graph.nodes.count)
    localOnlyNames = graph.localOnlyNames
    tracksEvaluation = graph.nodes.contains {
      $0.keywords.unevaluatedItems != nil || $0.keywords.unevaluatedProperties != nil
    }
  }

  /// Compiles `schemas`, in their order, and all schemas that they apply.
  public static func compile(
    _ schemas: [SchemaID], of graph: SchemaGraph, options: Options = Options()
  ) throws(CompileError) -> Output {
    try compile(schemas, of: graph, options: options, into: Program())
  }

  /// Compiles schemas and adds them to an existing program.
  package static func compile(
    _ schemas: [SchemaID], of graph: SchemaGraph, options: Options, into program: Program
  ) throws(CompileError) -> Output {
    var compiler = try compiled(schemas, of: graph, options: options, into: program)
    compiler.program.finish()
    return Output(program: compiler.program, indices: compiler.indices)
  }

  /// Throws the errors of schemas that cannot be compiled.
  package static func check(_ graph: SchemaGraph, options: Options) throws(CompileError) {
    _ = try compiled(graph.nodes.map(\.id), of: graph, options: options, into: Program())
  }

  /// Compiles schemas, up to what only evaluation needs.
  private static func compiled(
    _ schemas: [SchemaID], of graph: SchemaGraph, options: Options, into program: Program
  ) throws(CompileError) -> Compiler {
    if let cycle = ReferenceCycles.find(in: graph, along: { $0.appliedInPlace }, limit: 1).first {
      // Its evaluation would never end.
      throw CompileError(
        schema: cycle[0], keyword: nil, kind: .endlessRecursion(chain: cycle.map { graph[$0].location }))
    }
    var compiler = Compiler(graph: graph, options: options, program: program)
    for schema in schemas { _ = compiler.index(of: schema) }
    var next = 0
    var errors: [CompileError] = []
    while next < compiler.pending.count {
      do {
        try compiler.define(compiler.pending[next])
      } catch {
        errors.append(error)
      }
      next += 1
    }
    if var first = errors.first {
      first.others = Array(errors.dropFirst())
      throw first
    }
    try compiler.checkNesting()
    return compiler
  }

  /// Rejects schemas for which a payload within a reader's limits could exceed the evaluator's limit of schemas applied
  /// inside one another.
  private func checkNesting() throws(CompileError) {
    let depth = JSONLimits.hardMaximumDepth
    // So few schemas cannot: all of them once, and on each level those that pass the value on.
    let passing = program.schemasAppliedInPlace.count { !$0.isEmpty }
    if program.schemas.count + (passing + 1) * (depth + 1) <= Program.maximumNesting { return }
    let (count, deepest) = program.greatestNesting(depth: depth)
    guard count > Program.maximumNesting, let index = indices.table.firstIndex(of: deepest) else { return }
    throw CompileError(
      schema: graph.nodes[index].id, keyword: nil,
      kind: .deepNesting(count: count, depth: depth, limit: Program.maximumNesting))
  }

  /// The index of a schema, reserved at the first reference, because cycles and forward references are common.
  mutating func index(of schema: SchemaID) -> Program.SchemaID {
    if let index = indices[schema] { return index }
    let index = program.addSchema(at: graph[schema].absoluteLocation)
    indices.table[schema.index] = index
    pending.append(schema)
    return index
  }

  private mutating func define(_ schema: SchemaID) throws(CompileError) {
    let node = graph[schema]
    let index = index(of: schema)
    var body = Body()
    switch node.boolean {
    case true?: break
    case false?: body.add(&program, nil, .anyType(.never))
    case nil:
      if let defect = node.defect {
        let reason = program.add(value: .string(defect.reason))
        body.add(&program, defect.keyword, .anyType(.unusable(reason)))
      }
      addReference(node, to: &body)
      addValues(node, to: &body)
      addNumbers(node, to: &body)
      try addStrings(node, to: &body)
      addArrays(node, to: &body)
      try addObjects(node, to: &body)
      addLogic(node, to: &body)
      addUnevaluated(node, to: &body)
      addHidden(node, to: &body)
      if options.hasAnnotations { addAnnotations(node, to: &body) }
    }
    program.define(
      index, body.steps, isSensitive: node.keywords.vendor.sensitive, isLossy: node.keywords.vendor.lossy)
    if let message = node.keywords.vendor.errorMessage { program.setMessages(message, of: index) }
  }
}

/// The steps of one schema, while they are being collected.
struct Body {
  var steps: [Program.Step] = []

  mutating func add(_ program: inout Program, _ keyword: String?, _ instruction: Instruction) {
    steps.append(program.step(keyword, instruction))
  }
}

/// The reason that a graph cannot be compiled, with the schema and the keyword at fault.
public struct CompileError: Error, Sendable {
  public enum Kind: Hashable, Sendable {
    /// `pattern` or a name in `patternProperties` is not a regular expression of ECMA-262.
    case invalidPattern(source: String, reason: String)
    /// A format without a check, in a dialect that requires one.
    case unknownFormat(name: String, dialect: String)
    /// The schema applies itself to the same value endlessly; the locations along the cycle.
    case endlessRecursion(chain: [String])
    /// A payload of `depth` levels could have up to `count` schemas applied inside one another; the schema begins the
    /// longest chain of schemas applied to one value.
    case deepNesting(count: Int, depth: Int, limit: Int)
  }

  public let schema: SchemaID
  public let keyword: String?
  public let kind: Kind
  /// The errors of other schemas.
  public fileprivate(set) var others: [CompileError] = []

  init(schema: SchemaID, keyword: String?, kind: Kind) {
    self.schema = schema
    self.keyword = keyword
    self.kind = kind
  }

  /// The message as one line, without its location.
  public var message: String {
    switch kind {
    case .unknownFormat(let name, let dialect):
      "\(dialect) permits only formats that it defines, or that are asserted, found '\(name)'"
    case .invalidPattern(let source, let reason): "expected a regular expression, found '\(source)': \(reason)"
    case .endlessRecursion(let chain):
      "this schema applies itself to the same value again and again: \(chain.joined(separator: " -> ")); "
        + "refer to it from a member or an element instead"
    case .deepNesting(let count, let depth, let limit):
      "the chain of '$ref', 'allOf' and the like that begins at this schema is too long: in a payload of \(depth) "
        + "levels, up to \(count) schemas would apply inside one another, and the limit is \(limit); shorten it"
    }
  }
}

extension SchemaGraph {
  /// Returns the reasons that the graph cannot be compiled, with their locations.
  package func diagnostics(of error: CompileError) -> [Diagnostic] {
    ([error] + error.others).map { diagnostic(.error, at: $0.schema, keyword: $0.keyword, $0.message) }
  }
}
