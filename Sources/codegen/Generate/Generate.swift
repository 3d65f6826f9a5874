import CodegenCore
import CodegenTemplates
import JSONSchema
import Mustache
import SchemaLoading
import SchemaRuntime

/// `codegen generate`: brings everything that is generated up to date, or says what is not.
struct Generate {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    if let operand = arguments.operands.first, !arguments.has(.models) {
      throw UsageError.unexpectedOperand(operand, verb: .generate)
    }
    guard arguments.has(.watch) else { return runOnce() }
    if arguments.has(.check) { throw UsageError.conflict(.watch, .check) }
    return try Watch(generate: self).run()
  }

  /// One run, which reports whatever ends it.
  func runOnce() -> ExitCode {
    events?.started()
    do {
      return try perform()
    } catch {
      progress.end()
      report(CommandFailure(error))
      events?.finished(.unusable, counts: [], coverage: nil)
      return .unusable
    }
  }

  private func perform() throws -> ExitCode {
    // 1. Read the configuration.
    progress.show("reading the schemas")
    let project = try Project(
      configurationAt: arguments[.config], root: arguments[.root], modelsAt: arguments[.models], paths: paths)
    if !arguments.has(.models) { try project.checkOutputs() }
    let templates = arguments[.templates] ?? project.templateFolder
    // 2. Load the schemas and connect their references.
    let resolution = try project.resolve(isStrict: arguments.has(.strict))
    if !arguments.has(.models), !arguments.has(.quiet), let note = try project.passedOver(resolution.graph) {
      report(note)
    }
    // 3. Read the name lock and the templates.
    var input = try project.input(resolution.graph, templates: templates)
    if !arguments.operands.isEmpty { input.modelFiles = Set(arguments.operands) }
    input.changes = try changes(in: project, input)
    reportUnusedTemplates(input.templates.map(\.name), templates)
    // 4. Generate.
    progress.show("planning types")
    let output = try run(input, resolution.diagnostics, templates)
    try checkKeys(of: input.templates.dropFirst(BuiltInTemplates.all.count), templates)
    let ignored = arguments.has(.strict) ? output.coverage.findings(.error, in: resolution.graph) : []
    if !ignored.isEmpty {
      for diagnostic in ignored { report(diagnostic) }
      events?.finished(.no, counts: [], coverage: output.coverage)
      return .no
    }
    // 5. Compare with the disk, and write what differs.
    progress.show("comparing")
    let (files, lock) = try files(of: output, project)
    let folders = [GeneratedFile.Kind.models, .documentation, .docc, .testSupport].compactMap(project.outputFolder)
    let writer = OutputWriter(
      paths: paths, home: project.home, folders: folders, boundary: project.boundary, isForced: arguments.has(.force))
    let changes = try writer.update(files, isDry: arguments.has(.check))
    progress.end()
    // 6. Show what differs, or what was written.
    if arguments.has(.check) { return check(changes, files, output.coverage) }
    if let lock { try reportLock(lock) }
    summarize(changes, files, output.coverage, schemaCount: resolution.graph.documents.count)
    return .done
  }

  /// Runs the pipeline, and reports what it and the stages before it found, in the order of the text.
  private func run(
    _ input: CodegenPipeline.Input, _ diagnostics: [Diagnostic], _ templates: String?
  ) throws -> CodegenOutput {
    do throws(CodegenFailure) {
      let output = try CodegenPipeline.run(input) { progress.show("rendering file \($0 + 1) of \($1)") }
      progress.end()
      for diagnostic in (diagnostics + output.diagnostics).inOrderOfText { report(diagnostic) }
      return output
    } catch {
      let diagnostics = (diagnostics + error.diagnostics).inOrderOfText
      var lines = diagnostics.map(\.description) + error.messages
      if let failure = error.template {
        // Of two templates of one name the later one is used, which is the one of the given folder.
        let isOwn = input.templates.count { $0.name == failure.name } > 1 || !Self.isBuiltIn(failure.name)
        lines.append(failure.description(in: isOwn ? templates : nil))
      }
      throw CommandFailure(lines: lines, diagnostics: diagnostics)
    }
  }

  /// A template that replaces none and is nearly called like a built-in one was meant to replace that.
  private func reportUnusedTemplates(_ names: [String], _ folder: String?) {
    guard let folder else { return }
    let known = BuiltInTemplates.all.map(\.name)
    for name in names where !known.contains(name) {
      guard let nearest = Spelling.nearest(to: name, among: known) else { continue }
      report("\(folder)/\(name): warning: no template has this name; did you mean '\(nearest)'?")
    }
  }

  /// Refuses templates that ask for keys which no context has, even where this run did not come to them.
  private func checkKeys(of templates: ArraySlice<(name: String, source: String)>, _ folder: String?) throws {
    var lines: [String] = []
    for (name, source) in templates {
      let errors = try Template(parsing: source, name: name).unknownKeys(among: TemplateKeys.known(to: name))
      lines += errors.map { CodegenFailure.TemplateFailure($0).description(in: folder) }
    }
    if !lines.isEmpty { throw CommandFailure(lines: lines) }
  }

  private static func isBuiltIn(_ name: String) -> Bool { BuiltInTemplates.all.contains { $0.name == name } }

  /// Everything that is to be on disk; the name lock is among it, or apart when the run may not write it.
  private func files(
    of output: CodegenOutput, _ project: Project
  ) throws -> (files: [OutputWriter.File], lock: OutputWriter.File?) {
    var files: [OutputWriter.File] = []
    for file in output.files {
      guard let folder = project.outputFolder(file.kind) else { continue }
      let path = paths.absolute(file.path, in: folder)
      let text = GeneratedHeader.adding(to: file.contents, path: path, isArticle: file.kind == .docc)
      files.append(OutputWriter.File(path: path, contents: Array(text.utf8)))
    }
    let lock = try JSONFile.text(of: output.lock, name: paths.name(of: project.lockPath))
    // What it holds has been read as a name lock.
    let lockFile = OutputWriter.File(path: project.lockPath, contents: lock, isOurs: true)
    return arguments.has(.models) ? (files, lockFile) : (files + [lockFile], nil)
  }

  /// Says when names are not all in the lock, which a build does not write: the next schema might change them.
  private func reportLock(_ lock: OutputWriter.File) throws {
    let old = try OutputWriter.content(of: lock.path, paths)
    // What else the lock remembers changes with every edit.
    func names(_ text: [UInt8]?) throws -> JSONValue? { try text.flatMap { try JSONValue(parsing: $0)["types"] } }
    if try old == lock.contents || names(old) == names(lock.contents) { return }
    let found = old == nil ? "expected a name lock, found none" : "the name lock is out of date"
    report(
      "\(paths.name(of: lock.path)): note: \(found); 'codegen generate' or 'swift package generate-models' writes it")
  }
}

