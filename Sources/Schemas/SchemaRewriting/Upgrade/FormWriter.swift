import JSONSchema
import SchemaLoading
import SchemaRuntime

/// Writes a text whose schemas have new forms. Everything else keeps its bytes.
struct FormWriter {
  let tree: TextTree
  /// By the mapping in the tree.
  var forms: [Int: SchemaForm] = [:]
  /// The keyword around each value that is a schema of draft-03 by itself; nil for one that accepts all values.
  var alone: [Int: String?] = [:]
  let newline: [UInt8]

  init(_ tree: TextTree) {
    self.tree = tree
    newline = Array((tree.text.first { $0 == 0x0a || $0 == 0x0d } == 0x0d ? "\r\n" : "\n").utf8)
  }

  /// The complete text.
  var text: [UInt8] {
    guard let whole = tree.nodes.first?.range else { return tree.text }
    return tree.text[..<whole.lowerBound] + value(0) + tree.text[whole.upperBound...]
  }

  func value(_ node: Int) -> [UInt8] {
    if let form = forms[node], form.isChanged {
      return tree.nodes[node].isFlow ? flow(form, node) : block(form, node)
    }
    if let keyword = alone[node] { return schema(of: node, under: keyword) }
    return parts(of: node)
  }

  /// A value whose own text stays.
  private func parts(of node: Int) -> [UInt8] {
    var output: [UInt8] = []
    var start = range(node).lowerBound
    for child in tree.children(of: node) {
      output += tree.text[start..<range(child).lowerBound]
      output += value(child)
      start = range(child).upperBound
    }
    return output + tree.text[start..<range(node).upperBound]
  }

  private func range(_ node: Int) -> Range<Int> { tree.nodes[node].range }

  /// A schema of draft-03 that is only the value of its `type`, as an object.
  private func schema(of node: Int, under keyword: String?) -> [UInt8] {
    guard let keyword else { return Array("{}".utf8) }
    let key = Array((tree.isYAML ? keyword : "\"\(keyword)\"").utf8)
    if isBlock(node) {
      return key + ":".utf8 + line(tree.nodes[node].column + 2) + Self.indented(parts(of: node), by: 2)
    }
    return "{ ".utf8 + key + ": ".utf8 + parts(of: node) + " }".utf8
  }

  func isBlock(_ node: Int) -> Bool {
    switch tree.nodes[node].kind {
    case .sequence, .mapping: !tree.nodes[node].isFlow
    case .scalar, .alias: false
    }
  }

  // MARK: - Names and literals

  /// A name in the style of the one that it replaces.
  func name(_ name: String, like key: Int) -> [UInt8] {
    name == tree.string(of: key) ? Array(tree.text[range(key)]) : literal(.string(name), like: key)
  }

  /// A value on one line; a string with the quotation marks of the one that it replaces.
  func literal(_ value: JSONValue, like old: Int? = nil) -> [UInt8] {
    if tree.isYAML, let string = value.string {
      let mark = old.flatMap { tree.text[range($0)].first }
      if mark == UInt8(ascii: "'") {
        return [0x27] + string.utf8.flatMap { $0 == 0x27 ? [$0, $0] : [$0] } + [0x27]
      }
      if mark != UInt8(ascii: "\""), Self.isPlain(string) { return Array(string.utf8) }
    }
    if let elements = value.array {
      return "[".utf8 + Array(elements.map { literal($0) }.joined(separator: ", ".utf8)) + "]".utf8
    }
    if let object = value.object, !object.isEmpty {
      let members = object.map { literal(.string($0.key)) + ": ".utf8 + literal($0.value) }
      return "{ ".utf8 + Array(members.joined(separator: ", ".utf8)) + " }".utf8
    }
    return Array(value.text().utf8)
  }

