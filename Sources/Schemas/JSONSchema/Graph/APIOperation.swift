package import SchemaRuntime

/// An operation of an API description, with its references followed (OpenAPI 3.1, section 4.8.10; OpenAPI 2.0).
package struct APIOperation<Schema: Hashable & Sendable>: Hashable, Sendable {
  /// The location of the operation's object.
  package var location: SourceLocation
  /// The path with its templates, or the name of a webhook; for a callback, its name, its expression and its operation.
  package var path: String
  /// The method in lower case.
  package var method: String
  /// For an operation that the server calls, its kind: `webhook` or `callback`.
  package var caller: String?
  package var id: String?
  package var tags: [String]
  package var parameters: [Parameter] = []
  package var body: Body?
  package var responses: [Response] = []
  /// The alternatives of credentials, each by the name of its scheme; empty if none are needed.
  package var security: [[String: APICredential]] = []
  /// The URLs, as written.
  package var servers: [String] = []
  /// The dialect of schemas that are ``Value/plain(_:)``.
  package var dialect: Dialect
  /// What is neither for readers nor in the other properties: extensions, links.
  package var others: JSONObject = [:]
  package var words = APIWords()
  /// The index of its description in ``SchemaGraph/descriptions``.
  package var api = 0

  /// `GET /pets/{id}`
  package var name: String { (caller.map { $0 + " " } ?? "") + method.uppercased() + " " + path }

  /// A parameter, a header, or a field of a form.
  package struct Parameter: Hashable, Sendable {
    package var location: SourceLocation
    package var name: String
    /// `path`, `query`, `header`, `cookie`, `formData`.
    package var place: String
    package var isRequired: Bool
    /// What decides how a value is written, with defaults: `style`, `explode`, `collectionFormat`.
    package var form: [String: JSONValue]
    package var value: Value
    package var words = APIWords()
  }

  /// The schema of a parameter.
  package enum Value: Hashable, Sendable {
    case schema(Schema)
    /// A schema of plain values, which has no type of its own, in a dialect of OpenAPI.
    case plain(JSONObject)
    /// The name of a media type, and the schema of its content.
    case content(String, Schema?)
    case none
  }

  /// What a message has as one media type.
  package struct Content: Hashable, Sendable {
    package var location: SourceLocation
    package var mediaType: String
    /// The schema; nil if there is none, or if the content is neither JSON nor a form.
    package var schema: Schema?
    /// How the fields of a form are written.
    package var encoding: JSONValue?
    /// Whether the schema is that of each of a sequence of values.
    package var isSequence = false
    package var words = APIWords()
  }

  package struct Body: Hashable, Sendable {
    package var location: SourceLocation
    package var isRequired: Bool
    package var contents: [Content]
    package var words = APIWords()
  }

  package struct Response: Hashable, Sendable {
    package var location: SourceLocation
    /// `200`, `4XX` or `default`.
    package var status: String
    package var contents: [Content]
    package var headers: [Parameter]
    package var words = APIWords()
  }

  /// Returns the operation with other schemas.
  func mapSchemas<Other>(_ transform: (Schema) -> Other?) -> APIOperation<Other> {
    func parameter(_ parameter: Parameter) -> APIOperation<Other>.Parameter {
      let value: APIOperation<Other>.Value =
        switch parameter.value {
        case .schema(let schema): transform(schema).map { .schema($0) } ?? .none
        case .plain(let object): .plain(object)
        case .content(let type, let schema): .content(type, schema.flatMap(transform))
        case .none: .none
        }
      return APIOperation<Other>.Parameter(
        location: parameter.location, name: parameter.name, place: parameter.place, isRequired: parameter.isRequired,
        form: parameter.form, value: value, words: parameter.words)
    }
    func content(_ content: Content) -> APIOperation<Other>.Content {
      APIOperation<Other>.Content(
        location: content.location, mediaType: content.mediaType, schema: content.schema.flatMap(transform),
        encoding: content.encoding, isSequence: content.isSequence, words: content.words)
    }
    var other = APIOperation<Other>(
      location: location, path: path, method: method, caller: caller, id: id, tags: tags, dialect: dialect)
    other.others = others
    other.parameters = parameters.map(parameter)
    other.body = body.map {
      APIOperation<Other>.Body(
        location: $0.location, isRequired: $0.isRequired, contents: $0.contents.map(content), words: $0.words)
    }
    other.responses = responses.map {
      APIOperation<Other>.Response(
        location: $0.location, status: $0.status, contents: $0.contents.map(content),
        headers: $0.headers.map(parameter), words: $0.words)
    }
    other.security = security
    other.servers = servers
    (other.words, other.api) = (words, api)
    return other
  }
}

/// What a part of an API description says to readers.
package struct APIWords: Hashable, Sendable {
  package var summary: String?
  package var description: String?
  package var isDeprecated = false
  /// The URL of further documentation, and what it is.
  package var externalDocs: JSONValue?
  /// The values given as examples; not those in files of their own.
  package var examples: [JSONValue] = []
}

/// What an API description says besides its operations and schemas (OpenAPI 3.1, section 4.8.1; OpenAPI 2.0; AsyncAPI).
package struct APIDescription: Hashable, Sendable {
  /// The name of the document.
  package var document: String
  /// Title, version, description, contact, license.
  package var info: JSONObject
  /// The members of the document for readers: `servers` and `host`, `tags`, `externalDocs`.
  package var members: JSONObject
  /// The declared ways to prove who calls.
  package var securitySchemes: JSONObject
}

/// What an operation requires of a security scheme.
package struct APICredential: Hashable, Sendable {
  package var scopes: Set<String>
  /// The scheme without its descriptions; null if it is not declared.
  package var scheme: JSONValue
}

/// Which operations of an API description are read: those that one of the lists names; all of them if there are no lists.
public struct OperationSelection: Hashable, Sendable {
  public let tags: [String]
  /// Patterns of paths: `/pets/**`.
  public let paths: [String]
  /// Values of `operationId`.
  public let ids: [String]
  private let globs: [Glob]
  /// Whether also plain values and content of all media types are schemas of the graph, as comparisons need.
  package var isForComparison = false

  public init(tags: [String] = [], paths: [String] = [], ids: [String] = []) {
    self.tags = tags
    self.paths = paths
    self.ids = ids
    globs = paths.map(Glob.init)
  }

  /// All operations, with all that can be compared.
  package static var forComparison: OperationSelection {
    var selection = OperationSelection()
    selection.isForComparison = true
    return selection
  }

  /// Whether all operations are read, besides the schemas that the description names.
  package var isWhole: Bool { tags.isEmpty && paths.isEmpty && ids.isEmpty }

  /// Whether an operation is read.
  func selects(path: String, id: String?, tags: [String]) -> Bool {
    isWhole || tags.contains { self.tags.contains($0) } || id.map { ids.contains($0) } ?? false
      || globs.contains { $0.matches(path) }
  }
}
