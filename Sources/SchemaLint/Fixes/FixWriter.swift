import JSONSchema
import SchemaRuntime

/// Makes the edits of fixes from places in documents.
struct FixWriter {
  let graph: SchemaGraph
  /// The documents by name.
  let documents: [String: JSONDocument]
  /// The names of documents that may be changed.
  let writable: Set<String>
  /// What may refer to values by way of members' names.
  let referrers: Referrers

  func place(_ document: String, _ pointer: JSONPointer) -> MemberPlace? {
    guard writable.contains(document), let source = documents[document] else { return nil }
    return MemberPlace(pointer, in: source)
  }

  /// The text of the document that a finding is about; nil where it may not be changed.
  func source(of fact: ResolveError) -> JSONDocument? {
    writable.contains(fact.document) ? documents[fact.document] : nil
  }

  /// The fix that takes a member or an element away; nil where something that is not seen may refer to it.
  func removal(_ document: String, _ pointer: JSONPointer, _ summary: String) -> Fix? {
    guard !holdsSchemas(document, pointer) || referrers.areSeen(of: document) else { return nil }
    return place(document, pointer).map {
      Fix(
        summary: summary, edits: [TextEdit(document: document, range: $0.removal, replacement: "")],
        removals: [Fix.Place(document: document, pointer: pointer)])
    }
  }

  /// Whether a value is an object or an array with schemas in it.
  private func holdsSchemas(_ document: String, _ pointer: JSONPointer) -> Bool {
    guard isContainer(document, pointer) else { return false }
    return graph.nodes.contains { node in
      graph.documents[node.document].name == document && node.pointer.tokens.starts(with: pointer.tokens)
    }
  }

  private func isContainer(_ document: String, _ pointer: JSONPointer) -> Bool {
    guard let place = place(document, pointer), let text = documents[document]?.text else { return false }
    return text[place.value].first.map { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) } ?? false
  }

  /// The edit that gives a member another name; nil where something that is not seen may refer to what it holds.
  func renaming(_ document: String, _ pointer: JSONPointer, to name: String) -> (edit: TextEdit, rename: Fix.Rename)? {
    // Lists of names hold nothing to refer to.
    if name != "dependentRequired", isContainer(document, pointer), let old = pointer.tokens.last {
      guard referrers.areSeen(of: document), !referrers.names.contains(old) else { return nil }
    }
    return place(document, pointer).map {
      (
        TextEdit(document: document, range: $0.name, replacement: Self.literal(name)),
        Fix.Rename(place: Fix.Place(document: document, pointer: pointer), name: name)
      )
    }
  }

  /// The edit that puts a value in the place of another.
  func replacing(_ document: String, _ pointer: JSONPointer, with value: String) -> TextEdit? {
    place(document, pointer).map { TextEdit(document: document, range: $0.value, replacement: value) }
  }

  /// A text as JSON.
  static func literal(_ text: String) -> String { JSONValue.string(text).text() }
}

// MARK: - Keywords

extension FixWriter {
  /// The fix that removes a keyword of a schema.
  func removal(of keyword: String, from node: SchemaNode) -> Fix? {
    removal(
      graph.documents[node.document].name, node.pointer.appending(keyword), "remove \(keyword.quoted)")
  }

  /// The fix that gives a keyword another name, and references through it with it; nil where the new name is taken,
  /// or where a document that may not be changed refers to it.
  func renaming(_ keyword: String, of node: SchemaNode, to name: String) -> Fix? {
    guard node.keywords.written[name] == nil else { return nil }
    let document = graph.documents[node.document].name
    guard let renaming = renaming(document, node.pointer.appending(keyword), to: name) else { return nil }
    var edits = [renaming.edit]
    let place = node.pointer.appending(keyword).tokens
    for origin in graph.nodes where origin.dynamicScope.isEmpty {
      for (reference, target) in [("$ref", origin.keywords.ref), ("$dynamicRef", origin.keywords.dynamicRef)] {
        guard let target, graph[target].document == node.document, graph[target].pointer.tokens.starts(with: place),
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

  /// A reference whose fragment is a pointer through a keyword, with the keyword's new name; nil for one that does not
  /// go through it by name.
  private static func reference(
    _ text: String, to target: JSONPointer, at depth: Int, _ keyword: String, _ name: String
  ) -> String? {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("/") else { return nil }
    var tokens = parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // The fragment begins at the root of its resource: it is the last part of the way from the document's root.
    let place = depth - (target.tokens.count - tokens.count)
    guard tokens.indices.contains(place), Self.decoded(tokens[place]) == keyword else { return nil }
    tokens[place] = name
    return parts[0] + "#/" + tokens.joined(separator: "/")
  }

  /// The name that a part of a fragment stands for: percent-encoded, with `~0` and `~1` (RFC 6901, section 6).
  private static func decoded(_ token: String) -> String? {
    URIReference.percentDecoded(token).flatMap { JSONPointer("/" + $0)?.tokens }.flatMap { $0.count == 1 ? $0[0] : nil }
  }
}
