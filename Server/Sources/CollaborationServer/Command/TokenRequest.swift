import Foundation
import ServerModels

/// A token to make on the command line.
public struct TokenRequest: Sendable {
  private let signer: TokenSigner
  private let claims: TokenClaims

  init(_ arguments: inout OptionReader) throws(ServerCommandError) {
    var (key, user): (String?, String?) = (nil, nil)
    var claims = TokenClaims(sub: "", exp: 0, scope: "rooms:write channels:write calls:write")
    var hours = 24
    while let option = try arguments.next() {
      switch option {
      case "--token-key": key = try arguments.value(of: option)
      case "--user": user = try arguments.value(of: option)
      case "--scope": claims.scope = try arguments.value(of: option)
      case "--tenant": claims.tenant = try arguments.value(of: option)
      case "--issuer": claims.iss = try arguments.value(of: option)
      case "--audience": claims.aud = .string(try arguments.value(of: option))
      case "--hours": hours = try arguments.number(of: option, in: 1...1_000_000)
      default: throw arguments.unknown(option)
      }
    }
    guard let key, let user else { throw Self.missing }
    guard let signer = TokenSigner(key: try AccessOptions.secret(key)) else { throw Self.missing }
    self.signer = signer
    claims.sub = user
    claims.exp = (Date().timeIntervalSince1970 + Double(hours) * 3_600).rounded(.down)
    self.claims = claims
  }

  private static let missing = ServerCommandError(
    description: "expected --token-key and --user; see collaboration-server help")

  /// Returns the token.
  /// - Throws: if the user's id is invalid.
  public func token() throws -> String { try signer.sign(claims) }
}
