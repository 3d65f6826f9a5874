import Foundation

/// The command line of Schemata: the list of its verbs.
@main
enum Codegen {
  static var tool: Tool {
    Tool(
      name: "codegen", version: Release.version, date: Release.date,
      abstract: "generate Swift models, validators and documentation from JSON Schemas",
      discussion: """
        Reads the schemas selected by a configuration (default: \(Project.defaultConfigurationPath)) and writes Swift
        code for them. The default verb is 'generate'.
        """,
      files: [
        (Project.defaultConfigurationPath, "The configuration."),
        ("Schemas/codegen.lock.json", "The name lock: the current and former names of types."),
      ],
      commands: [
        Generate.self, Validate.self, Lint.self, Diff.self, Sample.self, Infer.self, Init.self, Dump.self,
        Bowtie.self, Help.self, Coverage.self, Completions.self, ManualPage.self,
      ])
  }

  static func main() {
    // Closing the pipe early ends the process without a message, even if the parent process ignores the signal.
    signal(SIGPIPE, SIG_DFL)
    Interruptions.shared.begin()
    let terminal = Terminal.standard(environment: ProcessInfo.processInfo.environment)
    let code = tool.run(
      Array(CommandLine.arguments.dropFirst()), terminal: terminal,
      workingDirectory: FileManager.default.currentDirectoryPath)
    exit(code.rawValue)
  }
}
