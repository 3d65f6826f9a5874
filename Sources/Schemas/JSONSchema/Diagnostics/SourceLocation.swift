import SchemaAnalysis
public import SchemaRuntime

/// A location in a schema document, for people: the document's name, the value, and its position.
public struct SourceLocation: Hashable, Sendable {
  /// The name of the document, such as `Schemas/users/user-info.schema.json`.
  public let document: String
  /// The JSON Pointer of the value in the document.
  public let pointer: JSONPointer
  /// The position in the text.
  public let position: SourcePosition

  public init(document: String, pointer: JSONPointer, position: SourcePosition) {
    self.document = document
    self.pointer = pointer
    self.position = position
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`.
  public var description: String { "\(document.onOneLine):\(position.line):\(position.column)" }
}
