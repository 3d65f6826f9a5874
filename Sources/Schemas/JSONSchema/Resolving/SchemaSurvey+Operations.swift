import SchemaAnalysis
import SchemaRuntime

/// The operations of an API, with the schemas of their parameters, request bodies, responses and headers, which are
/// outside `components/schemas` (OpenAPI 3.1, section 4.8; OpenAPI 2.0).
///
/// An inline schema becomes a part of its document, named after its operation. A mere reference becomes the schema at
/// its target.
extension SchemaSurvey {
  private typealias Operation = APIOperation<NodeLocation>

  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

  /// A path item to read.
  private struct PendingItem {
    let item: HostValue
    /// The path or name of a webhook; for a callback, the operation, its name and its expression.
    let path: String
    /// What the types of operations without `operationId` are named after.
    let name: String
    /// `webhook` or `callback`.
    var caller: String?
    let root: HostValue
  }

  /// Reads the selected operations of a description with the schemas that they have, and without lists of selected
  /// ones also its shared parameters, bodies, responses and headers.
  mutating func addOperations(of document: Int, _ selection: OperationSelection) {
    isComparing = selection.isForComparison
    let root = HostValue(location: NodeLocation(document: document, entry: 0), pointer: JSONPointer())
    var pending = root.described("paths", of: self).map { PendingItem(item: $1, path: $0, name: $0, root: root) }
    pending += root.described("webhooks", of: self).map {
      PendingItem(item: $1, path: $0, name: $0, caller: "webhook", root: root)
    }
    // Callbacks come last; a list, because they may refer to one another without end.
    var next = 0
    while next < pending.count {
      pending += addPathItem(pending[next], selection)
      next += 1
    }
    guard selection.isWhole else { return }
    let shared = root.member("components", of: self) ?? root
    let kinds = [
      ("parameters", "parameter"), ("requestBodies", "request"), ("responses", "response"), ("headers", "header"),
    ]
    for (container, kind) in kinds {
      for (name, value) in shared.members(container, of: self) {
        let name = self.name(name, with: kind, in: document)
        switch kind {
        case "request": _ = contents(of: value, name)
        case "response": _ = response(value, "", name, [])
        default: _ = parameter(value) { _ in name }
        }
      }
    }
  }

  /// Reports what the lists of a selection name but no description has.
  mutating func checkSelection() {
    for (index, document) in documents.enumerated() where hosts[index] != nil {
      guard let selection = options.reading(document).operations, !selection.isWhole else { continue }
      let lists: [(String, [String], [String], (String, String) -> Bool)] = [
        ("tag", selection.tags, allOperations.flatMap(\.tags), { $0 == $1 }),
        ("path", selection.paths, allOperations.map(\.path), { Glob($0).matches($1) }),
        ("operationId", selection.ids, allOperations.compactMap(\.id), { $0 == $1 }),
      ]
      for (kind, names, known, matches) in lists {
        for name in names where !known.contains(where: { matches(name, $0) }) {
          let nearest = Spelling.nearest(to: name, among: known.prefix(1_000), limit: 8)
          findings.add(
            .noOperation(kind: kind, name: name, nearest: nearest), at: NodeLocation(document: index, entry: 0))
        }
      }
      return
    }
  }

  /// Reads the operations of a path item, and returns their callbacks.
  private mutating func addPathItem(_ pending: PendingItem, _ selection: OperationSelection) -> [PendingItem] {
    guard let target = target(of: pending.item) else { return [] }
    // Members beside a reference (OpenAPI 3.1, section 4.8.9).
    let items = target.location == pending.item.location ? [target] : [pending.item, target]
    var seen: Set<String> = []
    var callbacks: [PendingItem] = []
    for item in items {
      // Other methods (OpenAPI 3.2, section 4.9).
      let all =
        Self.methods.compactMap { method in item.member(method, of: self).map { (method, $0) } }
        + item.members("additionalOperations", of: self).map { ($0.name.lowercased(), $0.value) }
      for (method, value) in all where seen.insert(method).inserted {
        guard let operation = self.target(of: value) else { continue }
        if pending.caller == "callback", !self.callbacks.insert(operation.location).inserted { continue }
        let id = operation.text("operationId", of: self)
        let tags = operation.texts("tags", of: self) ?? []
        let isOwn = pending.caller != "callback"
        if isOwn { allOperations.append((pending.path, id, tags)) }
        if !isOwn || selection.selects(path: pending.path, id: id, tags: tags) {
          callbacks += addOperation(operation, method, pending, items)
        }
      }
    }
    return callbacks
  }

