import SwiftCompilation
import Testing

/// Programs that would pass local data to a transport do not compile.
@Suite struct LocalOnlyCompilationTests {
  private static let types = ["LocalOptions", "ParticipantViewData", "SetupScreenViewData", "Avatar"]

  static let programs: [ProgramCheck.Program] =
    types.flatMap { type in
      [
        ProgramCheck.Program(
          "0b: no payload is made of \(type)",
          source: "func send(_ value: \(type)) throws { _ = try OutgoingPayload(value) }",
          error: "requires that '\(type)' conform to 'WritableModel'"),
        ProgramCheck.Program(
          "0b: \(type) is not encoded",
          source: "func send(_ value: \(type)) throws { _ = try JSONEncoder().encode(value) }",
          error: "requires that '\(type)' conform to 'Encodable'"),
      ]
    } + [
      ProgramCheck.Program(
        "0b: a transport only accepts the bytes of a payload",
        source: """
          func send(_ bytes: [UInt8], to transport: any CallTransport) async throws {
            _ = try await transport.join(bytes, credential: nil)
          }
          """,
        error:
          "cannot convert value of type '[UInt8]' to expected argument type 'OutgoingPayload<RemoteOptionsPayload>'"),
      ProgramCheck.Program(
        "0b: a payload is made of nothing but a model",
        source: "func payload(_ bytes: [UInt8]) -> OutgoingPayload<RemoteOptionsPayload> { OutgoingPayload(bytes) }",
        error: "cannot convert value of type '[UInt8]' to expected argument type 'RemoteOptionsPayload'"),
      ProgramCheck.Program(
        "0b: remote options are sent",
        source: """
          func send(_ options: RemoteOptions, to transport: any CallTransport) async throws {
            _ = try await transport.join(OutgoingPayload(options.payload), credential: options.credential)
            _ = try JSONEncoder().encode(options.payload)
          }
          """,
        error: nil),
    ]

  private static let check = ProgramCheck(
    programs, importing: ["Collaboration", "CollaborationModels", "Foundation", "SchemaRuntime"])

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"), arguments: programs)
  func compilesOnlyWhatMayBeSent(_ program: ProgramCheck.Program) async throws {
    if let fault = try await Self.check.fault(of: program) { Issue.record(Comment(rawValue: fault)) }
  }
}
