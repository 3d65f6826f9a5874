import CodegenCore
import Foundation
import JSONSchema
import SchemaRuntime

/// `codegen init`: a folder to begin with, and words about what comes next.
struct Init {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    if arguments.operands.count > 1 { throw UsageError.unexpectedOperand(arguments.operands[1], verb: .`init`) }
    let folder = paths.absolute(arguments.operands.first ?? paths.folder(ofConfiguration: nil))
    let name = paths.name(of: folder)
    var made: [OutputWriter.Change] = []
    for (file, text) in StarterProject(folder: name).files {
      let path = paths.absolute(file, in: folder)
      let shown = paths.name(of: path)
      if FileManager.default.fileExists(atPath: path) {
        terminal.output.writeLine("kept \(shown), which is there already")
      } else {
        made.append(OutputWriter.Change(path: path, old: nil, new: Array(text.utf8)))
      }
    }
    try OutputWriter(paths: paths, home: folder, folders: []).apply(made)
    for change in made { terminal.output.writeLine("wrote \(paths.name(of: change.path))") }
    for line in StarterProject(folder: name).nextSteps { terminal.output.writeLine(line) }
    return .done
  }
}

extension Paths {
  /// The folder of the usual configuration.
  fileprivate func folder(ofConfiguration path: String?) -> String {
    folder(of: absolute(path ?? Project.defaultConfigurationPath))
  }
}

/// What a new project begins with. All of it is text of our own, so that it does not depend on when or where it is made.
struct StarterProject {
  /// The folder of the schemas, as seen from the package.
  let folder: String

  /// The files, by their paths in the folder.
  var files: [(name: String, text: String)] {
    [
      ("codegen.json", configuration), ("greeting.schema.json", schema),
      ("codegen.schema.json", ConfigurationSchema.text), (Self.editorSchema, EditorSchema.text),
    ]
  }

  /// Not called `….schema.json`: it describes schemas and is none to make types of.
  static let editorSchema = "editor-schema.json"

  private var configuration: String {
    """
    {
      "$schema": "codegen.schema.json",
      "schemas": {
        "include": ["**/*.schema.json"],
        "exclude": ["codegen.schema.json"]
      },
      "formats": {
        "assert": ["date-time"],
        "types": { "date-time": "Timestamp" }
      },
      "outputs": {
        "models": "\(wayBack)Generated/Models",
        "documentation": "\(wayBack)Generated/Documentation"
      }
    }

    """
  }

  /// The way from the folder to the package.
  private var wayBack: String {
    folder.split(separator: "/").contains("..")
      ? "../" : String(repeating: "../", count: folder.split(separator: "/").count)
  }

  private var schema: String {
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://example.com/schemas/greeting.schema.json",
      "title": "Greeting",
      "description": "A first schema: what one person says to another.",
      "type": "object",
      "properties": {
        "text": {
          "description": "What is said.",
          "type": "string",
          "minLength": 1,
          "maxLength": 280
        },
        "tone": {
          "description": "How it is said.",
          "type": "string",
          "enum": ["plain", "warm", "formal"],
          "default": "plain"
        },
        "sentAt": {
          "description": "When it was said.",
          "type": "string",
          "format": "date-time"
        }
      },
      "required": ["text"],
      "additionalProperties": false,
      "examples": [{ "text": "Good morning!", "tone": "warm", "sentAt": "2026-01-31T08:15:00Z" }]
    }

    """
  }

  /// What is printed at the end: everything that the tool cannot do by itself.
  var nextSteps: [String] {
    let configuration = folder + "/codegen.json"
    let isUsual = configuration == Project.defaultConfigurationPath
    return [
      "",
      "In Package.swift:",
      "",
      "  dependencies: [",
      "    .package(url: \"…/schemata.git\", from: \"\(Help.version)\"),  // or .package(path: \"…/schemata\")",
      "  ],",
      "  targets: [",
      "    .target(",
      "      name: \"Models\",",
      "      dependencies: [.product(name: \"SchemaRuntime\", package: \"schemata\")],",
      "      path: \"Generated/Models\"),",
      "  ]",
      "",
      "Or, for models that are made whenever the package is built, a target whose folder holds \(folder):",
      "",
      "      plugins: [.plugin(name: \"CodegenPlugin\", package: \"schemata\")]",
      "",
      "In VS Code, .vscode/settings.json checks schemas, our keywords among them, while they are written:",
      "",
      "  \"json.schemas\": [",
      "    { \"fileMatch\": [\"\(folder)/**/*.schema.json\"], \"url\": \"./\(folder)/\(Self.editorSchema)\" }",
      "  ]",
      "",
      "Next:",
      "  1. swift run codegen" + (isUsual ? "" : " --config \(configuration)")
        + "       writes the models and their documentation",
      "     swift package generate-models   does the same where the package depends on schemata",
      "  2. let greeting = try Greeting(json: bytes)",
      "  3. codegen infer --output \(folder)/order.schema.json order.json   makes a schema from payloads you have",
    ]
  }
}
