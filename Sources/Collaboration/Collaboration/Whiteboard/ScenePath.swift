/// The path of a scene or a folder of scenes: "/" and the names along it.
struct ScenePath: Hashable, Sendable {
  static let root = ScenePath(names: [])

  /// The names from the root on; empty for the root itself.
  let names: [String]

  private init(names: [String]) { self.names = names }

  /// Parses a path.
  /// - Throws: ``WhiteboardFailure/illegalScenePath(_:)`` if it does not begin with "/" or a part of it is empty.
  init(_ text: String) throws(WhiteboardFailure) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "/") else { throw .illegalScenePath(text) }
    if bytes.count == 1 {
      self = .root
      return
    }
    // By scalars, because a "/" and a following combining mark would be one Character.
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.allSatisfy({ !$0.isEmpty }) else { throw .illegalScenePath(text) }
    names = parts.map { String($0) }
  }

  /// Returns the path of a scene or folder within this one.
  /// - Throws: ``WhiteboardFailure/illegalScenePath(_:)`` if the name is empty or contains a "/".
  func appending(_ name: String) throws(WhiteboardFailure) -> ScenePath {
    let isPart = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/"))
    guard isPart else { throw .illegalScenePath(name) }
    return ScenePath(names: names + [name])
  }

  var parent: ScenePath { ScenePath(names: names.dropLast()) }
  var text: String { "/" + names.joined(separator: "/") }

  /// Whether the path equals another one or lies within it.
  func isWithin(_ other: ScenePath) -> Bool { names.starts(with: other.names) }
}
