import Foundation
import SchemaRuntime
import Synchronization

/// Writes one JSON object per line. Tokens, header fields and bodies are never among its members.
public final class ServerLog: Sendable {
  public enum Level: String, Comparable, Sendable, CaseIterable {
    case debug, info, warning, error

    public static func < (a: Level, b: Level) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  private let level: Level
  private let write: @Sendable ([UInt8]) -> Void

  /// - Parameter level: the least important level that is written.
  /// - Parameter write: writes a line; nil for standard error.
  public init(level: Level = .info, write: (@Sendable ([UInt8]) -> Void)? = nil) {
    self.level = level
    // A log that cannot be written does not end the server.
    self.write = write ?? { try? FileHandle.standardError.write(contentsOf: Data($0)) }
  }

  func write(_ level: Level, _ event: String, _ members: JSONObject = [:]) {
    guard level >= self.level else { return }
    var object: JSONObject = [
      "time": .string(Date().ISO8601Format(.init(includingFractionalSeconds: true))), "level": .string(level.rawValue),
      "event": .string(event),
    ]
    for (name, value) in members { object[name] = value }
    write(JSONValue.object(object).json() + [UInt8(ascii: "\n")])
  }
}
