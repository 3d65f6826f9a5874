import CodegenProject
package import CommandLineTool
import JSONSchema
import SchemaFormatting
import SchemaLint
import SchemaLoading
import SchemaRewriting
import SchemaRuntime

/// `codegen bundle`: one self-contained document.
package struct BundleSchemas: Command {
  package static let name = "bundle"
  package static let abstract = "make one document of a schema and all that it references"
  package static let discussion = """
    Prints one document that contains FILE, which is a schema or an API description, and everything that its
    references reach. The document accepts the same values as FILE, and refers to no other file.
    Each document that a schema references is embedded under '$defs' ('definitions' before draft 2019-09) and
    keeps its '$id', as the standard describes. A document without an '$id' gets one from its location relative to
    FILE. The meta-schemas of the drafts are left out. '--without-id' is for editors and other tools that do not
    read '$id': the result contains no identifiers, and all references are JSON Pointers. API descriptions are
    always written without identifiers, and everything that they reference in other files becomes a component. With
    '--root', only one of their schemas is written, as a schema of a draft.
    '--for' writes a schema for a provider of language models, in the subset of JSON Schema that the provider
    documents. Definitions have no identifiers, 'oneOf' becomes 'anyOf', and 'allOf' is merged. If the provider
    requires all members, optional members become nullable. An assertion outside the subset is left out, and
    stated in the description instead. Standard error lists these changes with their locations, and says whether
    every value of the original schema is proven to be valid. The exit code is 1 if some values are not, or if the
    schema is too large for the provider. With '--strict', the exit code is also 1 if neither was proven, or if
    only values with undeclared members are rejected.
    Anything that the result cannot express is reported as an error with its location. Examples are a dynamic
    reference to another document if the result has no identifiers, and a document in another draft than the
    root's, if the root's draft permits no schemas of that draft.
    """
  package static let examples = """
    # for other tools
    codegen bundle Schemas/order.schema.json --output order.bundle.json
    # for an editor
    codegen bundle Schemas/order.schema.json --without-id
    # an API description in several files
    codegen bundle api/openapi.yaml --output openapi.json
    # a tool's arguments, for a language model
    codegen bundle Schemas/search.schema.json --for openai-strict
    # a schema of an API description
    codegen bundle api/openapi.yaml --root /components/schemas/Search --for gemini
    """

  let project = ConfigurationOption()
  let lenient = LenientOption()
  @Option("--without-id", "write references as pointers, and no identifiers") var omitsIdentifiers: Bool
  let root = SchemaRootOption()
  @Option("--for", "PROVIDER", .word, "write a schema for this provider of language models")
  var provider: ProviderProfile.Name?
  @Option("--strict", "with '--for', exit with 1 also if undecided, or if only undeclared members are rejected")
  var strict: Bool
  @Option("--output", "FILE", .file, "the file to write; default: standard output") var output: String?
  @Operand("FILE", .file) var file: String

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let (terminal, paths) = (context.terminal, context.paths)
    let input = try LintInput([file], project, paths, skipsOthers: root.pointer == nil)
    terminal.report(input.skipped)
    guard let source = input.sources.first(where: \.isReported) else { return .unusable }
    if input.sources.count(where: \.isReported) > 1 {
      throw CommandFailure(line: "\(file): error: expected a file, found a folder")
    }
    let lookup = LintLookup(input.loader)
    var options = lenient.values.options(SchemaResolver.Options(), project: nil)
    options.isStub = input.isStub
    do {
      let document = try source.readDocument(root.pointer)
      // Mistakes are reported as by other verbs.
      let resolution = try SchemaResolver.resolve([document], options: options, lookup: lookup.document(at:)).checked()
      terminal.report(resolution.concessions.map(\.description))
      if let provider {
        return try write(document, for: ProviderProfile(provider), options, lookup, context)
      }
      let bundle = try Bundler.bundle(
        document, keepsIdentifiers: !omitsIdentifiers, options: options, lookup: lookup.document(at:))
      try write(SchemaFormatter.text(of: bundle, extent: document.extent), context)
      return .done
    } catch let error as ResolveErrors {
      if !lookup.failures.isEmpty { throw CommandFailure(lines: lookup.failures) }
      throw CommandFailure(error, loader: input.loader, configuration: nil, root: root.pointer == nil ? .none : .schema)
    } catch let error as RewritingError {
      throw CommandFailure(error.message, at: error.location)
    }
  }

  private func write(
    _ document: SchemaDocument, for profile: ProviderProfile, _ options: SchemaResolver.Options, _ lookup: LintLookup,
    _ context: CommandContext
  ) throws -> ExitCode {
    let subset = try ProviderSubset(of: document, for: profile, options: options, lookup: lookup.document(at:))
    let report = try SubsetReport(subset, profile, of: document)
    try write(SchemaFormatter.text(of: subset.schema), context)
    context.terminal.report(report.lines)
    return report.isBroken(isStrict: strict) ? .no : .done
  }

  private func write(_ text: [UInt8], _ context: CommandContext) throws {
    guard let output, output != "-" else { return context.terminal.output.write(text) }
    let path = context.paths.absolute(output)
    _ = try OutputWriter(paths: context.paths, home: context.paths.folder(of: path), folders: []).update([
      OutputWriter.File(path: path, contents: text)
    ])
  }
}

extension LintSource {
  /// Returns the text, or the schema at a pointer in it, as a document for the resolver; throws its first mistake with
  /// the location.
  func readDocument(_ root: JSONPointer? = nil) throws(CommandFailure) -> SchemaDocument {
    do throws(JSONSyntaxError) {
      if let failure { throw failure }
      let json = try JSONDocument(parsing: text, limits: JSONLimits(), sourceMap: sourceMap)
      return SchemaDocument(uri: uri, name: name, source: json, extent: root.map { .value(at: $0) } ?? extent)
    } catch {
      throw CommandFailure(line: "\(name):\(error.position.line):\(error.position.column): error: \(error.message)")
    }
  }
}
