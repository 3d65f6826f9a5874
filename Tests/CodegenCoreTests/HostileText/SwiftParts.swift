/// Divides a Swift file into code, literals and comments: an independent scanner of the language's delimiters, to check
/// that no text left its slot.
struct SwiftParts {
  /// The code with literals as `""` and comments as a space.
  private(set) var code = ""
  /// The contents of comments, one for each line.
  private(set) var comments: [String] = []
  /// The reason why the file is not complete Swift, or contains something that generated code never does.
  private(set) var faults: [String] = []

  private let scalars: [Unicode.Scalar]
  private var offset = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    while offset < scalars.count {
      if looksAt("//") {
        readLineComment()
      } else if looksAt("/*") {
        faults.append("a block comment")
        offset += 2
      } else if let signs = literalStart() {
        readLiteral(signs: signs)
        code += "\"\""
      } else {
        code.unicodeScalars.append(scalars[offset])
        offset += 1
      }
    }
  }

  private func looksAt(_ text: String) -> Bool {
    var index = offset
    for scalar in text.unicodeScalars {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
    }
    return true
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  private mutating func readLineComment() {
    var comment = ""
    while offset < scalars.count, !Self.endsLine(scalars[offset]) {
      comment.unicodeScalars.append(scalars[offset])
      offset += 1
    }
    comments.append(comment)
    code += " "
  }

  /// The number of number signs before a quotation mark here; nil if no literal begins.
  private func literalStart() -> Int? {
    var index = offset
    while index < scalars.count, scalars[index] == "#" { index += 1 }
    return index < scalars.count && scalars[index] == "\"" ? index - offset : nil
  }

  private mutating func readLiteral(signs: Int) {
    offset += signs
    let isLong = looksAt("\"\"\"")
    offset += isLong ? 3 : 1
    let delimiter = String(repeating: "#", count: signs)
    let end = (isLong ? "\"\"\"" : "\"") + delimiter
    while offset < scalars.count {
      if looksAt(end) {
        offset += end.unicodeScalars.count
        return
      }
      if looksAt("\\" + delimiter) {
        if looksAt("\\" + delimiter + "(") { faults.append("an interpolation") }
        offset += 2 + signs
        continue
      }
      if !isLong, Self.endsLine(scalars[offset]) {
        faults.append("a literal without an end")
        return
      }
      offset += 1
    }
    faults.append("a literal without an end")
  }
}
