import Foundation
import ServerModels

/// What the command line asks for.
public enum ServerCommand: Sendable {
  case serve(ServeOptions)
  case token(TokenRequest)
  case help

  /// - Throws: ``ServerCommandError``.
  public init(_ arguments: [String]) throws(ServerCommandError) {
    var arguments = OptionReader(arguments)
    switch arguments.rest.first {
    case "help", "--help", "-h": self = .help
    case "token":
      arguments.rest.removeFirst()
      self = .token(try TokenRequest(&arguments))
    case "serve":
      arguments.rest.removeFirst()
      self = .serve(try ServeOptions(&arguments))
    default: self = .serve(try ServeOptions(&arguments))
    }
  }

  public static let helpText = """
    Usage: collaboration-server [serve] [options]
           collaboration-server token --token-key FILE --user ID [options]

    Serves user attributes over REST, and whiteboard rooms, calls and messages over WebSockets. Every payload is validated.

    serve (the default)
      --port N               the port (8080); 0 for any free one, which is printed
      --address A            the address to listen on (127.0.0.1); another one needs --behind-proxy
      --behind-proxy         a proxy encrypts connections and sets X-Forwarded-For, as in haproxy.cfg; needs --token-key
      --data FILE            the SQLite file of the user attributes (users.sqlite); :memory: for none
      --rooms FILE           the SQLite file of the rooms (rooms.sqlite); :memory: for none
      --room-retention DAYS  ends rooms that were not used for so long, with all that is kept of them (never)
      --memory MEGABYTES     how much memory the process may use (512): beyond a half, rooms without connections leave it at
                             once; beyond three quarters, no room is opened that is not in memory
      --postgresql STRING    a PostgreSQL database for user attributes and rooms, which several servers may share: a
                             connection string such as "host=db.example dbname=app"; put passwords into ~/.pgpass
      --token-key FILE       a secret of at least 32 bytes: every request needs a token that is signed with it (HS256);
                             repeatable, to replace a key
      --jwks FILE            the public keys of an issuer, as a JWK Set, for tokens with RS256 or ES256; read again when it
                             changes
      --issuer ISS           the claim iss of tokens; repeatable, needed with --jwks
      --audience AUD         a name of this server in the claim aud of tokens; repeatable
      --clock-skew SECONDS   by how much the clocks of issuer and server may differ (30)
      --tenant ORG/APP       a tenant of user attributes to serve; repeatable (all); the first one also gets the records of
                             an earlier release, which kept one tenant
      --origin URL           an origin of web pages that may use the server, such as https://app.example; repeatable
      --connections N        the maximum number of connections (10000)
      --user-sockets N       the maximum number of WebSockets of a user, and so of a user's open rooms (100)
      --requests N           the maximum number of requests per second of a user (100)
      --log LEVEL            the least important lines of the log: debug, info, warning or error (info)

    token
      --user ID              the user
      --scope WORDS          what the token permits, such as "rooms/lesson:read channels:write users:write"
                             (rooms:write channels:write calls:write)
      --tenant ORG/APP       the only tenant whose user attributes the token opens (all tenants)
      --issuer ISS           the claim iss (none)
      --audience AUD         the claim aud (none)
      --hours N              how long the token is valid (24)

    The log, one JSON object per line, goes to standard error. GET /health and GET /ready need no token,
    GET /metrics needs none on this machine.
    """
}

/// A mistake on the command line.
public struct ServerCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}

/// Reads options and their values.
struct OptionReader {
  var rest: [String]

  init(_ arguments: [String]) { rest = arguments }

  /// Returns the next option; nil at the end.
  mutating func next() throws(ServerCommandError) -> String? {
    guard let first = rest.first else { return nil }
    guard first.hasPrefix("--") else {
      throw ServerCommandError(description: "expected an option, found '\(first)'; see collaboration-server help")
    }
    rest.removeFirst()
    return first
  }

  mutating func value(of option: String) throws(ServerCommandError) -> String {
    guard let value = rest.first, !value.hasPrefix("--") else {
      throw ServerCommandError(description: "expected a value after \(option)")
    }
    rest.removeFirst()
    return value
  }

  mutating func number(of option: String, in range: ClosedRange<Int>) throws(ServerCommandError) -> Int {
    let text = try value(of: option)
    guard let number = Int(text), range.contains(number) else {
      throw ServerCommandError(
        description:
          "expected a number from \(range.lowerBound) to \(range.upperBound) after \(option), found '\(text)'")
    }
    return number
  }

  func unknown(_ option: String) -> ServerCommandError {
    ServerCommandError(description: "there is no option \(option); see collaboration-server help")
  }
}
