import CodegenCore
import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import SwiftCompilation
import TestSupport
import Testing

/// If a deciding limit is exceeded, the validity of a payload is unknown, and it is refused by the evaluator and by
/// generated code, below any negation.
///
/// `SCHEMATA_PROPERTY_SEED=7 SCHEMATA_PROPERTY_FACTOR=20` is a longer run over other schemas.
@Suite
struct LimitTests {
  @Test("a payload is valid, invalid or undecided when a pattern exceeds its budget", arguments: LimitRow.all)
  func judges(_ row: LimitRow) throws {
    let judged = try LimitedSchema(row.schema)
    let text = Array(row.payload.utf8)
    #expect(judged.reference(row.payload) != .undecided || row.name.contains("deeper"))
    #expect(judged.verdict(row.payload) == row.verdict)
    let result = judged.limited.validate(text)
    var reader = JSONReader(limits: judged.limited.limits)
    #expect(judged.limited.isValid(text, using: &reader) == (row.verdict == .valid))
    switch (result, row.verdict) {
    case (.valid, .valid): break
    case (.invalid(let issues), .invalid): #expect(issues.contains { !$0.isUndecided })
    case (.undecided(let issues), .undecided):
      #expect(issues.map { "#\($0.instanceLocation) #\($0.keywordLocation)" } == row.locations)
      #expect(issues.allSatisfy { $0.isUndecided && !$0.absoluteKeywordLocation.isEmpty })
      #expect(result.flagOutput == ["valid": false] && result.basicOutput["errors"]?.array?.count == issues.count)
    default: Issue.record("\(result)")
    }
  }

  @Test(
    "a verdict with limits equals the verdict without them, in any order of evaluation",
    arguments: 0..<Effort.rounds(quick: 50, thorough: 100))
  func agrees(_ round: Int) throws {
    var random = LimitRandom(round: round)
    let (schema, other) = random.schemaInTwoOrders()
    let judged = try LimitedSchema(schema.text())
    let reordered = try LimitedSchema(other.text())
    for payload in random.payloads() {
      let text = payload.text()
      let reference = judged.reference(text)
      #expect(reference != .undecided && reordered.reference(text) == reference, "\(schema.text()) \(text)")
      for verdict in [judged.verdict(text), reordered.verdict(text), judged.verdict(text, nesting: 2)]
      where verdict != .undecided {
        #expect(verdict == reference, "\(schema.text()) \(text)")
      }
      LimitedSchema.checkExplanation(judged, text)
    }
  }

  @Test("random schemas exceed limits that decide, and limits that do not")
  func meetsLimits() throws {
    var counts: [SchemaVerdict: Int] = [:]
    var saved = 0
    for round in 0..<200 {
      var random = LimitRandom(round: round)
      let judged = try LimitedSchema(random.schemaInTwoOrders().schema.text())
      for payload in random.payloads() {
        let verdict = judged.verdict(payload.text())
        counts[verdict, default: 0] += 1
        if verdict != .undecided, judged.comesToLimit(payload.text()) { saved += 1 }
      }
    }
    #expect(SchemaVerdict.allCases.allSatisfy { counts[$0, default: 0] > 50 }, "\(counts)")
    #expect(saved > 15, "\(saved)")
  }

