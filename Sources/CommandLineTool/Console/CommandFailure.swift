package import CodegenCore
package import JSONSchema
import SchemaLoading

/// Why a command cannot continue, as lines for standard error, each with its location. The exit code is 2.
package struct CommandFailure: Error {
  package var lines: [String]
  /// The lines available as diagnostics.
  package var diagnostics: [Diagnostic] = []

  package init(lines: [String], diagnostics: [Diagnostic] = []) {
    self.lines = lines
    self.diagnostics = diagnostics
  }
}

extension CommandFailure {
  /// One line with its own location, such as `Schemas/codegen.json: error: …`.
  package init(line: String) { self.init(lines: [line]) }

  package init(diagnostics: [Diagnostic]) { self.init(lines: diagnostics.map(\.description), diagnostics: diagnostics) }

  /// One line about the command itself.
  package init(_ message: String) { self.init(line: "codegen: error: \(message)") }

  /// Any error of a stage, as the stage describes it.
  package init(_ error: any Error) {
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
  package init(_ error: CodegenFailure, templates: String?) {
    let template = error.template.map { [$0.description(in: templates)] } ?? []
    let diagnostics = error.diagnostics.inOrderOfText
    self.init(lines: diagnostics.map(\.description) + error.messages + template, diagnostics: diagnostics)
  }

  /// One error at a location.
  package init(_ message: String, at location: SourceLocation) {
    self.init(diagnostics: [Diagnostic(severity: .error, location: location, message: message)])
  }
}

/// The exit code of a command.
package enum ExitCode: Int32, CaseIterable {
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
