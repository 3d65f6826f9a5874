/// The words from which a type's name is derived: the members on the path to it.
struct NameHint: Sendable, Hashable {
  /// From the outermost to the innermost, which is the best name.
  private(set) var parts: [[String]]

  init(_ title: String) { parts = [Self.words(of: title)] }

  private init(parts: [[String]]) { self.parts = parts }

  /// Returns the hint for a member.
  func member(_ name: String) -> NameHint { NameHint(parts: parts + [Self.words(of: name)]) }

  /// Returns the hint for a branch of a choice, named by its tag.
  func branch(_ tag: String) -> NameHint { member(tag) }

  /// The hint for an element of an array or a value of a map.
  var element: NameHint {
    guard var last = parts.last, let word = last.last else { return self }
    if let singular = Self.singular(of: word) {
      last[last.count - 1] = singular
    } else {
      last.append("item")
    }
    return NameHint(parts: parts.dropLast() + [last])
  }

  /// Returns the last `count` parts as a name: `roomMember`.
  func name(_ count: Int) -> String {
    let words = parts.suffix(count).flatMap { $0 }
    let name = words.enumerated().map { $0.offset == 0 ? $0.element : Self.capitalized($0.element) }.joined()
    return name.isEmpty ? "value" : name
  }

  /// The last part as a title: `Room Member`.
  var title: String {
    let title = (parts.last ?? []).map(Self.capitalized).joined(separator: " ")
    return title.isEmpty ? "Value" : title
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Returns the words of a name in lower case: `roomMembers`, `room-members` and `ROOM_MEMBERS` give the same words.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var last: Character?
    for character in name {
      let isPart = character.isLetter || character.isNumber
      if !isPart || character.isUppercase && last.map({ $0.isLowercase || $0.isNumber }) == true {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word += character.lowercased() }
      last = character
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Returns the singular of an English plural; nil for a word that does not look like one.
  private static func singular(of word: String) -> String? {
    guard word.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us") else { return nil }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    for ending in ["ches", "shes", "sses", "xes"] where word.hasSuffix(ending) { return String(word.dropLast(2)) }
    return String(word.dropLast())
  }
}
