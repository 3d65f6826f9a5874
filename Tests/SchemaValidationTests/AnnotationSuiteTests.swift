import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import Testing

/// The official suite's tests of annotations and of output formats.
@Suite(.enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions))) struct AnnotationSuiteTests
{
  @Test("every value gets the annotations that the suite expects", arguments: OfficialSuite.drafts)
  func annotates(_ draft: OfficialSuite.Draft) throws {
    var count = 0
    for file in try OfficialSuite.values(below: "/annotations/tests/") {
      for group in file.value["suite"]?.array ?? []
      where Self.admits(group["compatibility"]?.string, Self.release(of: draft)) {
        let (graph, validator) = try Self.validator(try #require(group["schema"]), draft.dialect)
        for test in group["tests"]?.array ?? [] {
          let found = validator.annotations(of: test["instance"]?.json() ?? [])
          for assertion in test["assertions"]?.array ?? [] {
            let keyword = try #require(assertion["keyword"]?.string)
            let actual = found.filter {
              $0.keyword == keyword && $0.instanceLocation.description == assertion["location"]?.string
            }
            let rows = actual.map { (Self.location($0, in: graph), $0.value) }
            let expected = assertion["expected"]?.object ?? JSONObject()
            #expect(
              Set(rows.map { "\($0.0): \($0.1.text())" })
                == Set(expected.map { "\($0.key): \($0.value.text())" }),
              "\(file.name): \(group["description"]?.string ?? ""), \(assertion.text())")
            count += 1
          }
        }
      }
    }
    #expect(count > 10)
  }

  @Test("the basic output is what the suite describes", arguments: ["draft2019-09", "draft2020-12"])
  func outputs(_ folder: String) throws {
    let draft = try #require(OfficialSuite.drafts.first { $0.folder == folder })
    let standard = try #require(
      try OfficialSuite.values(below: "/output-tests/\(folder)/").first { $0.name == "output-schema.json" })
    var count = 0
    for file in try OfficialSuite.values(below: "/output-tests/\(folder)/content/") {
      for group in file.value.array ?? [] {
        let (_, validator) = try Self.validator(try #require(group["schema"]), draft.dialect)
        for test in group["tests"]?.array ?? [] {
          let data = test["data"]?.json() ?? []
          let output = validator.validate(data).basicOutput(annotations: validator.annotations(of: data))
          let expected = try #require(test["output"]?["basic"])
          let (_, judge) = try Self.validator(expected, draft.dialect, remote: standard.value)
          #expect(judge.validate(output.json()) == .valid, "\(file.name): \(output.text())")
          count += 1
        }
      }
    }
    #expect(count > 2)
  }

  // MARK: - Support

  private static func validator(
    _ schema: JSONValue, _ dialect: Dialect, remote: JSONValue? = nil
  ) throws -> (SchemaGraph, SchemaValidator) {
    func document(_ uri: String, _ value: JSONValue) throws -> SchemaDocument {
      SchemaDocument(uri: uri, name: uri, source: try JSONDocument(parsing: value.json()))
    }
    let other = try remote.map { try document($0["$id"]?.string ?? "", $0) }
    let graph = try SchemaResolver.resolve(
      [try document("test:schema", schema)], options: SchemaResolver.Options(defaultDialect: dialect)
    ) { $0 == other?.uri ? other : nil }.graph
    let options = Compiler.Options(hasAnnotations: true)
    return (graph, try SchemaValidator(graph: graph, schema: graph.roots[0], options: options))
  }

  /// Returns the schema that produced an annotation, as a pointer from the root of its document.
  private static func location(_ annotation: Annotation, in graph: SchemaGraph) -> String {
    let schema = annotation.absoluteKeywordLocation.dropLast(JSONPointer([annotation.keyword]).uriFragment.count)
    return "#" + (graph.nodes.first { $0.location == schema }?.pointer.uriFragment ?? " \(schema)")
  }

  private static func release(of draft: OfficialSuite.Draft) -> Int {
    ["draft3": 3, "draft4": 4, "draft6": 6, "draft7": 7, "draft2019-09": 2019, "draft2020-12": 2020, "v1": 2026][
      draft.folder] ?? 0
  }

  /// Whether a case applies to a release: `6,<=2019` means from 6 to 2019.
  private static func admits(_ compatibility: String?, _ release: Int) -> Bool {
    (compatibility ?? "").split(separator: ",").allSatisfy { part in
      if part.hasPrefix("<=") { return release <= Int(part.dropFirst(2)) ?? 0 }
      if part.hasPrefix("=") { return release == Int(part.dropFirst()) }
      return release >= Int(part) ?? .max
    }
  }
}
