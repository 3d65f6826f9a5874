import CPostgreSQL

/// A connection string of libpq, such as `host=db.example dbname=app user=app` or `postgresql://app@db.example/app`. It
/// may contain passwords, so its text appears in no description.
struct ConnectionString: Sendable, CustomStringConvertible, CustomReflectable {
  let text: String
  /// The passwords in the text.
  private let secrets: [String]

  init(_ text: String) throws(PostgreSQLError) {
    guard !text.utf8.contains(0) else { throw .malformedConnectionString }
    // The parser's message repeats parts of the text.
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &message)
    PQfreemem(message)
    guard let options else { throw .malformedConnectionString }
    defer { PQconninfoFree(options) }
    var secrets: [String] = []
    var option = options
    while option.pointee.keyword != nil {
      // "*" marks what must not be shown.
      if let value = option.pointee.val, let display = option.pointee.dispchar, String(cString: display) == "*" {
        secrets.append(String(cString: value))
      }
      option += 1
    }
    self.text = text
    self.secrets = secrets.filter { !$0.isEmpty }
  }

  /// Returns a message of libpq as one line without passwords. libpq's own messages contain none; this is for those of
  /// servers and of libraries that it uses.
  func redacted(_ message: String) -> String {
    var result = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    for secret in secrets { result = result.replacing(secret, with: "…") }
    return result
  }

  var description: String { "ConnectionString" }
  var customMirror: Mirror { Mirror(self, children: []) }
}
