import Foundation
import ServerModels

/// A token to make on the command line.
public struct TokenRequest: Sendable {
  private let tokens: AccessTokens
  private let claims: TokenClaims

  init(_ arguments: inout OptionReader) throws(ServerCommandError) {
    var (key, user, room): (String?, String?, String?) = (nil, nil, nil)
    var role = TokenClaims.Role.writer
    var hours = 24
    while let option = try arguments.next() {
      switch option {
      case "--token-key": key = try arguments.value(of: option)
      case "--user": user = try arguments.value(of: option)
      case "--room": room = try arguments.value(of: option)
      case "--hours": hours = try arguments.number(of: option, in: 1...1_000_000)
      case "--role":
        let text = try arguments.value(of: option)
        guard let value = TokenClaims.Role(rawValue: text) else {
          throw ServerCommandError(description: "expected reader, writer or service after --role, found '\(text)'")
        }
        role = value
      default: throw arguments.unknown(option)
      }
    }
    guard let key, let user else {
      throw ServerCommandError(description: "expected --token-key and --user; see collaboration-server help")
    }
    tokens = try .reading(key)
    let expiry = Date().timeIntervalSince1970 + Double(hours) * 3_600
    claims = TokenClaims(sub: user, exp: expiry.rounded(.down), role: role, room: room)
  }

  /// Returns the token.
  /// - Throws: if the user's id is invalid.
  public func token() throws -> String { try tokens.sign(claims) }
}
