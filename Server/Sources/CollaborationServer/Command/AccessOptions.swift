import Foundation

/// The options that say which tokens are accepted.
struct AccessOptions: Sendable {
  static let names: Set = ["--token-key", "--jwks", "--issuer", "--audience", "--clock-skew"]

  private var secrets: [[UInt8]] = []
  private var file: String?
  private var expectations = AccessTokens.Expectations()

  init() { expectations.clockSkew = 30 }

  /// Reads the value of an option.
  mutating func read(_ option: String, _ arguments: inout OptionReader) throws(ServerCommandError) {
    switch option {
    case "--token-key": secrets.append(try Self.secret(try arguments.value(of: option)))
    case "--jwks":
      guard file == nil else { throw ServerCommandError(description: "expected --jwks once, found it twice") }
      file = try arguments.value(of: option)
    case "--issuer": expectations.issuers.insert(try arguments.value(of: option))
    case "--audience": expectations.audiences.insert(try arguments.value(of: option))
    case "--clock-skew": expectations.clockSkew = Double(try arguments.number(of: option, in: 0...3_600))
    default: throw arguments.unknown(option)
    }
  }

  /// Returns what verifies tokens; nil if there are no keys.
  /// - Parameter report: receives why a changed file of keys cannot be used.
  func tokens(
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(ServerCommandError) -> AccessTokens? {
    guard !secrets.isEmpty || file != nil else {
      guard expectations.issuers.isEmpty, expectations.audiences.isEmpty else {
        throw ServerCommandError(description: "expected --token-key or --jwks with --issuer and --audience, found none")
      }
      return nil
    }
    var keys: KeyFile?
    if let file {
      // The keys of a large issuer sign tokens of all its customers.
      guard !expectations.issuers.isEmpty else {
        throw ServerCommandError(description: "expected --issuer with --jwks: the claim iss of its tokens")
      }
      do { keys = try KeyFile(file, report: report) } catch {
        throw ServerCommandError(description: error.description)
      }
    }
    return AccessTokens(keys: secrets, file: keys, expecting: expectations)
  }

  /// Reads a secret from a file, without a line break at its end.
  static func secret(_ path: String) throws(ServerCommandError) -> [UInt8] {
    guard var data = FileManager.default.contents(atPath: path) else {
      throw ServerCommandError(description: "\(path): the key cannot be read")
    }
    while data.last == UInt8(ascii: "\n") { data.removeLast() }
    guard data.count >= AccessTokens.minimumKeyBytes else {
      throw ServerCommandError(
        description: "\(path): expected a key of at least \(AccessTokens.minimumKeyBytes) bytes, found \(data.count)")
    }
    return Array(data)
  }
}
