import CollaborationModels
import SchemaRuntime

/// Prints the demo's output: a heading for each act, and each payload with its verdict.
struct Transcript: ~Copyable {
  private var reader = JSONReader()
  /// The number of payloads that were checked.
  private(set) var payloadCount = 0

  mutating func act(_ title: String) { print("\n\(title)\n\(String(repeating: "─", count: title.count))") }

  func say(_ text: String) { print("  " + text) }

  /// Prints a payload and whether it satisfies the schema of its model, with the issues if not.
  mutating func show<Model: SchemaModel>(_ what: String, _ payload: [UInt8], as model: Model.Type) {
    payloadCount += 1
    let isValid = Model.isValid(payload, using: &reader)
    print("  \(isValid ? "✓ valid  " : "✗ invalid") \(what), \(payload.count) bytes")
    print("            \(Self.shortened(String(decoding: payload, as: UTF8.self)))")
    guard !isValid else { return }
    do {
      for issue in try Model.issues(in: payload) { print("            \(issue)") }
    } catch { print("            \(error)") }
  }

  /// Prints a value as a payload.
  mutating func show(_ what: String, _ value: some WritableModel) throws {
    try show(what, value.json(), as: type(of: value))
  }

  private static func shortened(_ text: String) -> String {
    let limit = 160
    return text.count > limit ? text.prefix(limit - 2) + " …" : text
  }
}