  private mutating func addOperation(
    _ value: HostValue, _ method: String, _ pending: PendingItem, _ items: [HostValue]
  ) -> [PendingItem] {
    let root = pending.root
    var operation = Operation(
      location: value.location(of: self), path: pending.path, method: method, caller: pending.caller,
      id: value.text("operationId", of: self), tags: value.texts("tags", of: self) ?? [],
      dialect: hosts[root.location.document]?.dialect ?? options.defaultDialect)
    operation.words = words(of: value)
    if let item = items.first, operation.words.summary == nil, operation.words.description == nil {
      operation.words.description = item.text("description", of: self)
    }
    operation.api = descriptions.count - 1
    let name = operation.id ?? method + "-" + pending.name
    var parameters: [(key: [String], value: Operation.Parameter)] = []
    for written in (items.reversed() + [value]).flatMap({ $0.elements("parameters", of: self) }) {
      guard let parameter = parameter(written, named: { name + "-" + $0 + "-parameter" }) else { continue }
      if parameter.place == "body" {
        let types = mediaTypes("consumes", of: value, root)
        operation.body = Operation.Body(
          location: parameter.location, isRequired: parameter.isRequired,
          contents: swaggerContents(of: written, types, name + "-request"), words: parameter.words)
        continue
      }
      // That of the operation replaces that of its path.
      let key = [parameter.place == "header" ? parameter.name.lowercased() : parameter.name, parameter.place]
      parameters.removeAll { $0.key == key }
      parameters.append((key, parameter))
    }
    operation.parameters = parameters.map(\.value)
    if let body = value.member("requestBody", of: self), let resolved = target(of: body) {
      operation.body = Operation.Body(
        location: resolved.location(of: self),
        isRequired: resolved.member("required", of: self)?.value(of: self).bool ?? false,
        contents: contents(of: body, name + "-request"), words: words(of: resolved))
    }
    let responses = value.described("responses", of: self)
    let successes = responses.count { $0.name.hasPrefix("2") }
    let types = mediaTypes("produces", of: value, root)
    operation.responses = responses.compactMap { status, value in
      let isOnly = status.hasPrefix("2") && successes == 1
      return response(value, status, name + "-response" + (isOnly ? "" : "-" + status), types)
    }
    operation.security = security(of: value, root)
    let servers = servers(of: [value] + items + [root], value)
    operation.servers = servers.urls
    operation.others = others(of: value, responses)
    if servers.variables != [] { operation.others["servers"] = .array(servers.variables) }
    if operation.parameters.contains(where: { $0.place == "formData" }) {
      operation.others["consumes"] = .array(mediaTypes("consumes", of: value, root).map { .string($0) })
    }
    described.append(operation)
    var callbacks: [PendingItem] = []
    for (callback, written) in value.members("callbacks", of: self) {
      guard let expressions = target(of: written) else { continue }
      for (expression, item) in expressions.members(of: self) where !expression.hasPrefix("x-") {
        callbacks.append(
          PendingItem(
            item: item, path: "\(callback) \(expression) of \(operation.name)", name: name + "-" + callback,
            caller: "callback", root: root))
      }
    }
    return callbacks
  }

  /// What is neither for readers nor read elsewhere.
  private mutating func others(
    of operation: HostValue, _ responses: [(name: String, value: HostValue)]
  ) -> JSONObject {
    let known: Set = [
      "parameters", "requestBody", "responses", "callbacks", "security", "servers", "operationId", "tags", "summary",
      "description", "deprecated", "externalDocs", "consumes", "produces", "schemes",
    ]
    var others = (operation.value(of: self).object ?? [:]).filter { !known.contains($0.key) }
    for (status, response) in responses {
      if let links = target(of: response)?.member("links", of: self) { others[status] = links.value(of: self) }
    }
    return others
  }

  // MARK: - Messages

  /// Reads a parameter or header. A plain value, such as a number with limits, makes no type.
  private mutating func parameter(
    _ written: HostValue, named makeName: (String) -> String
  ) -> Operation.Parameter? {
    guard let value = target(of: written) else { return nil }
    let ownName = value.text("name", of: self) ?? ""
    let place = value.text("in", of: self) ?? "header"
    let name = sharedName(of: value, for: written, "parameter") ?? makeName(ownName)
    var form: [String: JSONValue] = [:]
    for keyword in ["style", "explode", "allowReserved", "allowEmptyValue", "collectionFormat"] {
      form[keyword] = value.member(keyword, of: self)?.value(of: self)
    }
    return Operation.Parameter(
      location: value.location(of: self), name: ownName, place: place,
      isRequired: place == "path" || value.member("required", of: self)?.value(of: self).bool ?? false, form: form,
      value: place == "body" ? .none : self.value(of: value, name), words: words(of: value))
  }

