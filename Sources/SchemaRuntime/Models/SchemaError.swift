/// Why a payload gave no model, or a model no payload.
public enum SchemaError: Error, Hashable, Sendable {
  /// The text is not JSON, or passes a limit.
  case syntax(JSONSyntaxError)
  /// The payload breaks its schema; at least one issue.
  case invalid([ValidationIssue])
  /// The payload is valid, and a number or text in it has no place in the Swift type that the schema maps to.
  case notRepresentable(NotRepresentable)
  /// A number in memory has no JSON form.
  case unwritable(JSONWriteError)
  /// A state that generated code promises not to reach; please report it.
  case internalInconsistency(String)

  /// A valid number or text outside the Swift type that stands for it.
  public struct NotRepresentable: Hashable, Sendable {
    /// The Swift type, such as `Int`.
    public var type: String
    /// The value as written; `(redacted)` for a sensitive one.
    public var found: String
    public var instanceLocation: JSONPointer
    public var position: SourcePosition
  }
}

extension SchemaError: CustomStringConvertible {
  /// One line an issue.
  public var description: String {
    switch self {
    case .syntax(let error): error.description
    case .invalid(let issues): issues.map(\.description).joined(separator: "\n")
    case .notRepresentable(let fact):
      "\(fact.position.line):\(fact.position.column): \(fact.instanceLocation): "
        + "expected a value that \(fact.type) can hold, found \(fact.found)"
    case .unwritable(let error): error.description
    case .internalInconsistency(let state): "expected generated code and runtime to agree, found \(state)"
    }
  }
}

/// A value that the Swift type cannot hold: what decoders throw until it is explained.
@frozen
public struct DecodingFailure: Error, Sendable {
  /// The place in the index.
  public let index: Int
  /// The Swift type that was wanted.
  public let type: StaticString

  @inlinable
  public init(_ node: JSONNode, _ type: StaticString) {
    index = node.index
    self.type = type
  }

  @usableFromInline
  func explained(in root: JSONNode, of text: UnsafeBufferPointer<UInt8>, by schema: ModelSchema) -> SchemaError {
    let node = root[at: index]
    guard node.isNumber || node.isString else {
      return .internalInconsistency("no \(type) in a valid payload of \(schema.location)")
    }
    let sensitive = schema.evaluator.sensitiveValues(in: root, schema: schema.index)
    let shown = sensitive.shownLocation(of: index, from: root)
    return .notRepresentable(
      SchemaError.NotRepresentable(
        type: "\(type)",
        found: sensitive.isSensitiveOrHolds(node) ? "(redacted)" : String(decoding: node.text, as: UTF8.self),
        instanceLocation: shown.pointer, position: SourcePosition(offset: shown.node.offset, in: text)))
  }
}
