/// A problem document (RFC 9457): the response to a request that was rejected.
///
///     { "type": "about:blank", "title": "Unprocessable Content", "status": 422, "detail": "the payload has an error",
///       "errors": [{ "detail": "expected at most 64 bytes of UTF-8, found 70", "pointer": "#/nickName",
///                    "keyword": "x-maxUTF8Bytes" }] }
///
/// However large the request, its JSON has at most ``maximumByteCount`` bytes: long names, values and pointers are
/// abbreviated in the middle, with `…`, and errors for which there is no space are counted in `omittedErrors`.
public struct ProblemDocument: Error, Hashable, Sendable {
  /// The reason for a rejection. Its raw value ends the URI of a problem type.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON, or nested too deeply.
    case syntax = "not-json"
    /// The body is too large.
    case size = "too-large"
    /// The content type is not accepted.
    case mediaType = "unsupported-media-type"
    /// The payload violates its schema.
    case schema = "invalid-payload"
    /// The server could not check the payload.
    case server = "not-checked"
    /// Something else than the payload, such as missing permission.
    case request = "refused"
  }

  /// One error of a payload.
  public struct Failure: Hashable, Sendable {
    /// What was expected, and what was found.
    public var detail: String
    /// The JSON Pointer of the value as a URI fragment, such as `#/nickName`, as in RFC 9457, section 3. In one that
    /// is long, `…` replaces the middle of long tokens, and tokens in the middle.
    public var pointer: String
    /// The keyword that failed; `parse` for a text that is not JSON.
    public var keyword: String
    /// The position in the text, from 1; nil for values in memory.
    public var line: Int?
    /// The column in the text, from 1; nil for values in memory.
    public var column: Int?
  }

  /// The media type of ``json()``.
  public static let contentType = "application/problem+json"
  /// The maximum size of ``json()`` in bytes.
  package static let maximumByteCount = 16 << 10

  /// The kind of the problem.
  public var kind: Kind
  /// The URI of the problem type.
  public var type: String
  /// The problem type in a few words.
  public var title: String
  /// The status of the response.
  public var status: Int
  /// What is wrong with this request, in one sentence.
  public var detail: String
  /// The URI of this occurrence, for logs; nil for none.
  public var instance: String?
  /// The errors of the payload, the first ones if there are many.
  public var errors: [Failure] = []
  /// The number of errors that are not in ``errors``.
  public var omittedErrorCount = 0

  init(_ kind: Kind, typeBase: String?, detail: String) {
    self.kind = kind
    self.detail = detail
    (status, title) =
      switch kind {
      case .syntax: (400, "Bad Request")
      case .size: (413, "Content Too Large")
      case .mediaType: (415, "Unsupported Media Type")
      case .schema: (422, "Unprocessable Content")
      case .server: (500, "Internal Server Error")
      case .request: (400, "Bad Request")
      }
    type = typeBase.map { $0 + kind.rawValue } ?? "about:blank"
  }

  /// Creates the response to a request that is rejected for another reason than its payload.
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - title: The problem type in a few words; for `about:blank`, the phrase of the status.
  ///   - detail: What is wrong with this request, in one sentence.
  ///   - type: The URI of the problem type.
  public init(status: Int, title: String, detail: String, type: String = "about:blank") {
    (kind, self.status, self.title, self.detail, self.type) = (.request, status, title, detail, type)
  }
}

extension ProblemDocument {
  /// The document as JSON text, for the body of the response.
  public func json() -> [UInt8] { value.json() }

  /// The document as a value, with as many errors as there is space for.
  public var value: JSONValue {
    var object: JSONObject = [
      "type": .string(type.utf8.count > Self.longestURI ? "about:blank" : type),
      "title": .string(title.abbreviated(to: 256, cost: Self.size(of:))), "status": .number(JSONNumber(status)),
      "detail": .string(detail.abbreviated(to: Self.longestDetail, cost: Self.size(of:))),
    ]
    // A part of a URI would be another one.
    if let instance, instance.utf8.count <= Self.longestURI { object["instance"] = .string(instance) }
    let listed = listedErrors(beside: JSONValue.object(object).json().count)
    if !listed.isEmpty { object["errors"] = .array(listed) }
    let omitted = omittedErrorCount + errors.count - listed.count
    if omitted > 0 { object["omittedErrors"] = .number(JSONNumber(omitted)) }
    return .object(object)
  }

  private static let longestURI = 1_024
  fileprivate static let longestDetail = 2_048

  /// The first errors for which there is space in a document with `size` other bytes.
  private func listedErrors(beside size: Int) -> [JSONValue] {
    var left = Self.maximumByteCount - size - #","errors":[],"omittedErrors":9223372036854775807"#.utf8.count
    var listed: [JSONValue] = []
    for error in errors {
      let value = error.value
      left -= value.json().count + 1
      if left < 0 { break }
      listed.append(value)
    }
    return listed
  }

  /// The size of a scalar in a JSON text, in bytes.
  fileprivate static func size(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\"", "\\": 2
    case "\u{0}"..."\u{1f}": 6
    default: UTF8.width(scalar)
    }
  }
}

extension ProblemDocument: CustomStringConvertible {
  /// `422 Unprocessable Content: the payload has an error: #/nickName: expected …`.
  public var description: String {
    let omitted = omittedErrorCount > 0 ? ["\(omittedErrorCount) other errors"] : []
    let lines = ["\(status) \(title): \(detail)"] + errors.map { "\($0.pointer): \($0.detail)" } + omitted
    return lines.joined(separator: "\n")
  }
}

extension ProblemDocument.Failure {
  init(_ issue: ValidationIssue, in messages: IssueMessages) {
    self.init(messages.text(for: issue), issue.instanceLocation, issue.keyword, issue.position)
  }

  init(_ error: JSONSyntaxError) { self.init(error.message, JSONPointer(), "parse", error.position) }

  init(_ fact: SchemaError.NotRepresentable) {
    self.init(
      "expected a value that can be represented, found \(fact.found)", fact.instanceLocation, "type", fact.position)
  }

  private init(_ message: String, _ location: JSONPointer, _ keyword: String, _ position: SourcePosition?) {
    detail = message.abbreviated(to: ProblemDocument.longestDetail, cost: ProblemDocument.size(of:))
    pointer = "#" + location.abbreviatedURIFragment
    self.keyword = keyword.abbreviated(to: 128, cost: ProblemDocument.size(of:))
    line = position?.line
    column = position?.column
  }

  fileprivate var value: JSONValue {
    var object: JSONObject = [
      "detail": .string(detail), "pointer": .string(pointer), "keyword": .string(keyword),
    ]
    if let line { object["line"] = .number(JSONNumber(line)) }
    if let column { object["column"] = .number(JSONNumber(column)) }
    return .object(object)
  }
}
