// Determines which white space of a template belongs to the output.
//
// A tag that is alone on its line removes the line: the white space before it and the line ending after it. So white
// space at the beginning of a line is held back (`blankSince`) until the next tag determines its treatment:
//
//     "a\n  {{#b}}\n"   the section is alone: "  " and "\n" are dropped
//     "a\n  {{b}}\n"    variables do not remove the line: "  " is text
//
// The beginning of each remaining line is marked (`needsStart`), because the renderer inserts the indentation of a
// partial there. Inside a block, the common indentation of its content (`margin`) is removed from every line first; a
// line that begins further left records the missing characters (`outdent`).

/// The parser's state within the current line.
struct LineState {
  /// Whether the next byte is the first of a line.
  var isAtStart = true
  /// The offset of the line's first byte.
  var start = 0
  /// The start of the white space after the margin, as long as the line contains nothing else.
  var blankSince: Int?
  /// Whether nothing of this line has been emitted.
  var needsStart = false
  /// How many characters of the margin the line lacks.
  var outdent = 0
}

extension TemplateParser {
  /// Whether the parser is directly inside a parent, where only blocks count and text is ignored.
  var isInParent: Bool {
    if case .parent = openTags.last?.node { true } else { false }
  }

  /// Reads the literal text up to the next tag or the end of the template.
  mutating func readText(upTo end: Int) {
    while cursor < end {
      beginLine(limit: end)
      let start = line.blankSince ?? cursor
      var index = cursor
      var isBlankSoFar = line.blankSince != nil
      while index < end, bytes[index] != UInt8(ascii: "\n") {
        isBlankSoFar = isBlankSoFar && isBlank(bytes[index])
        index += 1
      }
      if index < end {
        keepText(start..<index + 1)
        startLine(at: index + 1)
      } else if isBlankSoFar, end < bytes.count {
        cursor = end
      } else {
        keepText(start..<end)
        cursor = end
      }
    }
  }

  /// Skips the margin if the cursor is at the beginning of a line.
  mutating func beginLine(limit: Int) {
    guard line.isAtStart else {
      return
    }
    let start = cursor
    cursor = removingMargin(from: cursor..<limit).lowerBound
    let outdent = margin.count - (cursor - start)
    line = LineState(isAtStart: false, start: start, blankSince: cursor, needsStart: true, outdent: outdent)
  }

  /// Continues at the first byte of a line.
  mutating func startLine(at offset: Int) {
    cursor = offset
    line = LineState(isAtStart: true, start: offset)
  }

  /// Continues after a tag on the same line.
  mutating func moveCursor(past tag: Tag) {
    cursor = tag.range.upperBound
    line.blankSince = nil
    line.needsStart = false
  }

  /// The content after the margin of a range at the beginning of a line.
  func marginedText(_ range: Range<Int>) -> MarginedText {
    let rest = removingMargin(from: range)
    return MarginedText(text: string(rest), outdent: margin.count - (range.count - rest.count))
  }

  private func removingMargin(from range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    for index in margin {
      guard start < range.upperBound, bytes[start] == bytes[index] else {
        break
      }
      start += 1
    }
    return start..<range.upperBound
  }

  /// The indentation of the first line with content at or after `start`; nil if an end tag comes first.
  func contentMargin(at start: Int) -> Range<Int>? {
    var lineStart = start
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        lineStart = index + 1
      } else if !isBlank(bytes[index]), bytes[index] != UInt8(ascii: "\r") {
        return isEndTag(at: index) ? nil : lineStart..<index
      }
      index += 1
    }
    return nil
  }

  private func isEndTag(at start: Int) -> Bool {
    guard matches(delimiters.open, at: start) else {
      return false
    }
    var index = start + delimiters.open.count
    while index < bytes.count, isBlank(bytes[index]) {
      index += 1
    }
    return index < bytes.count && bytes[index] == UInt8(ascii: "/")
  }

  func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

// MARK: - Tags alone on their lines

extension TemplateParser {
  /// Skips the tag, and its complete line if nothing else is on it. Returns whether it did.
  @discardableResult
  mutating func skipLineIfAlone(_ tag: Tag) -> Bool {
    guard line.blankSince != nil, let nextLine = nextLine(after: tag) else {
      keepLeading(before: tag)
      return false
    }
    flushText()
    startLine(at: nextLine)
    return true
  }

  /// Emits the content of the line before a tag that does not remove the line, and skips the tag.
  mutating func keepLeading(before tag: Tag) {
    if let start = line.blankSince, start < tag.range.lowerBound {
      keepText(start..<tag.range.lowerBound)
    } else if line.needsStart {
      keepText(tag.range.lowerBound..<tag.range.lowerBound)
    }
    flushText()
    moveCursor(past: tag)
  }

  /// The white space between the beginning of the line and the tag, if there is nothing else.
  func leading(before tag: Tag) -> MarginedText? {
    line.blankSince.map { MarginedText(text: string($0..<tag.range.lowerBound), outdent: line.outdent) }
  }

  /// The beginning of the line after the tag's, if only white space is in between.
  func nextLine(after tag: Tag) -> Int? {
    var index = tag.range.upperBound
    while index < bytes.count, isBlank(bytes[index]) {
      index += 1
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "\r") {
      index += 1
      // A lone carriage return does not end a line.
      guard index < bytes.count else {
        return nil
      }
    }
    guard index < bytes.count else {
      return index
    }
    return bytes[index] == UInt8(ascii: "\n") ? index + 1 : nil
  }

  /// Makes the pending text a node.
  mutating func flushText() {
    if !text.lines.isEmpty {
      nodes.append(.text(TextNode(text)))
      text = TextLines()
    }
  }

  /// Adds a line, or the rest or beginning of one, to the text.
  private mutating func keepText(_ range: Range<Int>) {
    if !isInParent {
      if text.lines.isEmpty {
        text.startsLine = line.needsStart
      }
      text.lines.append(MarginedText(text: string(range), outdent: line.outdent))
    }
    line.needsStart = false
    line.blankSince = nil
  }
}
