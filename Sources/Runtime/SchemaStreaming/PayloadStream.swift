public import SchemaRuntime

/// The body of a request that passes a gate while it arrives.
///
///     var body = try gate.stream(UserInfoUpdate.self, contentType: request.contentType)
///     for try await chunk in request.body { try body.append(chunk) }
///     let update = try body.finish()
///
/// A body that is too long, not JSON, or invalid is refused with the same status as by `PayloadGate.decode`, but as
/// early as by a ``JSONStream``. The problem document then has one error.
public struct PayloadStream<Model: SchemaModel>: Sendable {
  private let gate: PayloadGate
  private var stream: JSONStream<Model>

  init(_ gate: PayloadGate) { (self.gate, stream) = (gate, JSONStream(limits: gate.limits)) }

  /// Takes the next bytes, any number of them.
  /// - Throws: the response to a body that cannot become valid.
  public mutating func append(_ bytes: some Sequence<UInt8>) throws(ProblemDocument) {
    if case .refused(let error) = stream.append(bytes) { throw gate.problem(error) }
  }

  /// Decodes the whole body.
  public func finish() throws(ProblemDocument) -> Model {
    do throws(SchemaError) { return try stream.finish() } catch { throw gate.problem(error) }
  }
}

extension PayloadGate {
  /// Checks the header fields of a request, and returns a stream for its body.
  ///
  /// - Parameters:
  ///   - contentType: The field `Content-Type`; nil if it is absent.
  ///   - contentLength: The field `Content-Length` in bytes; nil if it is absent.
  /// - Throws: the error of ``admit(contentType:contentLength:)``.
  public func stream<Model: SchemaModel>(
    _ type: Model.Type, contentType: String?, contentLength: Int? = nil
  ) throws(ProblemDocument) -> PayloadStream<Model> {
    try admit(contentType: contentType, contentLength: contentLength)
    return PayloadStream(self)
  }
}
