import CodegenCore
import CodegenProject
package import CommandLineTool
import Foundation
import JSONSchema

/// `codegen init`: a configuration and a first schema.
package struct Init: Command {
  package static let name = "init"
  package static let abstract = "create a configuration and a first schema"
  package static let discussion = """
    Creates FOLDER (default: 'Schemas') with a configuration and a first schema. Prints the lines to add to
    Package.swift, and the next steps. Existing files are kept.
    """
  package static let examples = """
    # a new project
    codegen init
    # schemas in another folder
    codegen init Contracts
    """

  @Operand("FOLDER", .folder) var folder: String?

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let (paths, output) = (context.paths, context.terminal.output)
    let folder = folder.map { paths.absolute($0) } ?? paths.folder(of: paths.absolute(Project.defaultConfigurationPath))
    let starter = StarterProject(folder: paths.name(of: folder))
    var changes: [OutputWriter.Change] = []
    for (file, text) in starter.files {
      let path = paths.absolute(file, in: folder)
      if FileKind(at: path) == nil {
        changes.append(OutputWriter.Change(path: path, old: nil, new: Array(text.utf8)))
      } else {
        output.writeLine("kept the existing \(paths.name(of: path))")
      }
    }
    try OutputWriter(paths: paths, home: folder, folders: []).apply(changes)
    output.writeLines(changes.map { "wrote \(paths.name(of: $0.path))" } + starter.nextSteps.lines)
    return .done
  }
}

/// The files of a new project. Their content does not depend on when or where they are created.
private struct StarterProject {
  /// The folder of the schemas, relative to the package.
  let folder: String

  /// The files, by their paths in the folder.
  var files: [(name: String, text: String)] {
    [
      ("codegen.json", configuration), ("greeting.schema.json", Self.schema),
      ("codegen.schema.json", ConfigurationSchema.text), (Project.editorSchema, EditorSchema.text),
    ]
  }

  private var configuration: String {
    let depth = folder.split(separator: "/").contains("..") ? 1 : folder.split(separator: "/").count
    let package = String(repeating: "../", count: depth)
    return """
      {
        "$schema": "codegen.schema.json",
        "schemas": {
          "include": ["**/*.schema.json"],
          "exclude": ["codegen.schema.json"]
        },
        "formats": {
          "assert": ["date-time"]
        },
        "types": { "string:date-time": "Timestamp" },
        "outputs": {
          "models": "\(package)Generated/Models",
          "documentation": "\(package)Generated/Documentation"
        }
      }

      """
  }

  private static let schema = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://example.com/schemas/greeting.schema.json",
      "title": "Greeting",
      "description": "A message from one person to another.",
      "type": "object",
      "properties": {
        "text": { "description": "The words.", "type": "string", "minLength": 1, "maxLength": 280 },
        "tone": {
          "description": "The tone of voice.",
          "type": "string",
          "enum": ["plain", "warm", "formal"],
          "default": "plain"
        },
        "sentAt": { "description": "The time of sending.", "type": "string", "format": "date-time" }
      },
      "required": ["text"],
      "additionalProperties": false,
      "examples": [{ "text": "Good morning!", "tone": "warm", "sentAt": "2026-01-31T08:15:00Z" }]
    }

    """

  /// The steps that the tool cannot perform itself.
  var nextSteps: String {
    let configuration = folder + "/codegen.json"
    let isDefault = configuration == Project.defaultConfigurationPath
    let option = isDefault ? "" : " --config \(configuration)"
    // The command plugin finds no other folder of the package.
    let plugin =
      isDefault
      ? "\n     or, in a package that depends on schemata:"
        + "\n       swift package --allow-writing-to-package-directory generate-models" : ""
    return """

      In Package.swift:

        dependencies: [
          .package(url: "…/schemata.git", from: "\(Release.version)"),  // or .package(path: "…/schemata")
        ],
        targets: [
          .target(
            name: "Models",
            dependencies: [.product(name: "SchemaRuntime", package: "schemata")],
            path: "Generated/Models"),
        ]

      Or, to generate models whenever the package is built, move \(folder) into the folder of a target with:

            plugins: [.plugin(name: "CodegenPlugin", package: "schemata")]

      In VS Code, .vscode/settings.json checks schemas while you write them:

        "json.schemas": [
          { "fileMatch": ["\(folder)/**/*.schema.json"], "url": "./\(folder)/\(Project.editorSchema)" }
        ]

      Next:
        1. Write the models and their documentation:
             codegen generate\(option)\(plugin)
        2. Read a payload: let greeting = try Greeting(json: bytes)
        3. Create a schema from your own payloads:
             codegen infer --output \(folder)/order.schema.json order.json
      """
  }
}
