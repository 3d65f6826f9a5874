import SchemaRuntime

/// The meta-schemas of the built-in dialects and vocabularies.
///
/// ``MetaSchemaBuilder`` generates them from the dialects' tables, which the keyword reader uses as well. The
/// resolver uses them if a reference or `$schema` names one and no document of the user's has its URI.
public enum MetaSchema {
  /// The URIs of all of them, without fragments: dialects, their vocabularies, our own vocabulary.
  public static let uris =
    Dialect.all.map(\.uri) + StandardVocabulary.all.map(\.metaSchemaURI) + [VendorVocabulary.uri]

  /// Returns the meta-schema with an absolute URI without fragment, as a JSON text with positions; nil for other
  /// URIs.
  public static func document(at uri: String) -> SchemaDocument? {
    guard let value = value(at: uri), let source = try? JSONDocument(parsing: value.json(.pretty)) else { return nil }
    let scheme = uri.firstRange(of: "://")
    return SchemaDocument(uri: uri, name: scheme.map { String(uri[$0.upperBound...]) } ?? uri, source: source)
  }

  /// Returns the meta-schema with an absolute URI without fragment; nil for other URIs.
  static func value(at uri: String) -> JSONValue? {
    if let dialect = Dialect.all.first(where: { $0.uri == uri }) { return MetaSchemaBuilder.metaSchema(of: dialect) }
    if let vocabulary = StandardVocabulary.all.first(where: { $0.metaSchemaURI == uri }) {
      return MetaSchemaBuilder.metaSchema(of: vocabulary)
    }
    guard uri == VendorVocabulary.uri else { return nil }
    return MetaSchemaBuilder.vendorMetaSchema
  }
}

/// Writes a meta-schema from rows of a dialect's table.
struct MetaSchemaBuilder {
  private let dialect: Dialect
  /// Returns the reference to a definition in another document; nil if the document has all its definitions.
  private let definitionsElsewhere: ((Definition) -> String)?
  /// Whether the text is for editors, most of which support only draft-07: no dynamic anchors, and no siblings of
  /// references.
  private var isForEditors = false
  private var used: [Definition] = []

  /// Schemas shared by several keywords, with the names in the published meta-schemas, which are referenced in
  /// practice. In the order of the text.
  private enum Definition: String, CaseIterable {
    case anchorString, uriString, uriReferenceString
    case schemaArray
    case nonNegativeInteger, nonNegativeIntegerDefault0
    case simpleTypes
    case stringArray
  }

  private init(_ dialect: Dialect, definitionsElsewhere: ((Definition) -> String)? = nil) {
    self.dialect = dialect
    self.definitionsElsewhere = definitionsElsewhere
  }
}

// MARK: - Documents

extension MetaSchemaBuilder {
  /// Returns the meta-schema of a draft: of the combined vocabularies where there are some, else of all keywords.
  static func metaSchema(of dialect: Dialect) -> JSONValue {
    let vocabularies = StandardVocabulary.all.filter { $0.draft == dialect.draft && $0.isRequired != nil }
    guard !vocabularies.isEmpty else {
      return dialect.draft < .draft2019 ? oldMetaSchema(of: dialect) : extensibleMetaSchema(of: dialect)
    }
    var builder = Self(dialect) { "meta/" + ($0 == .stringArray ? "validation" : "core") + "#/$defs/" + $0.rawValue }
    let requirements = vocabularies.map { ($0.uri, JSONValue.bool($0.isRequired ?? false)) }
    return .object(
      JSONObject(
        builder.head(uri: dialect.uri, vocabularies: requirements, title: "Meta-schema of \(dialect.name)") + [
          ("allOf", .array(vocabularies.map { ["$ref": .string("meta/" + $0.name)] })),
          ("type", ["object", "boolean"]),
          ("properties", builder.properties(dialect.rules.filter { $0.home == .draft && $0.vocabulary != .swift })),
        ]))
  }

  /// Returns the meta-schema of one vocabulary.
  static func metaSchema(of vocabulary: StandardVocabulary) -> JSONValue {
    let dialect = Dialect.standard(vocabulary.draft)
    var builder = Self(dialect)
    let rules = dialect.rules.filter { $0.home == .vocabulary && vocabulary.groups.contains($0.vocabulary) }
    let title = "Meta-schema of the vocabulary \(vocabulary.name) of \(dialect.name)"
    return builder.document(
      builder.head(uri: vocabulary.metaSchemaURI, vocabularies: [(vocabulary.uri, true)], title: title), rules)
  }

