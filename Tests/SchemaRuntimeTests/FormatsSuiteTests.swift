import Foundation
import SchemaAnalysis
import Testing

@testable import SchemaRuntime

/// The files on formats of the official JSON Schema test suite, of all drafts but the third, which is not supported: it has
/// formats that no other draft has, and another `time`.
///
/// The suite is outside the repository: `SCHEMATA_SUITES` names the folder that contains `json-schema-test-suite`.
/// Without it the test is skipped, but it fails where `CI` is true.
@Suite struct FormatsSuiteTests {
  /// Strings whose verdict differs from the suite's, by format, each with the reason. None at present; a listed string
  /// that agrees fails the test.
  static let knownDifferences: [String: [String: String]] = [:]

  @Test("every string instance has the suite's verdict", .enabled(if: Self.isEnabled), arguments: Format.allCases)
  func agreesWithSuite(_ format: Format) throws {
    let rows = try Self.rows().filter { $0.format == format.keyword }
    for row in rows {
      let agrees = format.isValid(row.text) == row.isValid
      let reason = Self.knownDifferences[format.keyword]?[row.text]
      #expect(agrees == (reason == nil), "\(row.file): \(row.description), \(row.text.debugDescription)")
    }
    #expect(!rows.isEmpty || format.facts.draft == nil, "no file of the suite has strings for \(format.keyword)")
  }

  @Test("every format of the suite is supported, except for the unknown one", .enabled(if: Self.isEnabled))
  func knowsAllFormats() throws {
    let others = Set(try Self.rows().map(\.format)).filter { Format(keyword: $0) == nil }
    #expect(others == ["unknown"])
  }

  private struct Row {
    let file: String
    let description: String
    let format: String
    let text: String
    let isValid: Bool
  }

  private static func rows() throws -> [Row] {
    let suite = try #require(suiteFolder, "SCHEMATA_SUITES is not set, and CI needs it")
    let drafts = try FileManager.default.contentsOfDirectory(atPath: suite.path).sorted()
    return try drafts.filter { $0 != "draft3" }.flatMap { draft in
      let folder = suite.appendingPathComponent("\(draft)/optional/format")
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
      return try files.flatMap { file in
        let groups = try JSONDecoder().decode(
          [Group].self, from: Data(contentsOf: folder.appendingPathComponent(file)))
        return groups.flatMap { group in
          group.tests.compactMap { test in
            test.data.string.map {
              Row(
                file: "\(draft)/\(file)", description: test.description, format: group.schema.format, text: $0,
                isValid: test.valid)
            }
          }
        }
      }
    }
  }

  private static var suiteFolder: URL? {
    ProcessInfo.processInfo.environment["SCHEMATA_SUITES"].map {
      URL(fileURLWithPath: $0).appendingPathComponent("json-schema-test-suite/tests")
    }
  }

  /// Whether the suite is available or required; explains how to fetch it if the test is skipped.
  private static let isEnabled: Bool = {
    if suiteFolder != nil || ProcessInfo.processInfo.environment["CI"] == "true" { return true }
    print(
      """
      The suite on formats is skipped. To run it: \
      git clone https://github.com/json-schema-org/JSON-Schema-Test-Suite suites/json-schema-test-suite \
      and set SCHEMATA_SUITES to the path of the folder 'suites'.
      """)
    return false
  }()

  private struct Group: Decodable {
    let schema: Schema
    let tests: [Case]
  }

  private struct Schema: Decodable {
    let format: String
  }

  private struct Case: Decodable {
    let description: String
    let data: Instance
    let valid: Bool
  }

  /// An instance; only strings matter.
  private struct Instance: Decodable {
    let string: String?

    init(from decoder: any Decoder) throws {
      string = try? decoder.singleValueContainer().decode(String.self)
    }
  }
}
