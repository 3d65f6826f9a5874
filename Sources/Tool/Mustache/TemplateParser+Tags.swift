/// The delimiters of tags: `{{` and `}}` unless changed by a set delimiter tag.
struct Delimiters {
  /// A limit that keeps the search for delimiters linear in the length of the template.
  static let lengthLimit = 16

  var open = Array("{{".utf8)
  var close = Array("}}".utf8)
}

/// One tag in the source, for example `{{# people }}`.
struct Tag {
  enum Kind {
    case variable, unescapedVariable, section, invertedSection, end
    case partial, parent, block, comment, delimiters
  }

  let kind: Kind
  /// The text between the sigil and the closing delimiter, without surrounding white space.
  let content: String
  /// The range of bytes of the tag, including its delimiters.
  let range: Range<Int>
  let position: TemplatePosition
}

extension TemplateParser {
  /// Reads the tag whose opening delimiter is at `start`.
  mutating func readTag(at start: Int) throws(TemplateError) -> Tag {
    let position = positions.position(of: start, in: bytes)
    var closing = delimiters.close
    var contentStart = start + delimiters.open.count
    while contentStart < bytes.count, isSpace(bytes[contentStart]) {
      contentStart += 1
    }
    var kind = Tag.Kind.variable
    if contentStart < bytes.count, !matches(closing, at: contentStart), let marked = tagKind(bytes[contentStart]) {
      if let closingSigil = closingSigil(bytes[contentStart]) {
        closing.insert(closingSigil, at: 0)
      }
      kind = marked
      contentStart += 1
    }
    guard let contentEnd = find(closing, from: contentStart) else {
      throw failure(.unclosedTag(expected: String(decoding: closing, as: UTF8.self)), at: position)
    }
    let content = kind == .comment ? "" : string(trimmed(contentStart..<contentEnd))
    return Tag(kind: kind, content: content, range: start..<contentEnd + closing.count, position: position)
  }

  private func tagKind(_ sigil: UInt8) -> Tag.Kind? {
    switch sigil {
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .invertedSection
    case UInt8(ascii: "/"): .end
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "<"): .parent
    case UInt8(ascii: "$"): .block
    case UInt8(ascii: "!"): .comment
    case UInt8(ascii: "="): .delimiters
    case UInt8(ascii: "{"), UInt8(ascii: "&"): .unescapedVariable
    default: nil
    }
  }

  /// The character required before the closing delimiter, for tags that are marked at both ends.
  private func closingSigil(_ sigil: UInt8) -> UInt8? {
    switch sigil {
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "="): UInt8(ascii: "=")
    default: nil
    }
  }
}

// MARK: - Names

extension TemplateParser {
  /// The name in a tag, including a dynamic name's asterisk directly before it.
  func name(_ tag: Tag) throws(TemplateError) -> String {
    if let key = dynamicName(tag) {
      return "*" + (try checkedName(key, at: tag.position))
    }
    return try checkedName(tag.content, at: tag.position)
  }

  /// The key of a dotted name, recorded as referenced.
  mutating func key(_ text: String, at position: TemplatePosition) throws(TemplateError) -> TemplateKey {
    let name = try checkedName(text, at: position)
    guard name != "." else {
      return TemplateKey(name: name, parts: [], position: position)
    }
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String($0) ?? "" }
    guard !parts.contains("") else {
      throw failure(.invalidName(name), at: position)
    }
    keys.append(Template.Reference(name: name, line: position.line, column: position.column))
    return TemplateKey(name: name, parts: parts, position: position)
  }

  /// The name in a partial or parent tag, recorded as referenced.
  mutating func reference(_ tag: Tag) throws(TemplateError) -> PartialName {
    if let name = dynamicName(tag) {
      return .key(try key(name, at: tag.position))
    }
    let name = try checkedName(tag.content, at: tag.position)
    partials.append(Template.Reference(name: name, line: tag.position.line, column: tag.position.column))
    return .template(name, tag.position)
  }

  /// The two delimiters in a set delimiter tag.
  func delimiters(_ tag: Tag) throws(TemplateError) -> Delimiters {
    let parts = tag.content.utf8.split(whereSeparator: isSpace).map { Array($0) }
    guard parts.count == 2,
      parts.allSatisfy({ $0.count <= Delimiters.lengthLimit && !$0.contains(UInt8(ascii: "=")) })
    else {
      throw failure(.invalidDelimiters(tag.content), at: tag.position)
    }
    return Delimiters(open: parts[0], close: parts[1])
  }

  private func dynamicName(_ tag: Tag) -> String? {
    guard tag.kind != .block, tag.content.utf8.first == UInt8(ascii: "*") else {
      return nil
    }
    return String(tag.content.unicodeScalars.dropFirst().drop { $0.isASCII && isSpace(UInt8(ascii: $0)) })
  }

  private func checkedName(_ text: String, at position: TemplatePosition) throws(TemplateError) -> String {
    guard !text.isEmpty else {
      throw failure(.emptyTag, at: position)
    }
    guard !text.utf8.contains(where: isSpace) else {
      throw failure(.invalidName(text), at: position)
    }
    return text
  }
}

// MARK: - Bytes

extension TemplateParser {
  /// The first offset at or after `start` with `token`.
  func find(_ token: [UInt8], from start: Int) -> Int? {
    guard let first = token.first else {
      return nil
    }
    var index = start
    while index + token.count <= bytes.count {
      if bytes[index] == first, matches(token, at: index) {
        return index
      }
      index += 1
    }
    return nil
  }

  func matches(_ token: [UInt8], at start: Int) -> Bool {
    guard start + token.count <= bytes.count else {
      return false
    }
    for offset in token.indices where bytes[start + offset] != token[offset] {
      return false
    }
    return true
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isSpace(bytes[start]) {
      start += 1
    }
    while start < end, isSpace(bytes[end - 1]) {
      end -= 1
    }
    return start..<end
  }

  /// Whether a byte is white space inside a tag.
  private func isSpace(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
