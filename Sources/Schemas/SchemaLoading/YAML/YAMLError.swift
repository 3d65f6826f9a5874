internal import SchemaRuntime

extension YAMLPosition {
  var sourcePosition: SourcePosition {
    SourcePosition(offset: Int(offset), line: Int(line) + 1, column: Int(column) + 1)
  }

  /// The error that the text at this position cannot be converted to JSON.
  func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(kind: .notConvertible(message: message), position: sourcePosition)
  }
}
