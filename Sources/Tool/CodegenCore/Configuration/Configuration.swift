package import JSONSchema
package import SchemaRewriting
package import SchemaRuntime

/// The content of `codegen.json`: which files are schemas, how they become Swift, and where the output goes.
///
/// ``init(_:name:)`` checks the file before reading it. Paths are as written: relative to the folder of the file.
package struct Configuration: Hashable, Sendable {
  /// The access level of all generated declarations.
  package enum AccessLevel: String, Hashable, Sendable, CaseIterable {
    case `public`, package, `internal`
  }

  /// The form of the validators of generated types.
  package enum Validators: String, Hashable, Sendable, CaseIterable {
    /// Swift code, which is fastest.
    case swift
    /// The program that also explains issues, which needs no extra code.
    case program
  }

  /// How the keyword `format` is interpreted.
  package struct Formats: Hashable, Sendable {
    /// The formats that are checked.
    package var assert: [String] = []
    package var assertsAll = false

    package init() {}
  }

  /// Path patterns that choose the schema files.
  package struct Schemas: Hashable, Sendable {
    package var include = ["**/*.schema.{json,yaml,yml}"]
    package var exclude: [String] = []
    /// The location of schemas in files, such as `#/components/schemas`; nil if each file is a schema.
    package var root: String?

    package init() {}
  }

  /// The meaning of a schema with members but without `type`.
  package enum UntypedObjects: String, Hashable, Sendable, CaseIterable {
    /// An object. Valid values of other types cannot be represented.
    case objects
    /// An object, or any value of another type.
    case exact
  }

  /// What decides the meaning of the schemas in some files.
  package struct Reading: Hashable, Sendable {
    /// A path pattern.
    package var files: String
    package var authority: SchemaResolver.Reading.Authority

    package init(files: String, authority: SchemaResolver.Reading.Authority) {
      self.files = files
      self.authority = authority
    }
  }

  /// Which definitions become types.
  package enum Definitions: String, Hashable, Sendable, CaseIterable {
    /// Those that a schema references.
    case reachable
    /// All, as in a library of definitions.
    case all
  }

  /// Output folders. An output without a folder is not written.
  package struct Outputs: Hashable, Sendable {
    package var models: String?
    package var documentation: String?
    /// The folder of a DocC catalog.
    package var docc: String?
    /// The path of an OpenAPI description: a file, not a folder.
    package var openapi: String?
    package var testSupport: String?
    /// The providers in whose subsets models contain their schemas as text, in addition to the schema as it is; nil for
    /// models without.
    package var schemaText: [ProviderProfile.Name]?
    /// Whether outputs may be outside the project.
    package var mayLieOutside = false

    package init() {}

    /// The names of the providers, as in a list.
    static var providers: String { ProviderProfile.Name.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }

    /// Whether anything is to be written.
    package var hasAny: Bool { [models, documentation, docc, openapi, testSupport].contains { $0 != nil } }
  }

  /// Settings of the documentation.
  package struct Documentation: Hashable, Sendable {
    package var title: String?
    /// The version of the schemas, which OpenAPI requires.
    package var version = "1.0.0"
    /// The module of the models, to whose symbols the DocC catalog links.
    package var module: String?
    /// The editions in the documentation folder.
    package var editions = Set(Edition.allCases)

    package init() {}
  }

  /// A form in which the documentation folder has every page.
  package enum Edition: String, Hashable, Sendable, CaseIterable {
    case html, markdown
  }

  /// Settings of the samples for tests.
  package struct TestSupport: Hashable, Sendable {
    /// The module of the models; nil if the samples are part of it.
    package var module: String?

    package init() {}
  }

  /// The source of type names.
  package enum Naming: String, Hashable, Sendable, CaseIterable {
    /// The file, the definition or the member.
    case definition
    /// The `title`, if it is suitable as a name.
    case title
  }

  /// A difference between versions that is accepted although it breaks something.
  package struct Acceptance: Hashable, Sendable {
    package var rule: String
    /// A pattern of the files; nil for all.
    package var path: String?
    package var pointer: JSONPointer
    package var reason: String
    /// The last day on which it counts, as in `2026-12-31`; nil for no end.
    package var until: String?
    /// Its position in the configuration.
    package var location: SourceLocation

    /// Reads a row that satisfies the schema.
    init(_ row: JSONValue, at position: SourcePosition, in name: String) {
      rule = row["rule"]?.string ?? ""
      path = row["path"]?.string
      pointer = row["pointer"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer()
      reason = row["reason"]?.string ?? ""
      until = row["until"]?.string
      location = SourceLocation(document: name, pointer: JSONPointer(), position: position)
    }
  }

  /// A module with the types of other schemas that these schemas reference.
  package struct Dependency: Hashable, Sendable {
    /// The folder with the configuration of those schemas.
    package var schemas: String
    package var module: String

    package init(schemas: String, module: String) {
      self.schemas = schemas
      self.module = module
    }
  }

  package var accessLevel = AccessLevel.public
  /// The command that generates again, for headers and messages; nil if a build does. It is not part of the file.
  package var command: String? = "codegen generate"
  /// The prefix of all generated type names.
  package var namePrefix = ""
  package var naming = Naming.definition
  /// The enum in which all generated types are nested; nil for types at the top level of the module.
  package var namespace: String?
  package var validators = Validators.swift
  package var formats = Formats()
  /// The Swift types for kinds of schemas. The defaults are String, Int and Double.
  package var types: [SchemaKind: MappedType] = [:]
  /// Whether validators check strings with `contentEncoding`, `contentMediaType` and `contentSchema`.
  package var assertsContent = false
  package var schemas = Schemas()
  package var definitions = Definitions.reachable
  package var untypedObjects = UntypedObjects.objects
  /// What decides the meaning of schemas, by path pattern of their files.
  package var reading: [Reading] = []
  /// The kinds of schemas that later versions may extend.
  package var open: Set<SchemaResolver.Reading.OpenKind> = []
  /// The views for which types with `readOnly` or `writeOnly` members have twins; nil for those that an API needs.
  package var views: Set<SchemaView>?
  /// Whether all object types of schemas have partial-update twins, as if they had `x-patch`.
  package var hasPatches = false
  /// Whether types have a twin for what has arrived of a value.
  package var hasPartials = false
  /// The operations of an API whose schemas become types; nil for the schemas that it names.
  package var operations: OperationSelection?
  /// Path patterns of the schema files in which mistakes are only warnings.
  package var lenient: [String] = []
  /// Additions to schemas in files that must not be edited, by file path.
  package var overrides: [String: [Override]] = [:]
  package var dependencies: [Dependency] = []
  /// Replacements for names in schemas, from which Swift names are derived.
  package var names: [String: String] = [:]
  /// Local files for URIs, so that references need no network access: a file for one URI, or a folder for all URIs with
  /// a prefix that ends in a slash.
  package var references: [String: String] = [:]
  /// The URIs, or prefixes of URIs that end in a slash, of documents that are replaced by stubs.
  package var stubs: Set<String> = []
  package var outputs = Outputs()
  /// The folder of templates that override built-in ones with the same path.
  package var templates: String?
  package var documentation = Documentation()
  /// Settings of the lint rules.
  package var lint = Lint()
  /// The differences between versions that are accepted.
  package var acceptances: [Acceptance] = []
  package var testSupport = TestSupport()
  /// The file of the name lock.
  package var lock = "codegen.lock.json"

  /// Creates the default configuration.
  package init() {}

  /// Reads and checks a configuration.
  ///
  /// - Parameters:
  ///   - document: the file's content, with the positions of errors.
  ///   - name: the file's name in errors.
  /// - Throws: all errors, in the order of ``ConfigurationCheck``.
  package init(_ document: JSONDocument, name: String) throws(ConfigurationErrors) {
    let errors = ConfigurationCheck.errors(in: document, name: name)
    if !errors.isEmpty { throw ConfigurationErrors(diagnostics: errors) }
    let value = document.value
    self.init(valid: value)
    lint = Lint(valid: value["lint"], document: document, name: name)
    acceptances = (value["diff"]?["accepted"]?.array ?? []).enumerated().map { index, row in
      Acceptance(row, at: document.position(of: JSONPointer(["diff", "accepted", String(index)])), in: name)
    }
  }

  /// Reads a value that satisfies the schema; defaults come from the schema.
  private init(valid value: JSONValue) {
    func strings(_ value: JSONValue?) -> [String]? { value?.array?.compactMap(\.string) }
    if let level = value["accessLevel"]?.string.flatMap(AccessLevel.init) { accessLevel = level }
    namePrefix = value["namePrefix"]?.string ?? namePrefix
    if let naming = value["naming"]?.string.flatMap(Naming.init) { self.naming = naming }
    namespace = value["namespace"]?.string
    if let validators = value["validators"]?.string.flatMap(Validators.init) { self.validators = validators }
    formats.assert = strings(value["formats"]?["assert"]) ?? formats.assert
    formats.assertsAll = value["formats"]?["assert"]?.string == "all"
    types = Self.types(valid: value["types"])
    assertsContent = value["content"]?["assert"]?.bool ?? assertsContent
    schemas.include = strings(value["schemas"]?["include"]) ?? schemas.include
    schemas.exclude = strings(value["schemas"]?["exclude"]) ?? schemas.exclude
    schemas.root = value["schemas"]?["root"]?.string
    if let value = value["definitions"]?.string.flatMap(Definitions.init) { definitions = value }
    if let value = value["untypedObjects"]?.string.flatMap(UntypedObjects.init) { untypedObjects = value }
    reading = Self.reading(valid: value["reading"])
    open = Set(strings(value["open"])?.compactMap(SchemaResolver.Reading.OpenKind.init) ?? [])
    views = strings(value["views"]).map { Set($0.compactMap(SchemaView.init)) }
    hasPatches = strings(value["views"])?.contains("patch") ?? false
    hasPartials = strings(value["views"])?.contains("partial") ?? false
    overrides = Self.overrides(valid: value["overrides"])
    for member in value["names"]?.object ?? JSONObject() { names[member.key] = member.value.string }
    dependencies = (value["dependencies"]?.array ?? []).map {
      Dependency(schemas: $0["schemas"]?.string ?? "", module: $0["module"]?.string ?? "")
    }
    operations = value["operations"].map {
      OperationSelection(
        tags: strings($0["tags"]) ?? [], paths: strings($0["paths"]) ?? [], ids: strings($0["ids"]) ?? [])
    }
    lenient = value["lenient"]?.array?.compactMap(\.string) ?? []
    for member in value["references"]?.object ?? JSONObject() {
      references[member.key] = member.value.string
      if member.value == .null { stubs.insert(member.key) }
    }
    outputs.models = value["outputs"]?["models"]?.string
    outputs.documentation = value["outputs"]?["documentation"]?.string
    templates = value["templates"]?.string
    outputs.docc = value["outputs"]?["docc"]?.string
    outputs.openapi = value["outputs"]?["openapi"]?.string
    documentation.version = value["documentation"]?["version"]?.string ?? documentation.version
    documentation.module = value["documentation"]?["module"]?.string
    if let names = strings(value["documentation"]?["editions"]) {
      documentation.editions = Set(names.compactMap(Edition.init))
    }
    outputs.testSupport = value["outputs"]?["testSupport"]?.string
    switch value["outputs"]?["schemaText"] {
    case .array(let names)?: outputs.schemaText = names.compactMap { $0.string.flatMap(ProviderProfile.Name.init) }
    case let value: outputs.schemaText = value?.bool == true ? [] : .none
    }
    outputs.mayLieOutside = value["outputs"]?["outside"]?.bool ?? outputs.mayLieOutside
    testSupport.module = value["testSupport"]?["module"]?.string
    documentation.title = value["documentation"]?["title"]?.string
    lock = value["lock"]?.string ?? lock
  }

  private static func reading(valid value: JSONValue?) -> [Reading] {
    let files = value?.object ?? value.map { ["**": $0] } ?? [:]
    return files.compactMap { pattern, value in
      value.string.flatMap(SchemaResolver.Reading.Authority.init).map { Reading(files: pattern, authority: $0) }
    }
  }
}
