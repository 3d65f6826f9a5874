package import CodegenCore
package import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaComparison
import SchemaRuntime

/// `generate --changes-since`: changes since a git revision, or since a version as in `diff`.
package struct ChangesSince: ChangeHistory {
  @Option("--changes-since", "REV", .text, "document changes since a git revision or a version (see 'diff')")
  var version: String?

  package static let examples = """

    # document the changes since a release
    codegen generate --changes-since v1.2.0
    """

  package init() {}

  package func changes(
    in project: Project, _ input: CodegenPipeline.Input, _ options: ProjectOptions, _ paths: Paths
  ) throws -> [String: [PageChange]] {
    guard let version else { return [:] }
    let isComplete = version.contains(":") || FileKind(at: paths.absolute(version)) != nil
    let operand = isComplete ? version : version + ":./" + paths.name(of: project.folder)
    let reader = VersionReader(paths: paths, reading: options.reading.values)
    let old = try reader.version(operand, configurationAt: nil)
    let new = SchemaComparison.Version(
      graph: input.graph, configuration: input.configuration, folder: input.folder, lock: input.lock)
    let report = try old.compared(with: NamedVersion(version: new, isConfigured: true))
    return Dictionary(grouping: report.changes, by: \.schema).mapValues { $0.map(PageChange.init) }
  }
}

extension PageChange {
  fileprivate init(_ change: Change) {
    let isBreaking = SchemaComparison.Options().breaking.contains { change.effect(on: $0) != .none }
    self.init(
      kind: isBreaking ? .breaking : change.isAddition || !change.effects.isEmpty ? .compatible : .wording,
      message: change.message,
      pointer: change.new?.pointer.tokens ?? [])
  }
}
