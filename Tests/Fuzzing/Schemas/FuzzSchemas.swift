// Any bytes as schemas: resolved, compiled and run on payloads, in every dialect.
//
// Input: a byte for the dialect, a byte for options, up to three documents separated by NUL, `a`, `b` and `c`, and
// after another NUL a payload.
import FuzzSupport
import JSONSchema
import SchemaRuntime
import SchemaValidation

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let dialect = Dialect.all[input.index(below: Dialect.all.count)]
  let choice = input.byte()
  var check = SchemaCheck(dialect: dialect, choice: choice)
  check.run(input.parts(4))
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

private let keywords = Set(Dialect.all.flatMap(\.keywordNames)).sorted()
private let references = [
  "#", "b", "c", "b#", "c#/$defs/x", "#/$defs/x", "#/definitions/x", "#a", "#/properties/a", "a#/items", "#/$defs/y",
  "https://fuzz.example/", "urn:x", "../b", "#/%24defs/x", "#/allOf/0",
]
private let patterns = ["^a", "a+$", "^(?:a|b){2,3}$", "(?=a)", "[^x]", "\\p{L}", "(a)\\1"]
private let mutation = JSONMutation(
  names: keywords + ["a", "b", "x", "y", "^a", "$defs", "definitions", "components", "schemas", "openapi"],
  values: [
    ["type": "object"], ["type": ["string", "null"]], ["$ref": "#"], ["$ref": "#/$defs/x"], ["$dynamicRef": "#a"],
    ["minimum": 1], ["not": true], ["enum": [1, "a"]], ["required": ["a"]], ["a": ["type": "integer"]], ["a", "b"],
    ["items": ["$ref": "#"]], ["properties": ["a": true]], ["const": nil],
  ]
    + (references + patterns + Dialect.all.map(\.uri) + Format.allCases.map(\.keyword)
    + ["object", "array", "string", "number", "integer", "boolean", "null"]).map { .string($0) }, headerCount: 2)

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  mutation.mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked(keywords + references + patterns + Dialect.all.map(\.uri) + Format.allCases.map(\.keyword))
  return 0
}

@_cdecl("FuzzSchemas_main")
public func unusedMain() -> Int32 { 0 }

/// Some documents, their graph and its program.
private struct SchemaCheck {
  let dialect: Dialect
  let choice: UInt8

  private static let payloads: [JSONValue] = [
    nil, true, 0, 1.5, "", "aab", [], [1, 1], [:], ["a": 1], ["a": ["a": ["a": [:]]], "b": ["x"]],
    ["b": nil, "y": "a"],
  ]

  mutating func run(_ parts: [[UInt8]]) {
    let documents = zip(["a", "b", "c"], parts).compactMap { name, text -> SchemaDocument? in
      guard let source = try? JSONDocument(parsing: text, limits: JSONLimits(maximumDepth: 64)) else { return nil }
      let extent: SchemaDocument.Extent =
        choice & 8 != 0 && name == "c" ? .members(of: JSONPointer(["components", "schemas"])) : .whole
      return SchemaDocument(uri: "https://fuzz.example/" + name, name: name, source: source, extent: extent)
    }
    guard !documents.isEmpty else { return }
    let options = SchemaResolver.Options(
      defaultDialect: dialect, isStrict: choice & 1 != 0, maximumFindings: 20, maximumScopedSchemas: 200)
    do throws(ResolveErrors) {
      let resolution = try SchemaResolver.resolve(documents, options: options)
      // Programs without a schema have no text.
      if resolution.graph.roots.isEmpty { return }
      checkGraph(resolution.graph)
      _ = MetaSchemaCheck.diagnostics(of: resolution)
      compile(resolution.graph, parts.count > 3 ? parts[3] : nil)
    } catch {
      check(!error.errors.isEmpty, "a refusal without an error")
      for diagnostic in error.diagnostics { checkDiagnostic(diagnostic) }
    }
  }

  private func checkDiagnostic(_ diagnostic: Diagnostic) {
    check(!diagnostic.message.isEmpty && diagnostic.location.position.line > 0, "a finding without a location")
  }

  /// Every edge leads to a schema.
  private func checkGraph(_ graph: SchemaGraph) {
    for root in graph.roots { check(!graph[root].location.isEmpty, "a root without a location") }
  }

  private func compile(_ graph: SchemaGraph, _ payload: [UInt8]?) {
    var options = Compiler.Options(
      assertedFormats: choice & 2 != 0 ? Set(Format.allCases) : [], hasAnnotations: choice & 4 != 0,
      assertsContent: choice & 16 != 0)
    options.patterns = PatternOptions(
      stepBudget: choice & 32 != 0 ? 20 : 2_000, maximumAutomatonByteCount: 8_192, maximumStateCount: 1_000)
    let program: Program
    do throws(CompileError) {
      program = try Compiler.compile(graph.roots, of: graph, options: options).program
    } catch {
      return check(!error.message.isEmpty, "a refusal without words")
    }
    guard let reread = try? Program(json: program.json.text()) else {
      reportFinding("a program does not read its text")
    }
    checkEqual(reread.json.text(), program.json.text(), "a program and its text")
    // Patterns of a program that was read have the usual limits.
    let evaluator = Evaluator(reread, maximumIssueCount: 10)
    var limited = [Evaluator(program, maximumIssueCount: 10), Evaluator(program, maximumIssueCount: 1)]
    limited[1].maximumNesting = Int(choice >> 6) + 1
    for schema in program.schemaIDs.prefix(graph.roots.count) {
      for value in Self.payloads { ask(evaluator, limited, schema, value.json()) }
      if let payload { ask(evaluator, limited, schema, payload) }
    }
  }

  /// Verdict and explanation agree, and limits only make a verdict undecided.
  private func ask(_ evaluator: Evaluator, _ limited: [Evaluator], _ schema: Program.SchemaID, _ payload: [UInt8]) {
    var reader = JSONReader(limits: JSONLimits(maximumDepth: 64))
    payload.withUnsafeBufferPointer { text in
      guard let root = try? reader.read(text) else { return }
      let verdict = evaluator.verdict(on: root, schema: schema)
      for evaluator in [evaluator] + limited {
        let other = evaluator.verdict(on: root, schema: schema)
        check(
          other == verdict || other == .undecided || verdict == .undecided, "\(other) within limits, else \(verdict)")
        let issues = evaluator.explanation(of: root, text, schema: schema)
        checkEqual(issues.isEmpty, other == .valid, "the verdict and its explanation")
        for issue in issues { check(!issue.message.isEmpty, "an issue without words") }
      }
      if choice & 4 != 0 { _ = limited[0].annotations(of: root, schema: schema, limit: 100) }
    }
  }
}
