import CodegenCore
import CodegenDocumentation
import CodegenPageTemplates
package import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaComparison
import SchemaRuntime

/// What `generate` makes beside Swift: documentation, with the changes since a git revision or since a version as in
/// `diff`, and the figures of coverage.
package struct Publication: FurtherOutputs {
  @Option("--changes-since", "REV", .text, "document changes since a git revision or a version (see 'diff')")
  var version: String?

  package static let areNone = false
  package static let templates = PageTemplates.all
  package static let examples = """

    # document the changes since a release
    codegen generate --changes-since v1.2.0
    """

  package init() {}

  package var dependsOnlyOnProject: Bool { version == nil }

  package func make(for run: FurtherInput) throws -> FurtherOutput {
    let changes = try version.map { try self.changes(since: $0, in: run) } ?? [:]
    let documentation = try CodegenPipeline.documentation(
      of: run.output, run.input.configuration, changes: changes,
      former: run.former.map { FormerPages(notes: $0.notes, text: $0.text) })
    let coverage = CodegenPipeline.coverage(run.output.planned, run.input.configuration)
    var result = FurtherOutput()
    result.files = documentation.files
    result.diagnostics = documentation.diagnostics
    result.ignored = coverage.findings(.error, in: run.input.graph)
    result.notes = documentation.notes
    result.coverage = (coverage.summary, coverage.counts)
    return result
  }

  /// Returns the changes of each page.
  private func changes(since version: String, in run: FurtherInput) throws -> [String: [PageChange]] {
    let isComplete = version.contains(":") || FileKind(at: run.paths.absolute(version)) != nil
    let operand = isComplete ? version : version + ":./" + run.paths.name(of: run.project.folder)
    let reader = VersionReader(paths: run.paths, reading: run.options.reading.values)
    let old = try reader.version(operand, configurationAt: nil)
    let new = SchemaComparison.Version(
      graph: run.input.graph, configuration: run.input.configuration, folder: run.input.folder, lock: run.input.lock)
    let report = try old.compared(with: NamedVersion(version: new, isConfigured: true))
    return Dictionary(grouping: report.changes, by: \.schema).mapValues { changes in
      changes.map { PageChange($0, breaking: report.breaking) }
    }
  }
}

extension PageChange {
  fileprivate init(_ change: Change, breaking: Set<Verdict.Question>) {
    let isBreaking = breaking.contains { change.effect(on: $0) != .none }
    self.init(
      kind: isBreaking ? .breaking : change.isAddition || !change.effects.isEmpty ? .compatible : .wording,
      message: change.message,
      pointer: change.new?.pointer.tokens ?? [])
  }
}