  @Test(
    "generated code refuses undecided payloads, and agrees with the evaluator if there is a verdict",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func generates() async throws {
    let compiler = try #require(SwiftCompiler())
    var schemas = LimitRow.all.map { (schema: $0.schema, payloads: [$0.payload]) }
    for round in 0..<Effort.rounds(quick: 10, thorough: 20) {
      var random = LimitRandom(round: round)
      schemas.append((random.schemaInTwoOrders().schema.text(), random.payloads().map { $0.text() }))
    }
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.assertsContent = true
    let documents = try schemas.enumerated().map { index, row in
      SchemaDocument(
        uri: "/limit\(index).schema.json", name: "limit\(index).schema.json",
        source: try JSONDocument(parsing: Array(row.schema.utf8)))
    }
    let module = GeneratedModule(
      name: "limits", documents: documents, options: EvaluatorRun.options(OfficialSuite.draft(of: .draft2020)),
      configuration: configuration, stepBudget: LimitRow.stepBudget,
      instances: schemas.enumerated().map { ("limit\($0)", $1.payloads) })
    let kept = ProcessInfo.processInfo.environment["SCHEMATA_CONFORMANCE_KEEP"].map { URL(fileURLWithPath: $0) }
    let run = await GeneratedRun(module, compiler: compiler, keptIn: kept)
    #expect(run.failure == nil, "\(run.failure ?? "")")
    var compared = 0
    for (index, row) in schemas.enumerated() {
      let judged = try LimitedSchema(row.schema)
      let answers = run.answers["limit\(index)"] ?? []
      #expect(answers.count == row.payloads.count)
      for (payload, answer) in zip(row.payloads, answers) {
        let reference = judged.reference(payload)
        let isAccepted = answer.validator == "valid"
        if isAccepted { #expect(reference == .valid, "\(row.schema) \(payload)") }
        if judged.verdict(payload) == .valid { #expect(isAccepted, "\(row.schema) \(payload)") }
        #expect((answer.decoder == "invalid") == !isAccepted, "\(row.schema) \(payload): \(answer)")
        compared += 1
      }
    }
    #expect(compared > Effort.rounds(quick: 60, thorough: 120))
  }
}

/// A schema with a small budget and with one that no payload of these tests exceeds.
struct LimitedSchema {
  let limited: SchemaValidator
  private let unlimited: SchemaValidator
  private let evaluator: Evaluator
  private let index: Program.SchemaID

  init(_ schema: String) throws {
    let document = SchemaDocument(
      uri: "https://example.com/s.json", name: "s.json", source: try JSONDocument(parsing: Array(schema.utf8)))
    let graph = try SchemaResolver.resolve([document]).graph
    var options = Compiler.Options(assertsContent: true)
    options.patterns.stepBudget = 20_000_000
    unlimited = try SchemaValidator(graph: graph, schema: graph.roots[0], options: options)
    options.patterns.stepBudget = LimitRow.stepBudget
    limited = try SchemaValidator(graph: graph, schema: graph.roots[0], options: options)
    let output = try Compiler.compile([graph.roots[0]], of: graph, options: options)
    evaluator = Evaluator(output.program)
    index = output.indices[graph.roots[0]] ?? 0
  }

  func reference(_ payload: String) -> SchemaVerdict { Self.verdict(of: unlimited.validate(Array(payload.utf8))) }

  /// Returns the verdict, optionally with a limit on the nesting of schemas.
  func verdict(_ payload: String, nesting: Int? = nil) -> SchemaVerdict {
    var evaluator = evaluator
    evaluator.maximumNesting = nesting ?? evaluator.maximumNesting
    var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    return evaluator.verdict(on: Array(payload.utf8), schema: index, using: &reader)
  }

  /// Whether the verdict-only engine exceeds a limit.
  func comesToLimit(_ payload: String) -> Bool {
    var reader = JSONReader()
    return Array(payload.utf8).withUnsafeBufferPointer { text in
      (try? reader.read(text)).map { evaluator.comesToLimit($0, schema: index) } ?? false
    }
  }

  static func verdict(of result: ValidationResult) -> SchemaVerdict {
    switch result {
    case .valid: .valid
    case .undecided: .undecided
    case .invalid, .unreadable: .invalid
    }
  }

  /// The issues match the verdict, even if few are collected.
  static func checkExplanation(_ judged: LimitedSchema, _ payload: String) {
    let verdict = judged.verdict(payload)
    #expect(Self.verdict(of: judged.limited.validate(Array(payload.utf8))) == verdict, "\(payload)")
    for count in [1, 2] {
      var evaluator = judged.evaluator
      evaluator.maximumIssueCount = count
      let issues = (try? evaluator.issues(in: Array(payload.utf8), schema: judged.index)) ?? []
      #expect(issues.isEmpty == (verdict == .valid) && issues.count <= count, "\(payload)")
      #expect(issues.contains { !$0.isUndecided } == (verdict == .invalid), "\(payload)")
    }
  }
}
