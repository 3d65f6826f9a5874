/// Guards a server against invalid requests: one call checks the content type, size and depth of a body, validates it
/// against the schema, and decodes it.
///
///     let gate = PayloadGate()
///     let update = try gate.decode(UserInfoUpdate.self, from: body, contentType: request.contentType)
///
/// If a request is rejected, a ``ProblemDocument`` (RFC 9457) is thrown, which is the response: it contains the status,
/// and JSON Pointers to the violations, but no values that the schema marks `x-sensitive`.
///
/// | status | rejected |
/// |---|---|
/// | 400 Bad Request | a body that is not JSON, or is nested too deeply |
/// | 413 Content Too Large | a body with too many bytes |
/// | 415 Unsupported Media Type | another content type or character set, or none |
/// | 422 Unprocessable Content | JSON that violates the schema, or that the model cannot represent |
/// | 500 Internal Server Error | a payload whose schema has a mistake, so that there is no verdict |
///
/// A gate does not depend on a framework, may be shared by threads, and reads each body once.
public struct PayloadGate: Sendable {
  /// The accepted media types in lowercase, without parameters (default: `application/json`).
  public var mediaTypes: Set<String>
  /// The limits for a body (default: 1 MiB, 64 levels). A body that exceeds them is not read further.
  public var limits: JSONLimits
  /// The maximum number of errors in a problem document (default: 20); there may be space for fewer.
  public var maximumErrorCount: Int
  /// The beginning of the URIs of problem types, to which the name of a ``ProblemDocument/Kind`` is appended, such as
  /// `https://example.com/problems/`; nil for `about:blank`, which says no more than the status (RFC 9457, section
  /// 4.2.1).
  public var typeBase: String?
  /// The words for the errors of payloads (default: English).
  public var messages = IssueMessages.english

  /// Creates a gate with these limits and media types.
  public init(
    mediaTypes: Set<String> = ["application/json"],
    limits: JSONLimits = JSONLimits(maximumDepth: 64, maximumByteCount: 1 << 20), maximumErrorCount: Int = 20,
    typeBase: String? = nil
  ) {
    self.mediaTypes = mediaTypes
    self.limits = limits
    self.maximumErrorCount = maximumErrorCount
    self.typeBase = typeBase
  }
}

// MARK: - Before the body is there

extension PayloadGate {
  /// Checks the header fields of a request, so that a body that would be rejected need not be received.
  ///
  /// - Parameters:
  ///   - contentType: The field `Content-Type`; nil if it is absent.
  ///   - contentLength: The field `Content-Length` in bytes; nil if it is absent.
  /// - Throws: 415 for the type, or else 413 for the length.
  public func admit(contentType: String?, contentLength: Int? = nil) throws(ProblemDocument) {
    guard let contentType else { throw refusal(.mediaType, "expected the content type \(typeWords), found none") }
    guard let type = MediaType(contentType) else {
      throw refusal(.mediaType, "expected the content type \(typeWords), found a value that is not a media type")
    }
    guard mediaTypes.contains(type.name) else {
      throw refusal(.mediaType, "expected the content type \(typeWords), found \(type.name.abbreviated(to: 100))")
    }
    if let charset = type.charset, charset != "utf-8" {
      throw refusal(.mediaType, "the character set must be utf-8")
    }
    if let contentLength, contentLength > limits.maximumByteCount { throw tooLarge }
  }

  /// The accepted media types, for the field `Accept` of a response with the status 415 (RFC 9110, section 15.5.16).
  public var accept: String { mediaTypes.sorted().joined(separator: ", ") }

  private var typeWords: String { mediaTypes.sorted().joined(separator: " or ") }

  private var tooLarge: ProblemDocument {
    refusal(.size, "expected at most \(limits.maximumByteCount) bytes, found more")
  }

  private func refusal(_ kind: ProblemDocument.Kind, _ detail: String) -> ProblemDocument {
    ProblemDocument(kind, typeBase: typeBase, detail: detail)
  }
}

// MARK: - The body

extension PayloadGate {
  /// Returns a reader that reuses its memory from one body to the next.
  public func makeReader() -> JSONReader { JSONReader(limits: limits) }

  /// Checks and decodes a body.
  ///
  /// - Parameters:
  ///   - contentType: The field `Content-Type` of the request; nil if it is absent.
  public func decode<Model: SchemaModel>(
    _ type: Model.Type, from body: some Collection<UInt8>, contentType: String?
  ) throws(ProblemDocument) -> Model {
    var reader = makeReader()
    return try decode(type, from: body, contentType: contentType, using: &reader)
  }

  /// Checks and decodes a body with a reader of ``makeReader()``.
  ///
  /// - Parameters:
  ///   - contentType: The field `Content-Type` of the request; nil if it is absent.
  public func decode<Model: SchemaModel>(
    _ type: Model.Type, from body: some Collection<UInt8>, contentType: String?, using reader: inout JSONReader
  ) throws(ProblemDocument) -> Model {
    try admit(contentType: contentType)
    return try body.withContiguousBytes { bytes throws(ProblemDocument) in
      if bytes.count > limits.maximumByteCount { throw tooLarge }
      do throws(SchemaError) {
        return try Model(json: bytes, using: &reader)
      } catch {
        throw problem(error)
      }
    }
  }

  /// Returns the response to a body that could not be decoded.
  public func problem(_ error: SchemaError) -> ProblemDocument {
    switch error {
    case .syntax(let error):
      if case .tooLong = error.kind { return tooLarge }
      let position = error.position
      var problem = refusal(.syntax, "\(error.message), at line \(position.line), column \(position.column)")
      problem.errors = [ProblemDocument.Failure(error)]
      return problem
    case .invalid(let issues):
      let isTruncated = issues.last?.isTruncation ?? false
      let all = (isTruncated ? issues.dropLast() : issues[...]).map { $0 }.withClosestCauses
      var problem =
        all.contains { if case .unusableSchema = $0.kind { true } else { false } }
        ? refusal(.server, "a schema of this server has a mistake")
        : refusal(.schema, messages.text(forCount: all.count, isTruncated: isTruncated))
      problem.errors = all.prefix(max(maximumErrorCount, 1)).map { ProblemDocument.Failure($0, in: messages) }
      problem.omittedErrorCount = all.count - problem.errors.count
      return problem
    case .notRepresentable(let fact):
      var problem = refusal(.schema, "the payload has a value that this server cannot represent")
      problem.errors = [ProblemDocument.Failure(fact)]
      return problem
    case .unwritable, .internalInconsistency:
      return refusal(.server, "the payload could not be checked")
    }
  }
}