  /// The meta-schema of our own keywords, an optional vocabulary.
  static var vendorMetaSchema: JSONValue {
    var builder = Self(.draft2020)
    let head = builder.head(
      uri: VendorVocabulary.uri,
      vocabularies: [(StandardVocabulary.core2020.uri, true), (VendorVocabulary.uri, false)],
      title: "Schemata's keywords for Swift")
    return builder.document(head, VendorVocabulary.rules)
  }

  /// One meta-schema of draft 2020-12 and our own keywords, for editors.
  static var editorSchema: JSONValue {
    var builder = Self(.draft2020)
    builder.isForEditors = true
    let members: [(String, JSONValue)] = [
      ("$schema", .string(Dialect.draft7.uri + "#")),
      ("title", "JSON Schema with Schemata's keywords"),
      ("description", "For editors: schemas of draft 2020-12, with Schemata's own keywords."),
      ("type", ["object", "boolean"]), ("properties", builder.properties(Dialect.draft2020.rules)),
    ]
    return .object(JSONObject(members))
  }

  /// Returns a meta-schema that refuses unknown keywords, except for those that meta-schemas which extend it define under
  /// the dynamic anchor `extension`.
  private static func extensibleMetaSchema(of dialect: Dialect) -> JSONValue {
    var builder = Self(dialect)
    let rules = dialect.rules.filter { $0.vocabulary != .swift }
    let reserved = rules.compactMap { $0.name.hasPrefix("$") ? $0.name.dropFirst() : nil }
    var members: [(String, JSONValue)] = [
      ("$schema", .string(dialect.uri)), ("$id", .string(dialect.uri)), ("$dynamicAnchor", "meta"),
      ("title", .string("Meta-schema of \(dialect.name)")), ("type", ["object", "boolean"]),
      ("properties", builder.properties(rules)), ("patternProperties", ["^x-": true]),
      ("propertyNames", ["pattern": .string("^[^$]|^\\$(\(reserved.joined(separator: "|")))$")]),
      ("$dynamicRef", "#extension"), ("unevaluatedProperties", false),
    ]
    var definitions = builder.definitions.object ?? [:]
    definitions["extension"] = ["$dynamicAnchor": "extension"]
    members.append(("$defs", .object(definitions)))
    return .object(JSONObject(members))
  }

  private static func oldMetaSchema(of dialect: Dialect) -> JSONValue {
    var builder = Self(dialect)
    let uri = dialect.uri + "#"
    var members: [(String, JSONValue)] = [
      ("$schema", .string(uri)), (dialect.identifierKeyword, .string(uri)),
      ("title", .string("Meta-schema of \(dialect.name)")),
    ]
    members.append(("type", dialect.draft <= .draft4 ? "object" : ["object", "boolean"]))
    members.append(
      ("properties", builder.properties(dialect.rules.filter { $0.home == .vocabulary && $0.vocabulary != .swift })))
    let flags = dialect.rules.compactMap { rule in rule.companion.map { (rule.name, JSONValue.array([.string($0)])) } }
    if !flags.isEmpty { members.append(("dependencies", .object(JSONObject(flags)))) }
    members.append(("definitions", builder.definitions))
    members.append(("default", builder.anything))
    return .object(JSONObject(members))
  }

  /// Returns the first members of a meta-schema with vocabularies.
  private func head(uri: String, vocabularies: [(String, JSONValue)], title: String) -> [(String, JSONValue)] {
    [
      ("$schema", .string(dialect.uri)), ("$id", .string(uri)),
      ("$vocabulary", .object(JSONObject(vocabularies))),
      dialect.draft == .draft2019 ? ("$recursiveAnchor", true) : ("$dynamicAnchor", "meta"),
      ("title", .string(title)),
    ]
  }

  private mutating func document(_ head: [(String, JSONValue)], _ rules: [KeywordRule]) -> JSONValue {
    var members = head + [("type", ["object", "boolean"]), ("properties", properties(rules))]
    if !used.isEmpty { members.append(("$defs", definitions)) }
    return .object(JSONObject(members))
  }

  private mutating func properties(_ rules: [KeywordRule]) -> JSONValue {
    var members = JSONObject()
    for rule in rules { members[rule.name] = documented(form(of: rule), rule) }
    return .object(members)
  }

  private func documented(_ form: JSONValue, _ rule: KeywordRule) -> JSONValue {
    if let text = VendorVocabulary.description(of: rule.name) {
      return form.adding("description", .string(text), first: true)
    }
    return rule.home == .draft && dialect.draft >= .draft2020 ? form.adding("deprecated", true) : form
  }
}

