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
    return [
      try project.command(
        for: target.name, isExecutable: target.kind == .executable, tool: context.tool(named: "codegen-generate").url,
        below: context.pluginWorkDirectoryURL)
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  /// Targets of Xcode projects have no folder: the configuration is one of their files.
  extension CodegenPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let files = target.inputFiles.map(\.url).filter { $0.lastPathComponent == "codegen.json" }
      guard let file = files.first, files.count == 1 else {
        Diagnostics.error(
          "\(target.displayName): expected one 'codegen.json' among the target's files, found \(files.count)")
        return []
      }
      let isExecutable =
        switch target.product?.kind {
        case .application, .executable: true
        default: false
        }
      return [
        try SchemaFolder(configuration: file).command(
          for: target.displayName, isExecutable: isExecutable, tool: context.tool(named: "codegen-generate").url,
          below: context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif

extension SchemaFolder {
  /// Returns the command that generates the models of a target.
  fileprivate func command(
    for target: String, isExecutable: Bool, tool: URL, below folder: URL
  ) throws -> Command {
    let files = outputs
    let models = folder.appending(path: "Models", directoryHint: .isDirectory)
    return .buildCommand(
      displayName: "Generating the models of \(target)",
      executable: tool,
      // A build system may plan once and run often: the tool is told which files the plan has.
      arguments: ["generate", "--config", configuration.path, "--models", models.path]
        + (isExecutable ? ["--executable"] : []) + ["--quiet", "--"] + files,
      inputFiles: inputs + [tool],
      outputFiles: files.map { models.appending(path: $0, directoryHint: .notDirectory) })
  }
}
