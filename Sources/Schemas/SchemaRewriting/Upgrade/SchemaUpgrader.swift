package import JSONSchema
package import SchemaRuntime

/// Rewrites schemas of older drafts in a newer dialect, so that they accept the same values.
///
/// The order and the layout of a text stay where they can. References into keywords that move are changed.
///
///     let upgrade = try SchemaUpgrader.upgrade(documents, lookup: loader.document(at:))
package struct SchemaUpgrader {
  /// The result for some documents.
  package struct Upgrade {
    /// The new texts, in the order of the documents.
    package var texts: [[UInt8]] = []
    /// Changes that an author should see.
    package var notes: [Note] = []
  }

  package struct Note: Sendable {
    package let message: String
    package let location: SourceLocation
  }

  private let outline: SchemaOutline
  private let target: Dialect
  /// The number of documents that change: the first ones of the outline.
  private let count: Int
  /// By document, and by the entries of their index.
  private var indexes: [Int: [Int: Int]] = [:]
  private var pointers: [Int: [JSONPointer: Int]] = [:]
  /// The new form of each schema, by its index in the outline.
  private var forms: [Int: SchemaForm] = [:]

  /// Returns the documents in a dialect; throws the first thing that it cannot express.
  ///
  /// - Parameter others: documents that stay as they are.
  /// - Parameter assertedFormats: the formats that values are checked for; all others only become annotations that the
  ///   dialect does not assert.
  package static func upgrade(
    _ documents: [SchemaDocument], to target: Dialect = .draft2020, assertedFormats: Set<Format> = [],
    others: [SchemaDocument] = [],
    options: SchemaResolver.Options = SchemaResolver.Options(), lookup: @escaping (String) -> SchemaDocument?
  ) throws(RewritingError) -> Upgrade {
    let outline = SchemaOutline(of: documents + others, options: options, lookup: lookup)
    var upgrader = Self(outline, target, documents.count)
    return try upgrader.upgrade(assertedFormats, lookup)
  }

  private init(_ outline: SchemaOutline, _ target: Dialect, _ count: Int) {
    (self.outline, self.target, self.count) = (outline, target, count)
    for (index, schema) in outline.schemas.enumerated() {
      indexes[schema.document, default: [:]][schema.entry] = index
      pointers[schema.document, default: [:]][schema.pointer] = index
    }
  }

  private mutating func upgrade(
    _ assertedFormats: Set<Format>, _ lookup: @escaping (String) -> SchemaDocument?
  ) throws(RewritingError) -> Upgrade {
    // 1. Decide on the form of each schema.
    let changes = SchemaChanges(outline, to: target, assertedFormats)
    for (index, schema) in outline.schemas.enumerated() where schema.document < count && schema.isObject {
      guard let object = outline.documents[schema.document].root[schema.pointer]?.object else { continue }
      forms[index] = try changes.form(of: schema, object)
    }
    // 2. Change the references into what has moved.
    for (index, schema) in outline.schemas.enumerated() {
      for reference in schema.references { try change(reference, of: schema, index) }
    }
    // 3. Write the texts, and check that every reference leads to the same schema.
    var upgrade = Upgrade(notes: forms.sorted { $0.key < $1.key }.flatMap(\.value.notes))
    var documents: [SchemaDocument] = []
    for index in 0..<count {
      let document = outline.documents[index]
      let text = document.source.withRoot { root in
        var output: [UInt8] = []
        output += document.source.text[..<root.offset]
        write(root, of: index, to: &output)
        return output + document.source.text[root.range(in: document.source.text).upperBound...]
      }
      upgrade.texts.append(text)
      guard let source = try? JSONDocument(parsing: text, limits: .widest) else {
        throw RewritingError("the schema would be nested too deeply", document, JSONPointer())
      }
      documents.append(SchemaDocument(uri: document.uri, name: document.name, source: source))
    }
    let uris = Set(documents.map(\.uri))
    let result = self
    let others = outline.documents[count...].filter { !uris.contains($0.uri) }
    let new = outline.outline(of: documents + others, SchemaResolver.Options(), lookup: lookup)
    try ReferenceCheck(outline) { schema in
      ReferenceCheck.Place(
        document: result.outline.documents[schema.document].uri,
        pointer: result.newPointer(of: schema.pointer, in: schema.document))
    }.check(new) { result.removedKeyword(on: $0.pointer, in: $0.document) == nil }
    return upgrade
  }

  // MARK: - References

  /// Returns the pointer of a value after the upgrade.
  private func newPointer(of pointer: JSONPointer, in document: Int) -> JSONPointer {
    guard document < count else { return pointer }
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
    if reference.keyword == .recursiveRef, schema.document < count,
      outline.resources.contains(where: { $0.document >= count && !$0.dynamicAnchors.isEmpty })
    {
      throw outline.error(
        "a recursive reference may lead to a schema that is not upgraded with this one", at: schema, keyword)
    }
    try keepAnchor(of: reference, in: schema)
    let parts = reference.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard reference.keyword != .recursiveRef, parts.count == 2, parts[1].hasPrefix("/"), target.document < count,
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
    guard schema.document < count else {
      throw outline.error(
        "this reference leads into a keyword that moves; upgrade this schema, too", at: schema, keyword)
    }
    let text = JSONValue.string(parts[0] + "#" + rest.uriFragment).text()
    guard var form = forms[index], let place = form.members.firstIndex(where: { $0.source == keyword }) else { return }
    form.members[place].value = .text(text)
    forms[index] = form
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

  // MARK: - Texts

  func write(_ node: UnsafeJSONNode, of document: Int, to output: inout [UInt8]) {
    if node.isObject, let form = indexes[document]?[node.index].flatMap({ forms[$0] }), form.isChanged {
      return write(form, node, of: document, to: &output)
    }
    if !node.isObject, !node.isBoolean, indexes[document]?[node.index] != nil {
      return writeTypeAlone(node, of: document, to: &output)
    }
    writeParts(of: node, in: document, to: &output)
  }

  /// Writes a value whose own text stays.
  func writeParts(of node: UnsafeJSONNode, in document: Int, areSchemas: Bool = true, to output: inout [UInt8]) {
    let text = outline.documents[document].source.text
    let range = node.range(in: text)
    var start = range.lowerBound
    if areSchemas {
      for child in Array(node.elements) + node.members.map(\.value) {
        output += text[start..<child.offset]
        write(child, of: document, to: &output)
        start = child.range(in: text).upperBound
      }
    }
    output += text[start..<range.upperBound]
  }

  private func write(_ form: SchemaForm, _ node: UnsafeJSONNode, of document: Int, to output: inout [UInt8]) {
    let text = outline.documents[document].source.text
    let whole = node.range(in: text)
    var members: [String: (name: Range<Int>, value: UnsafeJSONNode)] = [:]
    var leads: [String: ArraySlice<UInt8>] = [:]
    var end = whole.lowerBound + 1
    var first: ArraySlice<UInt8>?
    var usual: ArraySlice<UInt8>?
    for (name, value) in node.members {
      let lead = text[end..<name.offset].drop { $0 != 0x2c }.dropFirst()
      if first == nil { first = text[end..<name.offset] } else { usual = usual ?? lead }
      leads[name.string] = first?.endIndex == name.offset ? nil : lead
      members[name.string] = (name.range(in: text), value)
      end = value.range(in: text).upperBound
    }
    output.append(UInt8(ascii: "{"))
    if let dialect = form.dialect {
      output += (first ?? []) + "\"$schema\": \(JSONValue.string(dialect.schemaURI).text())".utf8
    }
    for (index, member) in form.members.enumerated() {
      guard let (name, value) = members[member.source] else { continue }
      let isFirst = index == 0 && form.dialect == nil
      if !isFirst { output.append(UInt8(ascii: ",")) }
      output += (isFirst ? first : leads[member.source] ?? usual ?? first.flatMap { $0.isEmpty ? [0x20] : $0 }) ?? []
      output += member.name == member.source ? Array(text[name]) : Array(JSONValue.string(member.name).text().utf8)
      output += text[name.upperBound..<value.offset]
      switch member.value {
      case .same: write(value, of: document, to: &output)
      case .text(let text): output += text.utf8
      case .between(let start, let end):
        output += start.utf8
        write(value, of: document, to: &output)
        output += end.utf8
      case .names(let areNames): writeDependencies(value, areNames, of: document, to: &output)
      case .nested(let start, let keywords, let end):
        output += start.utf8
        for (index, keyword) in keywords.enumerated() {
          guard let (name, value) = members[keyword] else { continue }
          if index > 0 { output += ", ".utf8 }
          output += text[name]
          output += ": ".utf8
          write(value, of: document, to: &output)
        }
        output += end.utf8
      }
    }
    if !form.members.isEmpty || form.dialect != nil { output += text[end..<whole.upperBound - 1] }
    output.append(UInt8(ascii: "}"))
  }

  /// Writes the dependencies that are names or lists of them, or those that are schemas.
  private func writeDependencies(
    _ node: UnsafeJSONNode, _ areNames: Bool, of document: Int, to output: inout [UInt8]
  ) {
    let text = outline.documents[document].source.text
    let whole = node.range(in: text)
    var end = whole.lowerBound + 1
    var isFirst = true
    output.append(UInt8(ascii: "{"))
    for (name, value) in node.members {
      let gap = text[end..<name.offset]
      end = value.range(in: text).upperBound
      guard (value.isArray || value.isString) == areNames else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      output += gap.contains(0x2c) ? gap.drop { $0 != 0x2c }.dropFirst() : gap
      output += text[name.offset..<value.offset]
      if value.isString { output.append(UInt8(ascii: "[")) }
      write(value, of: document, to: &output)
      if value.isString { output.append(UInt8(ascii: "]")) }
      isFirst = false
    }
    output += text[end..<whole.upperBound]
  }
}
