import CodegenCore
import JSONSchema
import SchemaLoading
import SchemaValidation

/// Why a command cannot go on: lines for standard error, each with its place. The exit code is 2.
struct CommandFailure: Error {
  var lines: [String]

  /// One line that has its own place, such as `Schemas/codegen.json: error: …`.
  init(line: String) { lines = [line] }

  init(lines: [String]) { self.lines = lines }

  /// A line a finding.
  init(diagnostics: [Diagnostic]) { lines = diagnostics.map(\.description) }

  /// One line about the command itself.
  init(_ message: String) { lines = ["codegen: error: \(message)"] }

  /// Any error of a stage, in the stage's own words.
  init(_ error: any Error) {
    lines =
      switch error {
      case let error as CommandFailure: error.lines
      case let error as UsageError: Self(error.description).lines
      case let error as FileError: [error.description]
      case let error as LoadError: [error.description]
      case let error as LoadErrors: error.errors.map(\.description)
      case let error as ResolveErrors:
        (error.diagnostics + error.errors.map(\.diagnostic)).inOrderOfText.map(\.description)
      case let error as ConfigurationErrors: error.diagnostics.map(\.description)
      case let error as CodegenFailure: error.diagnostics.inOrderOfText.map(\.description) + error.messages
      default: Self("\(error)").lines
      }
  }
}

extension CommandFailure {
  /// Why a graph has no program, with the schema's place.
  init(_ error: CompileError, in graph: SchemaGraph) {
    let location = graph.location(of: error.schema, keyword: error.keyword)
    self.init(line: Diagnostic(severity: .error, location: location, message: error.message).description)
  }
}

/// What the program tells its caller.
enum ExitCode: Int32 {
  case done = 0
  /// The answer is no: invalid, or stale.
  case no = 1
  /// Bad usage, or input that cannot be used.
  case unusable = 2
}
