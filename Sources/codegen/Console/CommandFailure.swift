import CodegenCore
import JSONSchema
import SchemaLoading
import SchemaValidation

/// Why a command cannot continue, as lines for standard error, each with its location. The exit code is 2.
struct CommandFailure: Error {
  var lines: [String]
  /// The lines available as diagnostics.
  var diagnostics: [Diagnostic] = []
}

extension CommandFailure {
  /// One line with its own location, such as `Schemas/codegen.json: error: …`.
  init(line: String) { self.init(lines: [line]) }

  init(diagnostics: [Diagnostic]) { self.init(lines: diagnostics.map(\.description), diagnostics: diagnostics) }

  /// One line about the command itself.
  init(_ message: String) { self.init(line: "codegen: error: \(message)") }

  /// Any error of a stage, as the stage describes it.
  init(_ error: any Error) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as ResolveErrors:
      self.init(diagnostics: (error.diagnostics + error.errors.map(\.diagnostic)).inOrderOfText)
    case let error as ConfigurationErrors: self.init(diagnostics: error.diagnostics)
    case let error as CodegenFailure: self.init(error, templates: nil)
    case is FileError, is LoadError: self.init(line: "\(error)")
    case let error as LoadErrors: self.init(lines: error.errors.map(\.description))
    default: self.init("\(error)")
    }
  }

  /// An error of the pipeline.
  ///
  /// - Parameter templates: the folder of the template at fault; nil for a built-in one.
  init(_ error: CodegenFailure, templates: String?) {
    let template = error.template.map { [$0.description(in: templates)] } ?? []
    let diagnostics = error.diagnostics.inOrderOfText
    self.init(lines: diagnostics.map(\.description) + error.messages + template, diagnostics: diagnostics)
  }

  /// One error at a location.
  init(_ message: String, at location: SourceLocation) {
    self.init(diagnostics: [Diagnostic(severity: .error, location: location, message: message)])
  }
}

extension SchemaGraph {
  /// Compiles schemas of the graph; errors have the schema's location.
  func compiling<Result>(_ work: () throws(CompileError) -> Result) throws(CommandFailure) -> Result {
    do {
      return try work()
    } catch {
      throw CommandFailure(error.message, at: location(of: error.schema, keyword: error.keyword))
    }
  }
}

/// The exit code of a command.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  /// A negative result: invalid, or out of date.
  case no = 1
  /// Incorrect usage, or unusable input.
  case unusable = 2

  var meaning: String {
    switch self {
    case .done: "done"
    case .no: "negative result (invalid, finding, break, outdated)"
    case .unusable: "usage error or unreadable input"
    }
  }
}
