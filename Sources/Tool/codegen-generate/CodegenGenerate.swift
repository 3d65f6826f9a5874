import CodegenProject
import CommandLineTool
import Foundation

/// The tool of the plugins: what generating needs, so that a user's first build compiles no more.
@main
enum CodegenGenerate {
  static func main() {
    let tool = Tool.codegen(
      named: "codegen-generate", "generate Swift models from JSON Schemas, for builds",
      [CommandGroup("Verbs", [Generate<ModelsOnly>.self, Help.self])])
    exit(tool.runProcess())
  }
}
