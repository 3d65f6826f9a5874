import JSONSchema
import SchemaLoading
import SchemaRuntime

// Mappings of YAML without brackets. A member has the comment behind it, and the lines of comments above it.
extension FormWriter {
  private struct Member {
    let key: Int
    let value: Int
    /// The text between the previous member's last line and the name.
    let lead: ArraySlice<UInt8>
    /// The text between the name and the value, from the colon on.
    let gap: ArraySlice<UInt8>
    /// The rest of the line behind the value.
    let rest: ArraySlice<UInt8>
  }

  /// A mapping with its members, and the column of their names.
  private struct Mapping {
    var members: [String: Member] = [:]
    var names: [String] = []
    let column: Int
  }

  private func mapping(_ node: Int) -> Mapping {
    var mapping = Mapping(column: tree.nodes[node].column)
    var end = tree.nodes[node].range.lowerBound
    for (name, key, value) in tree.members(of: node) {
      let (start, range) = (tree.nodes[key].range, tree.nodes[value].range)
      let lineEnd = max(range.upperBound, min(tree.lineEnd(from: range.upperBound), tree.nodes[node].range.upperBound))
      mapping.members[name] = Member(
        key: key, value: value, lead: tree.text[end..<start.lowerBound],
        gap: tree.text[start.upperBound..<range.lowerBound], rest: tree.text[range.upperBound..<lineEnd])
      mapping.names.append(name)
      end = lineEnd
    }
    return mapping
  }

  func block(_ form: SchemaForm, _ node: Int) -> [UInt8] {
    let mapping = mapping(node)
    let used = Set(form.members.flatMap { [$0.source] + $0.value.sources })
    var output: [UInt8] = []
    if let dialect = form.dialect { output += "$schema: ".utf8 + literal(.string(dialect.schemaURI)) }
    // Comments of members that are removed.
    var pending: [UInt8] = []
    for name in mapping.names {
      guard let member = mapping.members[name] else { continue }
      let new = form.members.filter { $0.source == name }
      if new.isEmpty, name != "<<" {
        if !used.contains(name) {
          pending += comments(above: member, mapping.column) + comment(behind: member, mapping.column)
        }
        continue
      }
      pending += member.lead.isEmpty && !output.isEmpty ? line(mapping.column) : Array(member.lead)
      output += output.isEmpty ? Array(pending.drop { [0x20, 0x0a, 0x0d].contains($0) }) : pending
      pending = []
      if new.isEmpty {
        output += tree.text[tree.nodes[member.key].range] + member.gap + value(member.value) + member.rest
      }
      for (index, new) in new.enumerated() {
        if index > 0 { output += line(mapping.column) }
        output += text(of: new, member, mapping, isFirst: index == 0)
      }
    }
    return (output.isEmpty ? Array("{}".utf8) : output) + pending
  }

  private func text(of new: SchemaForm.Member, _ member: Member, _ mapping: Mapping, isFirst: Bool) -> [UInt8] {
    let name = name(new.name, like: member.key)
    let rest = isFirst ? member.rest : []
    if new.value == .source(new.source) { return name + member.gap + value(member.value) + rest }
    if case .appended(_, let element) = new.value {
      return name + member.gap + appended(element, in: member.value) + rest
    }
    let value = attached(new.value, to: mapping.column, mapping, own: new.source)
    if new.value.entrySources.contains(new.source) { return name + ":".utf8 + value }
    // Comments between the name and a value on the following lines.
    let lines = member.gap.split(separator: 0x0a, omittingEmptySubsequences: false)
    let behind: [UInt8] = (lines.first ?? []).drop { $0 != UInt8(ascii: "#") }.filter { $0 != 0x0d }
    var comments = behind.isEmpty ? [] : " ".utf8 + behind
    comments += lines.dropFirst().flatMap { comment($0, mapping.column + 2) }
    if !isFirst { comments = [] }
    return name + ":".utf8 + (value.first == 0x20 ? value + comments : comments + value) + rest
  }

