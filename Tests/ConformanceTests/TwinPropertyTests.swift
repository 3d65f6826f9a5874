import CodegenCore
import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// For any schema, the twin for requests admits the values of the schema, without the members that are `readOnly`.
@Suite struct TwinPropertyTests {
  @Test("a twin admits what the original admits, without absent members")
  func admitsReducedValues() throws {
    var compared = 0
    var problems: [String] = []
    for round in 0..<Effort.rounds(60, soak: 1_000) {
      guard let system = try? RandomSystem(round: 50_000 + round, configuration: Configuration()) else { continue }
      let documents = try system.groups.map { group in
        let document = group.schema
        return SchemaDocument(
          uri: document.uri, name: document.name,
          source: try JSONDocument(parsing: Self.marked(document.root, round).json()))
      }
      let draft = system.groups[0].draft
      guard let graph = try? SchemaResolver.resolve(documents, options: EvaluatorRun.options(draft)).graph,
        let twins = graph.withTwins(areDistinct: { _, _ in false })
      else { continue }
      for root in twins.roots {
        guard let twin = twins.twin(of: root, in: .request) else { continue }
        compared += try compare(root, twin, twins, &problems)
      }
    }
    for problem in problems.prefix(10) { Issue.record(Comment(rawValue: problem)) }
    #expect(compared > Effort.rounds(60, soak: 1_000) / 2, "\(problems.count) problems")
  }

  private func compare(
    _ root: SchemaID, _ twin: SchemaID, _ graph: SchemaGraph, _ problems: inout [String]
  ) throws -> Int {
    let compiled = try Compiler.compile([root, twin], of: graph, options: Compiler.Options(hasAnnotations: true))
    guard let original = compiled.indices[root], let copy = compiled.indices[twin] else { return 0 }
    let evaluator = Evaluator(compiled.program)
    let sampler = SchemaSampler(compiled.program, schema: original)
    var count = 0
    for size in SchemaSampler.Size.allCases {
      guard case .value(let value) = sampler.sample(seed: 3, size: size) else { continue }
      let document = try JSONDocument(parsing: value.json())
      let annotations = document.withRoot { evaluator.annotations(of: $0, schema: original) }
      let hidden = annotations.filter { $0.keyword == "readOnly" && Self.isMember($0.keywordLocation.tokens) }
        .map(\.instanceLocation.tokens)
      let reduced = Self.without(Set(hidden), value, [])
      count += 1
      let issues = try evaluator.issues(in: reduced.json(), schema: copy)
      if !issues.isEmpty {
        problems.append("\(value.text()) -> \(reduced.text())\n\(issues)\n\(graph.documents.map { $0.root.text() })")
      }
    }
    return count
  }

  /// Whether an annotation is that of a member, not of an element that has the same schema.
  private static func isMember(_ tokens: [String]) -> Bool {
    var tokens = tokens.dropLast()
    while let last = tokens.last {
      if ["$ref", "$dynamicRef", "$recursiveRef"].contains(last) {
        tokens = tokens.dropLast()
      } else if tokens.dropLast().last == "allOf" {
        tokens = tokens.dropLast(2)
      } else {
        break
      }
    }
    return tokens.dropLast().last == "properties"
  }

  private static func without(_ hidden: Set<[String]>, _ value: JSONValue, _ path: [String]) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        JSONObject(
          members.filter { !hidden.contains(path + [$0.key]) }.map {
            ($0.key, without(hidden, $0.value, path + [$0.key]))
          }))
    case .array(let elements):
      .array(elements.enumerated().map { without(hidden, $1, path + [String($0)]) })
    case .null, .bool, .number, .string: value
    }
  }

  /// Marks members by their names: what a branch hides is a member in others, so that these would differ.
  private static func marked(_ value: JSONValue, _ round: Int) -> JSONValue {
    switch value {
    case .object(let members):
      var result = JSONObject()
      // Annotations of sensitive values are not shown.
      for member in members where member.key != "x-sensitive" {
        var inner = marked(member.value, round)
        if member.key == "properties", let properties = inner.object {
          inner = .object(
            JSONObject(
              properties.map { property in
                let number = property.key.utf8.reduce(round) { $0 &+ Int($1) }
                guard var schema = property.value.object, number % 4 == 0 else { return (property.key, property.value) }
                schema["readOnly"] = true
                return (property.key, .object(schema))
              }))
        }
        result[member.key] = inner
      }
      return .object(result)
    case .array(let elements): return .array(elements.map { marked($0, round) })
    case .null, .bool, .number, .string: return value
    }
  }
}
