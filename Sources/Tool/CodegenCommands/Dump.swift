import CodegenCore
import CodegenDocumentation
import CodegenProject
package import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaComparison
import SchemaLint
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// `codegen dump`: the intermediate representations of the configured schemas.
package struct Dump: Command {
  package static let name = "dump"
  package static let abstract = "print an intermediate representation, for contributors and template authors"
  package static let discussion = """
    Prints an intermediate form: the 'graph' of schemas, the validation 'program', the 'plan' of Swift types, or
    the 'context' of templates. '--schema' limits the output to one schema.
    'keywords' prints the table of supported keywords, and 'rule-pages' the pages about the rules of lint and
    diff. 'editor-schema' prints a schema for editors, which includes the keywords of this tool. To use it in VS
    Code, add this to settings.json:
    "json.schemas": [{"fileMatch": ["*.schema.json"], "url": "./Schemas/editor-schema.json"}]
    'configuration-schema' prints the schema of codegen.json. 'json' converts FILE to JSON: each document of a
    YAML file becomes one line.
    """
  package static let examples = """
    # all Swift types and members
    codegen dump plan
    # the instructions of one schema
    codegen dump program --schema users/user-info
    # a YAML file as JSON
    codegen dump json deploy.yaml
    # the schema for editors
    codegen dump editor-schema > Schemas/editor-schema.json
    """

  enum Form: String, CaseIterable {
    case graph, program, plan, context, keywords, json
    case editorSchema = "editor-schema"
    case configurationSchema = "configuration-schema"
    case rulePages = "rule-pages"
  }

  @Operand("FORM", .word) var form: Form
  @Operand("FILE", .file) var file: String?
  let input = InputOption()
  @Option("--schema", "S", .schema, ProjectOptions.schemaSummary) var schema: String?
  let project = ProjectOptions()

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let output = context.terminal.output
    if let file, form != .json { throw CommandFailure("expected a FILE only for 'json', found \(file.quoted)") }
    switch form {
    case .json:
      guard let file else { throw CommandFailure("expected a FILE to convert to JSON, found none") }
      let text = try ByteSource.contents(
        of: context.paths.absolute(file), name: file, limit: JSONLimits.hardMaximumByteCount, allowsPipes: true)
      let documents = try SourceText.documents(text, of: file, format: input.format(of: file))
      for document in documents { output.writeLine(document.value.text()) }
    case .graph:
      let (graph, schemas, _) = try schemas(context.paths)
      output.writeLines(graph.dump(schemas).map(\.onOneLine))
    case .program:
      let (graph, schemas, options) = try schemas(context.paths)
      let compiled = try graph.compiling { () throws(CompileError) in
        try Compiler.compile(schemas, of: graph.markingSensitive, options: options)
      }
      output.writeLines(compiled.program.dump.map(\.onOneLine))
    case .plan:
      let (input, name) = try types(context.paths)
      let plan = try CodegenPipeline.dumpPlan(input).split(separator: "\n").map(String.init)
      output.writeLines((name.map { Self.section($0, of: plan) } ?? plan).map(\.onOneLine))
    case .context:
      let (input, name) = try types(context.paths)
      let text = try CodegenPipeline.dumpContext(input)
      let part = try name.flatMap { try JSONValue(parsing: text)[FileNames.bases(of: [$0])[0] + ".swift"] }
      output.writeLine(part?.text(.pretty) ?? text)
    case .configurationSchema: output.write(Array(ConfigurationSchema.text.utf8))
    case .editorSchema: output.write(Array(EditorSchema.text.utf8))
    case .rulePages:
      let pages = [
        ("Sources/Schemas/SchemaLint/Documentation.docc/Rules.md", JSONValue.string(RulePage.all)),
        ("Documentation/Diff-rules.md", JSONValue.string(ChangeRulePage.text)),
      ]
      output.writeLine(JSONValue.object(JSONObject(pages)).text())
    case .keywords: output.write(Array(try KeywordTable.markdown().utf8))
    }
    return .done
  }

  /// Returns the schemas to print, configured or not.
  private func schemas(
    _ paths: Paths
  ) throws -> (graph: SchemaGraph, schemas: [SchemaID], options: Compiler.Options) {
    if let schema {
      let choice = try project.schema(schema, paths)
      return (choice.graph, [choice.schema], choice.options)
    }
    let project = try project.project(paths)
    let graph = try project.resolve().graph
    return (graph, graph.roots, project.configuration.compilerOptions)
  }

  /// Returns the input of the pipeline, and the name of the schema to print; only schemas of the configured folder have
  /// types.
  private func types(_ paths: Paths) throws -> (input: CodegenPipeline.Input, name: String?) {
    let project = try project.project(paths)
    let input = try project.input(try project.resolve().graph)
    return (input, try schema.map { try project.name(of: $0, in: input.graph) })
  }

  /// Returns the lines of one schema's file: its heading, `name -> file`, and the indented lines below.
  private static func section(_ name: String, of plan: [String]) -> [String] {
    guard let start = plan.firstIndex(where: { $0.hasPrefix(name + " -> ") }) else { return [] }
    return [plan[start]] + plan[(start + 1)...].prefix { $0.hasPrefix(" ") }
  }
}

