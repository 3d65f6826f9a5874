import SchemaAnalysis
import SchemaRuntime

/// What somebody may have meant by an unknown name.
package struct Suggestions: Hashable, CustomStringConvertible {
  private let nearest: [String]
  private let all: [String]

  /// How many guesses a message lists, and how many names if there is no guess.
  private static let maximumGuessCount = 3
  private static let longestList = 5

  /// A guess that is certain enough to leave out everything else.
  package init(_ guess: String) {
    nearest = [guess]
    all = []
  }

  /// - Parameters:
  ///   - limit: the number of edits up to which a spelling is similar.
  ///   - isAlike: finds better guesses than a similar spelling.
  package init(
    for word: String, among names: [String], limit: Int = 2, isAlike: (String) -> Bool = { _ in false }
  ) {
    all = names
    var rest = names
    var nearest: [String] = []
    for name in names.filter(isAlike).prefix(Self.maximumGuessCount) { nearest.append(name) }
    rest.removeAll(where: nearest.contains)
    while nearest.count < Self.maximumGuessCount, let name = Spelling.nearest(to: word, among: rest, limit: limit) {
      nearest.append(name)
      rest.removeAll { $0 == name }
    }
    self.nearest = nearest
  }

  /// The end of a message: `; did you mean 'a' or 'b'?`, or the names themselves if none is similar.
  package var description: String {
    if !nearest.isEmpty {
      let quoted = nearest.map { "'\($0)'" }
      let list = quoted.dropLast().joined(separator: ", ") + (quoted.count > 1 ? " or " : "") + quoted[quoted.count - 1]
      return "; did you mean \(list)?"
    }
    guard !all.isEmpty else { return "" }
    let others = all.count - Self.longestList
    let list = all.prefix(others > 1 ? Self.longestList : all.count).joined(separator: ", ")
    return "; there are \(list)" + (others > 1 ? " and \(others) others" : "")
  }
}
