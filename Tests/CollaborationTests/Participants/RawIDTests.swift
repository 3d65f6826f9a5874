import Collaboration
import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@Suite struct RawIDTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var rawID: String
    var expected: String
  }

  static func row(_ sentence: String, _ rawID: String, _ expected: String) -> Row {
    Row(testDescription: sentence, rawID: rawID, expected: expected)
  }

  static let rows: [Row] = [
    row("0a: 4: and digits is a phone number with a plus", "4:14255550123", "phone +14255550123"),
    row("0a: a plus after 4: is not doubled", "4:+14255550123", "phone +14255550123"),
    row("0a: 4: and letters is unknown", "4:anonymous", "unknown"),
    row("0a: 4: and nothing is unknown", "4:", "unknown"),
    row("0a: 4: and a plus alone is unknown", "4:+", "unknown"),
    row("0a: 4: and digits of another script is unknown", "4:١٢٣", "unknown"),
    row("0a: 4: and a second colon is unknown", "4:142:555", "unknown"),
    row("0a: fewer than three segments is unknown", "8:acs", "unknown"),
    row("0a: no segment at all is unknown", "", "unknown"),
    row("0a: 8:teamsvisitor is an anonymous Teams user", "8:teamsvisitor:a1", "teams a1 anonymous public"),
    row("0a: 8:orgid is a Teams user of the public cloud", "8:orgid:a1", "teams a1 named public"),
    row("0a: 8:dod is a Teams user of that cloud", "8:dod:a1", "teams a1 named dod"),
    row("0a: 8:gcch is a Teams user of that cloud", "8:gcch:a1", "teams a1 named gcch"),
    row("0a: 28:orgid is a Teams application of the public cloud", "28:orgid:b2", "app b2 public"),
    row("0a: 28:dod is a Teams application of that cloud", "28:dod:b2", "app b2 dod"),
    row("0a: 28:gcch is a Teams application of that cloud", "28:gcch:b2", "app b2 gcch"),
    row("0a: 8:acs is a user with the whole raw id", "8:acs:r_u", "user 8:acs:r_u"),
    row("0a: 8:spool is a user with the whole raw id", "8:spool:r_t_u", "user 8:spool:r_t_u"),
    row("0a: 8:dod-acs is a user with the whole raw id", "8:dod-acs:r_u", "user 8:dod-acs:r_u"),
    row("0a: 8:gcch-acs is a user with the whole raw id", "8:gcch-acs:r_u", "user 8:gcch-acs:r_u"),
    row("0a: three ids behind 8:acs are a Teams extension user", "8:acs:r_t_u", "extension r t u public"),
    row("0a: three ids behind 8:dod-acs are one of that cloud", "8:dod-acs:r_t_u", "extension r t u dod"),
    row("0a: three ids behind 8:gcch-acs are one of that cloud", "8:gcch-acs:r_t_u", "extension r t u gcch"),
    row("0a: of three ids none may be empty", "8:acs:r__u", "user 8:acs:r__u"),
    row("0a: colons behind the second belong to the id", "8:orgid:a:b", "teams a:b named public"),
    row("0a: any other prefix is unknown", "28:bot:7a11", "unknown"),
    row("0a: kinds are written in lower case", "8:ORGID:a1", "unknown"),
    row("0a: a prefix without an id is unknown", "8:acs:", "unknown"),
    row("0a: a mark after a colon belongs to the id", "8:orgid:\u{301}x", "teams \u{301}x named public"),
    row("0c: a raw id without its prefix is unknown", "6b0de6c4_0001", "unknown"),
  ]

  static func describe(_ identifier: CommunicationIdentifier) -> String {
    switch identifier {
    case .communicationUser(let user): "user \(user.communicationUser?.id ?? "?")"
    case .phoneNumber(let number): "phone \(number.phoneNumber?.value ?? "?")"
    case .microsoftTeamsUser(let user):
      user.microsoftTeamsUser.map {
        "teams \($0.userID) \($0.isAnonymous ? "anonymous" : "named") \($0.cloud.rawValue)"
      } ?? "?"
    case .microsoftTeamsApp(let app): app.microsoftTeamsApp.map { "app \($0.appID) \($0.cloud.rawValue)" } ?? "?"
    case .teamsExtensionUser(let user):
      user.teamsExtensionUser.map {
        "extension \($0.resourceID) \($0.tenantID) \($0.userID) \($0.cloud.rawValue)"
      } ?? "?"
    case .unknown: "unknown"
    }
  }

  @Test(arguments: rows)
  func parses(_ row: Row) throws {
    let identifier = CommunicationIdentifier(rawID: row.rawID)
    #expect(Self.describe(identifier) == row.expected)
    #expect(identifier.resolvedRawID == row.rawID)
    // The kind is in lower camel case in JSON (0c), and the raw id survives a round trip.
    #expect(try CommunicationIdentifier(json: identifier.json()) == identifier)
  }

  @Test("a raw id made from the parts identifies the same participant as the parsed one", arguments: rows)
  func derives(_ row: Row) {
    let identifier = CommunicationIdentifier(rawID: row.rawID).withoutRawID
    guard row.expected != "unknown" else { return #expect(identifier.resolvedRawID == "") }
    let derived = CommunicationIdentifier(rawID: identifier.resolvedRawID)
    #expect(Self.describe(derived) == row.expected)
    #expect(derived.withoutRawID == identifier)
  }

  @Test("0c: a kind with a capital letter is refused")
  func refusesCapitalKinds() {
    for kind in ["PhoneNumber", "MicrosoftTeamsUser", "Unknown", "CommunicationUser"] {
      #expect(throws: SchemaError.self) { try CommunicationIdentifier(json: #"{"kind":"\#(kind)","rawId":"4:1"}"#) }
    }
    #expect(throws: Never.self) { try CommunicationIdentifier(json: #"{"kind":"phoneNumber","rawId":"4:1"}"#) }
  }

  @Test("any text is a raw id, is kept, and has exactly one interpretation")
  func takesAnything() {
    var random = SeededRandom(seed: 11)
    let pieces = [
      "4", "8", "28", ":", ":", "acs", "orgid", "dod", "gcch-acs", "_", "+", "1", "x", "\u{301}", "é", "\0",
    ]
    var failures: [String] = []
    for _ in 0..<20_000 {
      let rawID = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let identifier = CommunicationIdentifier(rawID: rawID)
      if !identifier.resolvedRawID.utf8.elementsEqual(rawID.utf8) || identifier != CommunicationIdentifier(rawID: rawID)
      {
        failures.append(rawID)
      }
    }
    #expect(failures.isEmpty)
  }
}

extension CommunicationIdentifier {
  fileprivate var withoutRawID: CommunicationIdentifier {
    switch self {
    case .communicationUser(var user):
      user.rawID = nil
      return .communicationUser(user)
    case .phoneNumber(var number):
      number.rawID = nil
      return .phoneNumber(number)
    case .microsoftTeamsUser(var user):
      user.rawID = nil
      return .microsoftTeamsUser(user)
    case .microsoftTeamsApp(var app):
      app.rawID = nil
      return .microsoftTeamsApp(app)
    case .teamsExtensionUser(var user):
      user.rawID = nil
      return .teamsExtensionUser(user)
    case .unknown: return .unknown(UnknownIdentifier())
    }
  }
}
