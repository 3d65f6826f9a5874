/// The reason why a payload could not be decoded, or a model could not be written.
public enum SchemaError: Error, Hashable, Sendable {
  /// The text is not JSON, or exceeds a limit.
  case syntax(JSONSyntaxError)
  /// The payload violates its schema; at least one issue.
  case invalid([ValidationIssue])
  /// The payload is valid, but a value in it cannot be represented in the Swift type for the schema: a number that is
  /// too large, or a value of another type if the schema describes an object without `"type": "object"`.
  case notRepresentable(NotRepresentable)
  /// A number in memory has no JSON form.
  case unwritable(JSONWriteError)
  /// A bug in generated code or the runtime; please report it.
  case internalInconsistency(String)

  /// A valid value outside the range of its Swift type.
  public struct NotRepresentable: Hashable, Sendable {
    /// The Swift type, such as `Int`, or in words what a struct needs.
    public var type: String
    /// The value as written, shortened if it is long, or the type of an array or object; `(redacted)` for a sensitive
    /// value.
    public var found: String
    /// The location of the value in the payload.
    public var instanceLocation: JSONPointer
    /// The position in the text; nil for a value in memory.
    public var position: SourcePosition?
  }
}

extension SchemaError: CustomStringConvertible {
  /// One line per issue.
  public var description: String {
    switch self {
    case .syntax(let error): error.description
    case .invalid(let issues): issues.map(\.description).joined(separator: "\n")
    case .notRepresentable(let fact):
      "\(fact.position.prefix)\(fact.instanceLocation.abbreviated): expected "
        + (fact.type.hasSuffix(" Swift struct") ? fact.type : "a value that \(fact.type) can represent")
        + ", found \(fact.found)"
    case .unwritable(let error): error.description
    case .internalInconsistency(let state):
      "internal error: \(state); generate the code again, and report the error if it remains"
    }
  }
}

/// A value that the Swift type cannot represent. Thrown by decoders and later converted to a ``SchemaError``.
@frozen
public struct DecodingFailure: Error, Sendable {
  /// The index entry of the value.
  @usableFromInline package let index: Int
  /// The expected Swift type, or in words what a struct needs.
  package let type: String

  /// Creates the error for a value that `type` cannot represent.
  public init(_ node: UnsafeJSONNode, _ type: StaticString) {
    index = node.index
    self.type = type.description
  }

  init(_ node: UnsafeJSONNode, type: Any.Type) {
    index = node.index
    self.type = "\(type)"
  }

  @usableFromInline
  package func explained(in root: UnsafeJSONNode, of text: UnsafeBufferPointer<UInt8>?, by schema: ModelSchema)
    -> SchemaError
  {
    let node = root[at: index]
    let sensitive = schema.evaluator.sensitiveValues(in: root, schema: schema.id)
    let shown = sensitive.shownLocation(of: index, from: root)
    return .notRepresentable(
      SchemaError.NotRepresentable(
        type: type,
        found: sensitive.isSensitiveOrHolds(node) ? "(redacted)" : node.shortText,
        instanceLocation: shown.pointer, position: text.map { SourcePosition(offset: shown.node.offset, in: $0) }))
  }
}

extension UnsafeJSONNode {
  /// The text of a scalar, up to some length; for an array or object, its type.
  fileprivate var shortText: String {
    if isArray { return "an array" }
    if isObject { return "an object" }
    return String(decoding: text, as: UTF8.self).abbreviated(to: 60)
  }
}
