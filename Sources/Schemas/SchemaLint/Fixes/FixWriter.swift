import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Makes the edits of fixes from locations in documents.
struct FixWriter {
  let graph: SchemaGraph
  /// The documents by name.
  let documents: [String: JSONDocument]
  /// The names of documents that may be changed.
  let writable: Set<String>
  /// References that may lead to values through members' names.
  let referrers: Referrers

  func ranges(_ document: String, _ pointer: JSONPointer) -> MemberRanges? {
    guard writable.contains(document), let source = documents[document] else { return nil }
    return MemberRanges(pointer, in: source)
  }

  /// Returns the text of the document that a finding is about; nil if it must not be changed.
  func source(of fact: ResolveError) -> JSONDocument? {
    writable.contains(fact.document) ? documents[fact.document] : nil
  }

  /// Returns the fix that removes a member or an element; nil if something outside of the sources may refer to it.
  func removal(_ document: String, _ pointer: JSONPointer, _ summary: String) -> Fix? {
    guard !containsSchemas(document, pointer) || referrers.areSeen(of: document) else { return nil }
    return ranges(document, pointer).map {
      Fix(
        summary: summary, edits: [TextEdit(document: document, range: $0.removal, replacement: "")],
        removals: [Fix.ValueLocation(document: document, pointer: pointer)])
    }
  }

  /// Whether a value is an object or an array that contains schemas.
  private func containsSchemas(_ document: String, _ pointer: JSONPointer) -> Bool {
    guard isContainer(document, pointer) else { return false }
    return graph.nodes.contains { node in
      graph.documents[node.document].name == document && node.pointer.tokens.starts(with: pointer.tokens)
    }
  }

  private func isContainer(_ document: String, _ pointer: JSONPointer) -> Bool {
    guard let ranges = ranges(document, pointer), let text = documents[document]?.text else { return false }
    return text[ranges.value].first.map { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) } ?? false
  }

  /// Returns the edit that renames a member; nil if something outside of the sources may refer to its value.
  func renaming(_ document: String, _ pointer: JSONPointer, to name: String) -> (edit: TextEdit, rename: Fix.Rename)? {
    // Lists of names contain nothing to refer to.
    if name != "dependentRequired", isContainer(document, pointer), let old = pointer.tokens.last {
      guard referrers.areSeen(of: document), !referrers.names.contains(old) else { return nil }
    }
    return ranges(document, pointer).map {
      (
        TextEdit(document: document, range: $0.name, replacement: Self.literal(name)),
        Fix.Rename(location: Fix.ValueLocation(document: document, pointer: pointer), name: name)
      )
    }
  }

  /// Returns the edit that replaces a value.
  func replacing(_ document: String, _ pointer: JSONPointer, with value: String) -> TextEdit? {
    ranges(document, pointer).map { TextEdit(document: document, range: $0.value, replacement: value) }
  }

  /// Returns a string as a JSON literal.
  static func literal(_ text: String) -> String { JSONValue.string(text).text() }
}

// MARK: - Keywords

extension FixWriter {
  /// Returns the fix that removes a keyword of a schema.
  func removal(of keyword: String, from node: SchemaNode) -> Fix? {
    removal(
      graph.documents[node.document].name, node.pointer.appending(keyword), "remove \(keyword.quoted)")
  }

  /// Returns the fix that renames a keyword and updates references through it; nil if the new name is taken, or if a
  /// document that must not be changed refers to it.
  func renaming(_ keyword: String, of node: SchemaNode, to name: String) -> Fix? {
    guard node.keywords.written[name] == nil else { return nil }
    let document = graph.documents[node.document].name
    guard let renaming = renaming(document, node.pointer.appending(keyword), to: name) else { return nil }
    var edits = [renaming.edit]
    let tokens = node.pointer.appending(keyword).tokens
    for origin in graph.nodes where origin.dynamicScope.isEmpty {
      for (reference, target) in [("$ref", origin.keywords.ref), ("$dynamicRef", origin.keywords.dynamicRef)] {
        guard let target, graph[target].document == node.document, graph[target].pointer.tokens.starts(with: tokens),
          let text = origin.keywords.written[reference]?.string,
          let changed = Self.reference(text, to: graph[target].pointer, at: node.pointer.tokens.count, keyword, name)
        else { continue }
        let home = graph.documents[origin.document].name
        guard
          let edit = replacing(home, origin.pointer.appending(reference), with: Self.literal(changed))
        else { return nil }
        edits.append(edit)
      }
    }
    return Fix(
      summary: "rename \(keyword.quoted) to \(name.quoted)", edits: edits, renames: [renaming.rename])
  }

  /// Returns a reference whose fragment is a pointer through a keyword, with the keyword's new name; nil if it does not
  /// contain the keyword.
  private static func reference(
    _ text: String, to target: JSONPointer, at depth: Int, _ keyword: String, _ name: String
  ) -> String? {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("/") else { return nil }
    var tokens = parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // The fragment starts at the root of its resource, so that it is a suffix of the pointer from the document's root.
    let index = depth - (target.tokens.count - tokens.count)
    guard tokens.indices.contains(index), Self.decoded(tokens[index]) == keyword else { return nil }
    tokens[index] = name
    return parts[0] + "#/" + tokens.joined(separator: "/")
  }

  /// Returns the name that a token of a fragment encodes: percent-encoded, with `~0` and `~1` (RFC 6901, section 6).
  private static func decoded(_ token: String) -> String? {
    URIReference.percentDecoded(token).flatMap { JSONPointer("/" + $0)?.tokens }.flatMap { $0.count == 1 ? $0[0] : nil }
  }
}
