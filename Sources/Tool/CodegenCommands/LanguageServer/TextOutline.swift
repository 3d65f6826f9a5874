import SchemaRuntime

/// The values of a document in the order of its text, with their ranges in JSON or YAML as written.
struct TextOutline {
  struct Entry {
    /// The index of the object or array around it; nil for the root.
    let parent: Int?
    /// The member's name, or the element's index.
    let token: String
    /// The range of the name; nil for an element.
    let name: Range<Int>?
    /// Approximate in YAML.
    fileprivate(set) var value: Range<Int>
    let type: JSONType
    /// The text of a string.
    let string: String?

    var start: Int { name?.lowerBound ?? value.lowerBound }
  }

  private(set) var entries: [Entry] = []

  init(_ document: JSONDocument, _ text: EditorText) {
    document.withRoot { add($0, name: nil, token: "", parent: nil, Source(document: document, text: text)) }
  }

  /// Whether a value is another one or inside it, but not in a member with one of some names.
  func isInside(_ entry: Int, _ outer: Int, except names: Set<String> = []) -> Bool {
    var around: Int? = entry
    while let next = around, next > outer {
      if names.contains(entries[next].token) { return false }
      around = entries[next].parent
    }
    return around == outer
  }

  private struct Source {
    let document: JSONDocument
    let text: EditorText

    /// The offset in the text as written.
    func offset(_ node: UnsafeJSONNode) -> Int {
      let offset = document.sourceMap?.position(at: node.offset).offset ?? node.offset
      return max(0, min(offset, text.bytes.count))
    }
  }

  // The reader has limited the depth.
  private mutating func add(
    _ node: UnsafeJSONNode, name: UnsafeJSONNode?, token: String, parent: Int?, _ source: Source
  ) {
    let isYAML = source.document.sourceMap != nil
    let start = source.offset(node)
    let index = entries.count
    let nameRange = name.map { source.text.token(at: source.offset($0), isYAML: isYAML) }
    let isScalar = !node.isObject && !node.isArray
    let own = isScalar || isYAML ? source.text.token(at: start, isYAML: isYAML) : start..<start + 1
    entries.append(
      Entry(
        parent: parent, token: token, name: nameRange, value: own, type: node.type,
        string: node.isString ? node.string : nil))
    if isScalar { return }
    var end = own.upperBound
    func add(_ name: UnsafeJSONNode?, _ value: UnsafeJSONNode, _ token: String) {
      let child = entries.count
      self.add(value, name: name, token: token, parent: index, source)
      end = entries[child].value.upperBound
    }
    for (name, value) in node.members { add(name, value, name.string) }
    for (position, element) in node.elements.enumerated() { add(nil, element, String(position)) }
    // In JSON, only brackets and white space follow the last value.
    let bytes = source.text.bytes
    if !isYAML {
      while end < bytes.count, bytes[end] != UInt8(ascii: "}"), bytes[end] != UInt8(ascii: "]") { end += 1 }
      end = min(end + 1, bytes.count)
    }
    entries[index].value = start..<max(start, end)
  }

  /// The innermost value at an offset, including its name.
  func entry(at offset: Int) -> Int? {
    var index = entries.lastIndex { $0.start <= offset }
    while let candidate = index, max(entries[candidate].value.upperBound, entries[candidate].start) < offset {
      index = entries[candidate].parent
    }
    return index ?? (entries.isEmpty ? nil : 0)
  }

  func pointer(of entry: Int) -> JSONPointer {
    var tokens: [String] = []
    var next = entry
    while let parent = entries[next].parent {
      tokens.append(entries[next].token)
      next = parent
    }
    return JSONPointer(tokens.reversed())
  }

  /// The value at a pointer; nil if there is none.
  func entry(at pointer: JSONPointer) -> Int? {
    var current = entries.isEmpty ? nil : 0
    for token in pointer.tokens { current = current.flatMap { child(token, of: $0) } }
    return current
  }

  func child(_ token: String, of parent: Int) -> Int? { children(of: parent).first { entries[$0].token == token } }

  func children(of parent: Int) -> [Int] {
    var found: [Int] = []
    var next = parent + 1
    while next < entries.count, let around = entries[next].parent, around >= parent {
      if around == parent { found.append(next) }
      next += 1
    }
    return found
  }
}
