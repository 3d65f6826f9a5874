import JSONSchema
import SchemaLoading
import SchemaRuntime

/// The option that names the configuration.
struct ConfigurationOption: OptionGroup {
  @Option("--config", "PATH", .file, "the configuration; default: \(Project.defaultConfigurationPath)")
  var path: String?

  func project(
    _ paths: Paths, _ reading: ReadingOptions.Values = ReadingOptions.Values()
  ) throws -> Project {
    try Project(configurationAt: path, reading: reading, paths: paths)
  }

  /// Returns the project; nil without the option and the default configuration.
  func projectIfPresent(_ paths: Paths) throws -> Project? {
    try Project.ifPresent(configurationAt: path, paths: paths)
  }
}

/// The options of commands that read schemas.
struct ProjectOptions: OptionGroup {
  static let schemaSummary = "a schema file, or the name of a schema of the configured folder (users/user-info)"

  /// What help says about formats, which all verbs treat alike.
  static let formatsSentence = """
    For schemas of the configured folder, the configuration says which formats are checked; for other schemas all
    known formats are.
    """

  let configuration = ConfigurationOption()
  @Option("--root", "POINTER", .schemaRoot, "where files hold their schemas, such as '#/components/schemas'")
  var root: JSONPointer?
  let reading = ReadingOptions()

  /// - Parameter models: the folder that replaces all outputs.
  func project(modelsAt models: String? = nil, _ paths: Paths) throws -> Project {
    try Project(
      configurationAt: configuration.path, root: root, modelsAt: models, reading: reading.values, paths: paths)
  }

  func schema(_ name: String, _ paths: Paths) throws -> SchemaChoice {
    try SchemaChoice(
      name, configurationAt: configuration.path, root: root, reading: reading.values, paths: paths)
  }
}

/// The option of commands that read payloads.
struct LinesOption: OptionGroup {
  @Option("--lines", "read a payload from each line of a file (JSON Lines); blank lines are skipped") var isGiven: Bool
}

/// The option of commands that read payloads, for their format.
struct InputOption: OptionGroup {
  @Option("--input", "FORMAT", .word, "the format of payloads; default: YAML for .yaml and .yml, otherwise JSON")
  var given: SourceText.Format?

  func format(of file: String) -> SourceText.Format { given ?? SourceText.Format(ofFile: file) }
}

extension ValueParser<JSONPointer> {
  fileprivate static var schemaRoot: Self {
    Self(
      expected: "a JSON Pointer such as '#/components/schemas'",
      nearest: { $0.hasPrefix("#") || $0.hasPrefix("/") ? nil : "#/" + $0 }, parse: JSONPointer.init(fragmentOrPointer:)
    )
  }
}