  private mutating func value(of parameter: HostValue, _ name: String) -> Operation.Value {
    guard let schema = parameter.member("schema", of: self) else {
      if let content = contents(of: parameter, name).first { return .content(content.mediaType, content.schema) }
      let notSchema: Set = [
        "name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "deprecated", "example",
      ]
      guard let written = parameter.value(of: self).object else { return .none }
      // In Swagger, a parameter is a schema.
      return .plain(written.filter { !notSchema.contains($0.key) && !$0.key.hasPrefix("x-") })
    }
    let written = schema.value(of: self).object ?? [:]
    if !isComparing, written.isEmpty { return .none }
    let structural: Set = ["$ref", "enum", "properties", "items", "allOf", "anyOf", "oneOf", "additionalProperties"]
    if !isComparing, structural.isDisjoint(with: written.keys) { return .plain(written) }
    return addSchema(schema, name).map { .schema($0) } ?? .none
  }

  private mutating func response(
    _ written: HostValue, _ status: String, _ name: String, _ types: [String]
  ) -> Operation.Response? {
    guard let value = target(of: written) else { return nil }
    let name = sharedName(of: value, for: written, "response") ?? name
    let contents =
      value.member("schema", of: self) != nil
      ? swaggerContents(of: value, types, name) : contents(of: value, name)
    let headers = value.members("headers", of: self).compactMap { header, value -> Operation.Parameter? in
      guard var parameter = parameter(value, named: { _ in name + "-" + header }) else { return nil }
      (parameter.name, parameter.place) = (header, "header")
      return parameter
    }
    return Operation.Response(
      location: value.location(of: self), status: status, contents: contents, headers: headers, words: words(of: value))
  }

  /// Reads all media types of a body. The schema of JSON has the body's own name.
  private mutating func contents(of body: HostValue, _ name: String) -> [Operation.Content] {
    guard let value = target(of: body) else { return [] }
    let name = sharedName(of: value, for: body, "request") ?? name
    let types = value.members("content", of: self)
    let hasOne = types.count { MediaType($0.name).hasModel } == 1
    return types.compactMap { type, media in
      guard let media = target(of: media) else { return nil }
      // Media types with a sequence of values (OpenAPI 3.2, section 4.14).
      let items = media.member("itemSchema", of: self)
      let isPlain = hasOne || MediaType(type).isJSON
      var content = content(
        type, media.member("schema", of: self) ?? items, in: media, isPlain ? name : name + "-" + type,
        encoding: media.member("encoding", of: self))
      content.isSequence = items != nil
      return content
    }
  }

  /// Reads the only schema of a body of Swagger 2.0, which is for all media types.
  private mutating func swaggerContents(
    of written: HostValue, _ types: [String], _ name: String
  ) -> [Operation.Content] {
    guard let value = target(of: written), let schema = value.member("schema", of: self) else { return [] }
    let types = types.isEmpty ? ["application/json"] : types
    let name = sharedName(of: value, for: written, "parameter") ?? name
    // One that is also written in other ways still has a model.
    let main = types.first { MediaType($0).hasModel } ?? types[0]
    let content = content(main, schema, in: value, name, encoding: nil)
    return types.map { type in
      var other = content
      other.mediaType = type
      return other
    }
  }

  private mutating func content(
    _ type: String, _ schema: HostValue?, in media: HostValue, _ name: String, encoding: HostValue?
  ) -> Operation.Content {
    let kind = MediaType(type)
    var content = Operation.Content(
      location: media.location(of: self), mediaType: type, schema: nil, encoding: encoding?.value(of: self),
      words: words(of: media, mediaType: type))
    if isComparing {
      content.schema = schema.flatMap { addSchema($0, name) }
      return content
    }
    if kind.isForm {
      findings.add(.formFields(mediaType: type), at: media.location, severity: .note)
    } else if !kind.isJSON, schema != nil {
      findings.add(.otherMediaType(type), at: media.location, severity: .note)
    }
    if let schema, kind.hasModel { content.schema = addSchema(schema, name) }
    return content
  }

  /// The media types of a request or response of Swagger 2.0.
  private func mediaTypes(_ name: String, of operation: HostValue, _ root: HostValue) -> [String] {
    operation.texts(name, of: self) ?? root.texts(name, of: self) ?? []
  }

  // MARK: - Security and servers

