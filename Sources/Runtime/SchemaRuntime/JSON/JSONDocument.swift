internal import CJSONScan

/// A JSON text with its structural index: parsed once, read any number of times.
///
/// The document is immutable, so that tasks may share it.
///
///     let document = try JSONDocument(parsing: bytes)
///     let name = document.withRoot { $0.member("nickName")?.string }
public final class JSONDocument: Sendable {
  /// The original text; for a document in another format, such as YAML, the converted JSON text.
  public let text: [UInt8]
  /// The positions in the original of a text that was converted from another format; nil for JSON.
  package let sourceMap: SourceMap?
  /// The index of ``JSONReader``, trimmed to size. Unsafe, but never changed.
  @usableFromInline nonisolated(unsafe) let entries: UnsafeMutablePointer<UInt64>

  /// Parses a text that was converted from another format.
  package init(parsing text: [UInt8], limits: JSONLimits, sourceMap: SourceMap?) throws(JSONSyntaxError) {
    var reader = JSONReader(limits: limits)
    let count = try text.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in try reader.read(buffer).nextIndex }
    entries = reader.takeEntries(count)
    self.text = text
    self.sourceMap = sourceMap
  }

  deinit { json_entries_free(entries) }

  /// Parses `text`, strictly according to RFC 8259, and keeps it: an array as it is, anything else as a copy.
  public convenience init(
    parsing text: some Collection<UInt8>, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text), limits: limits, sourceMap: nil)
  }

  /// Parses a copy of `text`, strictly according to RFC 8259.
  public convenience init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8, limits: limits)
  }

  /// Calls `body` with the root, which must not escape the call.
  @inlinable package func withRoot<Result, Failure: Error>(
    _ body: (UnsafeJSONNode) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try text.withUnsafeBufferPointer { text throws(Failure) -> Result in
      guard let bytes = text.baseAddress else {
        preconditionFailure("internal error: a parsed document has no root; please report it")
      }
      return try body(UnsafeJSONNode(bytes: bytes, entries: UnsafePointer(entries), index: 0))
    }
  }

  /// The line and column of an offset in the text; for a converted text, its position in the original.
  public func position(at offset: Int) -> SourcePosition {
    if let sourceMap { return sourceMap.position(at: offset) }
    return text.withUnsafeBufferPointer { SourcePosition(offset: offset, in: $0) }
  }

  /// The complete text as a value.
  public var value: JSONValue { withRoot { JSONValue($0) } }

  /// The start of the value at `pointer`, or of the nearest existing value around it.
  public func position(of pointer: JSONPointer) -> SourcePosition {
    position(at: withRoot { $0.descendant(at: pointer, nearest: true)?.offset ?? 0 })
  }
}

extension UnsafeJSONNode {
  /// The value at `pointer` below this one. If there is none, the deepest existing value on the path if `nearest`, else
  /// nil.
  package func descendant(at pointer: JSONPointer, nearest: Bool = false) -> UnsafeJSONNode? {
    var node = self
    for token in pointer.tokens {
      guard let child = node.child(token) else { return nearest ? node : nil }
      node = child
    }
    return node
  }

  /// The member or element that a token of a pointer names.
  package func child(_ token: String) -> UnsafeJSONNode? {
    if isObject { return member(token) }
    return JSONPointer.arrayIndex(token).flatMap { index in elements.dropFirst(index).first { _ in true } }
  }
}