// MARK: - Forms

extension MetaSchemaBuilder {
  /// Returns the schema of a keyword's value. A flat switch over the forms of values.
  private mutating func form(of rule: KeywordRule) -> JSONValue {
    switch rule.value {
    case .identifier: identifier()
    case .anchor(let name), .dynamicAnchor(let name), .retired(.anchor(let name)): anchor(name)
    case .reference(.dynamicRef) where dialect.draft >= .v1:
      [
        "type": "string",
        "pattern": .string("^#?" + KeywordRule.AnchorName.letterOrUnderscoreFirst.pattern.dropFirst()),
      ]
    case .reference, .retired(.reference): uri(.uriReferenceString, format: "uri-reference")
    case .dialect: dialect.draft <= .draft4 ? ["type": "string"] : uri(.uriString, format: "uri")
    case .vocabulary:
      [
        "type": "object", "propertyNames": uri(.uriString, format: "uri"),
        "additionalProperties": ["type": "boolean"],
      ]
    case .schema, .additionalItems: schema(under: rule.name)
    case .schemas: reference(to: .schemaArray)
    case .namedSchemas: schemas(by: rule.name)
    case .itemsOrTuple, .oneOrMoreSchemas:
      choice([itself, reference(to: .schemaArray)]).adding("default", anything)
    case .dependencies(_, mayBeName: true):
      [
        "type": "object", "default": [:],
        "additionalProperties": [
          "type": ["string", "array", itself], "items": ["type": "string"], "uniqueItems": true,
        ],
      ]
    case .dependencies:
      [
        "type": "object", "additionalProperties": ["anyOf": [itself, reference(to: .stringArray)]], "default": [:],
      ]
    case .type:
      [
        "anyOf": [
          reference(to: .simpleTypes),
          ["type": "array", "items": reference(to: .simpleTypes), "minItems": 1, "uniqueItems": true],
        ]
      ]
    case .typeOrSchemas, .negatedType:
      [
        "type": [reference(to: .simpleTypes), "array"],
        "items": ["type": [reference(to: .simpleTypes), itself]], "minItems": 1, "uniqueItems": true,
      ]
    case .any, .annotation: anything
    case .values: ["type": "array", "items": anything]
    case .enumeration(_, let isSet):
      isSet ? ["type": "array", "minItems": 1, "uniqueItems": true] : ["type": "array", "items": anything]
    case .bound: ["type": "number"]
    case .positiveNumber:
      dialect.draft <= .draft4
        ? ["type": "number", "minimum": 0, "exclusiveMinimum": true] : ["type": "number", "exclusiveMinimum": 0]
    case .recursiveAnchor, .exclusiveFlag, .flag, .memberFlag: ["type": "boolean", "default": false]
    case .count(_, nil), .atMost: reference(to: .nonNegativeInteger)
    case .count(_, let count?): reference(to: .nonNegativeInteger).adding("default", .number(JSONNumber(count)))
    case .atLeast: reference(to: .nonNegativeIntegerDefault0)
    case .string: rule.name == "pattern" ? ["type": "string", "format": "regex"] : ["type": "string"]
    case .names: reference(to: .stringArray)
    case .words: ["type": "array", "items": Self.word, "uniqueItems": true]
    case .namesByName: ["type": "object", "additionalProperties": reference(to: .stringArray)]
    case .texts:
      ["type": ["string", "object"], "additionalProperties": ["type": ["string", "object"]]]
    case .swiftHints:
      [
        "type": "object",
        "properties": .object(
          JSONObject(
            VendorVocabulary.hints.map {
              ($0.name, Self.word.adding("description", .string($0.description), first: true))
            })),
      ]
    }
  }

  private static let word: JSONValue = ["type": "string", "minLength": 1]

  /// A reference to a schema of the described dialect, including extensions by other meta-schemas.
  private var itself: JSONValue {
    if isForEditors { return ["$ref": "#"] }
    return switch dialect.draft {
    case .draft3, .draft4, .draft6, .draft7: ["$ref": "#"]
    case .draft2019: ["$recursiveRef": "#"]
    case .draft2020, .v1: ["$dynamicRef": "#meta"]
    }
  }

  /// The schema of any value.
  private var anything: JSONValue { dialect.draft <= .draft6 ? [:] : true }

  private func schema(under keyword: String) -> JSONValue {
    guard let names = dialect.booleanSchemaKeywords, names.contains(keyword) else { return itself }
    return choice([["type": "boolean"], itself]).adding("default", [:])
  }

  private func choice(_ schemas: JSONValue) -> JSONValue { [dialect.draft == .draft3 ? "type" : "anyOf": schemas] }

