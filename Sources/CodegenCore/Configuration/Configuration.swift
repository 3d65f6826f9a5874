package import SchemaRuntime

/// What `codegen.json` says: which files are schemas, how they become Swift, and where that goes.
///
/// Read by ``init(_:text:name:)``, which checks the file first. Paths are as written: relative to the
/// folder that holds the file.
package struct Configuration: Hashable, Sendable {
  /// The access level of everything that is generated.
  package enum AccessLevel: String, Hashable, Sendable, CaseIterable {
    case `public`, package, `internal`
  }

  /// How the keyword `format` is understood.
  package struct Formats: Hashable, Sendable {
    /// The formats that are checked.
    package var assert: [String] = []
    /// Swift types by format: `date-time` → `Timestamp`. Formats that are not named become `String`.
    package var types: [String: String] = [:]

    package init() {}
  }

  /// Which files are schemas, as patterns of paths.
  package struct Schemas: Hashable, Sendable {
    package var include = ["**/*.schema.json"]
    package var exclude: [String] = []
    /// Where the files hold their schemas, such as `#/components/schemas`; nil for files that are schemas.
    package var root: String?

    package init() {}
  }

  /// Where generated files go; a folder that is not named is not written.
  package struct Outputs: Hashable, Sendable {
    package var models: String?
    package var documentation: String?
    /// The folder of a DocC catalogue.
    package var docc: String?
    /// The file of an OpenAPI description, which is no folder.
    package var openapi: String?
    package var testSupport: String?
    /// Whether outputs may lie outside of the project.
    package var mayLieOutside = false

    package init() {}
  }

  /// Settings of the documentation.
  package struct Documentation: Hashable, Sendable {
    package var title: String?
    /// The version of the schemas, which an OpenAPI description has to name.
    package var version = "1.0.0"
    /// The module of the models, whose symbols a DocC catalogue then links to.
    package var module: String?

    package init() {}
  }

  /// Settings of the samples that tests use.
  package struct TestSupport: Hashable, Sendable {
    /// The module of the models; nil where the samples are of the same one.
    package var module: String?

    package init() {}
  }

  package var accessLevel = AccessLevel.public
  /// What the name of every generated type begins with.
  package var namePrefix = ""
  package var formats = Formats()
  /// Whether validators look into strings that `contentEncoding`, `contentMediaType` and `contentSchema` describe.
  package var assertsContent = false
  package var schemas = Schemas()
  /// Files that stand for URIs, so that no reference needs a network: a file by its URI, or a folder by a URI that
  /// ends in a slash, for all URIs that begin with it.
  package var references: [String: String] = [:]
  package var outputs = Outputs()
  /// The folder of templates that replace built-in ones of the same path.
  package var templates: String?
  package var documentation = Documentation()
  /// What lint rules are told.
  package var lint = Lint()
  package var testSupport = TestSupport()
  /// The file of the name lock.
  package var lock = "codegen.lock.json"

  /// The configuration of a file that says nothing.
  package init() {}

  /// The configuration that a file says.
  ///
  /// - Parameters:
  ///   - value: the file's content.
  ///   - text: the same as it stands in the file, for the places of errors.
  ///   - name: what errors call the file.
  /// - Throws: everything that is wrong with it, in the order of ``ConfigurationCheck``.
  package init(_ value: JSONValue, text: [UInt8], name: String) throws(ConfigurationErrors) {
    let errors = ConfigurationCheck.errors(in: text, name: name)
    if !errors.isEmpty { throw ConfigurationErrors(diagnostics: errors) }
    self.init(valid: value)
    lint = Lint(valid: value["lint"], document: try? JSONDocument(parsing: text), name: name)
  }

  /// Reads a value that satisfies the schema; defaults are those of the schema.
  private init(valid value: JSONValue) {
    func strings(_ value: JSONValue?) -> [String]? { value?.array?.compactMap(\.string) }
    if let level = value["accessLevel"]?.string.flatMap(AccessLevel.init) { accessLevel = level }
    namePrefix = value["namePrefix"]?.string ?? namePrefix
    formats.assert = strings(value["formats"]?["assert"]) ?? formats.assert
    for member in value["formats"]?["types"]?.object ?? JSONObject() {
      formats.types[member.name] = member.value.string
    }
    assertsContent = value["content"]?["assert"]?.bool ?? assertsContent
    schemas.include = strings(value["schemas"]?["include"]) ?? schemas.include
    schemas.exclude = strings(value["schemas"]?["exclude"]) ?? schemas.exclude
    schemas.root = value["schemas"]?["root"]?.string
    for member in value["references"]?.object ?? JSONObject() { references[member.name] = member.value.string }
    outputs.models = value["outputs"]?["models"]?.string
    outputs.documentation = value["outputs"]?["documentation"]?.string
    templates = value["templates"]?.string
    outputs.docc = value["outputs"]?["docc"]?.string
    outputs.openapi = value["outputs"]?["openapi"]?.string
    documentation.version = value["documentation"]?["version"]?.string ?? documentation.version
    documentation.module = value["documentation"]?["module"]?.string
    outputs.testSupport = value["outputs"]?["testSupport"]?.string
    outputs.mayLieOutside = value["outputs"]?["outside"]?.bool ?? outputs.mayLieOutside
    testSupport.module = value["testSupport"]?["module"]?.string
    documentation.title = value["documentation"]?["title"]?.string
    lock = value["lock"]?.string ?? lock
  }
}
