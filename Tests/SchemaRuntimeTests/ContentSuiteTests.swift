import Foundation
import Testing

@_spi(Generated) @testable import SchemaRuntime

/// The official suite's file on contents. Only draft-07 has assertions; later drafts treat the keywords as annotations.
@Suite struct ContentSuiteTests {
  @Test("every string instance has the suite's verdict", .enabled(if: isEnabled, instructions))
  func agrees() throws {
    let file = try #require(Self.file, Self.instructions)
    let groups = try JSONValue(parsing: Array(Data(contentsOf: file))).array ?? []
    var count = 0
    for group in groups {
      let encoding = group["schema"]?["contentEncoding"]?.string.flatMap { ContentEncoding(keyword: $0) }
      let mediaType = group["schema"]?["contentMediaType"]?.string.flatMap { ContentMediaType(keyword: $0) }
      for test in group["tests"]?.array ?? [] {
        guard let text = test["data"]?.string else { continue }
        count += 1
        let isValid = Self.isValid(Array(text.utf8), encoding, mediaType)
        #expect(isValid == test["valid"]?.bool, "\(test["description"]?.string ?? "")")
      }
    }
    #expect(count >= 7)
  }

  private static func isValid(_ text: [UInt8], _ encoding: ContentEncoding?, _ mediaType: ContentMediaType?) -> Bool {
    var content = text
    if let encoding {
      guard let decoded = text.withUnsafeBufferPointer({ encoding.decode($0) }) else { return false }
      content = decoded
    }
    return mediaType.map { mediaType in content.withUnsafeBufferPointer { mediaType.verdict(on: $0) == .valid } }
      ?? true
  }

  private static let instructions: Comment = """
    set SCHEMATA_SUITES to a folder that holds json-schema-test-suite: git clone \
    https://github.com/json-schema-org/JSON-Schema-Test-Suite "$SCHEMATA_SUITES/json-schema-test-suite"
    """

  private static let file = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"].map {
    URL(fileURLWithPath: $0 + "/json-schema-test-suite/tests/draft7/optional/content.json")
  }

  /// Whether the suite is available or required; explains how to fetch it if the test is skipped.
  private static let isEnabled: Bool = {
    if file != nil || ProcessInfo.processInfo.environment["CI"] == "true" { return true }
    print("ContentSuiteTests skipped: \(instructions)")
    return false
  }()
}
