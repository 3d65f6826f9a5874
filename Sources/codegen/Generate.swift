import CodegenCore
import CodegenTemplates
import JSONSchema
import SchemaLoading

/// `codegen generate`: brings everything that is generated up to date, or says what is not.
struct Generate {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    if let operand = arguments.operands.first { throw UsageError.unexpectedOperand(operand, verb: .generate) }
    // 1. Read the configuration.
    let project = try Project(configurationAt: arguments[.config], paths: paths)
    // 2. Load the schemas and connect their references.
    let resolution = try project.resolve(isStrict: arguments.has(.strict))
    // 3. Read the name lock and the templates.
    let input = try project.input(resolution.graph, templates: arguments[.templates])
    reportUnusedTemplates(input.templates.map(\.name))
    // 4. Generate.
    let output = try run(input, resolution.diagnostics)
    // 5. Compare with the disk.
    let files = try files(of: output, project)
    let folders = [GeneratedFile.Kind.models, .documentation].compactMap(project.outputFolder)
    let writer = OutputWriter(paths: paths, folders: folders)
    let changes = try writer.changes(for: files)
    // 6. Show what differs, or write it.
    if arguments.has(.check) { return check(changes) }
    try writer.apply(changes)
    summarize(changes, fileCount: files.count, schemaCount: resolution.graph.documents.count)
    return .done
  }

  /// Runs the pipeline, and reports what it and the stages before it found, in the order of the text.
  private func run(_ input: CodegenPipeline.Input, _ diagnostics: [Diagnostic]) throws -> CodegenOutput {
    do throws(CodegenFailure) {
      let output = try CodegenPipeline.run(input)
      for diagnostic in (diagnostics + output.diagnostics).inOrderOfText { terminal.report(diagnostic.description) }
      return output
    } catch {
      throw CommandFailure(
        lines: (diagnostics + error.diagnostics).inOrderOfText.map(\.description) + error.messages)
    }
  }

  /// A template that replaces none and is nearly called like a built-in one was meant to replace that.
  private func reportUnusedTemplates(_ names: [String]) {
    let known = BuiltInTemplates.all.map(\.name)
    for name in names where !known.contains(name) {
      guard let nearest = Spelling.nearest(to: name, among: known) else { continue }
      terminal.report(
        "\(arguments[.templates] ?? "")/\(name): warning: no template has this name; did you mean '\(nearest)'?")
    }
  }

  /// Everything that is to be on disk, the name lock included.
  private func files(of output: CodegenOutput, _ project: Project) throws -> [OutputWriter.File] {
    var files: [OutputWriter.File] = []
    for file in output.files {
      guard let folder = project.outputFolder(file.kind) else { continue }
      files.append(
        OutputWriter.File(path: paths.absolute(file.path, in: folder), contents: Array(file.contents.utf8)))
    }
    let lock = try JSONFile.text(of: output.lock, name: paths.name(of: project.lockPath))
    files.append(OutputWriter.File(path: project.lockPath, contents: lock))
    return files
  }
}

// MARK: - Results

extension Generate {
  /// Prints the diff of every stale file, and last the command that ends this.
  private func check(_ changes: [OutputWriter.Change]) -> ExitCode {
    if changes.isEmpty { return .done }
    if arguments.has(.quiet) { return .no }
    for change in changes {
      let name = paths.name(of: change.path)
      for line in UnifiedDiff.lines(old: change.old, new: change.new, name: name) {
        terminal.output.writeLine(terminal.output.coloringDiff(line))
      }
    }
    let config = arguments[.config].map { " generate --config \($0)" } ?? ""
    let files = changes.count == 1 ? "1 file is" : "\(changes.count) files are"
    terminal.output.writeLine("\(files) out of date; run: swift run codegen\(config)")
    return .no
  }

  /// `generated 38 files from 61 schemas: 2 written, 36 unchanged`
  private func summarize(_ changes: [OutputWriter.Change], fileCount: Int, schemaCount: Int) {
    if arguments.has(.quiet) { return }
    let deleted = changes.count { $0.new == nil }
    let written = changes.count - deleted
    var counts = ["\(written) written", "\(fileCount - written) unchanged"]
    if deleted > 0 { counts.append("\(deleted) deleted") }
    func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    terminal.output.writeLine(
      "generated \(count(fileCount, "file")) from \(count(schemaCount, "schema")): \(counts.joined(separator: ", "))")
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
