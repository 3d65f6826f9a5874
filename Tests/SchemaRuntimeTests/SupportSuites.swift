import Foundation
import Testing

/// The files of JSONTestSuite, which are outside the repository.
enum JSONSuite {
  /// A text and the expectation in its name.
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let text: [UInt8]

    var testDescription: String { name }
  }

  static let instructions: Comment = """
    set SCHEMATA_SUITES to a folder that holds json-test-suite: \
    git clone https://github.com/nst/JSONTestSuite "$SCHEMATA_SUITES/json-test-suite"
    """

  /// Whether the suite is available; explains how to fetch it if not.
  static let isPresent: Bool = {
    if !files.isEmpty { return true }
    print("JSONSuiteTests skipped: \(instructions)")
    return false
  }()

  static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

  static let files: [File] = {
    guard let suites = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"] else { return [] }
    let folder = URL(fileURLWithPath: suites).appendingPathComponent("json-test-suite/test_parsing")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appendingPathComponent(name))).map { File(name: name, text: Array($0)) }
    }
  }()

  /// The files of one kind: `y_` must be accepted, `n_` refused, `i_` is up to the reader.
  static func files(_ prefix: String) -> [File] { files.filter { $0.name.hasPrefix(prefix) } }
}
