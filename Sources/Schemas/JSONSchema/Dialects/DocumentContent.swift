import SchemaAnalysis
public import SchemaRuntime

/// The kind of content of a JSON text, as indicated by its root.
///
/// JSON Schema ignores unknown keywords, so that formally every JSON object is a schema: an OpenAPI document, a
/// `package.json` or a payload would accept everything. Therefore check a file before using it as a schema:
///
///     guard DocumentContent(of: document.root) == .schema else { … }
public enum DocumentContent: Hashable, Sendable {
  /// A schema.
  case schema
  /// A document of a format that contains schemas below its root, such as `OpenAPI 3.0.3`.
  case host(format: String)
  /// Something else: a payload, a configuration, or a value of another type.
  case other(JSONType)

  /// Determines the content from the root of a text, and at most a few levels below it.
  ///
  /// A schema is a Boolean, or an object
  /// - whose `$schema` is the URI of a built-in dialect or of one of `dialects`, or
  /// - with no members but keywords of some dialect, some with a slip, and names that begin with `x-`: `{}`,
  ///   `{"title": "Name"}`, or
  /// - with a keyword that matters to verdicts or to references and has a value of its form, whatever else there is:
  ///   `{"properties": {"name": {"type": "string"}}, "owner": "team"}`. Of a keyword that holds schemas one at least
  ///   must look like a schema, and `id` does not count, which payloads have as well.
  ///
  /// A member `openapi`, `swagger` or `asyncapi` with a version makes a document one of these formats, unless `$schema`
  /// makes it a schema.
  public init(of root: JSONValue, dialects: [Dialect] = []) {
    self = Self.content(of: root, dialects: dialects, depth: 0)
  }

  /// The levels of nested schemas to inspect.
  private static let maximumDepth = 3

  private static func content(of value: JSONValue, dialects: [Dialect], depth: Int) -> Self {
    guard let object = value.object else { return value.bool == nil ? .other(value.type) : .schema }
    if let uri = object["$schema"]?.string {
      if Dialect.named(uri, or: dialects) != nil || Dialect.ofHost(named: uri) != nil
        || Dialect.meant(by: uri) != nil
      {
        return .schema
      }
    }
    if let format = HostFormat(of: object) { return .host(format: format.name) }
    let rules = KeywordForms.all
    if object.keys.allSatisfy({ rules.isSpelledLikeKeyword($0) }) { return .schema }
    let isSchema = object.contains { member in
      rules.forms[member.key]?.contains { form in
        form.isTelling
          && form.accepts(member.value) { inner in
            depth == maximumDepth || content(of: inner, dialects: dialects, depth: depth + 1) == .schema
          }
      } ?? false
    }
    return isSchema ? .schema : .other(.object)
  }
}

extension DocumentContent {
  /// Whether the value is an object but not a schema.
  var isObject: Bool {
    switch self {
    case .schema: false
    case .host: true
    case .other(let type): type == .object
    }
  }
}

extension DocumentContent {
  /// Where the documents of a known format have their schemas, according to its specification; nil for other texts.
  package static func container(ofHost root: JSONValue) -> JSONPointer? {
    guard case .host = DocumentContent(of: root) else { return nil }
    return JSONPointer(root["swagger"] == nil ? ["components", "schemas"] : ["definitions"])
  }

  /// The same for texts that have schemas there, or all of them in operations; nil for those that have none.
  package static func usedContainer(ofHost root: JSONValue) -> JSONPointer? {
    container(ofHost: root).flatMap { root[$0]?.object != nil || hasOperations(root) ? $0 : nil }
  }

  /// Whether a text describes operations of an API (OpenAPI 3.1, section 4.8.1; OpenAPI 2.0).
  package static func hasOperations(_ root: JSONValue) -> Bool {
    guard root["openapi"] != nil || root["swagger"] != nil else { return false }
    return ["paths", "webhooks"].contains { root[$0]?.object?.isEmpty == false }
  }

  /// Whether a text is a schema, or has schemas where its format says so.
  package static func holdsSchemas(_ root: JSONValue) -> Bool {
    container(ofHost: root) == nil ? DocumentContent(of: root) == .schema : usedContainer(ofHost: root) != nil
  }

  /// Whether a text says what it is: a schema, by `$schema`, or a document of a format that contains schemas.
  package static func isDeclared(_ root: JSONValue) -> Bool {
    switch DocumentContent(of: root) {
    case .schema: root["$schema"]?.string != nil
    case .host: true
    case .other: false
    }
  }
}

/// A format whose documents contain schemas, recognized by a member with its version.
struct HostFormat {
  /// For example, `OpenAPI 3.0.3`.
  let name: String

  /// Returns the format that an object's members indicate; nil for none.
  init?(of object: JSONObject) {
    for (member, format) in [("openapi", "OpenAPI"), ("swagger", "Swagger"), ("asyncapi", "AsyncAPI")] {
      guard let version = object[member] else { continue }
      guard version.string != nil || version.number != nil else { continue }
      name = format + " " + (version.string ?? version.text()).onOneLine
      return
    }
    return nil
  }
}