// MARK: - Messages

extension Generate {
  /// What the run says to tools; nil when it speaks to people.
  private var events: GenerateEvents? { arguments.has(.json) ? GenerateEvents(output: terminal.output) : nil }

  private var progress: Progress { Progress(terminal, isWanted: !arguments.has(.json) && !arguments.has(.quiet)) }

  private func report(_ diagnostic: Diagnostic) {
    guard let events else { return terminal.report(diagnostic.description) }
    events.report(diagnostic)
  }

  private func report(_ line: String) {
    progress.end()
    guard let events else { return terminal.report(line) }
    events.report(line)
  }

  private func report(_ failure: CommandFailure) {
    for line in failure.lines {
      if let diagnostic = failure.diagnostics.first(where: { $0.description == line }) {
        report(diagnostic)
      } else {
        report(line)
      }
    }
  }
}

// MARK: - Results

extension Generate {
  /// Prints the diff of every stale file, and last the command that ends this.
  private func check(
    _ changes: [OutputWriter.Change], _ files: [OutputWriter.File], _ coverage: KeywordCoverage
  ) -> ExitCode {
    let code = changes.isEmpty ? ExitCode.done : .no
    if let events {
      for change in changes { events.report(.stale, paths.name(of: change.path)) }
      events.finished(code, counts: [(.stale, changes.count)], coverage: coverage)
      return code
    }
    if changes.isEmpty || arguments.has(.quiet) { return code }
    for change in changes {
      let name = paths.name(of: change.path)
      for line in UnifiedDiff.lines(old: change.old, new: change.new, name: name) {
        terminal.output.writeLine(terminal.output.coloringDiff(line))
      }
    }
    let config = arguments[.config].map { " generate --config \($0)" } ?? ""
    let files = changes.count == 1 ? "1 file is" : "\(changes.count) files are"
    terminal.output.writeLine("\(files) out of date; run: swift run codegen\(config)")
    return code
  }

  /// `generated 38 files from 61 schemas: 2 written, 36 unchanged`, and a line of coverage.
  private func summarize(
    _ changes: [OutputWriter.Change], _ files: [OutputWriter.File], _ coverage: KeywordCoverage, schemaCount: Int
  ) {
    let deleted = changes.count { $0.new == nil }
    let written = changes.count - deleted
    let unchanged = files.count - written
    if let events {
      let touched = Set(changes.map(\.path))
      for change in changes { events.report(change.new == nil ? .deleted : .written, paths.name(of: change.path)) }
      for file in files where !touched.contains(file.path) { events.report(.unchanged, paths.name(of: file.path)) }
      events.finished(
        .done, counts: [(.written, written), (.deleted, deleted), (.unchanged, unchanged)], coverage: coverage)
      return
    }
    if arguments.has(.quiet) { return }
    var counts = ["\(written) written", "\(unchanged) unchanged"]
    if deleted > 0 { counts.append("\(deleted) deleted") }
    func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    terminal.output.writeLine(
      "generated \(count(files.count, "file")) from \(count(schemaCount, "schema")): \(counts.joined(separator: ", "))")
    if !arguments.has(.watch) { terminal.output.writeLine("coverage: \(coverage.summary)") }
  }
}

extension TextStream {
  /// A line of a unified diff in the colours that people know.
  fileprivate func coloringDiff(_ line: String) -> String {
    switch line.utf8.first {
    case UInt8(ascii: "+"): colored(line, line.hasPrefix("+++ ") ? .bold : .green)
    case UInt8(ascii: "-"): colored(line, line.hasPrefix("--- ") ? .bold : .red)
    case UInt8(ascii: "@"): colored(line, .cyan)
    default: line
    }
  }
}
