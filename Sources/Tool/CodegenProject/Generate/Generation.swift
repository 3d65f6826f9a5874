import CodegenCore
import CodegenTemplates
import CommandLineTool
import JSONSchema
import Mustache
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

/// The runs of `codegen generate`.
struct Generation {
  let options: GenerateOptions
  private let further: any FurtherOutputs
  let terminal: Terminal
  let paths: Paths
  /// nil for human-readable messages.
  private let events: GenerateEvents?
  private let arguments: [String]
  /// The messages so far, in the groups in which they were reported.
  private let reported = Reported()

  private final class Reported {
    var messages: [[Message]] = []
  }

  init(_ options: GenerateOptions, _ further: any FurtherOutputs, _ context: CommandContext) {
    self.options = options
    self.further = further
    (terminal, paths, arguments) = (context.terminal, context.paths, context.arguments)
    events = options.json ? GenerateEvents(output: terminal.output) : nil
  }

  /// The built-in templates of all outputs.
  private var builtIn: [(name: String, source: String)] { SwiftTemplates.all + type(of: further).templates }

  /// Performs one run and reports any error.
  func run() -> ExitCode {
    events?.started()
    do {
      let stamp = further.dependsOnlyOnProject ? RunStamp(self, arguments: arguments) : nil
      if let result = stamp?.result() {
        for messages in result.messages { report(messages) }
        summarize(result)
        return .done
      }
      reported.messages = []
      return try perform(stamp)
    } catch {
      for message in CommandFailure(error).report { report([message]) }
      events?.finished(.unusable)
      return .unusable
    }
  }

  private func perform(_ stamp: RunStamp?) throws -> ExitCode {
    // 1. Read the configuration.
    terminal.showProgress("reading the schemas")
    let project = try options.project.project(modelsAt: options.models, paths)
    if options.models == nil { try project.checkOutputs() }
    let templates = options.templates ?? project.templateFolder
    // 2. Load the schemas and resolve their references.
    let resolution = try project.resolve(SchemaResolver.Options(isStrict: options.strict))
    if options.models == nil, terminal.verbosity != .quiet {
      for note in try project.skippedFiles(resolution.graph) { report(note) }
    }
    // 3. Read the name lock and the templates.
    var input = try project.input(resolution.graph, templates: templates)
    if options.executable, project.document.value["accessLevel"] == nil { input.configuration.accessLevel = .internal }
    if !options.files.isEmpty { input.modelFiles = Set(options.files) }
    input.templates.insert(contentsOf: builtIn.dropFirst(SwiftTemplates.all.count), at: SwiftTemplates.all.count)
    reportUnusedTemplates(input.templates.map(\.name), templates)
    // 4. Generate.
    terminal.showProgress("planning types")
    let former = stamp?.former(input.templates)
    let (output, further) = try run(input, resolution.diagnostics, project, templates, former)
    try checkKeys(of: input.templates.dropFirst(builtIn.count), templates)
    if options.strict, !further.ignored.isEmpty {
      report(further.ignored.map { Message($0) })
      events?.finished(.no, coverage: further.coverage?.counts)
      return .no
    }
    // 5. Compare with the disk, and write what differs.
    terminal.showProgress("comparing")
    let (files, lock) = try files(output.files + further.files, lock: output.lock, project)
    try checkInputs(resolution.graph, files)
    let folders = [GeneratedFile.Kind.models, .documentation, .docc, .testSupport].compactMap(project.outputFolder)
    let writer = OutputWriter(
      paths: paths, home: project.home, folders: folders, boundary: project.boundary, isForced: options.force)
    let changes = try writer.update(files, isDry: options.check, check: project.checkNeighbors)
    // 6. Show what differs, or what was written.
    if options.models == nil, !project.configuration.outputs.hasAny {
      report("\(project.name): warning: only the name lock is written; set 'outputs.models' to a folder for Swift code")
    }
    if options.check { return check(changes, further.coverage?.counts, command: command(of: project)) }
    if let lock { try reportLock(lock) }
    let result = RunStamp.Result(
      messages: reported.messages, files: files.map(\.path), schemaCount: resolution.graph.documents.count,
      coverage: further.coverage)
    summarize(result, changes)
    if !output.planned.forgetsNames {
      stamp?.write(
        result, files, resolution.graph.documents, notes: further.notes, templates: input.templates)
    }
    return .done
  }

