public import SchemaRuntime

/// A message about a schema, reported by every stage from resolving to linting and printed by tools.
public struct Diagnostic: Hashable, Sendable {
  /// The severity of a diagnostic.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    case note, warning, error

    public static func < (a: Severity, b: Severity) -> Bool {
      switch (a, b) {
      case (.note, .warning), (.note, .error), (.warning, .error): true
      case (.note, .note), (.warning, .note), (.warning, .warning), (.error, _): false
      }
    }
  }

  /// Its severity.
  public var severity: Severity
  /// The location that it is about.
  public var location: SourceLocation
  /// One line in lower case without a full stop; what was expected comes before what was found.
  public var message: String

  public init(severity: Severity, location: SourceLocation, message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  /// The name of the document.
  public var document: String { location.document }
  /// The JSON Pointer of the value in the document.
  public var pointer: JSONPointer { location.pointer }
  /// The position in the text.
  public var position: SourcePosition { location.position }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity: message`.
  public var description: String { "\(location): \(severity.rawValue): \(message)" }
}

extension Sequence<Diagnostic> {
  /// The diagnostics grouped by document, in order of first appearance, and sorted by position within each; the sort
  /// is stable.
  package var inOrderOfText: [Diagnostic] {
    var documentIndexes: [String: Int] = [:]
    for diagnostic in self where documentIndexes[diagnostic.document] == nil {
      documentIndexes[diagnostic.document] = documentIndexes.count
    }
    return enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      return (documentIndexes[a.document] ?? 0, a.position.offset, first.offset)
        < (documentIndexes[b.document] ?? 0, b.position.offset, second.offset)
    }.map(\.element)
  }
}