  /// Whether readers of YAML 1.1 and 1.2 agree that a text without quotation marks is a string.
  private static func isPlain(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) { return true }
    guard let first = text.utf8.first, 0x61...0x7a ~= first | 0x20 || "$_/".utf8.contains(first) else { return false }
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
    return !words.contains(text.lowercased()) && !text.hasSuffix(":")
      && text.utf8.allSatisfy { byte in
        0x61...0x7a ~= byte | 0x20 || 0x30...0x39 ~= byte || "$_/.:-+%~".utf8.contains(byte)
      }
  }

  // MARK: - Flow

  private func flow(_ form: SchemaForm, _ node: Int) -> [UInt8] {
    let text = tree.text
    var members: [String: (key: Int, value: Int)] = [:]
    var leads: [String: ArraySlice<UInt8>] = [:]
    var end = range(node).lowerBound + 1
    var first: ArraySlice<UInt8>?
    var usual: ArraySlice<UInt8>?
    for (name, key, value) in tree.members(of: node) {
      let lead = text[end..<range(key).lowerBound].drop { $0 != 0x2c }.dropFirst()
      if first == nil { first = text[end..<range(key).lowerBound] } else { usual = usual ?? lead }
      leads[name] = first?.endIndex == range(key).lowerBound ? nil : lead
      members[name] = (key, value)
      end = range(value).upperBound
    }
    var output: [UInt8] = [UInt8(ascii: "{")]
    if let dialect = form.dialect {
      output += (first ?? []) + literal("$schema") + ": ".utf8 + literal(.string(dialect.schemaURI))
    }
    let merges = members["<<"] == nil || form.members.contains { $0.source == "<<" } ? [] : [SchemaForm.Member("<<")]
    for member in form.members + merges {
      guard let (key, value) = members[member.source] else { continue }
      let isFirst = output.count == 1
      if !isFirst { output.append(UInt8(ascii: ",")) }
      output += (isFirst ? first : leads[member.source] ?? usual ?? first.flatMap { $0.isEmpty ? [0x20] : $0 }) ?? []
      output += name(member.name, like: key)
      output += text[range(key).upperBound..<range(value).lowerBound]
      output += flow(member.value, members, like: value)
    }
    if output.count > 1 { output += text[end..<range(node).upperBound - 1] }
    output.append(UInt8(ascii: "}"))
    return output
  }

  private func flow(_ value: SchemaForm.Value, _ members: [String: (key: Int, value: Int)], like old: Int) -> [UInt8] {
    switch value {
    case .source(let name): return members[name].map { self.value($0.value) } ?? []
    case .literal(let literal): return self.literal(literal, like: old)
    case .array(let values):
      return "[".utf8 + Array(values.map { flow($0, members, like: old) }.joined(separator: ", ".utf8)) + "]".utf8
    case .object(let entries):
      let texts = entries.map { literal(.string($0.name)) + ": ".utf8 + flow($0.value, members, like: old) }
      return "{ ".utf8 + Array(texts.joined(separator: ", ".utf8)) + " }".utf8
    case .appended(let name, let new):
      return members[name].map { appended(new, to: $0.value) } ?? []
    case .names(let areNames): return dependencies(old, areNames)
    }
  }

  /// An array in brackets with one more element.
  func appended(_ new: JSONValue, to node: Int) -> [UInt8] {
    let elements = tree.children(of: node)
    guard let last = elements.last else { return "[".utf8 + literal(new) + "]".utf8 }
    var gap = tree.text[range(node).lowerBound + 1..<range(elements[0]).lowerBound]
    if elements.count > 1 {
      gap = tree.text[range(elements[0]).upperBound..<range(elements[1]).lowerBound].drop { $0 != 0x2c }.dropFirst()
    } else if gap.isEmpty {
      gap = [0x20]
    }
    let old = parts(of: node)
    let tail = range(node).upperBound - range(last).upperBound
    return old.dropLast(tail) + ",".utf8 + gap + literal(new) + old.suffix(tail)
  }

  /// The dependencies that are names or lists of them, or those that are schemas.
  func dependencies(_ node: Int, _ areNames: Bool) -> [UInt8] {
    var end = range(node).lowerBound + 1
    var output: [UInt8] = [UInt8(ascii: "{")]
    for (_, key, value) in tree.members(of: node) {
      let gap = tree.text[end..<range(key).lowerBound]
      end = range(value).upperBound
      guard isNames(value) == areNames else { continue }
      if output.count > 1 { output.append(UInt8(ascii: ",")) }
      output += gap.contains(0x2c) ? gap.drop { $0 != 0x2c }.dropFirst() : gap
      output += tree.text[range(key).lowerBound..<range(value).lowerBound] + dependency(value)
    }
    return output + tree.text[end..<range(node).upperBound]
  }

  func isNames(_ node: Int) -> Bool { tree.nodes[node].kind == .sequence || tree.string(of: node) != nil }

  func dependency(_ node: Int) -> [UInt8] {
    tree.string(of: node) == nil ? value(node) : "[".utf8 + literal(.string(tree.string(of: node) ?? "")) + "]".utf8
  }
}

// MARK: - Indentation

extension FormWriter {
  /// Returns a text with other indentation of all lines except the first one and empty ones.
  static func indented(_ text: [UInt8], by count: Int) -> [UInt8] {
    if count == 0 { return text }
    let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated().map { index, line in
      if index == 0 || line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) { return line }
      let spaces = line.prefix { $0 == 0x20 }.count
      return repeatElement(0x20, count: max(0, spaces + count)) + line.dropFirst(spaces)
    }
    return Array(lines.joined(separator: [0x0a]))
  }

  /// A line break, and the indentation of the next line.
  func line(_ column: Int) -> [UInt8] { newline + Array(repeating: 0x20, count: column) }
}
