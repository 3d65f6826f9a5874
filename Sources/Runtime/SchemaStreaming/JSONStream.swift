public import SchemaRuntime

/// The verdict on a payload that has only partly arrived.
public enum StreamVerdict: Sendable, Hashable {
  /// The text may become valid.
  case open
  /// The text is not JSON, or cannot become valid, whatever follows. An issue has the keyword, location and position of
  /// an issue of the whole text, and its message describes only the part that has been read. The position of a
  /// forbidden member is the first that its value may have.
  case refused(SchemaError)
}

/// A reader that checks a payload while it arrives in pieces.
///
///     var stream = JSONStream(UserInfoREST.self)
///     for try await piece in pieces {
///       if case .refused(let error) = stream.append(piece) { throw error }
///     }
///     let user = try stream.finish()
///
/// The payload is refused as early as possible: at the first byte of a value that has the wrong type, exceeds the
/// permitted number of elements or characters, or is the beginning of none of the listed values; at the end of the name
/// of a forbidden member; and at the end of an invalid number, string, array or object. At the end, verdict and value
/// are the same as those of `init(json:)`, no matter how the text was divided.
public struct JSONStream<Model: SchemaModel>: Sendable {
  private var validation: StreamValidation

  public init(_ model: Model.Type = Model.self, limits: JSONLimits = JSONLimits()) {
    validation = StreamValidation(Model.schema, limits: limits)
  }

  /// The verdict on the text so far.
  public var verdict: StreamVerdict { validation.verdict }

  /// Appends the next bytes, any number of them.
  ///
  /// After a refusal, bytes are kept for ``finish()`` but no longer checked.
  @discardableResult @inlinable
  public mutating func append(_ bytes: some Sequence<UInt8>) -> StreamVerdict {
    bytes.withContiguousStorageIfAvailable { append(contiguous: $0) } ?? append(Array(bytes))
  }

  @usableFromInline
  mutating func append(contiguous bytes: UnsafeBufferPointer<UInt8>) -> StreamVerdict { validation.append(bytes) }

  /// What has arrived; nil before the value has begun, and after a refusal.
  public var partialJSON: PartialJSON? { validation.partialJSON }

  var progress: StreamScanner.Progress { validation.scanner.progress }

  /// Decodes the whole text.
  /// - Throws: the same error as `init(json:)`.
  public func finish() throws(SchemaError) -> Model {
    if let model = try validation.decoded(as: Model.self) { return model }
    return try Model(json: validation.scanner.text, limits: validation.limits)
  }
}

/// The validation of a payload that arrives in pieces, for any schema.
package struct StreamValidation: Sendable {
  package private(set) var verdict = StreamVerdict.open
  private var check: StreamCheck
  var scanner: StreamScanner { _read { yield check.scanner } }
  let limits: JSONLimits

  package init(_ schema: ModelSchema, limits: JSONLimits = JSONLimits()) {
    self.limits = limits
    check = StreamCheck(schema, limits: limits)
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> StreamVerdict {
    check.append(bytes)
    guard case .open = verdict else { return verdict }
    guard check.hasNews else { return .open }
    if scanner.isBroken, refuseSyntax() { return verdict }
    // A refusal without an issue is none.
    while let refusal = check.next() { if refuse(refusal) { return verdict } }
    if let refusal = check.takePartOfString() { _ = refuse(refusal) }
    return verdict
  }

  /// Whether the text is complete, and certainly valid.
  var isValid: Bool { check.isValid }

  /// Decodes the text, if it is certainly valid.
  func decoded<Model: SchemaModel>(as type: Model.Type) throws(SchemaError) -> Model? {
    guard isValid else { return nil }
    let root = scanner.node(0)
    do throws(DecodingFailure) { return try Model(decoding: root) } catch {
      throw error.explained(in: root, of: scanner.text, by: Model.schema)
    }
  }

  var partialJSON: PartialJSON? { if case .open = verdict { PartialJSON(scanner) } else { nil } }

  private mutating func refuse(_ refusal: StreamCheck.Refusal) -> Bool {
    guard let text = scanner.completed, let issue = check.issue(refusal, in: text) else {
      return false
    }
    verdict = .refused(.invalid([issue]))
    return true
  }

  private mutating func refuseSyntax() -> Bool {
    var reader = JSONReader(limits: limits)
    var text = Array(scanner.text)
    if text.count <= limits.maximumByteCount {
      // The reader takes a control character at the end for white space after the text.
      text.append(UInt8(ascii: "\""))
      reader.limits.maximumByteCount = max(text.count, limits.maximumByteCount)
    }
    let error: JSONSyntaxError? = text.withUnsafeBufferPointer { text in
      do throws(JSONSyntaxError) {
        _ = try reader.read(text)
        return nil
      } catch { return error }
    }
    guard let error else { return false }
    verdict = .refused(.syntax(error))
    return true
  }
}
