package import CommandLineTool
import Foundation

extension Tool {
  /// The tool of a name with these verbs; the first is the default.
  package static func codegen(named name: String, _ abstract: String, _ groups: [CommandGroup]) -> Tool {
    Tool(
      name: name, version: Release.version, date: Release.date, abstract: abstract,
      discussion: """
        Reads the schemas selected by a configuration (default: \(Project.defaultConfigurationPath)) and writes Swift
        code for them. The default verb is 'generate'.
        """,
      files: [
        (Project.defaultConfigurationPath, "The configuration."),
        ("Schemas/codegen.lock.json", "The name lock: the current and former names of types."),
      ],
      groups: groups)
  }

  /// Runs the command line of this process, and returns its exit code.
  package func runProcess() -> Int32 {
    // Closing the pipe early ends the process without a message, even if the parent process ignores the signal.
    signal(SIGPIPE, SIG_DFL)
    Interruptions.shared.begin()
    let terminal = Terminal.standard(environment: ProcessInfo.processInfo.environment)
    let code = run(
      Array(CommandLine.arguments.dropFirst()), terminal: terminal,
      workingDirectory: FileManager.default.currentDirectoryPath)
    return code.rawValue
  }
}
