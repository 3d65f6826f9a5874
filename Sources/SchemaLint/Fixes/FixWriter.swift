import JSONSchema
import SchemaRuntime

/// Makes the edits of fixes from places in documents.
struct FixWriter {
  let graph: SchemaGraph
  /// The documents by name.
  let documents: [String: JSONDocument]
  /// The names of documents that may be changed.
  let writable: Set<String>

  func place(_ document: String, _ pointer: JSONPointer) -> MemberPlace? {
    guard writable.contains(document), let source = documents[document] else { return nil }
    return MemberPlace(pointer, in: source)
  }

  /// The text of the document that a finding is about; nil where it may not be changed.
  func source(of fact: ResolveError) -> JSONDocument? {
    writable.contains(fact.document) ? documents[fact.document] : nil
  }

  /// The fix that takes a member or an element away.
  func removal(_ document: String, _ pointer: JSONPointer, _ summary: String) -> Fix? {
    place(document, pointer).map {
      Fix(summary: summary, edits: [TextEdit(document: document, range: $0.removal, replacement: "")])
    }
  }

  /// The edit that gives a member another name.
  func renaming(_ document: String, _ pointer: JSONPointer, to name: String) -> TextEdit? {
    place(document, pointer).map { TextEdit(document: document, range: $0.name, replacement: Self.literal(name)) }
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
    guard let edit = renaming(document, node.pointer.appending(keyword), to: name) else { return nil }
    var edits = [edit]
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
    return Fix(summary: "rename \(keyword.quoted) to \(name.quoted)", edits: edits)
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
    guard tokens.indices.contains(place),
      tokens[place] == keyword.replacing("$", with: "%24") || tokens[place] == keyword
    else { return nil }
    tokens[place] = name
    return parts[0] + "#/" + tokens.joined(separator: "/")
  }
}

extension String {
  /// The text with each of a character replaced.
  fileprivate func replacing(_ character: Character, with replacement: String) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: replacement)
  }
}
