import Foundation
import Testing

@testable import SchemaRuntime

/// The files on formats of the official JSON Schema test suite, all drafts.
///
/// The suite lies outside the repository: `SCHEMATA_SUITES` names the folder that holds `json-schema-test-suite`.
/// Without it the test is skipped, but it fails where `CI` is true.
@Suite struct FormatsSuiteTests {
  /// Strings of which our verdict differs from the suite's, by format, each with the reason. None at present; one that is
  /// listed and agrees fails the test.
  static let knownDifferences: [String: [String: String]] = [:]

  @Test("every string instance has the suite's verdict", .enabled(if: Self.isEnabled), arguments: Format.allCases)
  func agreesWithSuite(_ format: Format) throws {
    let suite = try #require(Self.suiteFolder, "SCHEMATA_SUITES is not set, and CI needs it")
    var stringCount = 0
    for draft in ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"] {
      let file = suite.appendingPathComponent("tests/\(draft)/optional/format/\(format.keyword).json")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let groups = try JSONDecoder().decode([Group].self, from: Data(contentsOf: file))
      for test in groups.flatMap(\.tests) {
        guard let text = test.data.string else { continue }
        stringCount += 1
        let agrees = format.isValid(text) == test.valid
        let reason = Self.knownDifferences[format.keyword]?[text]
        #expect(agrees == (reason == nil), "\(draft) \(format.keyword): \(test.description), \(text.debugDescription)")
      }
    }
    #expect(stringCount > 0, "no file of the suite has strings for \(format.keyword)")
  }

  private static var suiteFolder: URL? {
    ProcessInfo.processInfo.environment["SCHEMATA_SUITES"].map {
      URL(fileURLWithPath: $0).appendingPathComponent("json-schema-test-suite")
    }
  }

  /// Whether the suite is there or has to be; says how to fetch it where it is skipped.
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
    let tests: [Case]
  }

  private struct Case: Decodable {
    let description: String
    let data: Instance
    let valid: Bool
  }

  /// An instance, of which only strings matter.
  private struct Instance: Decodable {
    let string: String?

    init(from decoder: any Decoder) throws {
      string = try? decoder.singleValueContainer().decode(String.self)
    }
  }
}
