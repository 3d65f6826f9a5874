package import JSONSchema
package import SchemaRuntime

/// A bundle without identifiers: all references are pointers in one document, or in one schema of an API description.
///
/// What a reference out of it leads to becomes a definition or a component, and everything in it stays there: of a
/// schema the whole document, of an API description only the value.
struct PlainBundle {
  /// A value of a document.
  struct Place: Hashable {
    var document: Int
    var pointer: JSONPointer
  }

  /// A value that moves into the first document.
  private struct Unit {
    var place: Place
    /// The object that gets it, and its name there.
    var container: JSONPointer
    var name: String?
  }

  private let outline: SchemaOutline
  /// What the bundle is made of.
  private let root: Place
  private let host: BundleHost?
  private let options: SchemaResolver.Options
  private let lookup: (String) -> SchemaDocument?
  private let dialect: Dialect?
  /// Those of the outline, and those to which only other references lead.
  private var documents: [SchemaDocument]
  private var documentIndexes: [String: Int]
  private let schemas: [Place: SchemaOutline.Schema]
  private var units: [Unit] = []
  private var unitIndexes: [Place: Int] = [:]
  /// References of components that only lead to a unit, which replaces them.
  private var aliases: [JSONPointer: Int] = [:]
  /// The values that are being copied in place of references to them.
  private var open: [Place] = []
  /// The schemas that become the first branch of a choice.
  private var wrapped: Set<Place> = []
  private var isFinal = false

  init(
    _ outline: SchemaOutline, _ host: BundleHost?, _ options: SchemaResolver.Options,
    lookup: @escaping (String) -> SchemaDocument?
  ) {
    (self.outline, self.host, self.options, self.lookup) = (outline, host, options, lookup)
    documents = outline.documents
    root = Place(document: 0, pointer: documents[0].extent.schema ?? JSONPointer())
    let uris = documents.map { URIReference($0.uri)?.withoutFragment.description ?? $0.uri }
    documentIndexes = Dictionary(zip(uris, uris.indices)) { first, _ in first }
    schemas = Dictionary(
      outline.schemas.map { (Place($0), $0) }
    ) { first, _ in first }
    dialect =
      outline.schemas.first { [root] schema in
        schema.document == 0 && schema.pointer.tokens.starts(with: root.pointer.tokens)
      }?.dialect
  }

  mutating func value() throws(RewritingError) -> JSONValue {
    // 1. Find the values to move, and those among them that others contain.
    _ = try rewritten(root)
    var next = 0
    while next < units.count {
      _ = try rewritten(units[next].place, container: units[next].container)
      next += 1
    }
    units = units.filter { unit in outermost(unit.place) == unit.place }
    unitIndexes = Dictionary(uniqueKeysWithValues: zip(units.map(\.place), units.indices))
    try findAliases()
    var bundle = documents[0].root[root.pointer] ?? .null
    nameUnits(in: bundle)
    // 2. Write them.
    isFinal = true
    bundle = try rewritten(root)
    let aliased = Set(aliases.values)
    for (index, unit) in units.enumerated() where !aliased.contains(index) {
      bundle.insert(try rewritten(unit.place, container: unit.container), at: newPlace(of: unit).tokens[...])
    }
    if documents[0].extent.schema != nil, let draft = ownDraft, case .object(var object) = bundle {
      if draft.draft <= .draft7, object["$ref"] != nil { object = ["allOf": [.object(object)]] }
      var root: JSONObject = ["$schema": .string(draft.schemaURI)]
      for (name, value) in object { root[name] = value }
      bundle = .object(root)
    }
    let (result, document) = (self, try outline.moved(bundle, extent: host == nil ? .whole : documents[0].extent))
    try ReferenceCheck(outline) { schema in
      result.newPointer(of: Place(schema)).map {
        ReferenceCheck.Place(document: document.uri, pointer: $0)
      }
    }.check(outline.outline(of: [document], options)) { schema in
      schema.document != 0 || aliases[schema.pointer] == nil
    }
    return bundle
  }

  // MARK: - Places

  /// The outermost unit that contains a value; nil if there is none.
  private func outermost(_ place: Place) -> Place? {
    (0...place.pointer.tokens.count).lazy
      .map { Place(document: place.document, pointer: JSONPointer(Array(place.pointer.tokens.prefix($0)))) }
      .first { unitIndexes[$0] != nil }
  }

