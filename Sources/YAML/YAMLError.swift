internal import SchemaRuntime

extension YAMLPlace {
  var position: SourcePosition {
    SourcePosition(offset: Int(offset), line: Int(line) + 1, column: Int(column) + 1)
  }

  /// The error that something at this place cannot become JSON.
  func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(kind: .notConvertible(message: message), position: position)
  }
}
