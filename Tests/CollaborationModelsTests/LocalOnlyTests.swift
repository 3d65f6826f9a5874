import Foundation
import SwiftCompilation
import Testing

/// Programs that would send what is local only do not compile.
@Suite(.serialized)
struct LocalOnlyTests {
  /// A program, and what the error that stops it says; nil for one that compiles.
  struct Program: CustomTestStringConvertible {
    var testDescription: String
    var source: String
    var error: String?
  }

  private static let types = ["LocalOptions", "ParticipantViewData", "SetupScreenViewData"]

  static let programs: [Program] = types.flatMap { type in
    let noEncodable = "requires that '\(type)' conform to 'Encodable'"
    return [
      Program(
        testDescription: "\(type): JSONEncoder().encode(value)",
        source: "func send(_ value: \(type)) throws { _ = try JSONEncoder().encode(value) }", error: noEncodable),
      Program(
        testDescription: "\(type): JSONEncoder().encode of an array",
        source: "func send(_ value: \(type)) throws { _ = try JSONEncoder().encode([value]) }", error: noEncodable),
      Program(
        testDescription: "\(type): a synthesised wrapper",
        source: "struct Wrapper: Codable { var value: \(type) }",
        error: "type 'Wrapper' does not conform to protocol 'Encodable'"),
      Program(
        testDescription: "\(type): json()",
        source: "func send(_ value: \(type)) throws { _ = try value.json() }",
        error: "value of type '\(type)' has no member 'json'"),
      Program(
        testDescription: "\(type): what is allowed",
        source: """
          func receive(_ bytes: [UInt8]) throws -> Bool {
            let value = try \(type)(json: bytes)
            try value.validate()
            return try \(type).isValid(bytes) && JSONDecoder().decode(\(type).self, from: Data(bytes)) == value
          }
          struct Holder: Decodable, Hashable, Sendable { var value: \(type) }
          func send(_ user: UserInfo) throws -> Data { try JSONEncoder().encode([user.json()]) }
          """,
        error: nil),
    ]
  }

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"), arguments: programs)
  func compilesOnlyWhatMayBeSent(_ program: Program) throws {
    let compiler = try #require(SwiftCompiler())
    let file = FileManager.default.temporaryDirectory.appending(path: "local-only-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let imports = "import CollaborationModels\nimport Foundation\nimport SchemaRuntime\n\n"
    try (imports + program.source + "\n").write(to: file, atomically: false, encoding: .utf8)
    let result = try compiler.typecheck([file], languageMode: "6")
    if let error = program.error {
      #expect(result.status != 0 && result.output.contains(error), "expected '\(error)', found:\n\(result.output)")
    } else {
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
