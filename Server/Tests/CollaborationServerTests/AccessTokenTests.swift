import CollaborationServer
import Foundation
import ServerModels
import Testing

/// Tokens: signature, expiry, claims.
@Suite struct AccessTokenTests {
  private static let key = Array("0123456789abcdef0123456789abcdef".utf8)

  private func tokens(_ key: [UInt8] = key, at time: Double = 1_000) throws -> AccessTokens {
    let tokens = AccessTokens(key: key, now: { time })
    return try #require(tokens)
  }

  private func signer(_ key: [UInt8] = key) throws -> TokenSigner { try #require(TokenSigner(key: key)) }

  private let claims = TokenClaims(sub: "amal", exp: 2_000, nbf: 500, scope: "rooms/lesson:write")

  @Test("a token that is verified has the claims with which it was signed")
  func verifies() throws {
    let token = try signer().sign(claims)
    #expect(try tokens().verify(token) == claims)
  }

  @Test(
    "the token of RFC 7515, appendix A.1, has its signature: only its claims are not ours",
    arguments: [
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    ])
  func knowsTheStandard(_ token: String) throws {
    let secret = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ+EstJQLr/T+1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow=="
    let key = Array(try #require(Data(base64Encoded: secret)))
    let verifier = try tokens(key)
    let error = #expect(throws: AccessTokenError.self) { try verifier.verify(token) }
    #expect(error?.description.hasPrefix("the claims of the token are invalid") == true)
  }

  @Test("a key of less than 32 bytes is refused")
  func refusesShortKeys() {
    #expect(AccessTokens(key: Array(Self.key.dropLast())) == nil)
    #expect(TokenSigner(key: Array(Self.key.dropLast())) == nil)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: AccessTokenError
    let change: @Sendable (String) throws -> String
    var time = 1_000.0

    init(
      _ sentence: String, _ expected: AccessTokenError, at time: Double = 1_000,
      _ change: @escaping @Sendable (String) throws -> String = { $0 }
    ) {
      (testDescription, self.expected, self.change, self.time) = (sentence, expected, change, time)
    }
  }

  private static func base64(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
  }

  @Test(
    "tokens that are refused",
    arguments: [
      Row("an empty token", .malformed) { _ in "" },
      Row("two parts", .malformed) { $0.split(separator: ".").prefix(2).joined(separator: ".") },
      Row("four parts", .malformed) { $0 + ".x" },
      Row("another alphabet", .malformed) { $0 + "+" },
      Row("padding", .malformed) { $0 + "=" },
      Row("the algorithm none", .malformed) { token in
        let parts = token.split(separator: ".")
        return base64(#"{"alg":"none"}"#) + ".\(parts[1])."
      },
      Row("a critical extension", .malformed) { token in
        let parts = token.split(separator: ".")
        return base64(#"{"alg":"HS256","crit":["b64"]}"#) + ".\(parts[1]).\(parts[2])"
      },
      Row("other claims with the same signature", .wrongSignature) { token in
        let parts = token.split(separator: ".")
        return "\(parts[0])." + base64(#"{"sub":"eve","exp":9999}"#) + ".\(parts[2])"
      },
      Row("half a signature", .wrongSignature) { String($0.dropLast(19)) },
      Row("another spelling of the same signature", .malformed) { token in
        // The last letter has two bits behind the last byte.
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(token.last.flatMap { letters.firstIndex(of: $0) })
        return token.dropLast() + String(letters[last ^ 1])
      },
      Row("another key", .wrongSignature) { _ in
        let other = TokenSigner(key: Array("another key, also of 32 bytes....".utf8))
        return try #require(other).sign(TokenClaims(sub: "amal", exp: 2_000))
      },
      Row("at its expiry", .expired, at: 2_000),
      Row("before its start", .notYetValid, at: 499),
    ])
  func refuses(_ row: Row) throws {
    let token = try row.change(try signer().sign(claims))
    #expect(throws: row.expected) { try tokens(at: row.time).verify(token) }
  }

  @Test("errors do not contain the token")
  func keepsSecrets() throws {
    let token = try signer().sign(claims)
    let error = #expect(throws: AccessTokenError.self) { try tokens(at: 3_000).verify(token) }
    #expect(error?.description == "the token has expired")
  }
}
