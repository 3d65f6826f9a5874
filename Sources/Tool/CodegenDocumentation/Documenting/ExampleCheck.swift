import CodegenCore
import JSONSchema
import SchemaRuntime
import SchemaValidation

/// The examples in schemas, and whether they are valid.
struct ExampleCheck {
  /// The valid examples by schema, in the order of the text.
  private(set) var examples: [SchemaID: [JSONValue]] = [:]
  /// A warning for each omitted example, by schema.
  private(set) var diagnostics: [Diagnostic] = []

  /// The evaluator for the examples; nil if the schemas do not compile.
  private(set) var compiled: Compiler.Output?

  /// - Parameter others: additional schemas to compile, for sampled payloads.
  init(graph: SchemaGraph, schemas: [SchemaID], others: [SchemaID] = [], options: Compiler.Options) {
    let given = schemas.filter { !graph[$0].keywords.examples.isEmpty }
    var options = options
    // Examples of members make sampled payloads look realistic.
    options.hasAnnotations = true
    do {
      let compiled = try Compiler.compile(given + others, of: graph, options: options)
      self.compiled = compiled
      let evaluator = Evaluator(compiled.program, maximumIssueCount: 1)
      for schema in given {
        guard let index = compiled.indices[schema] else { continue }
        check(schema, of: graph) { Self.issue(of: $0, evaluator, index) }
      }
    } catch {
      diagnostics.append(
        graph.diagnostic(
          .warning, at: error.schema, keyword: error.keyword,
          "examples are left out of the documentation, because this schema cannot be compiled: \(error.message)"))
    }
  }

  /// Returns the examples of a schema that may be shown for a member.
  func shown(_ schema: SchemaID, in graph: SchemaGraph) -> [JSONValue] {
    graph[schema].keywords.vendor.sensitive ? [] : examples[schema] ?? []
  }

  private mutating func check(_ schema: SchemaID, of graph: SchemaGraph, issue: (JSONValue) -> String?) {
    for (index, example) in graph[schema].keywords.examples.enumerated() {
      guard let issue = issue(example) else {
        examples[schema, default: []].append(example)
        continue
      }
      let document = graph.documents[graph[schema].document]
      let pointer = graph[schema].pointer.appending("examples").appending(index)
      diagnostics.append(
        Diagnostic(
          severity: .warning,
          location: SourceLocation(
            document: document.name, pointer: pointer, position: document.source.position(of: pointer)),
          message: "this example is left out of the documentation, because it is invalid: \(issue)"))
    }
  }

  /// Returns the first error of an example; nil if it is valid.
  private static func issue(of example: JSONValue, _ evaluator: Evaluator, _ schema: Program.SchemaID) -> String? {
    do {
      guard let issue = try evaluator.issues(in: example.json(), schema: schema).first else { return nil }
      let location = issue.instanceLocation.tokens.isEmpty ? "" : "at '\(issue.instanceLocation)' "
      return location + issue.message
    } catch {
      return "\(error)"
    }
  }
}
