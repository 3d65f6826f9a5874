/// A problem document (RFC 9457): the response to a request that was refused.
///
///     { "type": "about:blank", "title": "Unprocessable Content", "status": 422, "detail": "the payload has an error",
///       "errors": [{ "detail": "expected at most 64 bytes of UTF-8, found 70", "pointer": "#/nickName",
///                    "keyword": "x-maxUTF8Bytes" }] }
public struct ProblemDocument: Error, Hashable, Sendable {
  /// The reason for a refusal. Its raw value ends the URI of a problem type.
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
    /// The JSON Pointer of the value as a URI fragment, such as `#/nickName`, as in RFC 9457, section 3.
    public var pointer: String
    /// The keyword that failed; `parse` for a text that is not JSON.
    public var keyword: String
    /// The position in the text, from 1; nil for values in memory.
    public var line: Int?
    public var column: Int?
  }

  /// The media type of ``json()``.
  public static let contentType = "application/problem+json"

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

  /// Creates the response to a request that is refused for another reason than its payload.
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

  /// The document as a value.
  public var value: JSONValue {
    var object: JSONObject = [
      "type": .string(type), "title": .string(title), "status": .number(JSONNumber(status)), "detail": .string(detail),
    ]
    if let instance { object["instance"] = .string(instance) }
    if !errors.isEmpty { object["errors"] = .array(errors.map(\.value)) }
    return .object(object)
  }
}

extension ProblemDocument: CustomStringConvertible {
  /// `422 Unprocessable Content: the payload has an error: #/nickName: expected …`.
  public var description: String {
    (["\(status) \(title): \(detail)"] + errors.map { "\($0.pointer): \($0.detail)" }).joined(separator: "\n")
  }
}

extension ProblemDocument.Failure {
  init(_ issue: ValidationIssue) {
    detail = issue.message
    pointer = "#" + issue.instanceLocation.uriFragment
    keyword = issue.keyword
    line = issue.position?.line
    column = issue.position?.column
  }

  init(_ error: JSONSyntaxError) {
    detail = error.message
    pointer = "#"
    keyword = "parse"
    line = error.position.line
    column = error.position.column
  }

  init(_ fact: SchemaError.NotRepresentable) {
    detail = "expected a value that can be represented, found \(fact.found)"
    pointer = "#" + fact.instanceLocation.uriFragment
    keyword = "type"
    line = fact.position?.line
    column = fact.position?.column
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