/// The forms of every keyword in every dialect, by name.
private struct KeywordForms {
  /// One dialect's row.
  struct Form {
    let rule: KeywordRule
    /// Whether the keyword distinguishes a schema from other JSON.
    let isTelling: Bool
  }

  static let all = KeywordForms()

  private(set) var forms: [String: [Form]] = [:]
  /// The names in the order of the tables, without those of draft-03: many other files have `extends`.
  private var names: [String] = []
  private var known: Set<String> = []

  private init() {
    for (dialect, rule) in (Dialect.all + Dialect.hosts).flatMap({ dialect in dialect.rules.map { (dialect, $0) } }) {
      if dialect != .draft3, known.insert(rule.name).inserted { names.append(rule.name) }
      forms[rule.name, default: []].append(Form(rule: rule, isTelling: Self.isTelling(rule)))
    }
  }

  /// Whether a name is a keyword of some dialect, nearly one, or begins with `x-`. Names of fewer than four letters
  /// are close to too many words to be typos: `d` is not a misspelled `id`.
  func isSpelledLikeKeyword(_ name: String) -> Bool {
    if known.contains(name) || name.hasPrefix("x-") { return true }
    return name.utf8.count >= 4 && Spelling.nearest(to: name, among: names, limit: 1) != nil
  }

  private static func isTelling(_ rule: KeywordRule) -> Bool {
    if case .dialect = rule.value { return false }
    if case .memberFlag = rule.value { return false }
    return rule.matters && rule.name != "id"
  }
}

extension KeywordForms.Form {
  /// Whether a value has the form that the keyword requires, and at least one of its subschemas satisfies `isSchema`.
  func accepts(_ value: JSONValue, isSchema: (JSONValue) -> Bool) -> Bool {
    func areStrings(_ value: JSONValue) -> Bool { value.array?.allSatisfy { $0.string != nil } ?? false }
    func hasSchema(_ value: JSONValue) -> Bool { value.object != nil || value.bool != nil ? isSchema(value) : false }
    return switch rule.value {
    case .identifier, .anchor, .dynamicAnchor, .reference, .retired, .dialect, .string: value.string != nil
    case .recursiveAnchor, .exclusiveFlag, .flag, .memberFlag: value.bool != nil
    case .vocabulary, .swiftHints: value.object != nil
    case .schema, .additionalItems: hasSchema(value)
    case .schemas: value.array?.contains(where: hasSchema) ?? false
    case .namedSchemas: value.object?.contains { hasSchema($0.value) } ?? false
    case .itemsOrTuple, .oneOrMoreSchemas: hasSchema(value) || value.array?.contains(where: hasSchema) ?? false
    case .dependencies: value.object?.contains { areStrings($0.value) || hasSchema($0.value) } ?? false
    case .type, .typeOrSchemas, .negatedType:
      (value.array ?? [value]).contains { type in type.string.map { JSONType(rawValue: $0) != nil } ?? false }
    case .any: true
    case .texts: value.string != nil || value.object != nil
    case .values, .enumeration: value.array != nil
    case .bound, .positiveNumber: value.number != nil
    case .count, .atLeast, .atMost: value.int.map { $0 >= 0 } ?? false
    case .names, .words: areStrings(value)
    case .namesByName: value.object?.contains { areStrings($0.value) } ?? false
    case .annotation: false
    }
  }
}

// MARK: - Schemas below the root

extension DocumentContent {
  /// Returns the objects in a text whose members are schemas, such as `/components/schemas`, in the order of the
  /// text, at most `limit`. These are the possible values of `--root`.
  public static func schemaContainers(in root: JSONValue, limit: Int = 8) -> [JSONPointer] {
    // Not in a text that says that it is something else.
    if root["$schema"]?.string != nil, DocumentContent(of: root) != .schema { return [] }
    var found: [JSONPointer] = []
    var level: [(pointer: JSONPointer, value: JSONValue)] = [(JSONPointer(), root)]
    for _ in 0..<3 {
      var next: [(pointer: JSONPointer, value: JSONValue)] = []
      for (pointer, value) in level {
        for member in (value.object ?? [:]).prefix(1_000) {
          guard let members = member.value.object, !members.isEmpty else { continue }
          let path = pointer.appending(member.key)
          if members.allSatisfy({ isSchema($0.value) }) {
            found.append(path)
            if found.count == limit { return found }
          } else {
            next.append((path, member.value))
          }
        }
      }
      level = next
    }
    return found
  }

  private static func isSchema(_ value: JSONValue) -> Bool {
    guard let object = value.object, !object.isEmpty else { return false }
    return DocumentContent(of: value) == .schema
  }
}

// MARK: - Descriptions

extension DocumentContent: CustomStringConvertible {
  /// The content as a phrase: `an OpenAPI 3.0.3 document`.
  public var description: String {
    switch self {
    case .schema: "a schema"
    case .host(let format): (format.first.map("AO".contains) ?? false ? "an " : "a ") + format + " document"
    case .other(.object): "an object without keywords that constrain values"
    case .other(let type): type.phrase
    }
  }
}
