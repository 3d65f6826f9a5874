import CCrypto
import Foundation
public import SchemaRuntime
public import ServerModels

/// Why a token is not accepted. Nothing of the token is part of it.
public enum AccessTokenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not three parts of base64url, separated by dots, with a header for HS256.
  case malformed
  case wrongSignature
  /// The claims violate their schema.
  case invalidClaims(SchemaError)
  case expired
  case notYetValid

  public var description: String {
    switch self {
    case .malformed: "expected a JSON Web Token with the algorithm HS256"
    case .wrongSignature: "expected a token that was signed with the server's key"
    case .invalidClaims(let error): "the claims of the token are invalid: \(Self.places(error))"
    case .expired: "the token has expired"
    case .notYetValid: "the token is not valid yet"
    }
  }

  /// The violated keywords of the schema with the pointers to their claims, without values.
  private static func places(_ error: SchemaError) -> String {
    guard case .invalid(let issues) = error else { return "they are not JSON" }
    return issues.map { "\($0.keyword) at '\($0.instanceLocation)'" }.joined(separator: ", ")
  }
}

/// Makes and verifies access tokens: JSON Web Tokens (RFC 7519) with HMAC and SHA-256.
public struct AccessTokens: Sendable {
  /// The minimum number of bytes of a key (RFC 7518, section 3.2).
  public static let minimumKeyBytes = 32

  private let key: [UInt8]
  private let now: @Sendable () -> Double

  /// - Parameters:
  /// - key: a secret, of at least ``minimumKeyBytes`` bytes.
  /// - now: returns the time in seconds since 1970-01-01 UTC; nil for the system's.
  /// - Returns: nil if the key is too short.
  public init?(key: [UInt8], now: (@Sendable () -> Double)? = nil) {
    guard key.count >= Self.minimumKeyBytes else { return nil }
    self.key = key
    self.now = now ?? { Date().timeIntervalSince1970 }
  }

  /// Returns a signed token.
  /// - Throws: if the claims are invalid.
  public func sign(_ claims: TokenClaims) throws(SchemaError) -> String {
    try claims.validate()
    let content = Self.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "." + Self.encode(try claims.json())
    return content + "." + Self.encode(signature(of: content))
  }

  /// Returns the claims of a token.
  public func verify(_ token: String) throws(AccessTokenError) -> TokenClaims {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.decode(parts[0]), let claims = Self.decode(parts[1]),
      let found = Self.decode(parts[2]), let fields = try? JSONValue(parsing: header).object,
      fields["alg"] == "HS256", fields["crit"] == nil
    else { throw .malformed }
    let expected = signature(of: "\(parts[0]).\(parts[1])")
    guard found.count == expected.count, CRYPTO_memcmp(found, expected, expected.count) == 0 else {
      throw .wrongSignature
    }
    let model: TokenClaims
    do { model = try TokenClaims(json: claims) } catch { throw .invalidClaims(error) }
    let now = now()
    guard now < model.exp else { throw .expired }
    if let start = model.nbf, now < start { throw .notYetValid }
    return model
  }

  private func signature(of content: String) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let bytes = Array(content.utf8)
    _ = HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &result, &count)
    return result
  }

  private static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  /// Returns the bytes of a text in base64url; nil unless it is the one spelling that `encode` writes. Others have the
  /// letters of the standard alphabet, or bits behind the last byte.
  private static func decode(_ text: Substring) -> [UInt8]? {
    var padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    padded += String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: padded).map({ Array($0) }), encode(bytes) == text else { return nil }
    return bytes
  }
}
