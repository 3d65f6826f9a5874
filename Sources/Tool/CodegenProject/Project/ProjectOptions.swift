package import CommandLineTool
import JSONSchema
package import SchemaLoading
package import SchemaRuntime

/// The option that names the configuration.
package struct ConfigurationOption: OptionGroup {
  package init() {}

  @Option(
    "--config", "PATH", .file, "the configuration; default: the nearest, usually \(Project.defaultConfigurationPath)")
  package var path: String?

  package func project(
    _ paths: Paths, _ reading: ReadingOptions.Values = ReadingOptions.Values()
  ) throws -> Project {
    try Project(configurationAt: path, reading: reading, paths: paths)
  }

  /// Returns the project; nil without the option and the default configuration.
  package func projectIfPresent(
    _ paths: Paths, _ reading: ReadingOptions.Values = ReadingOptions.Values()
  ) throws -> Project? {
    try Project.ifPresent(configurationAt: path, reading: reading, paths: paths)
  }
}

/// The option that says where texts with other content contain schemas.
package struct SchemaRootOption: OptionGroup {
  package init() {}

  @Option(
    "--root", "POINTER", .schemaRoot,
    "the location of the schemas in each file, such as '#/components/schemas', or of one")
  package var pointer: JSONPointer?
}

/// The options of commands that read schemas.
package struct ProjectOptions: OptionGroup {
  package init() {}

  package static let schemaSummary =
    "a schema file, '-', or the name of a schema in the configured folder (users/user-info)"

  /// What help says about formats, which all verbs treat alike.
  package static let formatsSentence = """
    For schemas in the configured folder, the configuration selects the formats to check; for other schemas, all
    known formats are checked.
    """

  package let configuration = ConfigurationOption()
  let root = SchemaRootOption()
  package let reading = ReadingOptions()

  /// - Parameter models: the folder that replaces all outputs.
  package func project(modelsAt models: String? = nil, _ paths: Paths) throws -> Project {
    try Project(
      configurationAt: configuration.path, root: root.pointer, modelsAt: models, reading: reading.values, paths: paths)
  }

  package func schema(_ name: String, _ paths: Paths) throws -> SchemaChoice {
    try SchemaChoice(
      name, configurationAt: configuration.path, root: root.pointer, reading: reading.values, paths: paths)
  }
}

/// The option of commands that read payloads.
package struct LinesOption: OptionGroup {
  package init() {}

  @Option("--lines", "read one payload per line, as in .jsonl and .ndjson files; blank lines are skipped")
  package var isGiven: Bool

  /// Whether each line of a file is a payload: as given, or by its name.
  package func apply(to file: String, _ input: InputOption) -> Bool {
    isGiven
      || SourceText.endingsOfLines.contains(where: file.lowercased().hasSuffix) && input.format(of: file) == .json
  }

  /// Lines are JSON.
  /// - Throws: if another format is given.
  package func check(_ input: InputOption) throws(CommandFailure) {
    guard isGiven, let format = input.given, format != .json else { return }
    throw CommandFailure("expected JSON with '--lines', one payload per line; found '--input \(format)'")
  }
}

/// The option of commands that read payloads, for their format.
package struct InputOption: OptionGroup {
  package init() {}

  @Option("--input", "FORMAT", .word, "the format of payloads; default: by the file name, or else JSON")
  var given: SourceText.Format?

  package func format(of file: String) -> SourceText.Format { given ?? SourceText.Format(ofFile: file) }
}

extension ValueParser<JSONPointer> {
  fileprivate static var schemaRoot: Self {
    Self(
      expected: "a JSON Pointer such as '#/components/schemas'",
      suggestions: { $0.hasPrefix("#") || $0.hasPrefix("/") ? nil : Suggestions("#/" + $0) },
      parse: JSONPointer.init(fragmentOrPointer:))
  }
}