  /// The pointer of a value in the bundle; nil if it has no single place there.
  private func newPointer(of place: Place) -> JSONPointer? {
    if isInRoot(place) { return JSONPointer(newTokens(of: place, below: root.pointer.tokens.count)) }
    guard let outer = outermost(place), let index = unitIndexes[outer] else { return nil }
    let rest = newTokens(of: place, below: outer.pointer.tokens.count)
    return JSONPointer(newPlace(of: units[index]).tokens + rest)
  }

  /// Returns the tokens of a pointer from some depth on, with those of the choices that are new.
  private func newTokens(of place: Place, below depth: Int) -> [String] {
    let tokens = place.pointer.tokens
    return tokens.indices.dropFirst(depth).flatMap { index in
      let around = Place(document: place.document, pointer: JSONPointer(Array(tokens[..<index])))
      return wrapped.contains(around) ? ["anyOf", "0", tokens[index]] : [tokens[index]]
    }
  }

  /// Whether a value is in the bundle in any case.
  private func isInRoot(_ place: Place) -> Bool {
    place.document == 0 && place.pointer.tokens.starts(with: root.pointer.tokens)
  }

  private func newPlace(of unit: Unit) -> JSONPointer { unit.container.appending(unit.name ?? "") }

  /// Returns a reference to a value, which moves into the bundle if it is elsewhere.
  private mutating func reference(to place: Place, _ container: JSONPointer) -> String {
    if !isInRoot(place), !isFinal, unitIndexes[place] == nil {
      unitIndexes[place] = units.count
      units.append(Unit(place: place, container: container))
    }
    return "#" + (newPointer(of: place) ?? JSONPointer()).uriFragment
  }

  /// Finds components that are only references to other documents.
  private mutating func findAliases() throws(RewritingError) {
    for container in host?.all ?? [] {
      for (name, value) in documents[0].root[container]?.object ?? [:] where value.object?.count == 1 {
        guard let text = value["$ref"]?.string else { continue }
        let place = Place(document: 0, pointer: container.appending(name))
        let target: Place
        if let schema = schemas[place], let reference = schema.references.first {
          target = Place(try outline.target(of: reference, in: schema))
        } else {
          target = try self.target(of: text, at: place)
        }
        if let index = unitIndexes[target], !aliases.values.contains(index) { aliases[place.pointer] = index }
      }
    }
  }

