import Foundation
public import SchemaRuntime
public import ServerModels

/// Why a token is not accepted. Nothing of the token is part of it.
public enum AccessTokenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not three parts of base64url, separated by dots, with a header that names an algorithm of the server's keys.
  case malformed
  /// No key has the id that the header names.
  case unknownKey
  case wrongSignature
  /// The claims violate their schema.
  case invalidClaims(SchemaError)
  case wrongIssuer
  case wrongAudience
  case expired
  case notYetValid

  public var description: String {
    switch self {
    case .malformed: "expected a JSON Web Token with an algorithm of the server's keys (HS256, RS256 or ES256)"
    case .unknownKey: "expected a token whose key id (kid) is one of the server's keys"
    case .wrongSignature: "expected a token that was signed with one of the server's keys"
    case .invalidClaims(let error): "the claims of the token are invalid: \(Self.places(error))"
    case .wrongIssuer: "expected a token of the server's issuer (iss)"
    case .wrongAudience: "expected a token for one of the server's audiences (aud)"
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

/// Signs access tokens with HS256.
public struct TokenSigner: Sendable {
  private let secret: [UInt8]

  /// - Parameter key: a secret, of at least ``AccessTokens/minimumKeyBytes`` bytes.
  /// - Returns: nil if the key is too short.
  public init?(key: [UInt8]) {
    guard key.count >= AccessTokens.minimumKeyBytes else { return nil }
    secret = key
  }

  /// Returns a signed token.
  /// - Throws: if the claims are invalid.
  public func sign(_ claims: TokenClaims) throws(SchemaError) -> String {
    try claims.validate()
    let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
    let content = header + "." + Base64URL.encode(try claims.json())
    return content + "." + Base64URL.encode(VerificationKey.signature(of: Array(content.utf8), secret: secret))
  }
}

/// Verifies access tokens: JSON Web Tokens (RFC 7519) with HS256, RS256 or ES256.
public struct AccessTokens: Sendable {
  /// What the claims of a token have to be.
  public struct Expectations: Hashable, Sendable {
    /// The issuers, of which one must be the claim `iss`; empty if it is not checked.
    public var issuers: Set<String> = []
    /// The server's names, of which one must be in the claim `aud`. If there are none, a token with an audience is
    /// refused: it is for somebody else (RFC 7519, section 4.1.3).
    public var audiences: Set<String> = []
    /// By how many seconds the clocks of issuer and server may differ.
    public var clockSkew = 0.0

    public init() {}
  }

  /// The minimum number of bytes of a secret (RFC 7518, section 3.2).
  public static let minimumKeyBytes = VerificationKey.minimumSecretBytes

  private let keys: [VerificationKey]
  private let file: KeyFile?
  private let expectations: Expectations
  private let now: @Sendable () -> Double

  /// - Parameters:
  /// - keys: secrets of at least ``minimumKeyBytes`` bytes. All of them verify, so that a key can be replaced without
  ///   refusing the tokens that were signed with the former one.
  /// - file: public keys of an issuer.
  /// - now: returns the time in seconds since 1970-01-01 UTC; nil for the system's.
  /// - Returns: nil if a key is too short, or if there is none.
  init?(
    keys: [[UInt8]], file: KeyFile?, expecting expectations: Expectations = Expectations(),
    now: (@Sendable () -> Double)? = nil
  ) {
    let secrets = keys.compactMap { VerificationKey(secret: $0) }
    guard secrets.count == keys.count, !keys.isEmpty || file != nil else { return nil }
    self.keys = secrets
    self.file = file
    self.expectations = expectations
    self.now = now ?? { Date().timeIntervalSince1970 }
  }

  /// - Parameters:
  /// - key: a secret, of at least ``minimumKeyBytes`` bytes.
  /// - now: returns the time in seconds since 1970-01-01 UTC; nil for the system's.
  /// - Returns: nil if the key is too short.
  public init?(
    key: [UInt8], expecting expectations: Expectations = Expectations(), now: (@Sendable () -> Double)? = nil
  ) {
    self.init(keys: [key], file: nil, expecting: expectations, now: now)
  }

  /// Returns the claims of a token.
  public func verify(_ token: String) throws(AccessTokenError) -> TokenClaims {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let fields = try? JSONValue(parsing: header).object,
      fields["crit"] == nil, let algorithm = fields["alg"]?.string.flatMap(VerificationKey.Algorithm.init),
      hasKey(of: algorithm)
    else { throw .malformed }
    var id: String?
    if let field = fields["kid"] {
      guard let text = field.string else { throw .malformed }
      id = text
    }
    let candidates = keys.matching(algorithm, id) + (file?.keys(for: algorithm, id: id) ?? [])
    guard !candidates.isEmpty else { throw .unknownKey }
    let content = Array("\(parts[0]).\(parts[1])".utf8)
    guard candidates.contains(where: { $0.verifies(signature, of: content) }) else { throw .wrongSignature }
    let model: TokenClaims
    do { model = try TokenClaims(json: claims) } catch { throw .invalidClaims(error) }
    try check(model)
    return model
  }

  private func hasKey(of algorithm: VerificationKey.Algorithm) -> Bool {
    keys.contains { $0.algorithm == algorithm } || file?.contains(algorithm) == true
  }

  private func check(_ claims: TokenClaims) throws(AccessTokenError) {
    if !expectations.issuers.isEmpty {
      guard let issuer = claims.iss, expectations.issuers.contains(issuer) else { throw .wrongIssuer }
    }
    let audiences: [String]? =
      switch claims.aud {
      case nil: nil
      case .string(let audience): [audience]
      case .strings(let list): list
      }
    if let audiences {
      guard !expectations.audiences.isDisjoint(with: audiences) else { throw .wrongAudience }
    } else if !expectations.audiences.isEmpty {
      throw .wrongAudience
    }
    let now = now()
    guard now < claims.exp + expectations.clockSkew else { throw .expired }
    if let start = claims.nbf, now < start - expectations.clockSkew { throw .notYetValid }
  }
}
