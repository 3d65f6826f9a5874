import Foundation
import SchemaRuntime
import TestSupport
import Testing

/// The patterns of the official JSON Schema test suite, with its strings and member names.
@Suite struct PatternSuiteTests {
  @Test(
    .enabled(if: !PatternSuite.cases.isEmpty, PatternSuite.instructions),
    arguments: Effort.sample(PatternSuite.cases, oneIn: 5))
  func decidesAsTheSuite(_ suiteCase: PatternSuiteCase) throws {
    for (engine, pattern) in try Pattern.engines(for: suiteCase.pattern) {
      let isMatch = suiteCase.texts.contains { pattern.outcome(of: $0) == .match }
      #expect(isMatch == suiteCase.isMatch, "\(engine), '\(suiteCase.pattern)', \(suiteCase.texts)")
    }
  }

  @Test func theSuiteIsPresentInCI() {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    if PatternSuite.cases.isEmpty { print(PatternSuite.hint) }
    #expect(!isCI || PatternSuite.cases.count > 300, PatternSuite.instructions)
  }
}

/// One pattern, and the string or the member names to match.
struct PatternSuiteCase: Sendable, CustomTestStringConvertible {
  var pattern: String
  var texts: [String]
  /// Whether one of the texts must match.
  var isMatch: Bool
  var name: String

  var testDescription: String { name }
}

enum PatternSuite {
  static let hint = """
    set SCHEMATA_SUITES to a folder that holds json-schema-test-suite: \
    git clone https://github.com/json-schema-org/JSON-Schema-Test-Suite "$SCHEMATA_SUITES/json-schema-test-suite"
    """
  static let instructions = Comment(rawValue: hint)

  static let drafts = ["draft3", "draft4", "draft6", "draft7", "draft2019-09", "draft2020-12", "v1"]
  static let files = ["pattern", "patternProperties", "optional/ecmascript-regex", "optional/non-bmp-regex"]

  static let cases: [PatternSuiteCase] = {
    guard let suites = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"] else { return [] }
    let folder = URL(filePath: suites).appending(path: "json-schema-test-suite/tests")
    return drafts.flatMap { draft in
      files.flatMap { read(folder.appending(path: "\(draft)/\($0).json"), "\(draft)/\($0)") }
    }
  }()

  static func read(_ file: URL, _ name: String) -> [PatternSuiteCase] {
    guard let bytes = try? Data(contentsOf: file),
      let groups = try? JSONSerialization.jsonObject(with: bytes) as? [[String: Any]]
    else { return [] }
    return groups.flatMap { group -> [PatternSuiteCase] in
      guard let schema = group["schema"] as? [String: Any], let tests = group["tests"] as? [[String: Any]] else {
        return []
      }
      return tests.compactMap { test in
        let title = "\(name): \(group["description"] ?? ""): \(test["description"] ?? "")"
        return makeCase(schema, test, title)
      }
    }
  }

  /// Returns the match that a test expects of one pattern; nil if it expects none, or of several patterns at once.
  ///
  /// A schema with only member patterns says no only if a name matches and its value is wrong; one that allows no other
  /// members says no if a name does not match.
  static func makeCase(_ schema: [String: Any], _ test: [String: Any], _ title: String) -> PatternSuiteCase? {
    guard let isValid = test["valid"] as? Bool else { return nil }
    if let pattern = schema["pattern"] as? String, let text = test["data"] as? String {
      return PatternSuiteCase(pattern: pattern, texts: [text], isMatch: isValid, name: title)
    }
    guard let patterns = schema["patternProperties"] as? [String: Any], patterns.count == 1,
      let pattern = patterns.keys.first, let members = test["data"] as? [String: Any], members.count == 1
    else { return nil }
    let isClosed = schema["additionalProperties"] as? Bool == false
    if !isClosed && isValid { return nil }
    return PatternSuiteCase(pattern: pattern, texts: Array(members.keys), isMatch: isClosed == isValid, name: title)
  }
}