  private mutating func nameUnits(in bundle: JSONValue) {
    var taken: [JSONPointer: JSONObject] = [:]
    for (pointer, index) in aliases {
      (units[index].container, units[index].name) = (pointer.parent ?? pointer, pointer.tokens.last)
    }
    for index in units.indices where units[index].name == nil {
      let (place, container) = (units[index].place, units[index].container)
      let file = documents[place.document].schemaName.split(separator: "/").last.map { String($0) }
      // OpenAPI permits no other names.
      let name = String(
        (place.pointer.tokens.last ?? file ?? "schema").map { character in
          character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character)) ? character : "-"
        })
      let free = (taken[container] ?? bundle[container]?.object ?? [:]).freeName(name)
      taken[container, default: bundle[container]?.object ?? [:]][free] = .null
      units[index].name = free
    }
  }

  // MARK: - Values

  /// Returns a value with its references as pointers in the bundle.
  ///
  /// - Parameter container: the object that has values like this one, if its location does not say so.
  private mutating func rewritten(_ place: Place, container: JSONPointer? = nil) throws(RewritingError) -> JSONValue {
    let value = documents[place.document].root[place.pointer] ?? .null
    return try rewritten(value, place, inSchema: false, container)
  }

  private mutating func rewritten(
    _ value: JSONValue, _ place: Place, inSchema: Bool, _ container: JSONPointer? = nil
  ) throws(RewritingError) -> JSONValue {
    if isFinal, place.document == 0, let index = aliases[place.pointer] {
      return try rewritten(units[index].place, container: units[index].container)
    }
    if let schema = schemas[place] { return try rewritten(schema, value) }
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let elements):
      var new: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        new.append(try rewritten(element, place.child(String(index)), inSchema: inSchema))
      }
      return .array(new)
    case .object(var object):
      if !inSchema, host != nil, let text = object["$ref"]?.string {
        return try rewritten(text, object, place, container)
      }
      for (name, member) in object {
        if !inSchema, BundleHost.isLiteral(name, in: place.pointer.tokens) { continue }
        object[name] = try rewritten(member, place.child(name), inSchema: inSchema)
      }
      return .object(object)
    }
  }

  /// Rewrites a reference that is no schema. What has no place of its own replaces it.
  private mutating func rewritten(
    _ text: String, _ object: JSONObject, _ place: Place, _ container: JSONPointer?
  ) throws(RewritingError) -> JSONValue {
    var object = object
    let target: Place
    do {
      target = try self.target(of: text, at: place)
    } catch {
      // Extensions may have references of their own.
      if place.pointer.tokens.contains(where: { $0.hasPrefix("x-") }) { return .object(object) }
      throw error
    }
    let section = schemas[target] != nil ? host?.schemas : host?.container(of: place.pointer.tokens) ?? container
    if target.document == 0 || section != nil {
      object["$ref"] = .string(reference(to: target, section ?? JSONPointer()))
      return .object(object)
    }
    guard !open.contains(target) else {
      throw error("this reference leads back to itself, and \(text) has no place among the components", place)
    }
    open.append(target)
    defer { open.removeLast() }
    let copy = try rewritten(target)
    object["$ref"] = nil
    // Texts can be in files of their own, too.
    guard case .object(var members) = copy else { return copy }
    members.merge(object) { $1 }
    return .object(members)
  }

  private mutating func rewritten(_ schema: SchemaOutline.Schema, _ value: JSONValue) throws(RewritingError)
    -> JSONValue
  {
    if let dialect, host == nil ? schema.dialect != dialect : schema.dialect.draft != dialect.draft {
      throw outline.error(
        "expected a schema of \(dialect.name), as the others, found one of \(schema.dialect.name): a document without "
          + "identifiers has one dialect", at: schema)
    }
    guard case .object(let object) = value else { return value }
    let place = Place(schema)
    var new = JSONObject()
    var moved: [JSONValue] = []
    for (name, member) in object {
      if let reference = schema.references.first(where: { $0.keyword.rawValue == name }) {
        let text = JSONValue.string(try self.text(of: reference, in: schema))
        // Without dynamic scopes, all references are static.
        if name == "$ref" || object["$ref"] == nil { new["$ref"] = text } else { moved.append(["$ref": text]) }
      } else if name == "discriminator" {
        new[name] = try rewrittenDiscriminator(member, schema)
      } else if !drops(name, of: schema, at: place) {
        new[name] = try rewritten(member, place.child(name), inSchema: true)
      }
    }
    if !moved.isEmpty { new["allOf"] = .array((new["allOf"]?.array ?? []) + moved) }
    return .object(host == nil && Dialect.hosts.contains(schema.dialect) ? withoutNullable(new, place) : new)
  }

  /// Returns a schema that says with the keywords of drafts what `nullable` says (OpenAPI 3.0.4, section 4.7.24).
  private mutating func withoutNullable(_ schema: JSONObject, _ place: Place) -> JSONObject {
    var (new, isNullable) = (schema, false)
    for name in ["nullable", "x-nullable"] where new[name]?.bool != nil {
      if new[name] == true { isNullable = true }
      new[name] = nil
    }
    guard isNullable else { return new }
    if let values = new["enum"]?.array, !values.contains(.null) { new["enum"] = .array(values + [.null]) }
    if let type = new["type"], type.string != nil {
      new["type"] = [type, "null"]
    } else if ["$ref", "allOf", "anyOf", "oneOf"].contains(where: { new[$0] != nil }) {
      new = ["anyOf": [.object(new), ["type": "null"]]]
      wrapped.insert(place)
    }
    return new
  }

  /// Whether a bundle without identifiers does without a keyword.
  private func drops(_ name: String, of schema: SchemaOutline.Schema, at place: Place) -> Bool {
    guard let rule = schema.dialect.keyword(named: name), rule.vocabulary == .core else { return false }
    if case .dialect = rule.value { return place != root }
    return rule.namesSchema
  }

  private mutating func text(
    of reference: SchemaOutline.Reference, in schema: SchemaOutline.Schema
  ) throws(RewritingError) -> String {
    let target = try outline.target(of: reference, in: schema)
    if let anchor = reference.dynamicAnchor, outline.resources.count(where: { $0.dynamicAnchors.contains(anchor) }) > 1
    {
      throw outline.error(
        "'\(reference.keyword.rawValue)' leads to different schemas, depending on where validation begins; only a "
          + "bundle with identifiers can keep it", at: schema, reference.keyword.rawValue)
    }
    let place = Place(target)
    if host == nil, target.document != 0, documents[target.document].extent == .whole {
      guard outline.root(of: target.document) != nil else {
        throw outline.error(
          "expected a schema in a file of its own, found one in \(DocumentContent(of: documents[target.document].root))",
          at: schema, reference.keyword.rawValue)
      }
      _ = self.reference(to: Place(document: place.document, pointer: JSONPointer()), definitions)
      return "#" + (newPointer(of: place) ?? JSONPointer()).uriFragment
    }
    return self.reference(to: place, host?.schemas ?? definitions)
  }

  // MARK: - Discriminators

  private mutating func rewrittenDiscriminator(
    _ value: JSONValue, _ schema: SchemaOutline.Schema
  ) throws(RewritingError) -> JSONValue {
    guard case .object(var discriminator) = value else { return value }
    if let text = discriminator["defaultMapping"]?.string {
      discriminator["defaultMapping"] = .string(try mapped(text, schema))
    }
    if case .object(var mapping)? = discriminator["mapping"] {
      for (name, target) in mapping {
        if let text = target.string { mapping[name] = .string(try mapped(text, schema)) }
      }
      discriminator["mapping"] = .object(mapping)
    }
    return .object(discriminator)
  }

  /// Returns the name of or the reference to a schema of a discriminator as it is in the bundle.
  private mutating func mapped(_ text: String, _ schema: SchemaOutline.Schema) throws(RewritingError) -> String {
    let own = documents[schema.document].root
    let container = DocumentContent.container(ofHost: own) ?? host?.schemas ?? definitions
    if own[container.appending(text)] != nil {
      if schema.document == 0, host != nil { return text }
      return reference(
        to: Place(document: schema.document, pointer: container.appending(text)), host?.schemas ?? definitions)
    }
    // A name that no schema has is a mistake, which stays one.
    guard text.contains(where: "/#.".contains) else { return text }
    let place = Place(document: schema.document, pointer: schema.pointer.appending("discriminator"))
    let target = try target(of: text, at: place)
    return isInRoot(target) && root.pointer.tokens.isEmpty && text.hasPrefix("#")
      ? text : reference(to: target, host?.schemas ?? definitions)
  }

  // MARK: - Documents

  /// Returns the value to which a reference leads that is not a schema's.
  private mutating func target(of text: String, at place: Place) throws(RewritingError) -> Place {
    guard let uri = URIReference(text), let base = URIReference(documents[place.document].uri)?.withoutFragment,
      let pointer = URIReference.percentDecoded(uri.fragment ?? "").flatMap({ JSONPointer($0) })
    else { throw error("expected a URI with a pointer, found '\(text)'", place) }
    var target = Place(document: place.document, pointer: pointer)
    if !uri.isFragment {
      let whole = uri.withoutFragment.resolved(against: base).description
      if documentIndexes[whole] == nil, let document = lookup(whole) {
        documentIndexes[whole] = documents.count
        documents.append(document)
      }
      guard let index = documentIndexes[whole] else {
        throw error("the document of this reference is not available: \(whole)", place)
      }
      target.document = index
    }
    guard documents[target.document].root[pointer] != nil else { throw error("'\(text)' leads to no value", place) }
    return target
  }

  private func error(_ message: String, _ place: Place) -> RewritingError {
    RewritingError(message, documents[place.document], place.pointer)
  }

  /// The draft on which the dialect of the schemas is based.
  private var ownDraft: Dialect? { Dialect.all.first { $0.draft == dialect?.draft } }

  private var definitions: JSONPointer { JSONPointer([(dialect ?? .draft2020).definitionsKeyword]) }
}

extension SchemaDocument.Extent {
  /// The pointer of the only schema of a text with other content.
  package var schema: JSONPointer? {
    switch self {
    case .value(let pointer): pointer
    case .whole, .members: nil
    }
  }
}

extension PlainBundle.Place {
  fileprivate init(_ schema: SchemaOutline.Schema) { self.init(document: schema.document, pointer: schema.pointer) }

  fileprivate func child(_ token: String) -> Self { Self(document: document, pointer: pointer.appending(token)) }
}

extension KeywordRule {
  /// Whether the keyword gives a schema a URI or a name in one.
  fileprivate var namesSchema: Bool {
    if case .identifier = value { return true }
    if case .anchor = value { return true }
    if case .dynamicAnchor = value { return true }
    if case .recursiveAnchor = value { return true }
    return false
  }
}

extension JSONValue {
  /// Adds a value at a path, with the objects that lead to it.
  fileprivate mutating func insert(_ value: JSONValue, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self = value
      return
    }
    var object = object ?? JSONObject()
    var child = object[name] ?? .object(JSONObject())
    child.insert(value, at: path.dropFirst())
    object[name] = child
    self = .object(object)
  }
}
