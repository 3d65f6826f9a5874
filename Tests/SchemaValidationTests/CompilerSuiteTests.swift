import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// The official suite, required files of all drafts, over resolver, compiler and evaluator.
@Suite struct CompilerSuiteTests {
  @Test(
    "every instance of a draft has the suite's verdict",
    .enabled(if: OfficialSuite.isPresent, OfficialSuite.instructions),
    arguments: OfficialSuite.drafts)
  func agrees(_ draft: OfficialSuite.Draft) throws {
    let options = SchemaResolver.Options(defaultDialect: draft.dialect)
    var count = 0
    for file in try OfficialSuite.files(of: draft) {
      for group in file.cases {
        let name = "\(file.name): \(group["description"]?.string ?? "")"
        var wrong: [String]
        do {
          wrong = try Self.disagreements(group, options)
          count += group["tests"]?.array?.count ?? 0
        } catch {
          wrong = ["\(error)"]
        }
        if let reason = OfficialSuite.failing[name] {
          #expect(!wrong.isEmpty, "\(name) passes now: take it out of the table (\(reason))")
        } else {
          #expect(wrong.isEmpty, "\(draft.folder)/\(name)")
        }
      }
    }
    #expect(count > 500)
  }

  @Test("the suite is present in CI") func isPresentInCI() {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    #expect(!isCI || OfficialSuite.isPresent, OfficialSuite.instructions)
  }

  /// The descriptions of the instances whose verdict differs.
  static func disagreements(_ group: JSONValue, _ options: SchemaResolver.Options) throws -> [String] {
    let source = try JSONDocument(parsing: group["schema"]?.json() ?? [])
    let document = SchemaDocument(uri: "test:schema", name: "schema", source: source)
    let graph = try SchemaResolver.resolve([document], options: options) { OfficialSuite.remotes[$0] }.graph
    let validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
    return (group["tests"]?.array ?? []).compactMap { test in
      let result = validator.validate(test["data"]?.json() ?? [])
      if result.isValid == test["valid"]?.bool, result != .invalid([]) { return nil }
      return "\(test["description"]?.string ?? ""): \(result)"
    }
  }
}
