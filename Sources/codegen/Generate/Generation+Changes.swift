import CodegenCore
import JSONSchema
import SchemaComparison
import SchemaRuntime

extension Generation {
  /// Changes since a git revision, or since a version as in `diff`, by documentation page.
  func changes(
    since version: String, in project: Project, _ input: CodegenPipeline.Input
  ) throws -> [String: [PageChange]] {
    let isComplete = version.contains(":") || FileKind(at: paths.absolute(version)) != nil
    let operand = isComplete ? version : version + ":./" + paths.name(of: project.folder)
    let old = try VersionReader(paths: paths, reading: options.project.reading.values).version(
      operand, configurationAt: nil)
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
