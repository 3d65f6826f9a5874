import CodegenCommands
import CodegenProject
import CommandLineTool
import Foundation

/// The command line of Schemata: the list of its verbs.
@main
enum Codegen {
  static var tool: Tool {
    .codegen(
      named: "codegen", "generate Swift models, validators and documentation from JSON Schemas",
      [
        CommandGroup("Everyday", [Generate<Publication>.self, Validate.self, Lint.self, TestSchemas.self, Diff.self]),
        CommandGroup("To begin with", [Init.self, Infer.self, Sample.self]),
        CommandGroup("To change schemas", [FormatSchemas.self, BundleSchemas.self, UpgradeSchemas.self]),
        CommandGroup("For authors of schemas, templates and tools", [LSP.self, Coverage.self, Dump.self, Bowtie.self]),
        CommandGroup("This tool", [Help.self, Completions.self, ManualPage.self]),
      ])
  }

  static func main() { exit(tool.runProcess()) }
}
