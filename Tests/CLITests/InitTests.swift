import CodegenCore
import Foundation
import JSONSchema
import SchemaRuntime
import SwiftCompilation
import Testing

/// `codegen init` creates a complete project and changes no existing file.
@Suite struct InitTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("a new project generates immediately, with --strict and without warnings")
  func generates() throws {
    let made = folder.run("init")
    #expect(made.code == 0)
    #expect(made.errors.isEmpty)
    let files = ["codegen.json", "codegen.schema.json", "editor-schema.json", "greeting.schema.json"]
    #expect(folder.names() == ["Schemas"] + files.map { "Schemas/" + $0 })
    for file in files { #expect(made.output.contains("wrote Schemas/\(file)\n")) }
    let generated = folder.run("generate", "--strict")
    #expect(generated.code == 0)
    #expect(generated.errors.isEmpty)
    #expect(folder.text("Generated/Models/Greeting.swift")?.contains("public struct Greeting") == true)
    #expect(folder.names().contains { $0.hasPrefix("Generated/Documentation/") })
    #expect(folder.run("generate", "--check") == Outcome(0))
    #expect(folder.run("lint", "--strict") == Outcome(0))
  }

  @Test(
    "the models of a new project compile",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func compiles() async throws {
    #expect(folder.run("init").code == 0 && folder.run().code == 0)
    let models = folder.names().filter { $0.hasPrefix("Generated/Models/") && $0.hasSuffix(".swift") }
    #expect(models.count == 3)
    let sources = models.map { URL(fileURLWithPath: folder.path + "/" + $0) }
    let result = try await #require(SwiftCompiler()).typecheck(sources, languageMode: "6")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("the printed instructions name the products and the plugin, and match the folder")
  func nextSteps() throws {
    try folder.write("", to: "Package.swift")
    let text = folder.run("init", "Contracts/JSON").output
    for part in [
      #".product(name: "SchemaRuntime", package: "schemata")"#,
      #"plugins: [.plugin(name: "CodegenPlugin", package: "schemata")]"#,
      "codegen generate --config Contracts/JSON/codegen.json",
      #""fileMatch": ["Contracts/JSON/**/*.schema.json"], "url": "./Contracts/JSON/editor-schema.json""#,
    ] { #expect(text.contains(part), "\(part)") }
    #expect(folder.text("Contracts/JSON/codegen.json")?.contains(#""models": "../../Generated/Models""#) == true)
    #expect(folder.run("generate", "--config", "Contracts/JSON/codegen.json").code == 0)
    #expect(folder.text("Generated/Models/Greeting.swift") != nil)
    // A plugin writes nothing without this permission, and finds only the usual folder.
    let command = "swift package --allow-writing-to-package-directory generate-models\n"
    #expect(!text.contains("generate-models") && folder.run("init").output.contains(command))
  }

  @Test("the hooks of pre-commit pass in a new project, and get no names of files")
  func hooks() throws {
    #expect(folder.run("init").code == 0 && folder.run().code == 0)
    let file = CodegenProcess.root.appending(path: ".pre-commit-hooks.yaml")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let entries = lines.compactMap { $0.hasPrefix("  entry: codegen ") ? $0.split(separator: " ").dropFirst(2) : nil }
    #expect(entries.count == 3 && lines.count { $0 == "  pass_filenames: false" } == 3)
    // An API description may have any name.
    #expect(lines.filter { $0.contains("files: ") }.dropLast().allSatisfy { $0.hasSuffix(#"'\.(json|yaml|yml)$'"#) })
    for entry in entries {
      let result = folder.run(entry.map(String.init))
      #expect(result.code == 0, "\(entry): \(result)")
    }
  }

  @Test("existing files are unchanged")
  func keeps() throws {
    try folder.write("mine", to: "Schemas/codegen.json")
    try folder.write("{}", to: "Schemas/greeting.schema.json")
    let result = folder.run("init")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("kept the existing Schemas/codegen.json\n"))
    #expect(folder.text("Schemas/codegen.json") == "mine")
    #expect(folder.text("Schemas/greeting.schema.json") == "{}")
    #expect(!folder.run("init").output.contains("wrote"))
  }

  @Test("the example payload of the first schema is valid, and a mistake in it is found")
  func firstSchema() throws {
    #expect(folder.run("init").code == 0)
    try folder.write(#"{"text": "Good morning!", "sentAt": "2026-01-31T08:15:00Z"}"#, to: "good.json")
    try folder.write(#"{"text": "", "tone": "loud", "sentAt": "today"}"#, to: "bad.json")
    #expect(folder.run("validate", "--schema", "greeting", "good.json") == Outcome(0))
    let bad = folder.run("validate", "--schema", "greeting", "bad.json")
    #expect(bad.output.split(separator: "\n").count == 3)
  }

  @Test("init accepts exactly one operand, which is a folder")
  func refuses() throws {
    let two = folder.run("init", "a", "b")
    #expect(two == Outcome(2, errors: "codegen: error: expected only options after 'init', found 'b'\n"))
    try folder.write("", to: "file")
    let file = folder.run("init", "file")
    #expect(file.code == 2)
    #expect(file.errors.contains("file: error: cannot be written to: there is a file where a folder is needed"))
  }
}
