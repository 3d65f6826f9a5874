import CodegenCore
import JSONSchema
import SchemaRuntime

/// Builds the content of an operation's page.
struct OperationBuilder {
  typealias Operation = APIOperation<SchemaID>

  private let builder: PageBuilder
  private let graph: SchemaGraph
  private let plain: PlainSchemas
  /// The sections of the site by their schemas.
  private var sections: [SchemaID: DocumentationPage.Section] = [:]

  /// The members that an operation shows of a body, and their size as HTML.
  private static let memberLimit = 60
  private static let memberWeight = 60_000
  private static let longestTitle = 120

  init(_ pages: PageBuilder, _ content: [DocumentationPage], graph: SchemaGraph) {
    builder = pages
    self.graph = graph
    plain = PlainSchemas(graph.operations + graph.channels, assertedFormats: pages.limits.assertedFormats)
    guard !(graph.operations.isEmpty && graph.channels.isEmpty) else { return }
    for (page, found) in zip(pages.site.pages, content) {
      for (schema, section) in zip(page.sections, found.sections) { sections[schema] = section }
    }
  }

  func page(_ operation: Operation, _ description: APIDescription) -> OperationPage {
    var operation = operation
    for index in operation.parameters.indices where isSensitive(operation.parameters[index]) {
      operation.parameters[index].words.examples = []
    }
    let words = operation.words
    let headline = Self.headline(words.summary)
    // What is too long for a title is a description.
    let text = builder.text(words.description ?? (headline == nil ? words.summary : nil))
    let example = operation.body.flatMap { self.example(of: $0) }
    let body = operation.body.map { self.body($0, without: operation.caller == nil ? example?.mediaType : nil) }
    let responses = operation.responses.map { self.response($0, operation) }
    let request = ExampleRequest(
      operation, description, body: example,
      swiftBody: operation.body.flatMap { swift(of: $0) }, result: resultType(of: operation))
    return OperationPage(
      title: headline.map { Self.title($0.unmarked) } ?? Self.title(of: operation),
      method: operation.method.uppercased(), path: VisibleText.line(operation.path),
      caller: operation.caller ?? "", id: VisibleText.line(operation.id ?? ""),
      summary: headline ?? text.summary, description: text,
      isDeprecated: words.isDeprecated, externalDocs: Self.externalDocs(words.externalDocs),
      parameters: parameters(operation), body: body, responses: responses,
      security: Self.security(operation, description), servers: operation.servers.map { VisibleText.line($0) },
      curl: request.curl, swift: request.swift)
  }

  /// Returns a summary that is one line; nil for none, and for one that is a description.
  private static func headline(_ summary: String?) -> Phrase? {
    guard let summary, !summary.isEmpty, summary.utf8.count <= longestTitle, !summary.contains("\n") else { return nil }
    let phrase = Prose.phrase(VisibleText.line(summary)[...])
    return phrase.isEmpty ? nil : phrase
  }

