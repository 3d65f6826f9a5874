import Collaboration
import CollaborationService
import Foundation

/// What a token permits, from its claim `scope`: words such as `rooms:write` and `rooms/lesson:read`.
struct Permissions: Hashable, Sendable {
  /// What words are about.
  enum Resource: String, CaseIterable, Sendable {
    case rooms, channels, calls, users
  }

  /// More words than these are a mistake, and would cost each request time.
  static let maximumWords = 256

  private let access: [Resource: ServiceAccess]

  private init(access: [Resource: ServiceAccess]) { self.access = access }

  /// Everything.
  static let unlimited = Permissions(
    access: Dictionary(uniqueKeysWithValues: Resource.allCases.map { ($0, .unlimited) }))

  /// The permissions of a claim. Words of other services are ignored.
  init(scope: String?) {
    var general: [Resource: ServiceAccess.Level] = [:]
    var named: [(resource: Resource, id: String, level: ServiceAccess.Level)] = []
    for word in (scope ?? "").split(separator: " ").prefix(Self.maximumWords) {
      guard let colon = word.lastIndex(of: ":"), let level = Self.level(word[word.index(after: colon)...]) else {
        continue
      }
      let parts = word[..<colon].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let resource = Resource(rawValue: String(parts[0])) else { continue }
      if parts.count == 1 {
        general[resource] = max(level, general[resource] ?? .none)
      } else if let id = parts[1].removingPercentEncoding, !id.isEmpty {
        named.append((resource, id, level))
      }
    }
    var access: [Resource: ServiceAccess] = [:]
    for resource in Resource.allCases { access[resource] = ServiceAccess(all: general[resource] ?? .none) }
    for (resource, id, level) in named { access[resource]?.grant(level, to: id) }
    self.access = access
  }

  subscript(resource: Resource) -> ServiceAccess { access[resource] ?? ServiceAccess(all: .none) }

  private static func level(_ text: Substring) -> ServiceAccess.Level? {
    switch text {
    case "read": .read
    case "write": .write
    case "administer": .administer
    default: nil
    }
  }
}
