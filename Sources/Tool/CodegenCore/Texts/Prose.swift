/// Reads lines of descriptions. Text between backticks is code.
package enum Prose {
  /// Returns the text up to the first full stop, question mark or exclamation mark that is followed by white space
  /// and the likely start of a sentence.
  package static func sentence(of line: Substring) -> Substring {
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

  /// Splits a line into text and code spans: a run of backticks opens code that the next run of the same length
  /// closes.
  package static func phrase(_ line: Substring) -> Phrase {
    let characters = Array(line)
    var phrase = Phrase()
    var text = ""
    var index = 0
    while index < characters.count {
      guard characters[index] == "`" else {
        text.append(characters[index])
        index += 1
        continue
      }
      let length = characters[index...].prefix { $0 == "`" }.count
      let start = index + length
      if let end = closing(characters, from: start, length: length) {
        phrase.append(.text(text))
        text = ""
        phrase.append(.code(code(characters[start..<end])))
        index = end + length
      } else {
        text += String(repeating: "`", count: length)
        index = start
      }
    }
    phrase.append(.text(text))
    return phrase
  }

  private static func closing(_ characters: [Character], from start: Int, length: Int) -> Int? {
    var index = start
    while index < characters.count {
      let run = characters[index...].prefix { $0 == "`" }.count
      if run == length { return index }
      index += max(run, 1)
    }
    return nil
  }

  /// Strips the one space at both ends that separates backticks from the fence.
  private static func code(_ characters: ArraySlice<Character>) -> String {
    let isPadded = characters.count > 2 && characters.first == " " && characters.last == " "
    return String(isPadded ? characters.dropFirst().dropLast() : characters)
  }
}