  private static func title(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  /// Returns the words in `operationId`: `createPet` is `Create pet`.
  private static func title(of operation: Operation) -> String {
    guard let id = operation.id else { return VisibleText.line(operation.name.shortened(to: longestTitle)) }
    let words = NameWords.withHumps(VisibleText.line(id.shortened(to: longestTitle))).map { word in
      word.count > 1 && word == word.uppercased() ? word : word.lowercased()
    }
    let title = words.joined(separator: " ")
    return title.isEmpty ? VisibleText.line(id) : title.prefix(1).uppercased() + title.dropFirst()
  }

  // MARK: - Parameters

  private static let places = [
    ("path", "Path parameters"), ("query", "Query parameters"), ("querystring", "Query"), ("header", "Headers"),
    ("cookie", "Cookies"), ("formData", "Form fields"),
  ]

  private func parameters(_ operation: Operation) -> [(title: String, rows: [DocumentationPage.Member])] {
    Self.places.compactMap { place, title in
      let found = operation.parameters.filter { $0.place == place }
      return found.isEmpty ? nil : (title, found.map { row($0, operation.dialect) })
    }
  }

  /// Whether the examples of a parameter are not for readers (`x-sensitive`).
  private func isSensitive(_ parameter: Operation.Parameter) -> Bool {
    switch parameter.value {
    case .schema(let schema): graph[builder.types.resolve(schema).end].keywords.vendor.sensitive
    case .plain(let schema): schema["x-sensitive"]?.bool == true
    case .content(_, let schema): schema != nil
    case .none: false
    }
  }

  /// Returns the row of a parameter or header.
  private func row(
    _ parameter: Operation.Parameter, _ dialect: Dialect, of response: String? = nil
  ) -> DocumentationPage.Member {
    var (type, limits): (Phrase, [Phrase]) = ("any value", [])
    var description = parameter.words.description
    switch parameter.value {
    case .schema(let schema):
      (type, limits) = (builder.types.phrase(for: schema), builder.limits.limits(of: schema))
      description = description ?? builder.words(about: schema)
    case .plain(let schema):
      (type, limits) = plain.words(for: schema, dialect)
      description = description ?? schema["description"]?.string
    case .content(let mediaType, let schema):
      (type, limits) = (schema.map { builder.types.phrase(for: $0) } ?? "any value", ["\(code: mediaType)"])
    case .none: break
    }
    limits += Self.form(of: parameter)
    if let example = parameter.words.examples.first, example.array == nil, example.object == nil {
      limits.append("for example \(code: LimitWords.text(example))")
    }
    return DocumentationPage.Member(
      name: parameter.name, anchor: OperationPage.anchor(response ?? parameter.place, parameter.name), swiftName: nil,
      presence: parameter.isRequired ? .required : .optional, badges: parameter.words.isDeprecated ? [.deprecated] : [],
      type: type, limits: limits, description: builder.text(description), origin: nil, condition: nil)
  }

  /// Says how a value is written, if not as everybody expects.
  private static func form(of parameter: Operation.Parameter) -> [Phrase] {
    var words: [Phrase] = []
    let style = parameter.form["style"]?.string ?? parameter.form["collectionFormat"]?.string
    if let style, !["form", "simple"].contains(style) { words.append("style \(code: style)") }
    if let isExploded = parameter.form["explode"]?.bool, isExploded != (style ?? "form" == "form") {
      words.append(isExploded ? "each item as a parameter of its own" : "items separated by commas")
    }
    if parameter.form["allowEmptyValue"]?.bool == true { words.append("may be empty") }
    if parameter.form["allowReserved"]?.bool == true { words.append("reserved characters are not encoded") }
    return words
  }

  // MARK: - Bodies

  /// - Parameter mediaType: that of the example that the shell command sends.
  private func body(_ body: Operation.Body, without mediaType: String?) -> OperationPage.Body {
    OperationPage.Body(
      isRequired: body.isRequired, description: builder.text(body.words.description),
      contents: body.contents.map { content in
        var shown = self.content(content, .request)
        if content.mediaType == mediaType { shown.example = nil }
        return shown
      })
  }

  private func response(_ response: Operation.Response, _ operation: Operation) -> OperationPage.Response {
    OperationPage.Response(
      status: response.status, description: builder.text(response.words.description),
      contents: response.contents.map { content($0, .response) },
      headers: response.headers.map { row($0, operation.dialect, of: "response-\(response.status)") })
  }

  private func content(_ content: Operation.Content, _ view: SchemaView) -> OperationPage.Content {
    guard let written = content.schema else {
      return OperationPage.Content(mediaType: VisibleText.line(content.mediaType), type: nil, limits: [], members: [])
    }
    let schema = graph.twin(of: written, in: view) ?? written
    let type = builder.types.phrase(for: schema)
    return OperationPage.Content(
      mediaType: VisibleText.line(content.mediaType), type: content.isSequence ? "sequence of \(type)" : type,
      limits: builder.limits.limits(of: schema), members: members(of: schema), example: example(of: content, schema))
  }

  /// Returns the members of an object, without anchors, which are on the page of its type; nothing if there are many.
  private func members(of schema: SchemaID) -> [DocumentationPage.Member] {
    guard let section = section(of: schema), case .members(let members) = section.content,
      members.count <= Self.memberLimit
    else { return [] }
    let weight = members.indices.reduce(0) { $0 + PageWeight.row($1, of: section) }
    guard weight <= Self.memberWeight else { return [] }
    return members.map { member in
      var member = member
      member.anchor = nil
      return member
    }
  }

  private func section(of schema: SchemaID) -> DocumentationPage.Section? {
    sections[builder.types.resolve(schema).end]
  }

  private func example(of content: Operation.Content, _ schema: SchemaID) -> JSONTokens? {
    guard MediaType(content.mediaType).isJSON else { return nil }
    if let given = content.words.examples.first {
      return JSONTokens(builder.payloads.redacted(given, schema)).shortened
    }
    return value(of: schema).map { JSONTokens($0).shortened }
  }

  /// Returns an example of a schema, redacted.
  private func value(of schema: SchemaID) -> JSONValue? {
    if let example = section(of: schema)?.examples.first { return example.value }
    return builder.payloads.sample(of: schema).map { builder.payloads.redacted($0, schema) }
  }

  // MARK: - Examples

  /// The first content that is JSON, or else a form, and a value of it.
  private func example(of body: Operation.Body) -> (mediaType: String, value: JSONValue)? {
    let usable = body.contents.filter { MediaType($0.mediaType).isJSON || MediaType($0.mediaType).isForm }
    let found = usable.first { MediaType($0.mediaType).isJSON } ?? usable.first
    guard let content = found, let written = content.schema else { return nil }
    let schema = graph.twin(of: written, in: .request) ?? written
    let given = content.words.examples.first.map { builder.payloads.redacted($0, schema) }
    return (given ?? value(of: schema)).map { (content.mediaType, $0) }
  }

  private func swift(of body: Operation.Body) -> [CodeToken]? {
    guard let content = body.contents.first(where: { MediaType($0.mediaType).isJSON }), let written = content.schema
    else { return nil }
    let schema = graph.twin(of: written, in: .request) ?? written
    guard let section = section(of: schema) else { return nil }
    if let expression = section.examples.first?.swift { return expression }
    return section.swiftName.map { name in
      [
        CodeToken(text: "let", kind: .keyword), CodeToken(text: " value = ", kind: .plain),
        CodeToken(text: "try", kind: .keyword), CodeToken(text: " ", kind: .plain), CodeToken(text: name, kind: .type),
        CodeToken(text: "(json: payload)", kind: .plain),
      ]
    }
  }

  /// Returns the name of the type of what a successful call returns.
  private func resultType(of operation: Operation) -> String? {
    let successes = operation.responses.filter { $0.status.hasPrefix("2") }
    // Next to a success, 'default' describes errors.
    for response in successes.isEmpty ? operation.responses.filter({ $0.status == "default" }) : successes {
      guard let content = response.contents.first(where: { MediaType($0.mediaType).isJSON && !$0.isSequence }),
        let written = content.schema
      else { continue }
      return section(of: graph.twin(of: written, in: .response) ?? written)?.swiftName
    }
    return nil
  }

  /// Returns the pages of the schemas that an operation sends or receives.
  func pages(usedBy operation: Operation) -> [Int] {
    let contents = (operation.body?.contents ?? []) + operation.responses.flatMap(\.contents)
    var pages: [Int] = []
    for schema in contents.compactMap(\.schema) {
      let found = [schema] + [SchemaView.request, .response].compactMap { graph.twin(of: schema, in: $0) }
      for page in found.compactMap({ builder.site.address(of: builder.types.resolve($0).end)?.page })
      where !pages.contains(page) { pages.append(page) }
    }
    return pages
  }

  // MARK: - Words

  static func externalDocs(_ value: JSONValue?) -> Phrase? {
    guard let url = value?["url"]?.string else { return nil }
    let words = CommonMarkReader.text(value?["description"]?.string ?? "").summary.plain
    return link(words.isEmpty ? url : words, url)
  }

  static func link(_ words: String, _ target: String) -> Phrase {
    guard let address = WebAddress(target) else { return "\(words)" }
    var phrase = Phrase()
    phrase.append(.url(VisibleText.line(words), address))
    return phrase
  }

  private static func security(_ operation: Operation, _ api: APIDescription) -> [Phrase] {
    operation.security.map { alternative in
      if alternative.isEmpty { return "none" }
      let parts = alternative.sorted { $0.key < $1.key }.map { name, credential -> Phrase in
        let scopes = credential.scopes.sorted().map { "\(code: $0)" as Phrase }
        let scheme: Phrase = "\(code: name), \(words(of: api.securitySchemes[name] ?? credential.scheme))"
        return scopes.isEmpty ? scheme : "\(scheme) with \(Phrase.list(scopes, last: "and"))"
      }
      return parts.joined(by: ", and ")
    }
  }

  /// Describes a security scheme.
  static func words(of scheme: JSONValue) -> Phrase {
    let place = scheme["in"]?.string ?? "header"
    switch scheme["type"]?.string {
    case "apiKey", "httpApiKey":
      return "a key in the \(place == "query" ? "query parameter" : place) \(code: scheme["name"]?.string ?? "")"
    case "http" where scheme["scheme"]?.string?.lowercased() == "basic", "basic":
      return "user name and password (basic)"
    case "http": return "a token in the header \(code: "Authorization") (\(scheme["scheme"]?.string ?? "bearer"))"
    case "oauth2": return "OAuth 2.0"
    case "openIdConnect": return "OpenID Connect"
    case "mutualTLS", "X509": return "a client certificate"
    case let type?: return "\(type)"
    case nil: return "not declared"
    }
  }
}
