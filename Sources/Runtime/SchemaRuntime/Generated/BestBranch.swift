/// The branch of a choice to which a value goes if several accept it: the one that declares most of the object's own
/// members, and of those that declare equally many, the first one.
@_spi(Generated) public struct BestBranch {
  /// The index of the branch; -1 while there is none.
  public private(set) var index = -1
  private var count = -1
  private var offered = 0

  public init() {}

  /// Whether a branch declares more of the members than the best one so far; only then its validator matters.
  ///
  /// - Parameter names: the names that the branch declares and some others do not.
  public mutating func isBetter(_ json: UnsafeJSONNode, _ names: TextTable? = nil) -> Bool {
    offered = 0
    if let names, json.isObject {
      for (name, _) in json.members where names.contains(name) { offered += 1 }
    }
    return offered > count
  }

  /// Chooses the branch that is better, because it accepts the value.
  public mutating func choose(_ index: Int) {
    self.index = index
    count = offered
  }
}
