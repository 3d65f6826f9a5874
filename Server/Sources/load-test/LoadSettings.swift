import CollaborationServer
import Foundation

/// The options of a load test, each `--name value`.
struct LoadSettings: Sendable {
  var url = "ws://127.0.0.1:8080"
  var clients = 2_000
  var rooms = 200
  var seconds = 600.0
  /// The changes per second of all clients together.
  var rate = 200.0
  /// After how many seconds a client's connection breaks, on average; 0 for never.
  var breaking = 120.0
  /// Where the clients' logs are written.
  var logs = FileManager.default.currentDirectoryPath
  var key = ""

  struct Mistake: Error, CustomStringConvertible { let description: String }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Mistake(description: "expected a value after \(name)") }
      let number = Double(value)
      switch (name, number) {
      case ("--url", _): url = value
      case ("--logs", _): logs = value
      case ("--key", _): key = value
      case ("--clients", let number?): clients = Int(number)
      case ("--rooms", let number?): rooms = Int(number)
      case ("--seconds", let number?): seconds = number
      case ("--rate", let number?): rate = number
      case ("--breaking", let number?): breaking = number
      default: throw Mistake(description: "unexpected \(name) \(value)")
      }
    }
    guard clients > 0, rooms > 0, rate > 0 else { throw Mistake(description: "expected positive numbers") }
  }

  /// - Throws: if the key cannot be read.
  func signer() throws -> TokenSigner {
    guard let data = FileManager.default.contents(atPath: key), let signer = TokenSigner(key: Array(data)) else {
      throw Mistake(description: "\(key): expected a key of at least \(AccessTokens.minimumKeyBytes) bytes")
    }
    return signer
  }
}