extension SchemaGraph {
  /// Returns the documents of `schemas`, with a line for each schema: number, location, keywords, and the targets of
  /// its edges.
  ///
  ///     Schemas/users/user-info.schema.json https://example.com/user-info.schema.json
  ///       12 "" type properties /properties/gender->13
  func dump(_ schemas: [SchemaID]) -> [String] {
    let shown = Set(schemas.map { self[$0].document })
    let redaction = LocationRedaction(self)
    var lines: [String] = []
    var last = -1
    for node in nodes where shown.contains(node.document) {
      if node.document != last {
        last = node.document
        lines.append("\(documents[last].qualifiedName) \(documents[last].uri)")
      }
      lines.append(
        "  \(node.id.index) \"\(redaction.shown(location(of: node.id)).pointer)\" "
          + facts(of: node, redaction).joined(separator: " "))
    }
    return lines
  }

  private func facts(of node: SchemaNode, _ redaction: LocationRedaction) -> [String] {
    if let boolean = node.boolean { return ["\(boolean)"] }
    var facts = node.keywords.written.keys
    if let ref = node.keywords.ref { facts.append("$ref->\(ref.index)") }
    if let target = node.keywords.dynamicRef { facts.append("$dynamicRef->\(target.index)") }
    if !node.dynamicScope.isEmpty {
      facts.append("within " + node.dynamicScope.map { String($0.index) }.joined(separator: ", "))
    }
    return facts
      + node.subschemas.map { inner in
        let pointer = redaction.shown(location(of: inner.schema)).pointer
        return "\(JSONPointer(Array(pointer.tokens.suffix(inner.path.count))))->\(inner.schema.index)"
      }
  }
}

extension Program {
  /// A line for each schema, with its number, and a line for each step, as in the program's text form.
  var dump: [String] {
    zip(schemaIDs, json.array ?? []).flatMap { id, schema in
      let row = schema.array ?? []
      let steps = row.dropFirst().first?.array ?? []
      var location = row.first?.string ?? ""
      if schemas[id.index].isSensitive {
        // A schema's location may contain a pattern.
        var parts = location.split(separator: "/", omittingEmptySubsequences: false)
        for index in parts.indices.dropFirst() where parts[index - 1] == "patternProperties" {
          parts[index] = "(redacted)"
        }
        location = parts.joined(separator: "/")
      }
      let head = "\(id) \(location)" + (row.count > 2 ? " (sensitive)" : "")
      return [head] + steps.map { "  \(shown($0, of: id))" }
    }
  }

  /// Returns a step without sensitive parts: without any values and patterns for a sensitive schema, without sensitive
  /// values for others.
  private func shown(_ step: JSONValue, of schema: Program.SchemaID) -> JSONValue {
    guard case .array(var parts) = step, let words = parts.first?.string?.split(separator: "@"), let word = words.first
    else { return step }
    let evaluator = Evaluator(self)
    func redacted(_ value: JSONValue) -> JSONValue { evaluator.redacted(value.json(), schema: schema) ?? .redacted }
    switch word {
    case "const", "enum": for index in parts.indices.dropFirst() { parts[index] = redacted(parts[index]) }
    case "annotation" where words.last == "examples":
      parts[1] = .array((parts[1].array ?? []).map(redacted))
    case "annotation" where !["title", "description"].contains(words.last): parts[1] = redacted(parts[1])
    case "pattern" where schemas[schema.index].isSensitive: parts[1] = .redacted
    case "patternProperties" where schemas[schema.index].isSensitive:
      parts[1] = .array((parts[1].object ?? [:]).map(\.value))
    default: break
    }
    return .array(parts)
  }
}
