package import JSONSchema
import SchemaLoading
package import SchemaRuntime

/// Rewrites schemas of older drafts in a newer dialect, so that they accept the same values; in a description of
/// OpenAPI 3.0, as OpenAPI 3.1.
///
/// The order and the layout of a text stay where they can. References into keywords that move are changed.
///
///     let upgrade = try SchemaUpgrader.upgrade(documents, lookup: loader.document(at:))
package struct SchemaUpgrader {
  /// The result for some documents.
  package struct Upgrade {
    /// The new texts, in the order of the documents; then those of other files of a description.
    package var texts: [Text] = []
    /// The names of all documents whose references have been followed.
    package var documents: [String] = []
    /// Changes that an author should see.
    package var notes: [Note] = []
  }

  package struct Text {
    package let document: SchemaDocument
    package let text: [UInt8]
  }

  package struct Note: Sendable {
    package let message: String
    package let location: SourceLocation
  }

  private let outline: SchemaOutline
  private let target: Dialect
  /// The number of documents that were given: the first ones of the outline.
  private let count: Int
  /// The documents that change: those that were given, and other files of a description, which do not repeat its
  /// version.
  private let changed: Set<Int>
  private var pointers: [Int: [JSONPointer: Int]] = [:]
  /// The new form of each schema, by its index in the outline.
  private var forms: [Int: SchemaForm] = [:]
  /// The new forms of descriptions, by document.
  private var hosts: [Int: SchemaForm] = [:]

  /// Returns the documents in a dialect; throws the first thing that it cannot express.
  ///
  /// - Parameter others: documents that stay as they are.
  /// - Parameter original: the text in YAML from which a document was made.
  /// - Parameter assertedFormats: the formats that values are checked for; all others only become annotations that the
  ///   dialect does not assert.
  package static func upgrade(
    _ documents: [SchemaDocument], to target: Dialect = .draft2020, assertedFormats: Set<Format> = [],
    others: [SchemaDocument] = [],
    options: SchemaResolver.Options = SchemaResolver.Options(),
    original: (SchemaDocument) -> [UInt8]? = { _ in nil }, lookup: @escaping (String) -> SchemaDocument?
  ) throws(RewritingError) -> Upgrade {
    let outline = SchemaOutline(of: documents + others, options: options, lookup: lookup)
    var upgrader = Self(outline, target, documents.count)
    return try upgrader.upgrade(assertedFormats, original, lookup)
  }

  private init(_ outline: SchemaOutline, _ target: Dialect, _ count: Int) {
    (self.outline, self.target, self.count) = (outline, target, count)
    let parts = outline.schemas.filter { schema in
      schema.dialect == .openAPI30 && target.draft == .draft2020
        && outline.documents[schema.document].root["openapi"] == nil
    }
    changed = Set(0..<count).union(parts.map(\.document))
    for (index, schema) in outline.schemas.enumerated() {
      pointers[schema.document, default: [:]][schema.pointer] = index
    }
  }

  private mutating func upgrade(
    _ assertedFormats: Set<Format>, _ original: (SchemaDocument) -> [UInt8]?,
    _ lookup: @escaping (String) -> SchemaDocument?
  ) throws(RewritingError) -> Upgrade {
    // 1. Decide on the form of each schema.
    let changes = SchemaChanges(outline, to: target, assertedFormats)
    let changesOfAPI = SchemaChanges(outline, to: .openAPI, assertedFormats)
    for (index, schema) in outline.schemas.enumerated() where changed.contains(schema.document) && schema.isObject {
      guard let object = outline.documents[schema.document].root[schema.pointer]?.object else { continue }
      forms[index] = try (schema.dialect == .openAPI30 ? changesOfAPI : changes).form(of: schema, object)
    }
    for document in changed { hosts[document] = changes.hostForm(of: outline.documents[document]) }
    // 2. Change the references into what has moved.
    for (index, schema) in outline.schemas.enumerated() {
      for reference in schema.references { try change(reference, of: schema, index) }
    }
    // 3. Write the texts, and check that every reference leads to the same schema.
    var upgrade = Upgrade(
      documents: outline.documents.map(\.name), notes: forms.sorted { $0.key < $1.key }.flatMap(\.value.notes))
    var new: [String: SchemaDocument] = [:]
    for index in changed.sorted() {
      let document = outline.documents[index]
      let text = try writer(TextTree(document.source), of: index).text
      guard let source = try? JSONDocument(parsing: text, limits: .widest) else {
        throw RewritingError("the schema would be nested too deeply", document, JSONPointer())
      }
      new[document.uri] = SchemaDocument(
        uri: document.uri, name: document.name, source: source, extent: document.extent)
      let written = if let yaml = original(document) { try self.yaml(yaml, source, of: index) } else { text }
      upgrade.texts.append(Text(document: document, text: written))
    }
    let result = self
    let given = outline.documents[..<count].compactMap { new[$0.uri] }
    let others = outline.documents[count...].filter { new[$0.uri] == nil }
    let after = outline.outline(of: given + others, SchemaResolver.Options()) { new[$0] ?? lookup($0) }
    try ReferenceCheck(outline) { schema in
      ReferenceCheck.Place(
        document: result.outline.documents[schema.document].uri,
        pointer: result.newPointer(of: schema.pointer, in: schema.document))
    }.check(after) { result.removedKeyword(on: $0.pointer, in: $0.document) == nil }
    return upgrade
  }

  // MARK: - Texts

  /// Returns the writer of a document's text, in which values have the positions of the document.
  private func writer(_ tree: TextTree, of document: Int) throws(RewritingError) -> FormWriter {
    var writer = FormWriter(tree)
    let source = outline.documents[document].source
    if let form = hosts[document] { writer.forms[0] = form }
    for (index, schema) in outline.schemas.enumerated() where schema.document == document {
      let (offset, isObject, keyword) = source.withRoot { root in
        (root[at: schema.entry].offset, root[at: schema.entry].isObject, KeywordAlone(root[at: schema.entry]))
      }
      guard let node = tree.value(at: tree.isYAML ? source.position(at: offset).offset : offset) else { continue }
      if !isObject {
        if !schema.isObject, let keyword { writer.alone[node] = keyword.name }
        continue
      }
      guard let form = forms[index] else { continue }
      if let other = writer.forms[node], other != form {
        throw outline.error(
          "a YAML alias shares this schema with a place where it changes in another way; write it out", at: schema)
      }
      writer.forms[node] = form
    }
    // What is merged into a schema need not be one.
    for (node, form) in writer.forms {
      for other in tree.merged(into: node) where writer.forms[other] == nil { writer.forms[other] = form }
    }
    return writer
  }

  /// The keyword of a schema of draft-03 that is only the value of its `type`; nil for other values.
  private struct KeywordAlone {
    /// Nil if all values are valid.
    var name: String?

    init?(_ node: UnsafeJSONNode) {
      if node.isBoolean || node.isObject { return nil }
      let names = node.isArray ? Array(node.elements) : [node]
      let areNames = names.allSatisfy(\.isString)
      name = areNames && names.contains { $0.string == "any" } ? nil : areNames ? "type" : "anyOf"
    }
  }

  /// Returns a text in YAML with the new value.
  private func yaml(
    _ text: [UInt8], _ new: JSONDocument, of document: Int
  ) throws(RewritingError) -> [UInt8] {
    let hasMark = text.starts(with: SourceText.byteOrderMark)
    let mark = hasMark ? SourceText.byteOrderMark : []
    if let tree = try? TextTree(yaml: Array(text.dropFirst(mark.count))) {
      let output = mark + (try writer(tree, of: document).text)
      if let value = try? SourceText.document(output, format: .yaml).value, value.isEqualInAPI(to: new.value) {
        return output
      }
    }
    throw RewritingError(
      "this text cannot be changed alone, perhaps because of aliases or merge keys; write them out",
      outline.documents[document], JSONPointer())
  }

  // MARK: - References

  /// Returns the pointer of a value after the upgrade.
  private func newPointer(of pointer: JSONPointer, in document: Int) -> JSONPointer {
    var tokens: [String] = []
    for (depth, token) in pointer.tokens.enumerated() {
      let around = pointers[document]?[JSONPointer(Array(pointer.tokens.prefix(depth)))]
      tokens += around.flatMap { forms[$0]?.moves[token] } ?? [token]
    }
    return JSONPointer(tokens)
  }

  private mutating func change(
    _ reference: SchemaOutline.Reference, of schema: SchemaOutline.Schema, _ index: Int
  ) throws(RewritingError) {
    guard let target = reference.target.map({ outline.schemas[$0] }) else { return }
    let keyword = reference.keyword.rawValue
    // A dynamic scope would have resources of two drafts.
    if reference.keyword == .recursiveRef, changed.contains(schema.document),
      outline.resources.contains(where: { !changed.contains($0.document) && !$0.dynamicAnchors.isEmpty })
    {
      throw outline.error(
        "a recursive reference may lead to a schema that is not upgraded with this one", at: schema, keyword)
    }
    try keepAnchor(of: reference, in: schema)
    let parts = reference.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard reference.keyword != .recursiveRef, parts.count == 2, parts[1].hasPrefix("/"),
      changed.contains(target.document),
      let written = URIReference.percentDecoded(String(parts[1])).flatMap({ JSONPointer($0) })
    else { return }
    if let removed = removedKeyword(on: target.pointer, in: target.document) {
      throw outline.error(
        "this reference leads into '\(removed)', which has no effect and would be removed", at: schema, keyword)
    }
    let new = newPointer(of: target.pointer, in: target.document)
    let outer = JSONPointer(Array(target.pointer.tokens.dropLast(written.tokens.count)))
    let rest = JSONPointer(
      Array(new.tokens.dropFirst(newPointer(of: outer, in: target.document).tokens.count)))
    if rest == written { return }
    guard changed.contains(schema.document) else {
      throw outline.error(
        "this reference leads into a keyword that moves; upgrade this schema, too", at: schema, keyword)
    }
    forms[index]?.replace(keyword, with: .string(parts[0] + "#" + rest.uriFragment))
  }

  /// Gives the target of a reference an anchor where its dynamic anchor no longer is one.
  private mutating func keepAnchor(
    of reference: SchemaOutline.Reference, in schema: SchemaOutline.Schema
  ) throws(RewritingError) {
    let isStatic = reference.keyword == .ref || reference.keyword == .dynamicRef && reference.dynamicAnchor == nil
    guard target.draft >= .v1, isStatic, let index = reference.target, var form = forms[index],
      let name = URIReference(reference.text)?.fragment, !name.isEmpty, !name.hasPrefix("/"),
      !form.members.contains(where: { $0.name == "$anchor" && $0.source != "$anchor" })
    else { return }
    let place = outline.schemas[index]
    let object = outline.documents[place.document].root[place.pointer]?.object ?? JSONObject()
    guard object["$dynamicAnchor"]?.string == name, object["$anchor"]?.string != name else { return }
    if object["$anchor"] != nil {
      throw outline.error(
        "in \(target), this reference needs an anchor '\(name)', but its target has another one", at: schema,
        reference.keyword.rawValue)
    }
    form.members.append(SchemaForm.Member("$dynamicAnchor", as: "$anchor"))
    forms[index] = form
  }

  /// The keyword on the way to a value that the upgrade removes.
  private func removedKeyword(on pointer: JSONPointer, in document: Int) -> String? {
    for (depth, token) in pointer.tokens.enumerated() {
      let around = pointers[document]?[JSONPointer(Array(pointer.tokens.prefix(depth)))]
      if let form = around.flatMap({ forms[$0] }), form.removed.contains(token) { return token }
    }
    return nil
  }
}

extension JSONValue {
  /// Whether both are equal, apart from extensions, which may contain the anchors of aliases.
  fileprivate func isEqualInAPI(to other: JSONValue) -> Bool {
    if let a = array, let b = other.array {
      return a.count == b.count && zip(a, b).allSatisfy { $0.isEqualInAPI(to: $1) }
    }
    guard let a = object, let b = other.object else { return self == other }
    return a.count == b.count
      && a.allSatisfy { member in
        b[member.key].map { member.key.hasPrefix("x-") || member.value.isEqualInAPI(to: $0) } ?? false
      }
  }
}
