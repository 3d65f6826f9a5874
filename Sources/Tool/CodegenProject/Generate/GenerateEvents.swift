import CodegenCore
import CommandLineTool
import SchemaAnalysis
import SchemaRuntime

/// The events of `generate --json`, each a JSON object on its own line, so that tools need not parse text. Their schema
/// is `Documentation.docc/generate-event.schema.json`.
///
///     {"event": "diagnostic", "severity": "warning", "file": "Schemas/a.schema.json", "line": 3, "column": 5, …}
struct GenerateEvents {
  let output: TextStream

  enum FileEvent: String {
    case written, deleted, unchanged, stale
  }

  func started() { write("started", ["verb": "generate", "version": .string(Release.version)]) }

  func report(_ message: Message) {
    var members: JSONObject = [
      "severity": .string(message.severity.rawValue), "message": .string(message.statement),
    ]
    if let file = message.file { members["file"] = .string(file) }
    if let line = message.line { members["line"] = .number(JSONNumber(line)) }
    if let column = message.column { members["column"] = .number(JSONNumber(column)) }
    if let pointer = message.pointer { members["pointer"] = .string(pointer) }
    write("diagnostic", members)
  }

  /// Reports an event for each file, and the last event with their counts; a failed run has no coverage.
  func finished(_ code: ExitCode, _ files: [(FileEvent, paths: [String])] = [], coverage: JSONValue? = nil) {
    for (event, paths) in files {
      for path in paths { write(event.rawValue, ["path": .string(path)]) }
    }
    var members: JSONObject = ["code": .number(JSONNumber(Int(code.rawValue)))]
    for (event, paths) in files { members[event.rawValue] = .number(JSONNumber(paths.count)) }
    if let coverage { members["coverage"] = coverage }
    write("finished", members)
  }

  private func write(_ event: String, _ members: JSONObject) {
    var object: JSONObject = ["event": .string(event)]
    for member in members { object[member.key] = member.value }
    output.writeLine(JSONValue.object(object).json().withoutHiddenCharacters)
    output.flush()
  }
}
