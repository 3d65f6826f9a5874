package import JSONSchema
@_spi(Generated) package import SchemaRuntime

/// Writes schemas in the conventional form: the keywords of each in the usual order, each member on a line of its own.
///
/// Names, strings and numbers stay as they are written, and so do the indentation and the line endings of the file. All
/// objects that are not schemas keep the order of their members. An object or array that its author wrote on one line
/// stays on one line where it fits. Formatting again changes nothing.
///
///     let text = SchemaFormatter.formatted(document)
package struct SchemaFormatter {
  private let text: [UInt8]
  /// The entries of the schemas in the text's index.
  private let schemas: Set<Int>
  /// The whitespace of one level.
  private let indentation: [UInt8]
  private let lineEnding: [UInt8]
  private let lineBreaks: [Int]
  private var output: [UInt8] = []
  /// The longest line of an object or array on one line.
  private static let width = 120

  /// Returns the text of a document in JSON in the conventional form.
  package static func formatted(_ document: SchemaDocument, defaultDialect: Dialect = .draft2020) -> [UInt8] {
    var formatter = Self(document, defaultDialect)
    return document.source.withRoot { root in
      formatter.write(root, level: 0, prefix: 0)
      return formatter.output + formatter.lineEnding
    }
  }

  /// Returns the text of a new schema, which has no layout of its own.
  package static func text(of schema: JSONValue, extent: SchemaDocument.Extent = .whole) -> [UInt8] {
    let text = schema.json(.pretty) + [newline]
    guard let source = try? JSONDocument(parsing: text, limits: .widest) else { return text }
    return formatted(SchemaDocument(uri: "schema:///new", name: "new", source: source, extent: extent))
  }

  private init(_ document: SchemaDocument, _ defaultDialect: Dialect) {
    let text = document.source.text
    self.text = text
    schemas = Set(SchemaOutline.dialects(in: document, default: defaultDialect).keys)
    lineBreaks = text.indices.filter { text[$0] == Self.newline }
    let isOfWindows = lineBreaks.first.map { $0 > 0 && text[$0 - 1] == 0x0d } ?? false
    lineEnding = isOfWindows ? [0x0d, Self.newline] : [Self.newline]
    indentation = document.source.withRoot { root in
      let first = root.members.first { _ in true }?.name ?? root.elements.first { _ in true } ?? root
      let space = text[..<first.offset].suffix { $0 == 0x20 || $0 == 0x09 }
      let startsLine = space.startIndex > 0 && text[space.startIndex - 1] == Self.newline
      return startsLine && !space.isEmpty ? Array(space) : [0x20, 0x20]
    }
  }

  private static let newline = UInt8(ascii: "\n")
}

// MARK: - Layout

extension SchemaFormatter {
  /// A member or an element, in the order of the output.
  private struct Child {
    var name: UnsafeJSONNode?
    var value: UnsafeJSONNode

    var offset: Int { (name ?? value).offset }
  }

  private func children(of node: UnsafeJSONNode) -> [Child] {
    if node.isArray { return node.elements.map { Child(value: $0) } }
    let members = node.members.map { Child(name: $0.name, value: $0.value) }
    guard schemas.contains(node.index) else { return members }
    let ranks = members.map { KeywordOrder.rank(of: $0.name?.string ?? "") }
    // Unknown keywords, and equal names, keep their order.
    return members.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { members[$0] }
  }

  /// - Parameter prefix: the length of what precedes the value on its line, after the indentation.
  private mutating func write(_ node: UnsafeJSONNode, level: Int, prefix: Int) {
    if let line = line(node, level, prefix) {
      output += line
      return
    }
    let children = children(of: node)
    output.append(text[node.offset])
    for (index, child) in children.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      if index == 0 || breaks(between: children[index - 1], child, level + 1) {
        if index > 0, hasBlankLine(before: child) { output += lineEnding }
        startLine(level + 1)
      } else {
        output.append(0x20)
      }
      let name = child.name.map(name) ?? []
      output += name
      write(child.value, level: level + 1, prefix: name.count)
    }
    startLine(level)
    output.append(UInt8(ascii: node.isObject ? "}" : "]"))
  }

  private mutating func startLine(_ level: Int) {
    output += lineEnding
    for _ in 0..<level { output += indentation }
  }

  /// Whether a line ends between two children: always between members, and between elements where it did, or where one
  /// of them takes several lines.
  private func breaks(between first: Child, _ second: Child, _ level: Int) -> Bool {
    guard first.name == nil, !containsLineBreak(first.value.offset..<second.offset) else { return true }
    return [first, second].contains { line($0.value, level, 0) == nil }
  }

  /// Returns a value on one line; nil for an object or array that takes several.
  private func line(_ node: UnsafeJSONNode, _ level: Int, _ prefix: Int) -> [UInt8]? {
    guard node.isObject || node.isArray else { return scalar(node) }
    if node.childCount > 0, containsLineBreak(node.range(in: text)) { return nil }
    // With the comma after it.
    var room = Self.width - level * indentation.count - prefix - 1
    var line: [UInt8] = []
    return append(node, to: &line, room: &room) ? line : nil
  }

  /// Appends a value on one line; returns false if there is no room.
  private func append(_ node: UnsafeJSONNode, to line: inout [UInt8], room: inout Int) -> Bool {
    func add(_ bytes: some Collection<UInt8>) -> Bool {
      line += bytes
      room -= bytes.count
      return room >= 0
    }
    guard node.isObject || node.isArray else { return add(scalar(node)) }
    let children = children(of: node)
    let padding = node.isObject && !children.isEmpty ? " " : ""
    guard add((node.isObject ? "{" : "[").utf8), add(padding.utf8) else { return false }
    for (index, child) in children.enumerated() {
      if index > 0, !add(", ".utf8) { return false }
      if let name = child.name, !add(self.name(name)) { return false }
      if !append(child.value, to: &line, room: &room) { return false }
    }
    return add(padding.utf8) && add((node.isObject ? "}" : "]").utf8)
  }

  private func name(_ name: UnsafeJSONNode) -> [UInt8] { scalar(name) + ": ".utf8 }

  /// A name, string, number, Boolean or null as it is written.
  private func scalar(_ node: UnsafeJSONNode) -> [UInt8] {
    Array(text[node.offset..<node.contentOffset + node.text.count + (node.isString ? 1 : 0)])
  }

  /// Whether a blank line precedes a member or element.
  private func hasBlankLine(before child: Child) -> Bool {
    let space = text[..<child.offset].suffix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == Self.newline }
    return space.count { $0 == Self.newline } > 1
  }

  private func containsLineBreak(_ range: Range<Int>) -> Bool {
    var (low, high) = (0, lineBreaks.count)
    while low < high {
      let middle = (low + high) / 2
      if lineBreaks[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < lineBreaks.count && lineBreaks[low] < range.upperBound
  }
}

extension ArraySlice<UInt8> {
  /// The longest end whose bytes all satisfy a condition.
  fileprivate func suffix(_ condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, condition(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