  private func schemas(by keyword: String) -> JSONValue {
    let form: JSONValue = ["type": "object", "additionalProperties": itself, "default": [:]]
    guard keyword == "patternProperties", dialect.draft >= .draft6 else { return form }
    return form.adding("propertyNames", ["format": "regex"])
  }

  private mutating func identifier() -> JSONValue {
    switch dialect.draft {
    case .draft3, .draft4: ["type": "string"]
    case .draft6, .draft7: uri(.uriReferenceString, format: "uri-reference")
    // 2019-09 core, section 8.2.2: only an empty fragment.
    case .draft2019, .draft2020: uri(.uriReferenceString, format: "uri-reference").adding("pattern", "^[^#]*#?$")
    case .v1: uri(.uriReferenceString, format: "uri-reference").adding("pattern", "^[^#]*$")
    }
  }

  private mutating func anchor(_ name: KeywordRule.AnchorName) -> JSONValue {
    dialect.draft >= .draft2020 ? reference(to: .anchorString) : ["type": "string", "pattern": .string(name.pattern)]
  }

  /// Whether names may have characters beyond ASCII.
  private var usesIRIs: Bool { dialect.draft >= .v1 }

  private mutating func uri(_ definition: Definition, format: String) -> JSONValue {
    dialect.draft >= .draft2020 ? reference(to: definition) : ["type": "string", "format": .string(format)]
  }
}

// MARK: - Definitions

extension MetaSchemaBuilder {
  /// Returns a reference to a definition, and adds the definition to the document.
  private mutating func reference(to definition: Definition) -> JSONValue {
    if isForEditors { return content(of: definition) }
    if let definitionsElsewhere { return ["$ref": .string(definitionsElsewhere(definition))] }
    used.append(definition)
    if definition == .nonNegativeIntegerDefault0 { used.append(.nonNegativeInteger) }
    let container = dialect.draft >= .draft2019 ? "$defs" : "definitions"
    return ["$ref": .string("#/\(container)/\(name(of: definition))")]
  }

  /// The definitions that the document references.
  private var definitions: JSONValue {
    var builder = self
    let used = Definition.allCases.filter(self.used.contains)
    return .object(JSONObject(used.map { (name(of: $0), builder.content(of: $0)) }))
  }

  private func name(of definition: Definition) -> String {
    // The definition of this name until draft-04 also admits 0.
    if dialect.draft <= .draft4, definition == .nonNegativeInteger { return "positiveInteger" }
    if dialect.draft <= .draft4, definition == .nonNegativeIntegerDefault0 { return "positiveIntegerDefault0" }
    return usesIRIs ? definition.rawValue.replacing("uri", with: "iri") : definition.rawValue
  }

  private mutating func content(of definition: Definition) -> JSONValue {
    switch definition {
    case .anchorString:
      return ["type": "string", "pattern": .string(KeywordRule.AnchorName.letterOrUnderscoreFirst.pattern)]
    case .uriString: return ["type": "string", "format": usesIRIs ? "iri" : "uri"]
    case .uriReferenceString: return ["type": "string", "format": usesIRIs ? "iri-reference" : "uri-reference"]
    case .schemaArray:
      return dialect.draft == .draft3
        ? ["type": "array", "items": itself] : ["type": "array", "minItems": 1, "items": itself]
    case .nonNegativeInteger: return ["type": "integer", "minimum": 0]
    case .nonNegativeIntegerDefault0:
      let number = reference(to: .nonNegativeInteger)
      // Before 2019-09, siblings of a reference are ignored.
      if dialect.draft >= .draft2019 { return number.adding("default", 0) }
      return [dialect.draft == .draft3 ? "extends" : "allOf": [number, ["default": 0]]]
    case .simpleTypes:
      let names = JSONType.allCases.map(\.rawValue) + (dialect.draft == .draft3 ? ["any"] : [])
      return ["enum": .array(names.map { .string($0) })]
    case .stringArray:
      let strings: JSONValue = ["type": "array", "items": ["type": "string"], "uniqueItems": true]
      return dialect.draft == .draft4 ? strings.adding("minItems", 1) : strings.adding("default", [])
    }
  }
}

extension JSONValue {
  /// Returns the object with an additional member; a Boolean schema becomes an object first.
  fileprivate func adding(_ name: String, _ value: JSONValue, first: Bool = false) -> JSONValue {
    let members = Array(object ?? [:])
    return .object(JSONObject(first ? [(name, value)] + members : members + [(name, value)]))
  }
}
