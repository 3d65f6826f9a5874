/// The titles and descriptions of schemas, as phrases. What stands between grave accents is code.
enum Prose {
  /// The paragraphs of a description: every line that is not blank.
  static func paragraphs(_ text: String) -> [Phrase] {
    VisibleText.of(text).split(separator: "\n").map(trimmed).filter { !$0.isEmpty }.map { phrase($0) }
  }

  /// The first sentence of a description; of one that has no end, all of its first paragraph.
  static func summary(_ text: String?) -> Phrase {
    guard let text else { return Phrase() }
    let lines = VisibleText.of(text).split(separator: "\n").map(trimmed)
    guard let line = lines.first(where: { !$0.isEmpty }) else { return Phrase() }
    return phrase(sentence(of: line))
  }

  /// Up to the first full stop, question or exclamation mark before white space and what may begin a sentence.
  private static func sentence(of line: Substring) -> Substring {
    var isCode = false
    var index = line.startIndex
    while index < line.endIndex {
      let character = line[index]
      let next = line.index(after: index)
      if character == "`" { isCode.toggle() }
      if !isCode, ".!?".contains(character), next < line.endIndex, line[next].isWhitespace {
        let rest = line[next...].drop(while: \.isWhitespace)
        if let first = rest.first, !first.isLowercase { return line[..<next] }
      }
      index = next
    }
    return line
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line.drop(while: \.isWhitespace)
    while let last = line.last, last.isWhitespace { line.removeLast() }
    return line
  }

  /// Text and code spans: a run of grave accents opens code that the next run of the same length ends.
  static func phrase(_ line: Substring) -> Phrase {
    let characters = Array(line)
    var phrase = Phrase()
    var text = ""
    var place = 0
    while place < characters.count {
      guard characters[place] == "`" else {
        text.append(characters[place])
        place += 1
        continue
      }
      let length = characters[place...].prefix { $0 == "`" }.count
      let start = place + length
      if let end = closing(characters, from: start, length: length) {
        phrase.append(.text(text))
        text = ""
        phrase.append(.code(code(characters[start..<end])))
        place = end + length
      } else {
        text += String(repeating: "`", count: length)
        place = start
      }
    }
    phrase.append(.text(text))
    return phrase
  }

  private static func closing(_ characters: [Character], from start: Int, length: Int) -> Int? {
    var place = start
    while place < characters.count {
      let run = characters[place...].prefix { $0 == "`" }.count
      if run == length { return place }
      place += max(run, 1)
    }
    return nil
  }

  /// One space at both ends only keeps grave accents apart.
  private static func code(_ characters: ArraySlice<Character>) -> String {
    let isPadded = characters.count > 2 && characters.first == " " && characters.last == " "
    return String(isPadded ? characters.dropFirst().dropLast() : characters)
  }
}
