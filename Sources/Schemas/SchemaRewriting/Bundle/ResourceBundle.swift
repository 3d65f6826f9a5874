import JSONSchema
import SchemaRuntime

/// A bundle in which each document stays a resource with its identifier (2020-12 core, section 9.3).
struct ResourceBundle {
  private let outline: SchemaOutline
  /// The schemas of each document.
  private let schemas: [Int: [SchemaOutline.Schema]]
  /// The documents inside the first, in the order in which references lead to them.
  private var included: [Int] = []
  /// The base URI of each resource in the bundle.
  private var bases: [URIReference]
  private var resources: [URIReference: Int] = [:]
  /// Whether another document refers to the first.
  private var needsName = false
  private let options: SchemaResolver.Options
  /// The resource that is each document.
  private var roots: [Int: Int] = [:]

  init(_ outline: SchemaOutline, _ options: SchemaResolver.Options) {
    (self.outline, self.options) = (outline, options)
    schemas = Dictionary(grouping: outline.schemas, by: \.document)
    bases = outline.resources.map(\.uri)
    for (index, resource) in outline.resources.enumerated() where resource.pointer.tokens.isEmpty {
      roots[resource.document] = index
    }
  }

  mutating func value() throws(RewritingError) -> JSONValue {
    guard let root = outline.root(of: 0), root.isObject else { return outline.documents[0].root }
    try include(0, as: bases[root.resource])
    var next = 0
    repeat {
      let document = next == 0 ? 0 : included[next - 1]
      for schema in schemas[document] ?? [] {
        for reference in schema.references { try include(targetOf: reference, in: schema) }
      }
      next += 1
    } while next <= included.count
    guard case .object(var bundle) = try rewritten(0) else { return outline.documents[0].root }
    var definitions = bundle[root.dialect.definitionsKeyword]?.object ?? JSONObject()
    var places: [Int: JSONPointer] = [0: JSONPointer()]
    for document in included {
      let name = definitions.freeName(identifier(of: document))
      definitions[name] = try embedded(document, in: root.dialect)
      places[document] = JSONPointer([root.dialect.definitionsKeyword, name])
    }
    if !included.isEmpty { bundle[root.dialect.definitionsKeyword] = .object(definitions) }
    // Only by its name can a resource refer to the one around it.
    if needsName, bundle[root.dialect.identifierKeyword] == nil {
      let file = URIReference(outline.documents[0].uri)?.path.split(separator: "/").last
      bundle[root.dialect.identifierKeyword] = .string(file.map { String($0) } ?? "bundle")
    }
    let document = try outline.moved(.object(bundle))
    try ReferenceCheck(outline) { schema in
      places[schema.document].map {
        ReferenceCheck.Place(document: document.uri, pointer: JSONPointer($0.tokens + schema.pointer.tokens))
      }
    }.check(outline.outline(of: [document], options))
    return .object(bundle)
  }

  // MARK: - Identifiers

  /// Includes the document to which a reference leads. Implementations know the meta-schemas of the drafts.
  private mutating func include(
    targetOf reference: SchemaOutline.Reference, in schema: SchemaOutline.Schema
  ) throws(RewritingError) {
    let document = try outline.target(of: reference, in: schema).document
    if document == 0, schema.document != 0 { needsName = true }
    guard document != 0, !included.contains(document), let root = roots[document] else { return }
    let own = outline.resources[root].uri
    if MetaSchema.uris.contains(own.description) { return }
    guard outline.documents[document].extent == .whole, outline.root(of: document) != nil else {
      throw outline.error(
        "expected a schema in a file of its own, found one in \(DocumentContent(of: outline.documents[document].root))",
        at: schema, reference.keyword.rawValue)
    }
    included.append(document)
    // A document without an identifier has the name by which it is found.
    let name = URIReference(reference.text)?.withoutFragment.resolved(against: bases[schema.resource])
    try include(document, as: own.scheme == "file" ? name ?? own : own)
  }

  /// Sets the base URIs of a document's resources, outer ones first.
  private mutating func include(_ document: Int, as uri: URIReference) throws(RewritingError) {
    let own = outline.resources.indices.filter { outline.resources[$0].document == document }
    for index in own.sorted(by: { depth(of: $0) < depth(of: $1) }) {
      let pointer = outline.resources[index].pointer
      var base = uri
      if !pointer.tokens.isEmpty {
        let around = own.filter { $0 != index && pointer.tokens.starts(with: outline.resources[$0].pointer.tokens) }
        let outer = around.max { depth(of: $0) < depth(of: $1) } ?? index
        let dialect = schemas[document]?.first { $0.pointer == pointer }?.dialect ?? .draft2020
        let text = outline.documents[document].root[pointer]?[dialect.identifierKeyword]?.string
        base = text.flatMap(URIReference.init)?.withoutFragment.resolved(against: bases[outer]) ?? bases[index]
      }
      bases[index] = base
      if let other = resources.updateValue(index, forKey: base), other != index {
        throw RewritingError(
          "two schemas have the identifier '\(base)'", outline.documents[document], pointer)
      }
    }
  }

