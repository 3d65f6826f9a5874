import CodegenCore
import JSONSchema
import SchemaLoading
import SchemaValidation

/// Why a command cannot go on: lines for standard error, each with its place. The exit code is 2.
struct CommandFailure: Error {
  var lines: [String]
  /// What the lines say, as far as it is known in its parts.
  var diagnostics: [Diagnostic] = []

  /// One line that has its own place, such as `Schemas/codegen.json: error: …`.
  init(line: String) { lines = [line] }

  init(lines: [String], diagnostics: [Diagnostic] = []) {
    self.lines = lines
    self.diagnostics = diagnostics
  }

  /// A line a finding.
  init(diagnostics: [Diagnostic]) { self.init(lines: diagnostics.map(\.description), diagnostics: diagnostics) }

  /// One line about the command itself.
  init(_ message: String) { lines = ["codegen: error: \(message)"] }

  /// Any error of a stage, in the stage's own words.
  init(_ error: any Error) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as ResolveErrors:
      self.init(diagnostics: (error.diagnostics + error.errors.map(\.diagnostic)).inOrderOfText)
    case let error as ConfigurationErrors: self.init(diagnostics: error.diagnostics)
    case let error as CodegenFailure:
      let diagnostics = error.diagnostics.inOrderOfText
      self.init(
        lines: diagnostics.map(\.description) + error.messages
          + (error.template.map { [$0.description(in: nil)] } ?? []),
        diagnostics: diagnostics)
    default: self.init(lines: Self.lines(of: error))
    }
  }

  private static func lines(of error: any Error) -> [String] {
    switch error {
    case let error as UsageError: Self(error.description).lines
    case let error as FileError: [error.description]
    case let error as LoadError: [error.description]
    case let error as LoadErrors: error.errors.map(\.description)
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
