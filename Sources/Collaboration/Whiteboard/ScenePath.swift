/// The path of a scene or a folder of scenes: "/" and the names on the way to it.
struct ScenePath: Hashable, Sendable {
  static let root = ScenePath(names: [])

  /// The names from the root on; none for the root itself.
  let names: [String]

  private init(names: [String]) { self.names = names }

  /// Reads a path.
  /// - Throws: ``WhiteboardFailure/illegalScenePath(_:)`` when it does not begin with "/" or a part of it is empty.
  init(_ text: String) throws(WhiteboardFailure) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "/") else { throw .illegalScenePath(text) }
    if bytes.count == 1 {
      self = .root
      return
    }
    // By scalars: a combining mark after a "/" would make another Character of it.
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.allSatisfy({ !$0.isEmpty }) else { throw .illegalScenePath(text) }
    names = parts.map { String($0) }
  }

  /// A scene or folder within this one.
  /// - Throws: ``WhiteboardFailure/illegalScenePath(_:)`` when the name is empty or has a "/".
  func appending(_ name: String) throws(WhiteboardFailure) -> ScenePath {
    let isPart = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "/"))
    guard isPart else { throw .illegalScenePath(name) }
    return ScenePath(names: names + [name])
  }

  var parent: ScenePath { ScenePath(names: names.dropLast()) }
  var text: String { "/" + names.joined(separator: "/") }

  /// Whether the path is the other one or leads through it.
  func isWithin(_ other: ScenePath) -> Bool { names.starts(with: other.names) }
}