  /// A value behind the colon of a name in a column.
  private func attached(
    _ value: SchemaForm.Value, to column: Int, _ mapping: Mapping, own: String
  ) -> [UInt8] {
    let member = mapping.members[own]
    switch value {
    case .source(let name):
      guard let node = mapping.members[name]?.value else { return [] }
      return isBlock(node)
        ? line(column + 2) + Self.indented(self.value(node), by: column + 2 - tree.nodes[node].column)
        : " ".utf8 + Self.indented(self.value(node), by: column - mapping.column)
    case .literal(let literal): return " ".utf8 + self.literal(literal, like: member?.value)
    case .array(let values):
      return Array(values.map { line(column + 2) + element($0, in: column + 2, mapping, own: own) }.joined())
    case .object(let entries): return line(column + 2) + self.entries(entries, in: column + 2, mapping, own: own)
    case .appended: return []
    case .names(let areNames): return member.map { dependencies($0.value, areNames, column) } ?? []
    }
  }

  private func element(
    _ value: SchemaForm.Value, in column: Int, _ mapping: Mapping, own: String
  ) -> [UInt8] {
    let dash = Array("- ".utf8)
    switch value {
    case .source(let name):
      guard let node = mapping.members[name]?.value else { return [] }
      let shift = isBlock(node) ? column + 2 - tree.nodes[node].column : column - mapping.column
      return dash + Self.indented(self.value(node), by: shift)
    case .literal(let literal):
      let entries = (literal.object ?? [:]).map { SchemaForm.Entry(name: $0.key, value: .literal($0.value)) }
      return dash
        + (entries.isEmpty ? self.literal(literal) : self.entries(entries, in: column + 2, mapping, own: ""))
    case .object(let entries): return dash + self.entries(entries, in: column + 2, mapping, own: own)
    case .array, .appended, .names: return dash + attached(value, to: column, mapping, own: own).drop { $0 == 0x20 }
    }
  }

  private func entries(
    _ entries: [SchemaForm.Entry], in column: Int, _ mapping: Mapping, own: String
  ) -> [UInt8] {
    let texts = entries.map { entry in
      guard case .source(let name) = entry.value, name == entry.name, let member = mapping.members[name] else {
        return literal(.string(entry.name)) + ":".utf8 + attached(entry.value, to: column, mapping, own: own)
      }
      let body = tree.text[tree.nodes[member.key].range] + member.gap + value(member.value) + member.rest
      let above = name == own ? [] : comments(above: member, column).drop { [0x20, 0x0a, 0x0d].contains($0) }
      return above + (above.isEmpty ? [] : line(column)) + Self.indented(Array(body), by: column - mapping.column)
    }
    return Array(texts.joined(separator: line(column)))
  }

  private func appended(_ new: JSONValue, in node: Int) -> [UInt8] {
    guard isBlock(node) else { return appended(new, to: node) }
    let column = tree.nodes[node].column
    return value(node) + line(column) + element(.literal(new), in: column, Mapping(column: column), own: "")
  }

  private func dependencies(_ node: Int, _ areNames: Bool, _ column: Int) -> [UInt8] {
    guard isBlock(node) else { return " ".utf8 + dependencies(node, areNames) }
    let mapping = mapping(node)
    let texts = mapping.names.compactMap { mapping.members[$0] }.filter { isNames($0.value) == areNames }.map {
      member in
      comments(above: member, mapping.column) + line(mapping.column) + tree.text[tree.nodes[member.key].range]
        + member.gap + dependency(member.value) + member.rest
    }
    return Array(texts.joined())
  }

  // MARK: - Comments

  private func comments(above member: Member, _ column: Int) -> [UInt8] {
    Array(member.lead.split(separator: 0x0a).flatMap { comment($0, column) })
  }

  private func comment(behind member: Member, _ column: Int) -> [UInt8] { comment(member.rest, column) }

  /// A text on a line of its own if it is a comment.
  private func comment(_ text: ArraySlice<UInt8>, _ column: Int) -> [UInt8] {
    let text = text.drop { $0 == 0x20 }
    return text.first == UInt8(ascii: "#") ? line(column) + text.filter { $0 != 0x0d } : []
  }
}

extension SchemaForm.Value {
  /// The members of the source that are members of objects in it.
  fileprivate var entrySources: [String] {
    switch self {
    case .source, .literal, .appended, .names: []
    case .array(let values): values.flatMap(\.entrySources)
    case .object(let entries):
      entries.flatMap { entry in
        if case .source(let name) = entry.value, name == entry.name { [name] } else { entry.value.entrySources }
      }
    }
  }
}
