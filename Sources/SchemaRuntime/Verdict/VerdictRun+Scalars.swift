// MARK: - Strings

extension VerdictRun {
  /// Bytes of the pool.
  @inline(__always)
  func text(_ start: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pool + start, count: count)
  }

  /// Whether a string has the text of a word.
  @inline(__always)
  func hasText(_ word: Tables.Word, _ node: JSONNode) -> Bool {
    if node.kind == .escapedString { return node.equals(text(Int(word.start), Int(word.count))) }
    guard node.field == Int(word.count) else { return false }
    return key(node).equals(word, in: pool)
  }

  /// A string that has no escapes, for comparisons with words.
  @inline(__always)
  func key(_ node: JSONNode) -> VerdictKey {
    VerdictKey(node.bytes + node.contentOffset, node.field, safeEnd: safeEnd)
  }

  @inline(__always)
  func hasLength(_ least: Int, _ most: Int, _ node: JSONNode) -> Bool {
    let count = node.field
    // No string has more scalars than bytes, and one that has a byte has a scalar.
    if count <= most, node.kind == .asciiString ? count >= least : least < 2 && count >= least { return true }
    return hasScalars(least, most, node)
  }

  @inline(never)
  private func hasScalars(_ least: Int, _ most: Int, _ node: JSONNode) -> Bool {
    let count = node.scalarCount
    return count >= least && count <= most
  }

  func hasUTF8Length(_ least: Int, _ most: Int, _ node: JSONNode) -> Bool {
    let count = node.utf8Count
    return count >= least && count <= most
  }

  /// Whether the automaton at an address accepts a string.
  @inline(__always)
  func matches(_ address: Int, _ node: JSONNode) -> Bool {
    if node.kind == .escapedString { return matchesUnescaped(address, node) }
    return PatternAutomaton(unownedAt: address)?.matches(node.text) ?? false
  }

  @inline(never)
  private func matchesUnescaped(_ address: Int, _ node: JSONNode) -> Bool {
    node.withUTF8 { PatternAutomaton(unownedAt: address)?.matches($0) ?? false }
  }

  func isWord(_ step: Tables.Step, _ node: JSONNode) -> Bool {
    if node.kind == .escapedString { return node.withUTF8 { isWord(step, VerdictKey($0)) } }
    return isWord(step, key(node))
  }

  private func isWord(_ step: Tables.Step, _ key: VerdictKey) -> Bool {
    let words = layout.pointee.words + step.first
    var (start, end) = (0, step.second)
    while end &- start > Program.longestSearch {
      let middle = (start &+ end) / 2
      if key.isLess(than: words[middle], in: pool) { end = middle } else { start = middle }
    }
    while start < end {
      if key.equals(words[start], in: pool) { return true }
      start &+= 1
    }
    return false
  }

  func hasFormat(_ format: Int, _ node: JSONNode) -> Bool {
    guard let format = Format(rawValue: UInt8(truncatingIfNeeded: format)) else { return true }
    return node.withUTF8 { format.isValid($0) }
  }

  /// The content is a text of its own, with nodes of its own.
  func content(_ place: Int, _ node: JSONNode) -> Bool {
    guard case .content(let encoding, let mediaType, let schema) = tables.program.steps[place].instruction else {
      return true
    }
    guard let content = node.withUTF8({ text in encoding.map { $0.decode(text) } ?? Array(text) }) else { return false }
    guard let mediaType else { return true }
    return content.withUnsafeBufferPointer { content in
      guard mediaType.isValid(content) else { return false }
      var reader = JSONReader()
      guard schema >= 0, let root = try? reader.read(content) else { return true }
      var run = VerdictRun(tables, root, checksNames: true)
      return run.isValid(root, schema)
    }
  }
}

// MARK: - Numbers

extension VerdictRun {
  @inline(__always)
  func isWithin(_ range: UnsafePointer<Tables.Range>, _ node: JSONNode) -> Bool {
    let text = node.text
    // Eighteen digits fit a word.
    if node.kind == .integer, text.count < 18 {
      let value = NumberText.int(text) ?? 0
      return value >= range.pointee.least && value <= range.pointee.greatest
    }
    return isWithin(range.pointee, text)
  }

  @inline(never)
  private func isWithin(_ range: Tables.Range, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if let lower = range.lower {
      let order = NumberText.compare(text, toInt64: Int64(lower))
      if order < 0 || order == 0 && range.isLowerExclusive { return false }
    }
    if let upper = range.upper {
      let order = NumberText.compare(text, toInt64: Int64(upper))
      if order > 0 || order == 0 && range.isUpperExclusive { return false }
    }
    return true
  }

  func isWithinBound(_ step: Tables.Step, _ node: JSONNode) -> Bool {
    let order = NumberText.compare(node.text, text(step.first, step.second))
    return switch Tables.Bound(rawValue: step.schema) {
    case .maximum: order <= 0
    case .exclusiveMaximum: order < 0
    case .minimum: order >= 0
    case .exclusiveMinimum: order > 0
    case nil: true
    }
  }

  func isNumber(_ step: Tables.Step, _ node: JSONNode) -> Bool {
    for place in step.first..<step.first + step.second {
      let word = layout.pointee.words[place]
      if NumberText.compare(node.text, text(Int(word.start), Int(word.count))) == 0 { return true }
    }
    return false
  }
}