  private func depth(of resource: Int) -> Int { outline.resources[resource].pointer.tokens.count }

  /// The identifier of an included document: its URI, or its location next to that of the bundle.
  private func identifier(of document: Int) -> String {
    name(of: bases[roots[document] ?? 0], from: bases[roots[0] ?? 0])
  }

  private func name(of uri: URIReference, from base: URIReference) -> String {
    uri.scheme == "file" ? uri.relative(to: base) : uri.description
  }

  // MARK: - Texts

  /// Returns a document in which every reference leads to the same schema as before.
  private func rewritten(_ document: Int) throws(RewritingError) -> JSONValue {
    var value = outline.documents[document].root
    for schema in schemas[document] ?? [] {
      for reference in schema.references {
        let target = try outline.target(of: reference, in: schema)
        if leads(reference, from: schema, to: target) { continue }
        let path = schema.pointer.appending(reference.keyword.rawValue).tokens
        value = value.replacing(path[...], with: .string(text(of: reference, from: schema, to: target)))
      }
    }
    return value
  }

  /// Whether a reference leads to its target in the bundle, too.
  private func leads(
    _ reference: SchemaOutline.Reference, from schema: SchemaOutline.Schema, to target: SchemaOutline.Schema
  ) -> Bool {
    guard let uri = URIReference(reference.text), let fragment = URIReference.percentDecoded(uri.fragment ?? "")
    else { return false }
    let whole = uri.withoutFragment.resolved(against: bases[schema.resource])
    // An unknown URI is that of a meta-schema.
    guard let found = resources[whole] else { return outline.resources[target.resource].uri == whole }
    if !fragment.isEmpty, !fragment.hasPrefix("/") { return found == target.resource }
    return outline.resources[found].document == target.document
      && JSONPointer(fragment).map { outline.resources[found].pointer.tokens + $0.tokens } == target.pointer.tokens
  }

  private func text(
    of reference: SchemaOutline.Reference, from schema: SchemaOutline.Schema, to target: SchemaOutline.Schema
  ) -> String {
    let resource = outline.resources[target.resource]
    let written = URIReference(reference.text)?.fragment ?? ""
    let pointer = JSONPointer(Array(target.pointer.tokens.dropFirst(resource.pointer.tokens.count)))
    let fragment = written.isEmpty || written.hasPrefix("/") ? pointer.uriFragment : written
    let base = bases[schema.resource]
    let uri = target.resource == schema.resource ? "" : name(of: bases[target.resource], from: base)
    return uri + (fragment.isEmpty && !uri.isEmpty ? "" : "#" + fragment)
  }

  /// Returns a document as a resource inside a schema of some dialect.
  private func embedded(_ document: Int, in outer: Dialect) throws(RewritingError) -> JSONValue {
    guard let root = outline.root(of: document) else { return .bool(true) }
    let dialect = root.dialect
    let value = try rewritten(document)
    var object = value.object ?? (value.bool == false ? ["not": [:]] : [:])
    // Before 2019-09, `$schema` is only at the root; draft-03 and draft-04 have another keyword for identifiers.
    let permits = dialect == outer || outer.draft >= .draft2019 && dialect.identifierKeyword == outer.identifierKeyword
    guard permits else {
      throw outline.error(
        "expected a schema of \(outer.name), as the root of the bundle, found one of \(dialect.name): \(outer.name) "
          + "permits no schemas of it inside", at: root, object["$schema"] == nil ? nil : "$schema")
    }
    if outer.draft <= .draft7 {
      object["$schema"] = nil
    } else if dialect != outer, object["$schema"] == nil {
      object["$schema"] = .string(dialect.schemaURI)
    }
    if dialect.draft <= .draft7, let reference = object["$ref"] {
      // An identifier next to a reference would be ignored.
      if root.isReferenceAlone {
        object = object.filter { member in
          switch dialect.keyword(named: member.key)?.effect {
          case .asserts?, .applies?: false
          case .annotates?, .identifies?, nil: true
          }
        }
      }
      object["$ref"] = nil
      let keyword = dialect.draft == .draft3 ? "extends" : "allOf"
      let others = object[keyword].map { $0.array ?? [$0] } ?? []
      object[keyword] = .array(others + [["$ref": reference]])
    }
    object[dialect.identifierKeyword] = .string(identifier(of: document))
    return .object(object)
  }
}

extension URIReference {
  /// Returns the shortest reference to this URI from a base with the same scheme and authority.
  func relative(to base: URIReference) -> String {
    let (own, other) = (segments, base.segments)
    let shared = zip(own.dropLast(), other.dropLast()).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: max(0, other.count - 1 - shared)) + own.dropFirst(shared)
    let text = way.joined(separator: "/")
    return (text.prefix { $0 != "/" }.contains(":") ? "./" : "") + text
  }

  private var segments: [String] { path.split(separator: "/", omittingEmptySubsequences: false).map { String($0) } }
}
