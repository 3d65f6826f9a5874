package import CodegenCore
package import CommandLineTool
package import JSONSchema
package import SchemaLoading
import SchemaRuntime

// The errors of the stages, as messages of a command.
extension Message {
  init(_ diagnostic: Diagnostic) {
    let location = diagnostic.location
    let severity: Severity =
      switch diagnostic.severity {
      case .note: .note
      case .warning: .warning
      case .error: .error
      }
    self.init(
      diagnostic.description, file: location.document, line: location.position.line,
      column: location.position.column, pointer: location.pointer.description, severity: severity,
      statement: diagnostic.message)
  }
}

extension ResolveErrors: ReportedError {
  package var report: [Message] { (diagnostics + errors.map(\.diagnostic)).inOrderOfText.map { Message($0) } }
}

extension ConfigurationErrors: ReportedError {
  package var report: [Message] { diagnostics.map { Message($0) } }
}

extension CodegenFailure: ReportedError {
  package var report: [Message] { report(templates: nil) }

  /// - Parameter templates: the folder of the template at fault; nil for a built-in one.
  func report(templates: String?) -> [Message] {
    let lines = messages + (template.map { [$0.description(in: templates)] } ?? [])
    return diagnostics.inOrderOfText.map { Message($0) } + lines.map { Message($0) }
  }
}

extension LoadError: ReportedError {
  package var report: [Message] { [Message(description)] }
}

extension LoadErrors: ReportedError {
  package var report: [Message] { errors.flatMap(\.report) }
}

extension CommandFailure {
  package init(diagnostics: [Diagnostic]) { self.init(diagnostics.map { Message($0) }) }

  /// One error at a location.
  package init(_ message: String, at location: SourceLocation) {
    self.init(diagnostics: [Diagnostic(severity: .error, location: location, message: message)])
  }
}
