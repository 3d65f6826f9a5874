/// The branch of a choice to which a value goes if several accept it: the one that declares most of the object's own
/// members; of those that declare equally many, the one that declares most of its members' members; then the first.
///
/// For an array, the members of its elements count.
@_spi(Generated) public struct BestBranch {
  /// The index of the branch; -1 while there is none.
  public private(set) var index = -1
  private var count = (-1, 0)
  private var offered = (0, 0)

  public init() {}

  /// Whether a branch declares more of the members than the best one so far; only then its validator matters.
  ///
  /// - Parameter names: the names that the branch declares and some others do not.
  public mutating func isBetter(_ json: UnsafeJSONNode, _ names: BranchNames? = nil) -> Bool {
    offered = names?.count(in: json) ?? (0, 0)
    return offered > count
  }

  /// Chooses the branch that is better, because it accepts the value.
  public mutating func choose(_ index: Int) {
    self.index = index
    count = offered
  }
}

/// The names that a branch of a choice declares and some others do not.
@_spi(Generated) public struct BranchNames: Sendable {
  private let own: TextTable
  private let shared: TextTable
  /// The names in the objects of each shared member.
  private let inner: [TextTable]

  /// Creates names.
  ///
  /// - Parameters:
  ///   - own: the members that some other branches do not declare.
  ///   - members: members that others declare as well, with the names of only this one in their objects.
  public init(_ own: TextTable = [], members: KeyValuePairs<StaticString, TextTable> = [:]) {
    self.own = own
    shared = TextTable(members.map(\.key))
    inner = members.map(\.value)
  }

  /// Returns how many members of an object, or of an array's elements, are among the names, and how many of their
  /// members.
  fileprivate func count(in json: UnsafeJSONNode) -> (Int, Int) {
    var count = (0, 0)
    for object in Self.objects(in: json) {
      for (name, value) in object.members {
        if own.contains(name) { count.0 += 1 }
        guard let names = inner.isEmpty ? nil : shared.index(of: name), names >= 0 else { continue }
        for object in Self.objects(in: value) {
          for (name, _) in object.members where inner[names].contains(name) { count.1 += 1 }
        }
      }
    }
    return count
  }

  private static func objects(in json: UnsafeJSONNode) -> [UnsafeJSONNode] {
    json.isObject ? [json] : json.isArray ? json.elements.filter(\.isObject) : []
  }
}
