import SchemaAnalysis
import SchemaRuntime

/// A text that contains schemas and other content: OpenAPI, Swagger, AsyncAPI, or any other JSON.
struct HostDocument {
  /// The default dialect of the schemas.
  let dialect: Dialect
  let isAsyncAPI: Bool
  /// Whether the text describes an API's operations: OpenAPI or Swagger.
  let isAPI: Bool

  /// Whether the text is one of these, and not any other JSON.
  var isOfKnownFormat: Bool { isAsyncAPI || isAPI }

  /// Why the schemas of a text cannot be used, and the value that causes it.
  struct Failure: Error {
    let kind: ResolveError.Kind
    let entry: Int
  }

  /// Determines the format of a text.
  init(_ root: UnsafeJSONNode, registry: DocumentRegistry, options: SchemaResolver.Options) throws(Failure) {
    isAsyncAPI = root.member("asyncapi") != nil
    isAPI = root.member("openapi") != nil || root.member("swagger") != nil
    for format in Self.formats {
      guard let version = root.member(format.member) else { continue }
      // YAML's 2.0 is a number.
      let actual = version.isString ? version.string : JSONValue(version).text()
      guard let known = format.versions.first(where: { actual == $0.prefix || actual.hasPrefix($0.prefix + ".") })
      else {
        throw Failure(kind: .hostVersion(expected: format.expected, actual: actual), entry: version.index)
      }
      let named = known.dialect == .openAPI ? root.member("jsonSchemaDialect") : nil
      dialect = try Self.dialect(named: named, registry) ?? known.dialect
      return
    }
    dialect = options.defaultDialect
  }

  /// A format that is recognized by a member with its version.
  private struct Format {
    let member: String
    let versions: [(prefix: String, dialect: Dialect)]
    let expected: String
  }

  private static let formats = [
    Format(
      member: "openapi", versions: [("3.0", .openAPI30), ("3.1", .openAPI), ("3.2", .openAPI)],
      expected: "OpenAPI 3.0, 3.1 or 3.2"),
    Format(member: "swagger", versions: [("2", .swagger)], expected: "Swagger 2.0"),
    Format(member: "asyncapi", versions: [("2", .asyncAPI), ("3", .asyncAPI)], expected: "AsyncAPI 2 or 3"),
  ]

  private static func dialect(named node: UnsafeJSONNode?, _ registry: DocumentRegistry) throws(Failure) -> Dialect? {
    guard let node, node.isString else { return nil }
    let uri = node.string
    do throws(ResolveError.DialectReason) {
      if let dialect = try registry.dialect(named: uri) { return dialect }
    } catch {
      throw Failure(kind: .unusableDialect(actual: uri, reason: error), entry: node.index)
    }
    let nearest = Spelling.nearest(to: uri, among: registry.dialectURIs, limit: 8)
    throw Failure(kind: .unknownDialect(actual: uri, nearest: nearest), entry: node.index)
  }

  // MARK: Schemas

  /// Returns the schemas in a text, in order.
  ///
  /// - Parameter isOptional: whether there may be no object of schemas.
  func schemas(
    of root: UnsafeJSONNode, in extent: SchemaDocument.Extent, isOptional: Bool
  ) throws(Failure) -> [(SchemaDocument.Part, entry: Int)] {
    switch extent {
    case .whole: return []
    case .value(let pointer):
      let value = try Self.value(at: pointer, in: root)
      return [(SchemaDocument.Part(name: pointer.tokens.last ?? "schema", pointer: pointer), value.index)]
    case .members(let pointer):
      let payloads = isAsyncAPI && pointer.tokens == ["components", "schemas"] ? Self.payloads(of: root) : []
      if isOptional || !payloads.isEmpty, root.descendant(at: pointer) == nil { return payloads }
      let container = try Self.value(at: pointer, in: root)
      guard container.isObject else {
        throw Failure(
          kind: .noEmbeddedSchemas(at: "#\(pointer)", actual: container.type), entry: container.index)
      }
      let members = container.members.map { name, value in
        (SchemaDocument.Part(name: name.string, pointer: pointer.appending(name.string)), entry: value.index)
      }
      return members + payloads
    }
  }

