public import JSONSchema
public import SchemaRuntime

/// Turns a graph into a program: every schema that the given ones reach, one instruction a keyword.
///
/// Steps stand in one fixed order, whatever the order of the text, so that issues always come in the
/// same order: reference, type, values, numbers, strings, arrays, objects, logic.
public struct Compiler {
  /// What the compiler is told.
  public struct Options: Sendable {
    /// The formats that are asserted; all others are annotations.
    public var assertedFormats: Set<Format>
    /// Whether the program also says what schemas tell about values that satisfy them (``Evaluator/annotations(of:schema:limit:)``).
    public var hasAnnotations: Bool
    /// Whether `contentEncoding`, `contentMediaType` and `contentSchema` are asserted, where they name an encoding and a
    /// type that are known. By default they are annotations (2020-12 validation, section 8.2).
    public var assertsContent: Bool
    /// What patterns may cost, the budget of those with look-around or back-references among it.
    public var patterns = PatternOptions()

    public init(assertedFormats: Set<Format> = [], hasAnnotations: Bool = false, assertsContent: Bool = false) {
      self.assertedFormats = assertedFormats
      self.assertsContent = assertsContent
      self.hasAnnotations = hasAnnotations
    }
  }

  /// A program and the places of the graph's schemas in it.
  public struct Output: Sendable {
    public var program: Program
    /// The place in ``Program/schemas`` of each schema that was compiled.
    public var indexes: [SchemaID: Int]
  }

  let graph: SchemaGraph
  let options: Options
  /// Whether a schema asks what others have evaluated.
  let tracksEvaluation: Bool
  var program: Program
  private var indexes: [SchemaID: Int] = [:]
  private var pending: [SchemaID] = []

  private init(graph: SchemaGraph, options: Options, program: Program) {
    self.graph = graph
    self.options = options
    self.program = program
    tracksEvaluation = graph.nodes.contains {
      $0.keywords.unevaluatedItems != nil || $0.keywords.unevaluatedProperties != nil
    }
  }

  /// Compiles `schemas`, in their order, and all that they apply.
  public static func compile(
    _ schemas: [SchemaID], of graph: SchemaGraph, options: Options = Options()
  ) throws(CompileError) -> Output {
    try compile(schemas, of: graph, options: options, into: Program())
  }

  /// The same, added to the schemas that a program has already.
  package static func compile(
    _ schemas: [SchemaID], of graph: SchemaGraph, options: Options, into program: Program
  ) throws(CompileError) -> Output {
    try InPlaceCycles.check(graph)
    var compiler = Compiler(graph: graph, options: options, program: program)
    for schema in schemas { _ = compiler.index(of: schema) }
    var next = 0
    while next < compiler.pending.count {
      try compiler.define(compiler.pending[next])
      next += 1
    }
    try compiler.checkNesting()
    compiler.program.finish()
    return Output(program: compiler.program, indexes: compiler.indexes)
  }

  /// Refuses schemas of which a payload within the limits of a reader could have more applied inside one another than an
  /// evaluator allows.
  private func checkNesting() throws(CompileError) {
    let depth = JSONLimits.hardMaximumDepth
    let (count, deepest) = program.greatestNesting(depth: depth)
    guard count > Program.maximumNesting, let schema = indexes.first(where: { $0.value == deepest })?.key else {
      return
    }
    throw CompileError(
      schema: schema, keyword: nil,
      kind: .deepNesting(count: count, depth: depth, limit: Program.maximumNesting))
  }

  /// The place of a schema, reserved at first mention: cycles and forward references are ordinary.
  mutating func index(of schema: SchemaID) -> Int {
    if let index = indexes[schema] { return index }
    let index = program.addSchema(at: graph[schema].place)
    indexes[schema] = index
    pending.append(schema)
    return index
  }

  private mutating func define(_ schema: SchemaID) throws(CompileError) {
    let node = graph[schema]
    guard let index = indexes[schema] else { return }
    var body = Body()
    switch node.boolean {
    case true?: break
    case false?: body.add(&program, nil, .anyType(.never))
    case nil:
      addReference(node, to: &body)
      addValues(node, to: &body)
      addNumbers(node.keywords, to: &body)
      try addStrings(node, to: &body)
      addArrays(node, to: &body)
      try addObjects(node, to: &body)
      addLogic(node.keywords, to: &body)
      addUnevaluated(node.keywords, to: &body)
      if options.hasAnnotations { addAnnotations(node, to: &body) }
    }
    program.define(
      index, body.steps, isSensitive: node.keywords.vendor.sensitive, isLossy: node.keywords.vendor.lossy)
  }
}

/// The steps of one schema while they are gathered.
struct Body {
  var steps: [Program.Step] = []

  mutating func add(_ program: inout Program, _ keyword: String?, _ instruction: Instruction) {
    steps.append(program.step(keyword, instruction))
  }
}

/// Why a graph has no program, with the schema and the keyword at fault.
public struct CompileError: Error, Sendable {
  public enum Kind: Hashable, Sendable {
    /// `pattern` or a name under `patternProperties` is no regular expression of ECMA-262.
    case invalidPattern(source: String, reason: String)
    /// The schema applies itself to the same value without end; the locations on the way around.
    case endlessRecursion(chain: [String])
    /// A payload of `depth` levels could have up to `count` schemas applied inside one another; the schema begins the
    /// longest chain of those that are applied to one value.
    case deepNesting(count: Int, depth: Int, limit: Int)
  }

  public let schema: SchemaID
  public let keyword: String?
  public let kind: Kind

  /// The reason as one line, without its place.
  public var message: String {
    switch kind {
    case .invalidPattern(let source, let reason): "expected a regular expression, found '\(source)': \(reason)"
    case .endlessRecursion(let chain):
      "expected a schema that moves down the instance before it applies itself again, found a cycle: "
        + chain.joined(separator: " -> ")
    case .deepNesting(let count, let depth, let limit):
      "expected at most \(limit) schemas applied inside one another in a payload of \(depth) levels, "
        + "found up to \(count): the longest chain of schemas that are applied to one value begins here"
    }
  }
}