  /// Runs the pipeline, and reports the diagnostics of all stages in the order of the text.
  private func run(
    _ input: CodegenPipeline.Input, _ diagnostics: [Diagnostic], _ project: Project, _ templates: String?,
    _ former: FormerRun?
  ) throws -> (CodegenOutput, FurtherOutput) {
    do {
      let output = try CodegenPipeline.run(input) { terminal.showProgress("rendering file \($0 + 1) of \($1)") }
      let further = try further.make(
        for: FurtherInput(
          project: project, input: input, output: output, options: options.project, paths: paths, former: former))
      report((diagnostics + output.diagnostics + further.diagnostics).inOrderOfText.map { Message($0) })
      return (output, further)
    } catch var error as CodegenFailure {
      error.diagnostics = diagnostics + error.diagnostics
      // If several templates have the same name, the last one is used; custom templates come last.
      let custom = input.templates.dropFirst(builtIn.count).map(\.name)
      throw CommandFailure(error.report(templates: custom.contains(error.template?.name ?? "") ? templates : nil))
    }
  }

  /// Warns about templates that replace none, but have a name similar to a built-in one.
  private func reportUnusedTemplates(_ names: [String], _ folder: String?) {
    guard let folder else { return }
    let known = builtIn.map(\.name)
    for name in names where !known.contains(name) {
      guard let nearest = Spelling.nearest(to: name, among: known) else { continue }
      report("\(folder)/\(name): warning: there is no built-in template of this name; did you mean '\(nearest)'?")
    }
  }

  /// Rejects templates with keys that no context has, even if this run did not render them.
  private func checkKeys(of templates: ArraySlice<(name: String, source: String)>, _ folder: String?) throws {
    let keys = TemplateKeys(of: builtIn)
    let lines = try templates.flatMap { name, source in
      try Template(parsing: source, name: name).unknownKeys(among: keys.known(to: name)).map {
        CodegenFailure.TemplateFailure($0).description(in: folder)
      }
    }
    if !lines.isEmpty { throw CommandFailure(lines: lines) }
  }

  /// Refuses to replace a schema with an output, even by force.
  private func checkInputs(_ graph: SchemaGraph, _ files: [OutputWriter.File]) throws {
    let inputs = Set(graph.documents.map { paths.absolute($0.name) })
    let lines = files.filter { inputs.contains($0.path) }.map {
      "\(paths.name(of: $0.path)): error: expected an output that replaces no schema; choose another folder under 'outputs'"
    }
    if !lines.isEmpty { throw CommandFailure(lines: lines) }
  }

  /// Returns all files of the output. The name lock is among them, or separate if the run may not write it.
  private func files(
    _ files: [GeneratedFile], lock: JSONValue, _ project: Project
  ) throws -> (files: [OutputWriter.File], lock: OutputWriter.File?) {
    let files = files.compactMap { file -> OutputWriter.File? in
      guard let folder = project.outputFolder(file.kind) else { return nil }
      let path = paths.absolute(file.path, in: folder)
      let text = GeneratedHeader.adding(to: file.contents, path: path, isArticle: file.kind == .docc)
      return OutputWriter.File(path: path, contents: Array(text.utf8))
    }
    let text = try JSONFile.text(of: lock, name: paths.name(of: project.lockPath))
    // It has been parsed as a name lock before.
    let lock = OutputWriter.File(path: project.lockPath, contents: text, isOurs: true)
    return options.models == nil ? (files + [lock], nil) : (files, lock)
  }