  private static func value(at pointer: JSONPointer, in root: UnsafeJSONNode) throws(Failure) -> UnsafeJSONNode {
    var value = root
    for token in pointer.tokens {
      guard let next = value.member(token) else {
        throw Failure(kind: .noEmbeddedSchemas(at: "#\(pointer)", actual: nil), entry: value.index)
      }
      value = next
    }
    return value
  }

  /// Returns the payloads of AsyncAPI messages that are schemas rather than references.
  private static func payloads(of root: UnsafeJSONNode) -> [(SchemaDocument.Part, entry: Int)] {
    var payloads: [(SchemaDocument.Part, entry: Int)] = []
    var names: Set<String> = []
    for (name, channel, path, message) in messages(of: root) {
      guard let payload = message.member("payload"), payload.isObject, payload.member("$ref") == nil else { continue }
      var pointer = JSONPointer(path + ["payload"])
      var schema = payload
      // AsyncAPI 3: the format is in the payload, next to the schema; before that, in the message.
      let format = message.member("schemaFormat") ?? payload.member("schemaFormat")
      if let format {
        guard isJSONSchema(format.string) else { continue }
        if payload.member("schemaFormat") != nil, let inner = payload.member("schema") {
          guard inner.isObject, inner.member("$ref") == nil else { continue }
          schema = inner
          pointer = pointer.appending("schema")
        }
      }
      let isNew = names.insert(name).inserted
      let unique = isNew ? name : channel + "-" + name
      payloads.append((SchemaDocument.Part(name: unique + "Payload", pointer: pointer), schema.index))
    }
    return payloads
  }

  /// Returns the messages of a text, each with a name and the channel that has it: those of `components`, of channels
  /// (AsyncAPI 3), and of the operations of channels (AsyncAPI 2).
  private static func messages(
    of root: UnsafeJSONNode
  ) -> [(name: String, channel: String, path: [String], message: UnsafeJSONNode)] {
    var found: [(name: String, channel: String, path: [String], message: UnsafeJSONNode)] = []
    func add(_ messages: UnsafeJSONNode?, _ channel: String, at path: [String]) {
      guard let messages, messages.isObject else { return }
      for (name, message) in messages.members where message.isObject {
        found.append((name.string, channel, path + [name.string], message))
      }
    }
    add(root.member("components")?.member("messages"), "component", at: ["components", "messages"])
    guard let channels = root.member("channels"), channels.isObject else { return found }
    for (name, channel) in channels.members where channel.isObject {
      let path = ["channels", name.string]
      add(channel.member("messages"), name.string, at: path + ["messages"])
      for verb in ["publish", "subscribe"] {
        guard let operation = channel.member(verb), let message = operation.member("message") else { continue }
        var all = [(path + [verb, "message"], message)]
        if let choice = message.member("oneOf"), choice.isArray {
          all = choice.elements.enumerated().map { (all[0].0 + ["oneOf", String($0.offset)], $0.element) }
        }
        for (path, message) in all where message.isObject {
          let names = [message.member("messageId"), message.member("name"), operation.member("operationId")]
          let own = names.compactMap { $0 }.first { $0.isString }?.string
          found.append((own ?? name.string + "-" + verb, name.string, path, message))
        }
      }
    }
    return found
  }

  private static func isJSONSchema(_ format: String) -> Bool {
    format.hasPrefix("application/vnd.aai.asyncapi") || format.hasPrefix("application/schema+json")
      || format.hasPrefix("application/schema+yaml")
  }
}

extension SchemaDocument {
  /// Whether it describes an API, perhaps without operations.
  var describesAPI: Bool { extent != .whole && (root["openapi"] != nil || root["swagger"] != nil) }

  /// Whether it is a description without the object that has the schemas according to its standard: all of them are in
  /// its operations, which are read therefore.
  var isInline: Bool {
    guard let container = DocumentContent.container(ofHost: root) else { return false }
    return extent == .members(of: container) && root[container] == nil && DocumentContent.hasOperations(root)
  }
}
