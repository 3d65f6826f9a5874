internal import Foundation
import PackagePlugin

/// Generates models for the schemas in a target's folder whenever the target is built.
///
/// There is one command for all schemas of a target, because they refer to each other. It runs if a schema, the
/// configuration, the name lock, a template or the tool has changed, and writes only files that differ, so that
/// nothing else is recompiled.
@main
struct CodegenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    guard let project = SchemaFolder(in: target.directoryURL) else {
      let places = SchemaFolder.places.joined(separator: "' or '")
      Diagnostics.error("\(target.directoryURL.path): expected '\(places)' in the target's folder, found neither")
      return []
    }
    let tool = try context.tool(named: "codegen").url
    let files = project.outputs
    let models = context.pluginWorkDirectoryURL.appending(path: "Models", directoryHint: .isDirectory)
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)",
        executable: tool,
        // A build may be planned once and run many times, so the tool is given the files in the plan.
        arguments: ["generate", "--config", project.configuration.path, "--models", models.path, "--quiet", "--"]
          + files,
        inputFiles: project.inputs + [tool],
        outputFiles: files.map { models.appending(path: $0, directoryHint: .notDirectory) })
    ]
  }
}
