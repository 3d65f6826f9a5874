/// Converts titles and descriptions of schemas to phrases. Text between backticks is code.
package enum Prose {
  /// Returns the paragraphs of a description. Lines that were broken only because they were long are joined, as in
  /// Markdown.
  package static func paragraphs(_ text: String) -> [Phrase] { lines(text).map { phrase($0[...]).linked } }

  /// The bytes of a description that a page shows.
  private static let limit = 16_000

  private static func shortened(_ text: String) -> String {
    text.utf8.count > limit ? String(text.prefix(limit / 2)) + "…" : text
  }

  /// Returns the first sentence of a description, or its first paragraph if no sentence ends in it.
  package static func summary(_ text: String?) -> Phrase {
    guard let text else { return Phrase() }
    return lines(text).first.map { phrase(sentence(of: $0[...])).linked } ?? Phrase()
  }

  /// Returns the lines that are not blank, each joined with those that continue it.
  private static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var isContinued = false
    for line in VisibleText.of(shortened(text)).split(separator: "\n", omittingEmptySubsequences: false) {
      let words = trimmed(line)
      if words.isEmpty {
        isContinued = false
      } else if isContinued, !startsBlock(words) {
        lines[lines.count - 1] += " " + words
      } else {
        lines.append(String(words))
      }
      isContinued = mayContinue(words)
    }
    return lines
  }

  /// Whether a line begins an element of a list, a heading, a quotation, a row of a table or a code block.
  private static func startsBlock(_ line: Substring) -> Bool {
    let marker = line.prefix { !$0.isWhitespace }
    if ["-", "*", "+", "•", "–"].contains(marker) { return true }
    if ["#", ">", "|", "```", "~~~"].contains(where: marker.hasPrefix) { return true }
    let digits = marker.prefix { $0.isNumber }
    return !digits.isEmpty && [".", ")"].contains(marker.dropFirst(digits.count))
  }

  /// Whether the next line may continue a line: a heading, a row of a table, and a short line that ends a sentence stand
  /// alone.
  private static func mayContinue(_ line: Substring) -> Bool {
    if line.isEmpty || ["#", "|", "```"].contains(where: line.hasPrefix) { return false }
    guard let last = line.last, ".:!?".contains(last) else { return true }
    return line.count >= 60
  }

  /// Returns the text up to the first full stop, question mark or exclamation mark that is followed by white space
  /// and the likely start of a sentence.
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

  /// Splits a line into text and code spans: a run of backticks opens code that the next run of the same length
  /// closes.
  static func phrase(_ line: Substring) -> Phrase {
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
