public import SchemaRuntime

/// One finding about a schema, in words: what every stage from resolving to linting reports, and what tools print.
public struct Diagnostic: Hashable, Sendable {
  /// How much a finding matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    case note, warning, error

    public static func < (a: Severity, b: Severity) -> Bool {
      switch (a, b) {
      case (.note, .warning), (.note, .error), (.warning, .error): true
      case (.note, .note), (.warning, .note), (.warning, .warning), (.error, _): false
      }
    }
  }

  /// How much it matters.
  public var severity: Severity
  /// What it is about.
  public var location: SourceLocation
  /// One line: lower case, no full stop, what was expected before what was found.
  public var message: String

  public init(severity: Severity, location: SourceLocation, message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// The name of the document.
  public var document: String { location.document }
  /// The value in the document.
  public var pointer: JSONPointer { location.pointer }
  /// The place in the text.
  public var position: SourcePosition { location.position }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity: message`.
  public var description: String { "\(location): \(severity.rawValue): \(message)" }
}

extension Sequence<Diagnostic> {
  /// The diagnostics by document, in the order in which these come first, and within one by position; those of one
  /// place stay in their order.
  package var inOrderOfText: [Diagnostic] {
    var places: [String: Int] = [:]
    for diagnostic in self where places[diagnostic.document] == nil { places[diagnostic.document] = places.count }
    return enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      return (places[a.document] ?? 0, a.position.offset, first.offset)
        < (places[b.document] ?? 0, b.position.offset, second.offset)
    }.map(\.element)
  }
}
