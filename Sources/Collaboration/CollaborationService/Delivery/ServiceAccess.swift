import Collaboration

/// What a user may do with the rooms, the channels or the calls of a service, as the user's token says.
///
///     var access = ServiceAccess(all: .read)
///     access.grant(.write, to: "lesson")
///     access.level(of: "lesson")             // write
public struct ServiceAccess: Hashable, Sendable {
  /// What is permitted; each level includes those before it.
  public enum Level: Int, Comparable, Sendable {
    case none, read, write, administer

    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// The level for every id.
  public let all: Level
  private var named: [String: Level] = [:]

  /// - Parameter all: the level for every id.
  public init(all: Level) { self.all = all }

  /// Everything.
  public static let unlimited = ServiceAccess(all: .administer)

  /// Grants a level, in addition to what is granted already.
  public mutating func grant(_ level: Level, to id: String) { named[id] = max(level, named[id] ?? .none) }

  /// The level for an id.
  public func level(of id: String) -> Level { max(all, named[id] ?? .none) }
}
