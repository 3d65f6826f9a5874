import CodegenCore
import Foundation
import JSONSchema
import SchemaComparison
import SchemaRuntime

extension Generate {
  /// What is otherwise than in the version that `--changes-since` names, for the pages of documentation: a git revision
  /// of the configured folder, or whatever `diff` takes as a version.
  func changes(in project: Project, _ input: CodegenPipeline.Input) throws -> [String: [PageChange]] {
    guard let operand = arguments[.changesSince] else { return [:] }
    // 1. Read the other version; what it does not configure is as here.
    var old = try VersionReader(paths: paths).version(version(operand, of: project), configurationAt: nil)
    if !old.isConfigured { old.version.configuration = project.configuration }
    let new = SchemaComparison.Version(
      graph: input.graph, configuration: input.configuration, folder: input.folder, lock: input.lock)
    // 2. Compare.
    let report: ComparisonReport
    do throws(ComparisonFailure) {
      report = try SchemaComparison.compare(old: old.version, new: new)
    } catch {
      throw CommandFailure(
        diagnostics: error.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          if error.version == .old { diagnostic.location = old.title(diagnostic.location) }
          return diagnostic
        }.inOrderOfText)
    }
    // 3. Tell it page by page.
    return Dictionary(grouping: report.changes, by: \.schema).mapValues { $0.map(PageChange.init) }
  }

  /// A revision alone stands for the configured folder in it.
  private func version(_ operand: String, of project: Project) -> String {
    let isPlace = operand.contains(":") || FileManager.default.fileExists(atPath: paths.absolute(operand))
    return isPlace ? operand : operand + ":./" + paths.name(of: project.folder)
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
