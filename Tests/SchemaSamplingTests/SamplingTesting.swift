import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// A schema as a program, for rows of tests.
struct SampledSchema {
  let program: Program
  let evaluator: Evaluator
  let index: Program.SchemaID

  init(_ text: String, dialect: Dialect = .draft2020, hasAnnotations: Bool = false) throws {
    let document = SchemaDocument(
      uri: "https://example.com/schema.json", name: "schema.json", source: try JSONDocument(parsing: Array(text.utf8)))
    let graph = try SchemaResolver.resolve([document], options: SchemaResolver.Options(defaultDialect: dialect)).graph
    let options = Compiler.Options(
      assertedFormats: Set(Format.allCases), hasAnnotations: hasAnnotations, assertsContent: true)
    let output = try Compiler.compile([graph.roots[0]], of: graph, options: options)
    program = output.program
    evaluator = Evaluator(program)
    index = output.indices[graph.roots[0]] ?? 0
  }

  func sampler(_ options: SchemaSampler.Options = SchemaSampler.Options()) -> SchemaSampler {
    SchemaSampler(program, schema: index, options: options)
  }

  func issues(of value: JSONValue) throws -> [ValidationIssue] {
    try evaluator.issues(in: value.json(), schema: index)
  }
}
