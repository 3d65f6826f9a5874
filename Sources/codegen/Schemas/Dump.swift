import CodegenCore
import JSONSchema
import SchemaRuntime
import SchemaValidation

/// The middle forms that `dump` prints, and the schema of schemas for editors.
enum DumpForm: String, CaseIterable {
  case graph, program, plan, context, keywords
  case editorSchema = "editor-schema"
}

/// `codegen dump`: the middle forms of the configured schemas.
struct Dump {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    guard let word = arguments.operands.first else {
      throw UsageError.missingOperand(
        expected: "one of " + DumpForm.allCases.map(\.rawValue).joined(separator: ", "), verb: .dump)
    }
    guard let form = DumpForm(rawValue: word) else {
      throw Arguments.notAWord(of: DumpForm.self, word) { .invalidOperand(expected: $0, actual: word, nearest: $1) }
    }
    if arguments.operands.count > 1 { throw UsageError.unexpectedOperand(arguments.operands[1], verb: .dump) }
    switch form {
    case .graph, .program: try dumpSchemas(form)
    case .plan, .context: try dumpTypes(form)
    case .editorSchema: terminal.output.write(Array(EditorSchema.text.utf8))
    case .keywords: terminal.output.write(Array(try KeywordTable.markdown().utf8))
    }
    return .done
  }

  /// The forms that any schema has, configured or not.
  private func dumpSchemas(_ form: DumpForm) throws {
    let graph: SchemaGraph
    var schemas: [SchemaID]
    let options: Compiler.Options
    if let name = arguments[.schema] {
      let choice = try SchemaChoice(name, configurationAt: arguments[.config], root: arguments[.root], paths: paths)
      (graph, schemas, options) = (choice.graph, [choice.schema], choice.options)
    } else {
      let project = try Project(configurationAt: arguments[.config], root: arguments[.root], paths: paths)
      graph = try project.resolve().graph
      (schemas, options) = (graph.roots, project.compilerOptions)
    }
    if form == .graph {
      print(graph.dump(schemas))
      return
    }
    let compiled: Compiler.Output
    do {
      compiled = try Compiler.compile(schemas, of: graph.markingSensitive, options: options)
    } catch {
      throw CommandFailure(error, in: graph)
    }
    print(compiled.program.dump)
  }

  /// The forms that only types of the configured folder have.
  private func dumpTypes(_ form: DumpForm) throws {
    let project = try Project(configurationAt: arguments[.config], root: arguments[.root], paths: paths)
    let input = try project.input(try project.resolve().graph)
    let name = try arguments[.schema].map { try project.name(of: $0, in: input.graph) }
    if form == .plan {
      let plan = try CodegenPipeline.dumpPlan(input).split(separator: "\n").map(String.init)
      print(name.map { Self.section($0, of: plan) } ?? plan)
    } else {
      let context = try CodegenPipeline.dumpContext(input)
      guard let name, let part = try JSONValue(parsing: context)[FileNames.base(of: name) + ".swift"] else {
        terminal.output.writeLine(context)
        return
      }
      terminal.output.writeLine(part.text(.pretty))
    }
  }

  /// The lines of one schema's file: its heading, `name -> file`, and what is indented below it.
  private static func section(_ name: String, of plan: [String]) -> [String] {
    guard let start = plan.firstIndex(where: { $0.hasPrefix(name + " -> ") }) else { return [] }
    return [plan[start]] + plan[(start + 1)...].prefix { $0.hasPrefix(" ") }
  }

  private func print(_ lines: [String]) {
    for line in lines { terminal.output.writeLine(line.onOneLine) }
  }
}

// MARK: - Texts

extension SchemaGraph {
  /// The documents of `schemas`, a line a schema: number, place, keywords, and where its edges lead.
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
        lines.append("\(documents[last].place) \(documents[last].uri)")
      }
      lines.append(
        "  \(node.id.index) \"\(redaction.shown(location(of: node.id)).pointer)\" "
          + facts(of: node, redaction).joined(separator: " "))
    }
    return lines
  }

  private func facts(of node: SchemaNode, _ redaction: LocationRedaction) -> [String] {
    if let boolean = node.boolean { return ["\(boolean)"] }
    var facts = node.keywords.written.names
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
  /// A line a schema, with its number, and a line a step, as the program's text form has them.
  var dump: [String] {
    (json.array ?? []).enumerated().flatMap { index, schema in
      let row = schema.array ?? []
      let steps = row.dropFirst().first?.array ?? []
      var location = row.first?.string ?? ""
      if schemas[index].isSensitive {
        // A pattern may be part of the way to a schema.
        var parts = location.split(separator: "/", omittingEmptySubsequences: false)
        for place in parts.indices.dropFirst() where parts[place - 1] == "patternProperties" {
          parts[place] = "(redacted)"
        }
        location = parts.joined(separator: "/")
      }
      let head = "\(index) \(location)" + (row.count > 2 ? " (sensitive)" : "")
      return [head] + steps.map { "  \(shown($0, of: index))" }
    }
  }

  /// A step without what is sensitive: of a sensitive schema without values and patterns, of another without values
  /// that hold something sensitive.
  private func shown(_ step: JSONValue, of schema: Int) -> JSONValue {
    guard case .array(var parts) = step, let words = parts.first?.string?.split(separator: "@"), let word = words.first
    else { return step }
    let evaluator = Evaluator(self)
    func redacted(_ value: JSONValue) -> JSONValue { evaluator.redacted(value.json(), schema: schema) ?? .redacted }
    switch word {
    case "const", "enum": for place in parts.indices.dropFirst() { parts[place] = redacted(parts[place]) }
    case "annotation" where words.last == "examples":
      parts[1] = .array((parts[1].array ?? []).map(redacted))
    case "annotation" where !["title", "description"].contains(words.last): parts[1] = redacted(parts[1])
    case "pattern" where schemas[schema].isSensitive: parts[1] = .redacted
    case "patternProperties" where schemas[schema].isSensitive:
      parts[1] = .array((parts[1].object ?? [:]).members.map(\.value))
    default: break
    }
    return .array(parts)
  }
}
