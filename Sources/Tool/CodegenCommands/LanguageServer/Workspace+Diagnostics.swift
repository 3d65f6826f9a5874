import CodegenCore
import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaLint
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// A problem in a file, as editors show it.
struct FileDiagnostic {
  var range: Range<Int>
  var severity: Diagnostic.Severity
  /// The rule or keyword.
  var code: String
  var message: String
  var notes: [Finding.Note] = []
  var fix: Fix?

  /// The diagnostic of the protocol.
  func json(in text: EditorText, _ workspace: Workspace) -> JSONValue {
    let level =
      switch severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    var json: JSONObject = [
      "range": text.range(range), "severity": .number(JSONNumber(level)), "code": .string(code), "source": "codegen",
      "message": .string(message),
    ]
    let related = notes.compactMap { note -> JSONValue? in
      let path = workspace.path(ofName: note.location.document)
      guard let file = workspace.file(path) else { return nil }
      let range = file.text.token(at: note.location.position.offset, isYAML: file.format == .yaml)
      return [
        "location": ["uri": .string(file.uri), "range": file.text.range(range)], "message": .string(note.message),
      ]
    }
    if !related.isEmpty { json["relatedInformation"] = .array(related) }
    return .object(json)
  }
}

extension Workspace {
  /// What a file is, for the server.
  enum Content {
    case schema, configuration
    case payload(schema: String)
    case other
  }

  func content(of file: SourceFile) -> Content {
    if Self.isConfiguration(file.path) { return .configuration }
    if scope(of: file.path).project?.own.isWritten(file.path) == true { return .other }
    guard let root = file.root else { return .other }
    if let schema = schemaPath(of: file) { return .payload(schema: schema) }
    if DocumentContent.holdsSchemas(root) || scope(of: file.path).chosenPaths.contains(file.path) { return .schema }
    return .other
  }

  /// Returns the problems of some files; a file without problems has none.
  func diagnose(_ paths: [String]) -> [String: [FileDiagnostic]] {
    var found: [String: [FileDiagnostic]] = [:]
    var schemas: [(scope: Scope, files: [SourceFile])] = []
    for path in paths {
      guard let file = file(path) else { continue }
      found[path] = []
      switch content(of: file) {
      case .configuration: found[path] = configurationDiagnostics(file)
      case .payload(let schema): found[path] = payloadDiagnostics(file, schema)
      case .schema:
        let scope = scope(of: path)
        if let index = schemas.firstIndex(where: { $0.scope === scope }) {
          schemas[index].files.append(file)
        } else {
          schemas.append((scope, [file]))
        }
      case .other: if let failure = file.failure { found[path] = [syntaxDiagnostic(failure, file)] }
      }
    }
    for (scope, files) in schemas { lint(files, scope, &found) }
    return found
  }

  private func syntaxDiagnostic(_ failure: JSONSyntaxError, _ file: SourceFile) -> FileDiagnostic {
    let offset = file.text.offset(line: failure.position.line, column: failure.position.column)
    return FileDiagnostic(
      range: file.text.token(at: offset, isYAML: file.format == .yaml), severity: .error, code: "syntax",
      message: failure.message)
  }

  // MARK: - Schemas

  private func lint(_ files: [SourceFile], _ scope: Scope, _ found: inout [String: [FileDiagnostic]]) {
    let readable = files.filter { $0.failure == nil }
    for file in files { if let failure = file.failure { found[file.path] = [syntaxDiagnostic(failure, file)] } }
    let sources = readable.compactMap { source($0, scope) }
    guard let first = readable.first else { return }
    var configuration = scope.lint
    configuration.suppressions.removeAll { row in !sources.contains { Glob(row.path).matches($0.path) } }
    var linter = Linter(configuration: configuration, lookup: lookup(scope, from: first.path))
    linter.isStub = scope.isStub
    let files = Dictionary(readable.map { (name(of: $0.path), $0) }) { first, _ in first }
    var used: [String: Set<Int>] = [:]
    for finding in linter.lint(sources).findings {
      guard let file = files[finding.location.document] else { continue }
      if finding.rule == UnreferencedDefinition.id, let outline = file.outline,
        let definition = outline.entries.firstIndex(where: { $0.start == finding.location.position.offset })
      {
        let entries = used[file.path] ?? entriesUsedElsewhere(file, outline)
        used[file.path] = entries
        if entries.contains(where: { outline.isInside($0, definition) }) { continue }
      }
      found[file.path, default: []].append(
        FileDiagnostic(
          range: file.text.token(at: finding.location.position.offset, isYAML: file.format == .yaml),
          severity: finding.severity, code: finding.rule, message: finding.message, notes: finding.notes,
          fix: finding.fix))
    }
  }