  /// Reports names missing from the lock, which a build does not write: adding a schema might change these names.
  private func reportLock(_ lock: OutputWriter.File) throws {
    let old = try OutputWriter.content(of: lock.path, paths)
    // Other members of the lock change with every edit.
    func names(_ text: [UInt8]?) throws -> JSONValue? { try text.flatMap { try JSONValue(parsing: $0)["types"] } }
    if try old == lock.contents || names(old) == names(lock.contents) { return }
    let found = old == nil ? "no name lock yet, so a further schema may rename types" : "the name lock is out of date"
    let command = "swift package --allow-writing-to-package-directory generate-models"
    report("\(paths.name(of: lock.path)): note: \(found); '\(command)' writes it")
  }
}

// MARK: - Messages

extension Generation {
  /// The command that updates the files, with the configuration of this run.
  private func command(of project: Project) -> String {
    let command = project.configuration.command ?? "swift build"
    guard let path = options.project.configuration.path, command.hasSuffix("codegen generate") else { return command }
    return command + " --config \(path)"
  }
}

extension Generation {
  private func report(_ messages: [Message]) {
    reported.messages.append(messages)
    guard let events else { return terminal.report(messages.map(\.text)) }
    for message in messages { events.report(message) }
  }

  private func report(_ line: String) { report([Message(line)]) }
}

// MARK: - Results

extension Generation {
  /// Prints the diff of every outdated file, and the command that updates them.
  private func check(
    _ changes: [OutputWriter.Change], _ coverage: JSONValue?, command: String
  ) -> ExitCode {
    let code = changes.isEmpty ? ExitCode.done : .no
    if let events {
      events.finished(code, [(.stale, changes.map { paths.name(of: $0.path) })], coverage: coverage)
      return code
    }
    if changes.isEmpty || terminal.verbosity == .quiet { return code }
    let output = terminal.output
    for change in changes {
      let lines = UnifiedDiff.lines(old: change.old, new: change.new, name: paths.name(of: change.path))
      output.writeLines(lines.map(output.coloringDiff))
    }
    let verb = changes.count == 1 ? "is" : "are"
    output.writeLine("\(changes.count.counting("file")) \(verb) out of date; run: \(command)")
    return code
  }

  /// `generated 38 files from 61 schemas: 2 written, 36 unchanged`, and a line of coverage.
  private func summarize(_ result: RunStamp.Result, _ changes: [OutputWriter.Change] = []) {
    let touched = Set(changes.map(\.path))
    let written = changes.filter { $0.new != nil }.map { paths.name(of: $0.path) }
    let deleted = changes.filter { $0.new == nil }.map { paths.name(of: $0.path) }
    let unchanged = result.files.filter { !touched.contains($0) }
    if let events {
      let results = [
        (GenerateEvents.FileEvent.written, written), (.deleted, deleted), (.unchanged, unchanged.map(paths.name)),
      ]
      return events.finished(.done, results, coverage: result.coverage?.counts)
    }
    if terminal.verbosity == .quiet { return }
    let deletions = deleted.isEmpty ? "" : ", \(deleted.count) deleted"
    terminal.output.writeLine(
      "generated \(result.files.count.counting("file")) from \(result.schemaCount.counting("schema")): "
        + "\(written.count) written, \(unchanged.count) unchanged" + deletions)
    if !options.watch, let summary = result.coverage?.summary { terminal.output.writeLine("coverage: \(summary)") }
  }
}

extension TextStream {
  /// Returns a line of a unified diff in the usual colors.
  fileprivate func coloringDiff(_ line: String) -> String {
    switch line.utf8.first {
    case UInt8(ascii: "+"): colored(line, line.hasPrefix("+++ ") ? .bold : .green)
    case UInt8(ascii: "-"): colored(line, line.hasPrefix("--- ") ? .bold : .red)
    case UInt8(ascii: "@"): colored(line, .cyan)
    default: line
    }
  }
}
