import Foundation
import SchemaLoading
import SchemaRuntime

@testable import CodegenCommands

/// An editor with a folder of its own, which asks a server in this process.
final class Session {
  let root: String
  let server: LanguageServer
  private var requestCount = 0
  private var versions: [String: Int] = [:]
  /// The last diagnostics of each file, as `line:column-column code`, counted from zero.
  private(set) var diagnostics: [String: [String]] = [:]
  /// How many times the server has sent the diagnostics of each file.
  var counts: [String: Int] = [:]

  init(_ files: KeyValuePairs<String, String> = [:]) throws {
    root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/lsp-\(UUID().uuidString)"
    server = LanguageServer(workingDirectory: root)
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
    _ = try ask("initialize", ["rootUri": .string(uri(""))])
    tell("initialized", [:])
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: root + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func uri(_ name: String) -> String { FilePath.uri(of: name.isEmpty ? root : root + "/" + name) }

  struct Refusal: Error { var message: JSONValue }

  /// Sends a request and returns its result.
  func ask(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    requestCount += 1
    let id = JSONValue.number(JSONNumber(requestCount))
    let message: JSONValue = ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters]
    let answers = take(server.receive(message.json()))
    let answer = answers.first { $0["id"] == id }
    if let error = answer?["error"] { throw Refusal(message: error) }
    return answer?["result"] ?? .null
  }

  func tell(_ method: String, _ parameters: JSONValue) {
    _ = take(server.receive((["jsonrpc": "2.0", "method": .string(method), "params": parameters] as JSONValue).json()))
  }

  func open(_ name: String, _ text: String? = nil) throws {
    let text = try text ?? String(contentsOfFile: root + "/" + name, encoding: .utf8)
    versions[name] = 1
    tell("textDocument/didOpen", ["textDocument": ["uri": .string(uri(name)), "version": 1, "text": .string(text)]])
  }

  func change(_ name: String, _ changes: JSONValue...) {
    versions[name, default: 0] += 1
    tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri(name)), "version": .number(JSONNumber(versions[name] ?? 0))],
        "contentChanges": .array(changes),
      ])
  }

  /// Lets the server do the first step of its work, and returns the diagnostics then.
  func work() -> [String: [String]] {
    _ = take(server.work())
    return diagnostics
  }

  /// Lets the server do its work.
  func wait() {
    while server.delay != nil { _ = take(server.work()) }
  }

  /// Asks about the position of a mark `|` in a text, which replaces the file's.
  func ask(_ method: String, _ name: String, at marked: String, _ more: JSONObject = [:]) throws -> JSONValue {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    change(name, ["text": .string(parts.joined())])
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    var parameters = more
    parameters["textDocument"] = ["uri": .string(uri(name))]
    parameters["position"] = [
      "line": .number(JSONNumber(lines.count - 1)),
      "character": .number(JSONNumber(lines[lines.count - 1].utf16.count)),
    ]
    return try ask("textDocument/" + method, .object(parameters))
  }

  private func take(_ messages: [JSONValue]) -> [JSONValue] {
    for message in messages where message["method"] == "textDocument/publishDiagnostics" {
      guard let parameters = message["params"], let uri = parameters["uri"]?.string else { continue }
      let name = String(uri.dropFirst(self.uri("").count + 1))
      counts[name, default: 0] += 1
      diagnostics[name] = (parameters["diagnostics"]?.array ?? []).map { diagnostic in
        "\(Self.words(diagnostic["range"])) \(diagnostic["code"]?.string ?? "")"
      }
    }
    return messages
  }

  /// `1:2-8`, or `1:2-3:4`, counted from zero.
  static func words(_ range: JSONValue?) -> String {
    func number(_ path: String...) -> Int { range?[JSONPointer(path)]?.int ?? -1 }
    let lines = (number("start", "line"), number("end", "line"))
    let end = number("end", "character")
    return "\(lines.0):\(number("start", "character"))-" + (lines.0 == lines.1 ? "\(end)" : "\(lines.1):\(end)")
  }

  /// `name 1:2-8`.
  func words(ofLocation location: JSONValue) -> String {
    "\(location["uri"]?.string?.dropFirst(uri("").count + 1) ?? "") \(Self.words(location["range"]))"
  }
}
