/// An error that ends a command with messages of its own. The errors of other modules conform where they are adapted.
package protocol ReportedError: Error {
  var report: [Message] { get }
}

/// Why a command cannot continue, as messages for standard error, each with its location. The exit code is 2.
package struct CommandFailure: ReportedError {
  package let report: [Message]

  package init(_ report: [Message]) { self.report = report }
}

extension CommandFailure {
  /// The messages as lines.
  package var lines: [String] { report.map(\.text) }

  package init(lines: [String]) { self.init(lines.map { Message($0) }) }

  /// One line with its own location, such as `Schemas/codegen.json: error: …`.
  package init(line: String) { self.init(lines: [line]) }

  /// One line about the command itself.
  package init(_ message: String) { self.init([.ofCommand(message)]) }

  /// Any error, as it describes itself.
  package init(_ error: any Error) {
    if let error = error as? any ReportedError { self.init(error.report) } else { self.init("\(error)") }
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
    case .done: "success"
    case .no: "problem found (invalid, breaking, out of date)"
    case .unusable: "usage error or unreadable input"
    }
  }
}