  /// Returns the values of a file to which references of other files lead, directly or through other values of it. Only
  /// the file itself is linted, and its author may not see the others.
  private func entriesUsedElsewhere(_ file: SourceFile, _ outline: TextOutline) -> Set<Int> {
    func target(_ reference: ReferenceIndex.Reference, in path: String) -> Int? {
      self.target(of: reference, in: path).flatMap { $0.path == file.path ? $0.entry : nil }
    }
    let inner = file.references?.references.map { (entry: $0.entry, target: target($0, in: file.path)) } ?? []
    let outer = dependents(of: file.path).flatMap { path in
      self.file(path)?.references?.references.compactMap { target($0, in: path) } ?? []
    }
    return Set(
      Closure.of(outer) { used in
        // A schema does not use its own definitions.
        inner.filter { outline.isInside($0.entry, used, except: ["$defs", "definitions"]) }.compactMap(\.target)
      })
  }

  private func source(_ file: SourceFile, _ scope: Scope) -> LintSource? {
    guard let document = document(at: file.path, scope) else { return nil }
    let inside = scope.project == nil ? name(of: file.path) : FilePath.relative(file.path, to: scope.folder)
    return LintSource(
      uri: file.uri, name: name(of: file.path), path: inside, text: document.source.text,
      sourceMap: document.source.sourceMap, extent: document.extent, seesReferrers: false)
  }

  // MARK: - Configurations

  private func configurationDiagnostics(_ file: SourceFile) -> [FileDiagnostic] {
    if let failure = file.failure { return [syntaxDiagnostic(failure, file)] }
    guard let document = file.document else { return [] }
    do {
      _ = try Configuration(document, name: name(of: file.path))
    } catch {
      return error.diagnostics.map { diagnostic in
        FileDiagnostic(
          range: file.text.token(at: diagnostic.position.offset, isYAML: file.format == .yaml),
          severity: diagnostic.severity, code: "configuration", message: diagnostic.message)
      }
    }
    // What it says about files is checked as saved.
    let saved = try? ByteSource.contents(of: file.path, name: file.path, limit: JSONLimits.hardMaximumByteCount)
    guard saved == file.text.bytes else { return [] }
    do {
      let project = try Project(readOnlyAt: file.path, paths: paths)
      try project.checkOutputs()
      return []
    } catch {
      return CommandFailure(error).report.map { message in
        let isOwn = message.file.map { self.path(ofName: $0) == file.path } ?? false
        let offset = isOwn ? file.text.offset(line: message.line ?? 1, column: message.column ?? 1) : 0
        return FileDiagnostic(
          range: file.text.token(at: offset, isYAML: file.format == .yaml), severity: .error, code: "configuration",
          message: isOwn ? message.statement : message.text)
      }
    }
  }

  // MARK: - Payloads

  private func payloadDiagnostics(_ file: SourceFile, _ schema: String) -> [FileDiagnostic] {
    if let failure = file.failure { return [syntaxDiagnostic(failure, file)] }
    guard let document = file.document, let (graph, root) = payloadSchema(schema) else { return [] }
    let options = scope(of: schema).lint.compilerOptions
    guard let validator = try? SchemaValidator(graph: graph, schema: root, options: options) else { return [] }
    let units = validator.validate(document).closestErrorUnits(in: PayloadOrigin(file: name(of: file.path)))
    return units.compactMap { unit in
      // The member that names the schema is for editors.
      if unit.instanceLocation == JSONPointer(["$schema"]) { return nil }
      let entry = file.outline?.entry(at: unit.instanceLocation)
      let value = entry.flatMap { file.outline?.entries[$0] }
      let start = value.flatMap { $0.type == .object ? $0.name?.lowerBound : nil } ?? unit.offset
      return FileDiagnostic(
        range: file.text.token(at: start, isYAML: file.format == .yaml), severity: .error, code: unit.keyword,
        message: unit.message)
    }
  }

  /// The schema of configurations.
  static let configurationGraph: (graph: SchemaGraph, root: SchemaID)? = {
    guard let source = try? JSONDocument(parsing: Array(ConfigurationSchema.text.utf8)) else { return nil }
    let document = SchemaDocument(uri: "urn:schemata:configuration", name: "codegen.schema.json", source: source)
    return (try? SchemaResolver.resolve([document]).graph).map { ($0, $0.roots[0]) }
  }()

  /// The graph of a payload's schema, and its root.
  func payloadSchema(_ path: String) -> (graph: SchemaGraph, root: SchemaID)? {
    guard let graph = graph(of: path),
      let root = graph.roots.first(where: { graph.document(of: $0).name == name(of: path) })
    else { return nil }
    return (graph, root)
  }

  /// Returns the graph of a schema file and what it refers to; while it has errors, the last one without; nil if there
  /// was none.
  func graph(of path: String) -> SchemaGraph? {
    guard let file = file(path) else { return nil }
    let scope = scope(of: path)
    if let known = graphs[path], known.used.allSatisfy({ files[$0.path] === $0 }) { return known.graph }
    guard let document = document(at: path, scope) else { return graphs[path]?.graph }
    var used = [file]
    var options = scope.project?.options() ?? SchemaResolver.Options()
    options.allowsUnavailableDocuments = true
    let graph = try? SchemaResolver.resolve(
      [document], options: options, lookup: lookup(scope, from: path) { used.append($0) }
    ).graph
    let usable = graph ?? graphs[path]?.graph
    graphs[path] = (used, usable)
    return usable
  }
}
