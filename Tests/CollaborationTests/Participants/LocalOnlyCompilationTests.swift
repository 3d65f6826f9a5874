import Foundation
import SwiftCompilation
import Testing

/// Programs that would give local data to a transport do not compile.
@Suite(.serialized)
struct LocalOnlyCompilationTests {
  /// A program, and what the error that stops it says; nil for one that compiles.
  struct Program: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var source: String
    var error: String?
  }

  private static let types = ["LocalOptions", "ParticipantViewData", "SetupScreenViewData", "Avatar"]

  static let programs: [Program] =
    types.flatMap { type in
      [
        Program(
          testDescription: "0b: no payload is made of \(type)",
          source: "func send(_ value: \(type)) throws { _ = try OutgoingPayload(value) }",
          error: "requires that '\(type)' conform to 'WritableModel'"),
        Program(
          testDescription: "0b: \(type) is not encoded",
          source: "func send(_ value: \(type)) throws { _ = try JSONEncoder().encode(value) }",
          error: "requires that '\(type)' conform to 'Encodable'"),
      ]
    } + [
      Program(
        testDescription: "0b: a transport takes no other bytes than a payload's",
        source: """
          func send(_ bytes: [UInt8], to transport: any CallTransport) async throws {
            _ = try await transport.join(bytes)
          }
          """,
        error: "cannot convert value of type '[UInt8]' to expected argument type 'OutgoingPayload<RemoteOptions>'"),
      Program(
        testDescription: "0b: a payload is made of nothing but a model",
        source: "func payload(_ bytes: [UInt8]) -> OutgoingPayload<RemoteOptions> { OutgoingPayload(bytes) }",
        error: "cannot convert value of type '[UInt8]' to expected argument type 'RemoteOptions'"),
      Program(
        testDescription: "0b: remote options are sent",
        source: """
          func send(_ options: RemoteOptions, to transport: any CallTransport) async throws {
            _ = try await transport.join(OutgoingPayload(options))
            _ = try JSONEncoder().encode(options)
          }
          """,
        error: nil),
    ]

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"), arguments: programs)
  func compilesOnlyWhatMayBeSent(_ program: Program) throws {
    let compiler = try #require(SwiftCompiler())
    let file = FileManager.default.temporaryDirectory.appending(path: "local-only-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let imports = "import Collaboration\nimport CollaborationModels\nimport Foundation\nimport SchemaRuntime\n\n"
    try (imports + program.source + "\n").write(to: file, atomically: false, encoding: .utf8)
    let result = try compiler.typecheck([file], languageMode: "6")
    if let error = program.error {
      #expect(result.status != 0 && result.output.contains(error), "expected '\(error)', found:\n\(result.output)")
    } else {
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
