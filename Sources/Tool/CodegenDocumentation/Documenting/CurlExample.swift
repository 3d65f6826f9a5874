import CodegenCore
import SchemaRuntime

/// Writes the shell command that sends a payload.
enum CurlExample {
  /// Returns the command for an object or array; nil for other values and long ones.
  ///
  /// The payload is a here-document, in which the shell interprets nothing. No line of it can end the document, because
  /// every line of JSON has a bracket, a quotation mark or a value.
  static func tokens(sending value: JSONValue, _ json: JSONTokens) -> [CodeToken]? {
    switch value {
    case .object, .array: break
    case .null, .bool, .number, .string: return nil
    }
    if json.isShortened { return nil }
    return [
      CodeToken(text: "curl", kind: .keyword), CodeToken(text: " ", kind: .plain),
      CodeToken(text: "\"$URL\"", kind: .string), CodeToken(text: " --json @- <<'JSON'\n", kind: .plain),
      CodeToken(text: json.text + "\nJSON", kind: .plain),
    ]
  }
}
