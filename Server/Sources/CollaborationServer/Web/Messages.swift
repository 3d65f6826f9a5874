import SchemaRuntime

/// A request without its body.
struct RequestHead: Hashable, Sendable {
  var method: String
  /// The path, decoded, without the query.
  var path: String
  var authorization: String?
  var contentType: String?
  var contentLength: Int?
  var origin: String?
  var host: String?
  var peer: String
  var isChunked = false
  var isUpgrade = false
  /// The parameter of the query.
  var accessToken: String?

  /// The segments of the path.
  var segments: [Substring] { path.split(separator: "/") }

  /// The bearer token (RFC 6750). Web pages cannot set header fields of WebSockets, and send it as a parameter.
  var bearer: String? {
    if let authorization {
      let words = authorization.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
      return String(words[1])
    }
    return isUpgrade ? accessToken : nil
  }
}

/// A response.
struct Response: Hashable, Sendable {
  var status: Int
  var fields: [Field] = []
  var body: [UInt8] = []

  struct Field: Hashable, Sendable {
    var name: String
    var value: String
  }

  init(status: Int, contentType: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.body = body
    if let contentType { add("content-type", contentType) }
  }

  init(json: [UInt8]) { self.init(status: 200, contentType: "application/json", body: json) }

  init(_ problem: ProblemDocument) {
    self.init(status: problem.status, contentType: ProblemDocument.contentType, body: problem.json())
    if problem.status == 401 { add("www-authenticate", "Bearer") }
    if problem.status == 429 { add("retry-after", "1") }
  }

  mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }
}
