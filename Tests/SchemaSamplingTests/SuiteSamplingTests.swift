import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// Every schema of the official suite, of all dialects.
@Suite(.enabled(if: OfficialSuite.isPresent, "needs the official suite"))
struct SuiteSamplingTests {
  @Test("samples of the official suite are valid, near misses are not", arguments: OfficialSuite.drafts)
  func suite(draft: OfficialSuite.Draft) throws {
    var figures = SamplingFigures()
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 8) {
      let options = SchemaResolver.Options(defaultDialect: draft.dialect)
      let formats = Compiler.Options(
        assertedFormats: group.assertion == .formats ? Set(Format.allCases) : [],
        assertsContent: group.assertion == .content)
      guard
        let graph = try? SchemaResolver.resolve([group.schema], options: options, lookup: { OfficialSuite.remotes[$0] })
          .graph,
        let output = try? Compiler.compile([graph.roots[0]], of: graph, options: formats)
      else {
        Issue.record("\(group.name) has no program")
        continue
      }
      let hasValid = group.instances.contains(where: \.isValid)
      figures.add(
        output.program, output.indices[graph.roots[0]] ?? 0, name: "\(group.name) \(group.description)",
        hasValid: hasValid)
    }
    figures.check(draft.folder)
  }
}

/// The results of sampling many schemas.
struct SamplingFigures {
  var schemas = 0
  var samples = 0
  var empty = 0
  var nearMisses = 0
  /// Near misses that violate only their keyword.
  var alone = 0
  var notFound: [String] = []
  var problems: [String] = []

  mutating func add(_ program: Program, _ schema: Program.SchemaID, name: String, hasValid: Bool = false) {
    let sampler = SchemaSampler(program, schema: schema)
    let evaluator = Evaluator(program)
    schemas += 1
    var outcomes: [SchemaSampler.Outcome] = []
    for size in SchemaSampler.Size.allCases { outcomes.append(sampler.sample(seed: 1, size: size)) }
    for outcome in outcomes {
      switch outcome {
      case .value(let value):
        samples += 1
        var reader = JSONReader()
        if !evaluator.isValid(value.json(), schema: schema, using: &reader) {
          problems.append("\(name): \(value) is not valid")
        }
      case .admitsNothing:
        if hasValid { problems.append("\(name): admits something") }
      case .notFound: break
      }
    }
    let misses = sampler.nearMisses(seed: 1)
    for miss in misses {
      nearMisses += 1
      let issues = (try? evaluator.issues(in: miss.value.json(), schema: schema)) ?? []
      let isLabeled = issues.contains {
        $0.keyword == miss.keyword && $0.keywordLocation == miss.keywordLocation
          && $0.instanceLocation == miss.instanceLocation
      }
      if !isLabeled { problems.append("\(name): \(miss.value) does not break \(miss.keywordLocation)") }
      if issues.count == 1 { alone += 1 }
    }
    if outcomes.contains(.admitsNothing) { empty += 1 }
    if outcomes.contains(.notFound) { notFound.append(name) }
  }

  func check(_ title: String) {
    print(
      """
      \(title): \(schemas) schemas, \(samples) samples, \(empty) admit nothing, \(notFound.count) not found, \
      \(nearMisses) near misses, \(alone) of one issue
      """)
    for name in notFound.prefix(60) { print("  not found: \(name)") }
    for problem in problems.prefix(20) { Issue.record(Comment(rawValue: problem)) }
    #expect(problems.isEmpty)
    #expect(notFound.count * 20 <= schemas)
  }
}
