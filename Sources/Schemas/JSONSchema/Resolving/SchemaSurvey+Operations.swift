import SchemaRuntime

/// The schemas of an API's operations: those of parameters, request bodies, responses and headers, which are outside
/// `components/schemas` (OpenAPI 3.1, section 4.8; OpenAPI 2.0).
///
/// An inline schema becomes a part of its document, named after its operation. A mere reference becomes the schema at
/// its target.
extension SchemaSurvey {
  /// A value of a description.
  private struct HostValue {
    var location: NodeLocation
    var pointer: JSONPointer
    /// The name in a reference: the last token of its pointer, or the name of its file.
    var name: String?

    /// The value of a member.
    func member(_ name: String, of survey: SchemaSurvey) -> HostValue? {
      survey.documents[location.document].source.withRoot { root in
        root[at: location.entry].member(name).map { child in
          HostValue(
            location: NodeLocation(document: location.document, entry: child.index), pointer: pointer.appending(name))
        }
      }
    }

    /// The values of all members.
    func members(of survey: SchemaSurvey) -> [(name: String, value: HostValue)] {
      survey.documents[location.document].source.withRoot { root in
        root[at: location.entry].members.map { name, child in
          (
            name.string,
            HostValue(
              location: NodeLocation(document: location.document, entry: child.index),
              pointer: pointer.appending(name.string))
          )
        }
      }
    }

    /// The values of all elements.
    func elements(of survey: SchemaSurvey) -> [HostValue] {
      survey.documents[location.document].source.withRoot { root in
        root[at: location.entry].elements.enumerated().map { index, child in
          HostValue(
            location: NodeLocation(document: location.document, entry: child.index), pointer: pointer.appending(index))
        }
      }
    }

    func text(_ name: String, of survey: SchemaSurvey) -> String? {
      survey.documents[location.document].source.withRoot { root in
        root[at: location.entry].member(name).flatMap { $0.isString ? $0.string : nil }
      }
    }

    func names(of survey: SchemaSurvey) -> Set<String> { Set(members(of: survey).map(\.name)) }
  }

  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  /// Finds the schemas of a description's operations and of its shared parameters, bodies, responses and headers.
  mutating func addOperations(of document: Int) {
    let root = HostValue(location: NodeLocation(document: document, entry: 0), pointer: JSONPointer())
    for (path, item) in members(root, "paths") { addPathItem(item, path) }
    for (name, item) in members(root, "webhooks") { addPathItem(item, name) }
    let shared = root.member("components", of: self) ?? root
    for (name, parameter) in members(shared, "parameters") { addParameter(parameter) { _ in name + "-parameter" } }
    for (name, body) in members(shared, "requestBodies") { addContent(of: body, name + "-request") }
    for (name, response) in members(shared, "responses") { addResponse(response, name + "-response") }
    for (name, header) in members(shared, "headers") { addParameter(header) { _ in name + "-header" } }
  }

  private func members(_ value: HostValue, _ name: String) -> [(name: String, value: HostValue)] {
    (value.member(name, of: self)?.members(of: self) ?? []).filter { !$0.name.hasPrefix("x-") }
  }

  private mutating func addPathItem(_ item: HostValue, _ path: String) {
    guard let item = target(of: item) else { return }
    let shared = item.member("parameters", of: self)?.elements(of: self) ?? []
    for method in Self.methods {
      guard let operation = item.member(method, of: self).flatMap({ target(of: $0) }),
        operations.insert(operation.location).inserted
      else { continue }
      let name = operation.text("operationId", of: self) ?? method + "-" + path
      for parameter in shared + (operation.member("parameters", of: self)?.elements(of: self) ?? []) {
        addParameter(parameter) { own in name + "-" + own + "-parameter" }
      }
      if let body = operation.member("requestBody", of: self) { addContent(of: body, name + "-request") }
      let responses = members(operation, "responses")
      let successes = responses.count { $0.name.hasPrefix("2") }
      for (code, response) in responses {
        let isOnly = code.hasPrefix("2") && successes == 1
        addResponse(response, name + "-response" + (isOnly ? "" : "-" + code))
      }
      for (callback, expressions) in members(operation, "callbacks") {
        guard let expressions = target(of: expressions) else { continue }
        for (_, item) in expressions.members(of: self) { addPathItem(item, name + "-" + callback) }
      }
    }
  }

  /// Adds the schema of a parameter or header, with a name from the parameter's own. A plain value, such as a number
  /// with limits, makes no type.
  private mutating func addParameter(_ parameter: HostValue, named makeName: (String) -> String) {
    guard let value = target(of: parameter) else { return }
    let name = sharedName(of: value, for: parameter, "-parameter") ?? makeName(value.text("name", of: self) ?? "")
    guard let schema = value.member("schema", of: self) else { return addContent(of: value, name) }
    let structural: Set = ["$ref", "enum", "properties", "items", "allOf", "anyOf", "oneOf", "additionalProperties"]
    if !schema.names(of: self).isDisjoint(with: structural) { addSchema(schema, name) }
  }

  private mutating func addResponse(_ response: HostValue, _ name: String) {
    guard let value = target(of: response) else { return }
    let name = sharedName(of: value, for: response, "-response") ?? name
    // Swagger 2.0 has one schema for all media types.
    if let schema = value.member("schema", of: self) { addSchema(schema, name) }
    addContent(of: value, name)
    for (header, value) in members(value, "headers") { addParameter(value) { _ in name + "-" + header } }
  }

  /// Adds the schemas of all media types of a body. That of JSON has the body's own name.
  private mutating func addContent(of body: HostValue, _ name: String) {
    guard let value = target(of: body) else { return }
    let name = sharedName(of: value, for: body, "-request") ?? name
    let types = members(value, "content")
    for (type, media) in types {
      guard let schema = target(of: media)?.member("schema", of: self) else { continue }
      let isPlain = types.count == 1 || type.contains("json")
      addSchema(schema, isPlain ? name : name + "-" + type)
    }
  }

  /// The name of an object that several operations share, as given by references; nil for an inline object.
  private func sharedName(of value: HostValue, for original: HostValue, _ ending: String) -> String? {
    value.location == original.location ? nil : value.name.map { $0 + ending }
  }

  /// Adds an inline schema, or the target of a reference.
  private mutating func addSchema(_ schema: HostValue, _ name: String) {
    guard schema.text("$ref", of: self) != nil else { return addPart(schema, name) }
    guard let found = target(of: schema) else { return }
    if found.pointer.tokens.isEmpty {
      visitRoot(of: found.location.document)
    } else {
      addPart(found, found.name ?? name)
    }
  }

  private mutating func addPart(_ value: HostValue, _ name: String) {
    guard schemaIndexes[value.location] == nil else { return }
    let known = hosts[value.location.document]?.names ?? []
    let unique = known.contains(name) ? (2...).lazy.map { "\(name)-\($0)" }.first { !known.contains($0) } : name
    visitPart(SchemaDocument.Part(name: unique ?? name, pointer: value.pointer), at: value.location)
  }

  // MARK: References

  /// Follows the references of a description, which may lead into other files; nil if one leads nowhere, which is
  /// reported.
  private mutating func target(of value: HostValue) -> HostValue? {
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

  private mutating func value(
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
    guard let fragment = URIReference.percentDecoded(uri.fragment ?? ""), let pointer = JSONPointer(fragment) else {
      throw .malformedPointer
    }
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
