import SwiftCompilation
import Testing

/// Programs that would send local-only data do not compile.
@Suite struct LocalOnlyTests {
  private static let types = ["LocalOptions", "ParticipantViewData", "SetupScreenViewData"]

  static let programs: [ProgramCheck.Program] = types.flatMap { type in
    let noEncodable = "requires that '\(type)' conform to 'Encodable'"
    return [
      ProgramCheck.Program(
        "\(type): JSONEncoder().encode(value)",
        source: "func send(_ value: \(type)) throws { _ = try JSONEncoder().encode(value) }", error: noEncodable),
      ProgramCheck.Program(
        "\(type): JSONEncoder().encode of an array",
        source: "func send(_ value: \(type)) throws { _ = try JSONEncoder().encode([value]) }", error: noEncodable),
      ProgramCheck.Program(
        "\(type): a synthesized wrapper",
        source: "struct Wrapper: Codable { var value: \(type) }",
        error: "type 'Wrapper' does not conform to protocol 'Encodable'"),
      ProgramCheck.Program(
        "\(type): json()",
        source: "func send(_ value: \(type)) throws { _ = try value.json() }",
        error: "value of type '\(type)' has no member 'json'"),
      ProgramCheck.Program(
        "\(type): what is allowed",
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

  private static let check = ProgramCheck(
    programs, importing: ["CollaborationModels", "Foundation", "SchemaRuntime"])

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"), arguments: programs)
  func compilesOnlyWhatMayBeSent(_ program: ProgramCheck.Program) async throws {
    if let fault = try await Self.check.fault(of: program) { Issue.record(Comment(rawValue: fault)) }
  }
}