  private mutating func security(of operation: HostValue, _ root: HostValue) -> [[String: APICredential]] {
    guard let written = (operation.member("security", of: self) ?? root.member("security", of: self)) else { return [] }
    let components = root.member("components", of: self)
    let schemes =
      components?.member("securitySchemes", of: self) ?? root.member("securityDefinitions", of: self)
    return (written.value(of: self).array ?? []).map { alternative in
      var credentials: [String: APICredential] = [:]
      for member in alternative.object ?? [:] {
        let declared = schemes?.member(member.key, of: self).flatMap { target(of: $0) }
        credentials[member.key] = APICredential(
          scopes: Set((member.value.array ?? []).compactMap(\.string)),
          scheme: declared.map { Self.undescribed($0.value(of: self)) } ?? .null)
      }
      return credentials
    }
  }

  /// Returns a security scheme without what is only for readers, and without its lists of scopes.
  private static func undescribed(_ value: JSONValue) -> JSONValue {
    guard let object = value.object else { return value }
    var plain = object.filter {
      !["description", "scopes", "bearerFormat"].contains($0.key) && !$0.key.hasPrefix("x-")
    }.mapValues { undescribed($0) }
    // Neither the names of headers nor those of schemes have a case (RFC 9110, sections 5.1 and 11.1).
    if let scheme = object["scheme"]?.string { plain["scheme"] = .string(scheme.lowercased()) }
    if object["in"] == "header", let name = object["name"]?.string { plain["name"] = .string(name.lowercased()) }
    return .object(plain)
  }

  /// The URLs of the first of some objects that has servers, and their variables.
  private func servers(of values: [HostValue], _ operation: HostValue) -> (urls: [String], variables: [JSONValue]) {
    for value in values {
      let servers = value.elements("servers", of: self)
      let urls = servers.compactMap { $0.text("url", of: self) }
      let variables = servers.compactMap {
        $0.member("variables", of: self).map { Self.undescribed($0.value(of: self)) }
      }
      if !urls.isEmpty { return (urls, variables) }
    }
    // Swagger 2.0.
    guard let root = values.last, let host = root.text("host", of: self) else {
      return (values.last?.text("basePath", of: self).map { [$0] } ?? [], [])
    }
    let schemes = operation.texts("schemes", of: self) ?? root.texts("schemes", of: self) ?? ["https"]
    return (schemes.map { "\($0)://\(host)\(root.text("basePath", of: self) ?? "")" }, [])
  }

  // MARK: - Schemas

  /// The name of an object that several operations share, as given by references; nil for an inline object.
  private func sharedName(of value: HostValue, for original: HostValue, _ kind: String) -> String? {
    value.location == original.location ? nil : value.name.map { name($0, with: kind, in: value.location.document) }
  }

  /// Returns the name of an object that several operations share, with its kind. `user_response` says that it is a
  /// response, unless it is a schema's name, too.
  private func name(_ name: String, with kind: String, in document: Int) -> String {
    func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let (rest, end) = (name.dropLast(kind.count), name.suffix(kind.count))
    let isWord = rest.last.map { !$0.isLetter } ?? true || end.first?.isUppercase ?? false
    let isSaid = isWord && end.lowercased() == kind
    let isTaken = isSaid && hosts[document]?.names.contains { letters($0) == letters(name) } ?? false
    return isSaid && !isTaken ? name : name + "-" + kind
  }

  /// Adds an inline schema, or the target of a mere reference; returns its location.
  private mutating func addSchema(_ schema: HostValue, _ name: String) -> NodeLocation? {
    guard let text = schema.text("$ref", of: self), isMere(schema) else { return addPart(schema, name) }
    // The schema there may be a reference in turn.
    guard let found = try? value(of: text, from: schema) else {
      // By an anchor, or one that leads nowhere, which is reported.
      return addPart(schema, name)
    }
    if found.pointer.tokens.isEmpty {
      visitRoot(of: found.location.document)
      operationSchemas.insert(found.location)
      return found.location
    }
    return addPart(found, found.name ?? name)
  }

  /// Whether a reference has nothing beside it but words.
  private func isMere(_ schema: HostValue) -> Bool {
    schema.members(of: self).allSatisfy { ["$ref", "description", "summary"].contains($0.name) }
  }

  private mutating func addPart(_ value: HostValue, _ name: String) -> NodeLocation {
    operationSchemas.insert(value.location)
    guard schemaIndexes[value.location] == nil else { return value.location }
    visitPart(
      SchemaDocument.Part(name: uniqueName(name, in: value.location.document), pointer: value.pointer),
      at: value.location)
    return value.location
  }

  private func uniqueName(_ name: String, in document: Int) -> String {
    guard let host = hosts[document], host.names.contains(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !host.names.contains($0) } ?? name
  }
}
