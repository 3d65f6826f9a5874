import Foundation
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
  /// Whether the client is on this machine, and no proxy says otherwise.
  var isLocal = false
  /// Whether the client asks for a WebSocket.
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
    if problem.status == 426 {
      add("upgrade", "websocket")
      add("sec-websocket-version", "13")
    }
    if problem.status == 429 || problem.status == 503 { add("retry-after", "1") }
  }

  mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }
}

extension Response {
  /// Returns the response as it is sent (RFC 9112).
  /// - Parameters:
  ///   - isLast: Whether the connection is closed after it.
  ///   - hasBody: Whether the body is sent, and not only its length.
  func bytes(isLast: Bool, hasBody: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(StatusPhrase.of(status))\r\ndate: \(Self.date())\r\n"
    // A line break in a value would begin another field.
    for field in fields { head += "\(field.name): \(field.value.filter { !$0.isNewline })\r\n" }
    var options = fields.contains { $0.name == "upgrade" } ? ["upgrade"] : []
    if isLast { options.append("close") }
    if !options.isEmpty { head += "connection: \(options.joined(separator: ", "))\r\n" }
    if status >= 200, status != 204 { head += "content-length: \(body.count)\r\n" }
    return Array("\(head)\r\n".utf8) + (hasBody ? body : [])
  }

  /// The time in the form of RFC 9110, section 5.6.7.
  private static func date() -> String {
    var (seconds, parts) = (time(nil), tm())
    gmtime_r(&seconds, &parts)
    let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day), \(digits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
      + "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec)) GMT"
  }
}

/// The reason phrases of statuses (RFC 9110, section 15).
enum StatusPhrase {
  static func of(_ status: Int) -> String { phrases[status] ?? "Status" }

  private static let phrases = [
    101: "Switching Protocols", 200: "OK", 204: "No Content", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 411: "Length Required",
    413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed",
    422: "Unprocessable Content", 426: "Upgrade Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
    505: "HTTP Version Not Supported",
  ]
}
