import SchemaRuntime

/// A value of an API description, outside its schemas.
struct HostValue {
  var location: NodeLocation
  var pointer: JSONPointer
  /// The name in a reference: the last token of its pointer, or the name of its file.
  var name: String?

  /// The value of a member.
  func member(_ name: String, of survey: SchemaSurvey) -> HostValue? {
    node(of: survey) { node in
      node.member(name).map { child($0, pointer.appending(name)) }
    }
  }

  /// The values of all members.
  func members(of survey: SchemaSurvey) -> [(name: String, value: HostValue)] {
    node(of: survey) { node in node.members.map { ($0.string, child($1, pointer.appending($0.string))) } }
  }

  /// The values of the members of a member.
  func members(_ name: String, of survey: SchemaSurvey) -> [(name: String, value: HostValue)] {
    member(name, of: survey)?.members(of: survey) ?? []
  }

  /// The same without extensions, which only some objects may have among their members.
  func described(_ name: String, of survey: SchemaSurvey) -> [(name: String, value: HostValue)] {
    members(name, of: survey).filter { !$0.name.hasPrefix("x-") }
  }

  /// The values of the elements of a member.
  func elements(_ name: String, of survey: SchemaSurvey) -> [HostValue] {
    guard let list = member(name, of: survey) else { return [] }
    return list.node(of: survey) { node in
      node.elements.enumerated().map { list.child($1, list.pointer.appending($0)) }
    }
  }

  func text(_ name: String, of survey: SchemaSurvey) -> String? {
    node(of: survey) { node in node.member(name).flatMap { $0.isString ? $0.string : nil } }
  }

  /// The strings in the list of a member; nil if there is none.
  func texts(_ name: String, of survey: SchemaSurvey) -> [String]? {
    node(of: survey) { node in node.member(name)?.elements.filter(\.isString).map(\.string) }
  }

  /// The value itself.
  func value(of survey: SchemaSurvey) -> JSONValue { node(of: survey) { JSONValue($0) } }

  func location(of survey: SchemaSurvey) -> SourceLocation {
    let document = survey.documents[location.document]
    let position = node(of: survey) { survey.lineTables.table(of: location.document, document).position(at: $0.offset) }
    return SourceLocation(document: document.name, pointer: pointer, position: position)
  }

  private func child(_ node: UnsafeJSONNode, _ pointer: JSONPointer) -> HostValue {
    HostValue(location: NodeLocation(document: location.document, entry: node.index), pointer: pointer)
  }

  private func node<Result>(of survey: SchemaSurvey, _ read: (UnsafeJSONNode) -> Result) -> Result {
    survey.documents[location.document].source.withRoot { read($0[at: location.entry]) }
  }
}

extension SchemaSurvey {
  /// Follows the references of a description, which may lead into other files; nil if one leads nowhere, which is
  /// reported.
  mutating func target(of value: HostValue) -> HostValue? {
    var value = value
    var seen: Set<NodeLocation> = []
    while let text = value.text("$ref", of: self) {
      guard seen.insert(value.location).inserted else {
        findings.add(.referenceCycle(chain: [text, text]), at: value.location)
        return nil
      }
      do throws(ResolveError.Unresolvable.Reason) {
        value = try self.value(of: text, from: value)
      } catch {
        let base = URIReference(documents[value.location.document].uri)
        let whole = URIReference(text).flatMap { uri in base.map { uri.resolved(against: $0).description } } ?? text
        let fact = ResolveError.Unresolvable(keyword: "$ref", reference: text, uri: whole, reason: error)
        findings.add(.unresolvable(fact), at: value.location)
        return nil
      }
    }
    return value
  }

  mutating func value(
    of text: String, from value: HostValue
  ) throws(ResolveError.Unresolvable.Reason) -> HostValue {
    guard let uri = URIReference(text), let base = URIReference(documents[value.location.document].uri),
      let host = hosts[value.location.document]
    else { throw .malformedPointer }
    var document = value.location.document
    if !uri.isFragment {
      let key = uri.withoutFragment.resolved(against: base.withoutFragment).description
      document = try otherDocument(at: key, host.dialect)
    }
    guard let fragment = URIReference.percentDecoded(uri.fragment ?? "") else { throw .malformedEncoding }
    guard let pointer = JSONPointer(fragment) else { throw .malformedPointer }
    let root = NodeLocation(document: document, entry: 0)
    let location = try documents[document].source.withRoot { node throws(ResolveError.Unresolvable.Reason) in
      try descend(pointer, from: root, in: node, suggesting: true).location
    }
    let file = documents[document].schemaName.split(separator: "/").last.map(String.init)
    return HostValue(location: location, pointer: pointer, name: pointer.tokens.last ?? file)
  }

  /// Returns the document at a URI, which has schemas of a dialect and other content.
  private mutating func otherDocument(
    at uri: String, _ dialect: Dialect
  ) throws(ResolveError.Unresolvable.Reason) -> Int {
    if let resource = resourceIndexes[uri] {
      let document = resources[resource].root.document
      if hosts[document] == nil { hosts[document] = Host(resource: resource, dialect: dialect) }
      return document
    }
    guard let document = registry.document(at: uri) else { throw .noDocument(nearest: nil) }
    return addHost(document, dialect, asked: uri)
  }
}

/// The lines of documents, found once for each.
final class LineTables {
  private var tables: [Int: LineTable] = [:]

  func table(of index: Int, _ document: SchemaDocument) -> LineTable {
    if let known = tables[index] { return known }
    let table = LineTable(document.source)
    tables[index] = table
    return table
  }
}
