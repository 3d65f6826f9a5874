import Foundation
import ServerModels
import Testing

@testable import CollaborationServer

/// Several keys, public keys of other issuers, and what is expected of claims.
@Suite struct KeyTests {
  private static let secret = Array("0123456789abcdef0123456789abcdef".utf8)

  private static func set(_ keys: String...) -> String { #"{"keys":[\#(keys.joined(separator: ","))]}"# }

  /// A file in a folder of its own, which is removed with its owner.
  private final class File: Sendable {
    let path: String

    init(_ text: String) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "key-tests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appending(path: "jwks.json").path
      try write(text)
    }

    deinit { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }

    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic) }
  }

  private static func expectations(
    issuer: String? = "https://login.example/", audience: String? = "api", skew: Double = 0
  ) -> AccessTokens.Expectations {
    var result = AccessTokens.Expectations()
    if let issuer { result.issuers = [issuer] }
    if let audience { result.audiences = [audience] }
    result.clockSkew = skew
    return result
  }

  private static func tokens(
    _ secrets: [[UInt8]], _ file: KeyFile? = nil,
    _ expectations: AccessTokens.Expectations = AccessTokens.Expectations(), at time: Double = 1_000
  ) throws -> AccessTokens {
    let tokens = AccessTokens(keys: secrets, file: file, expecting: expectations, now: { time })
    return try #require(tokens)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let token: String
    /// nil if the token is accepted.
    let error: AccessTokenError?
    var expectations = KeyTests.expectations()
    var time = 1_000.0
    var keys = KeyTests.set(ForeignTokens.rsaKey, ForeignTokens.ecKey, ForeignTokens.shortKey)

    init(
      _ sentence: String, _ token: String, _ error: AccessTokenError? = nil,
      _ expectations: AccessTokens.Expectations? = nil, at time: Double = 1_000, keys: String? = nil
    ) {
      (testDescription, self.token, self.error, self.time) = (sentence, token, error, time)
      if let expectations { self.expectations = expectations }
      if let keys { self.keys = keys }
    }
  }

  /// A token with another header, and the same claims and signature.
  private static func changed(_ token: String, header: String) -> String {
    let parts = token.split(separator: ".")
    return Base64URL.encode(Array(header.utf8)) + ".\(parts[1]).\(parts[2])"
  }

  @Test(
    "tokens of another issuer, signed with public keys",
    arguments: [
      Row("RS256", ForeignTokens.rsa), Row("ES256", ForeignTokens.ec),
      Row("a key that the set does not have", ForeignTokens.next, .unknownKey),
      Row("an RSA key of 1,024 bits", ForeignTokens.short, .unknownKey),
      Row("the public key's modulus as the secret of HS256", ForeignTokens.confusedModulus, .malformed),
      Row("the public key's PEM text as the secret of HS256", ForeignTokens.confusedPEM, .malformed),
      Row("no algorithm", changed(ForeignTokens.rsa, header: #"{"alg":"none"}"#), .malformed),
      Row("another RSA algorithm", changed(ForeignTokens.rsa, header: #"{"alg":"PS256"}"#), .malformed),
      Row(
        "RS256 with an EC key's id", changed(ForeignTokens.rsa, header: #"{"alg":"RS256","kid":"ec-1"}"#), .unknownKey),
      Row("ES256 with RSA's signature", changed(ForeignTokens.rsa, header: #"{"alg":"ES256"}"#), .wrongSignature),
      Row("a header that was changed", changed(ForeignTokens.rsa, header: #"{"alg":"RS256"}"#), .wrongSignature),
      Row("a key id that is a number", changed(ForeignTokens.rsa, header: #"{"alg":"RS256","kid":1}"#), .malformed),
      Row("half a signature of ES256", String(ForeignTokens.ec.dropLast(46)), .wrongSignature),
      Row(
        "a key for encryption", ForeignTokens.rsa, .malformed,
        keys: set(
          ForeignTokens.ecKey, ForeignTokens.rsaKey.replacingOccurrences(of: #""sig""#, with: #""enc""#))),
      Row(
        "a point that is not on the curve", ForeignTokens.ec, .malformed,
        keys: set(
          ForeignTokens.rsaKey, ForeignTokens.ecKey.replacingOccurrences(of: #""x": ""#, with: #""x": "AA"#))),
      Row(
        "the exponent 1", ForeignTokens.rsa, .malformed,
        keys: set(
          ForeignTokens.ecKey, ForeignTokens.rsaKey.replacingOccurrences(of: "AQAB", with: "AQ"))),
      Row("another issuer", ForeignTokens.rsa, .wrongIssuer, expectations(issuer: "https://evil.example/")),
      Row("no issuer is expected", ForeignTokens.rsa, nil, expectations(issuer: nil)),
      Row("another audience", ForeignTokens.rsa, .wrongAudience, expectations(audience: "elsewhere")),
      Row("an audience, and the server has no name", ForeignTokens.rsa, .wrongAudience, expectations(audience: nil)),
      Row("the second audience", ForeignTokens.rsa, nil, expectations(audience: "other")),
      Row("at its expiry", ForeignTokens.rsa, .expired, at: 2_000),
      Row("at its expiry, with a slow clock", ForeignTokens.rsa, nil, expectations(skew: 30), at: 2_029),
      Row("too late even for a slow clock", ForeignTokens.rsa, .expired, expectations(skew: 30), at: 2_030),
    ])
  func verifies(_ row: Row) throws {
    let file = try File(row.keys)
    let tokens = try Self.tokens([], try KeyFile(file.path), row.expectations, at: row.time)
    if let error = row.error {
      #expect(throws: error) { try tokens.verify(row.token) }
    } else {
      let claims = try tokens.verify(row.token)
      #expect(claims.sub == "auth0|5f7c" && claims.scope == "openid rooms:read")
    }
  }

  @Test("a token without an audience is refused if one is expected, and one that is not valid yet waits for its time")
  func checksClaims() throws {
    let signer = try #require(TokenSigner(key: Self.secret))
    func tokens(_ expectations: AccessTokens.Expectations) throws -> AccessTokens {
      try Self.tokens([Self.secret], nil, expectations)
    }
    let bare = try signer.sign(TokenClaims(sub: "ana", exp: 2_000, nbf: 1_010))
    #expect(throws: AccessTokenError.wrongIssuer) { try tokens(Self.expectations()).verify(bare) }
    #expect(throws: AccessTokenError.wrongAudience) { try tokens(Self.expectations(issuer: nil)).verify(bare) }
    let none = Self.expectations(issuer: nil, audience: nil)
    #expect(throws: AccessTokenError.notYetValid) { try tokens(none).verify(bare) }
    #expect(try tokens(Self.expectations(issuer: nil, audience: nil, skew: 10)).verify(bare).sub == "ana")
  }

  @Test("a secret is replaced without refusing the tokens of the former one, and then with")
  func rotatesSecrets() throws {
    let next = Array("another key, also of 32 bytes....".utf8)
    let (old, new) = try [Self.secret, next].map { key in
      try #require(TokenSigner(key: key)).sign(TokenClaims(sub: "ana", exp: 2_000))
    }.pair
    let both = try Self.tokens([next, Self.secret])
    #expect(try both.verify(old) == both.verify(new))
    let one = try Self.tokens([next])
    #expect(try one.verify(new).sub == "ana")
    #expect(throws: AccessTokenError.wrongSignature) { try one.verify(old) }
  }

  @Test("a file of keys is read again when it changes, and keeps its keys while the file cannot be used")
  func readsAgain() throws {
    let file = try File(Self.set(ForeignTokens.rsaKey))
    let reports = LogLines()
    let keys = try KeyFile(file.path) { reports.append(Array($0.utf8)) }
    let start = ContinuousClock.now
    #expect(keys.keys(for: .rs256, id: "rsa-1", at: start).count == 1)
    try file.write(Self.set(ForeignTokens.ecKey))
    // It is looked at once a second.
    let later = start + KeyFile.lookInterval * 2
    #expect(keys.keys(for: .rs256, id: "rsa-1", at: later).isEmpty)
    #expect(keys.keys(for: .es256, id: "ec-1", at: later).count == 1)
    for (number, text) in ["", "{}", #"{"keys":[]}"#, #"{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}"#].enumerated() {
      try file.write(text)
      #expect(keys.keys(for: .es256, id: "ec-1", at: later + .seconds(10 * (number + 1))).count == 1)
    }
    #expect(reports.text.contains("expected a JWK Set") && reports.text.contains("found none"))
  }

  @Test("an unknown key id reads the file at once, but not each time")
  func rereadsForUnknownKeys() throws {
    let file = try File(Self.set(ForeignTokens.rsaKey))
    let keys = try KeyFile(file.path)
    let start = ContinuousClock.now
    try file.write(Self.set(ForeignTokens.rsaKey, ForeignTokens.ecKey))
    #expect(keys.keys(for: .es256, id: "ec-1", at: start).count == 1)
    try file.write(Self.set(ForeignTokens.rsaKey, ForeignTokens.nextKey))
    #expect(keys.keys(for: .es256, id: "ec-2", at: start).isEmpty)
    #expect(keys.keys(for: .es256, id: "ec-2", at: start + KeyFile.rereadInterval).count == 1)
  }

  @Test("a file that is not a set of usable keys is refused at the start")
  func refusesFiles() throws {
    for text in ["", "x", "{}", Self.set(ForeignTokens.shortKey)] {
      let file = try File(text)
      #expect(throws: KeyFileError.self) { try KeyFile(file.path) }
    }
    #expect(throws: KeyFileError(description: "/nowhere: the keys cannot be read")) { try KeyFile("/nowhere") }
  }
}

extension [String] {
  fileprivate var pair: (String, String) { (self[0], self[1]) }
}
