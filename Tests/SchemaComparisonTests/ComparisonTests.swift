import CodegenCore
import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation
import Testing

@testable import SchemaComparison

@Suite struct ComparisonTests {
  @Test("a change has the verdict of its row, and samples of both schemas agree", arguments: ComparisonRow.all)
  func row(_ row: ComparisonRow) throws {
    let versions = [
      try Versions.version(row.old, Versions.asserting), try Versions.version(row.new, Versions.asserting),
    ]
    let report = try SchemaComparison.compare(old: versions[0], new: versions[1])
    let expected: [(Verdict.Question, ComparisonRow.Expected)] = [
      (.newReadsOld, row.newReadsOld), (.oldReadsNew, row.oldReadsNew), (.source, row.source),
    ]
    for (question, expected) in expected {
      let actual = report[question]
      #expect(actual.answer == Self.answer(expected), "\(question.rawValue): \(report.changes.map(\.message))")
      let isBeyond = if case .beyond = expected { true } else { false }
      #expect(actual.isBeyondDeclared == isBeyond, "\(question.rawValue), declared members alone")
    }
    for change in report.changes where change.isBeyondDeclared {
      // Changes that are not about members do not depend on declared members.
      #expect(
        change.examples.values.contains { !Self.isScalar($0.value) } || change.examples.isEmpty, "\(change.rule.id)")
    }
    let rules = Set(report.changes.map(\.rule.id))
    #expect(Set(row.rules).subtracting(rules).sorted() == [], "found \(rules.sorted())")
    #expect(report.unlisted == [])
    try verify(report, versions)
  }

  @Test("what a branch newly requires is located in the branch, not at another schema's keyword")
  func placeOfCondition() throws {
    let condition = #""if": {"required": ["k"]}, "then": "#
    let versions = try ["{}", #"{"required": ["x"]}"#].map {
      try Versions.version("{\(condition)\($0)}", Versions.asserting)
    }
    let report = try SchemaComparison.compare(old: versions[0], new: versions[1])
    let change = try #require(report.changes.first { $0.rule.id == "required-added" })
    #expect(change.old?.pointer.description == "/then")
    #expect(change.new?.pointer.description == "/then/required")
  }

  @Test(
    "a member with another name and the same schema may be the same member",
    arguments: [
      ("a name in another style", #""userName": {"maxLength": 5}"#, #""user_name": {"maxLength": 5}"#, true),
      ("a misspelled name", #""adress": {"maxLength": 5}"#, #""address": {"maxLength": 5}"#, true),
      ("another schema", #""userName": {"maxLength": 5}"#, #""user_name": {"maxLength": 4}"#, false),
      ("another word", #""age": {"type": "integer"}"#, #""height": {"type": "integer"}"#, false),
      (
        "two candidates", #""userName": {"maxLength": 5}"#,
        #""user_name": {"maxLength": 5}, "username": {"maxLength": 5}"#, false
      ),
    ])
  func renamedMember(_ sentence: String, _ old: String, _ new: String, _ isRecognized: Bool) throws {
    let versions = try [old, new].map { try Versions.version("{\"properties\": {\($0)}}", Versions.asserting) }
    let report = try SchemaComparison.compare(old: versions[0], new: versions[1])
    let messages = report.changes.map(\.message)
    #expect(messages.contains { $0.contains("; it may now be called ") } == isRecognized, "\(messages)")
    #expect(messages.contains { $0.contains(" under a new name, with the same schema") } == isRecognized, "\(messages)")
  }

  private static func isScalar(_ value: JSONValue) -> Bool { value.array == nil && value.object == nil }

  private static func answer(_ expected: ComparisonRow.Expected) -> Verdict.Answer {
    switch expected {
    case .holds: .holds
    case .broken, .beyond: .broken
    case .unknown: .unknown
    }
  }

  /// Checks verdicts about data against samples of both schemas and separately made validators.
  private func verify(_ report: ComparisonReport, _ versions: [SchemaComparison.Version]) throws {
    let validators = try versions.map { try Validators($0) }
    for (question, writer) in [(Verdict.Question.newReadsOld, 0), (.oldReadsNew, 1)] {
      let examples = report.changes.compactMap { $0.examples[question]?.value }
      switch report[question].answer {
      case .holds:
        #expect(examples.isEmpty)
        for index in validators[writer].schemas.indices {
          for value in validators[writer].samples(of: index) + validators[1 - writer].samples(of: index) {
            let isSeparating = validators[writer].admits(value, index) && !validators[1 - writer].admits(value, index)
            #expect(!isSeparating, "\(question.rawValue) holds, and \(value) is refused")
          }
        }
      case .broken:
        #expect(!examples.isEmpty, "\(question.rawValue) is broken, and nothing shows it")
        for example in examples {
          let shows = validators[writer].schemas.indices.contains {
            validators[writer].admits(example, $0) && !validators[1 - writer].admits(example, $0)
          }
          #expect(shows, "\(example) shows nothing")
        }
      case .unknown: #expect(examples.isEmpty)
      }
    }
  }
}

/// The compared schemas of a version, with validators and samplers.
struct Validators {
  let graph: SchemaGraph
  let schemas: [SchemaID]
  private let validators: [SchemaValidator]
  private let samplers: [SchemaSampler]

  init(_ version: SchemaComparison.Version) throws {
    graph = version.graph
    // The root, and the definitions if the row has nothing else.
    let root = graph[graph.roots[0]]
    let reached = graph.reached(from: graph.roots)
    let shared = root.asserting.isEmpty ? root.keywords.defs.map(\.schema).filter { !reached.contains($0) } : []
    schemas = [root.id] + shared
    let options = version.configuration.compilerOptions
    validators = try schemas.map { try SchemaValidator(graph: version.graph, schema: $0, options: options) }
    let output = try Compiler.compile(schemas, of: graph, options: options)
    samplers = schemas.map { SchemaSampler(output.program, schema: output.indices[$0] ?? 0) }
  }

  func admits(_ value: JSONValue, _ index: Int) -> Bool { validators[index].validate(value.json()).isValid }

  func samples(of index: Int) -> [JSONValue] {
    (0..<24).compactMap { seed in
      let size = SchemaSampler.Size.allCases[seed % 3]
      if case .value(let value) = samplers[index].sample(seed: UInt64(seed), size: size) { return value }
      return nil
    } + samplers[index].nearMisses(seed: 1).map(\.value)
  }
}
