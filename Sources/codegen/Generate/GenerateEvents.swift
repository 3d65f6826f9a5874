import CodegenCore
import JSONSchema
import SchemaRuntime

/// What `generate --json` says: a JSON object a line, so that tools need not read prose.
///
///     {"event": "diagnostic", "severity": "warning", "file": "Schemas/a.schema.json", "line": 3, "column": 5, …}
///
/// ``schema`` describes the lines.
struct GenerateEvents {
  let output: TextStream

  /// What a file's event says of it.
  enum FileEvent: String, CaseIterable {
    case written, deleted, unchanged, stale
  }

  func started() { write("started", ["verb": "generate", "version": .string(Help.version)]) }

  func report(_ diagnostic: Diagnostic) {
    let place = diagnostic.location
    write(
      "diagnostic",
      [
        "severity": .string(diagnostic.severity.rawValue), "message": .string(diagnostic.message),
        "file": .string(place.document), "line": .number(JSONNumber(place.position.line)),
        "column": .number(JSONNumber(place.position.column)), "pointer": .string("\(place.pointer)"),
      ])
  }

  /// A message of which only the line is known: `place: severity: message`.
  func report(_ line: String) {
    let message = MessageLine(line)
    var members: JSONObject = ["severity": .string(message.severity.rawValue), "message": .string(message.text)]
    if let file = message.file { members["file"] = .string(file) }
    if let line = message.line { members["line"] = .number(JSONNumber(line)) }
    if let column = message.column { members["column"] = .number(JSONNumber(column)) }
    write("diagnostic", members)
  }

  func report(_ event: FileEvent, _ path: String) { write(event.rawValue, ["path": .string(path)]) }

  /// - Parameter coverage: nil when the run came to nothing.
  func finished(_ code: ExitCode, counts: [(FileEvent, Int)], coverage: KeywordCoverage?) {
    var members: JSONObject = ["code": .number(JSONNumber(Int(code.rawValue)))]
    for (event, count) in counts { members[event.rawValue] = .number(JSONNumber(count)) }
    if let coverage { members["coverage"] = coverage.counts }
    write("finished", members)
  }

  private func write(_ event: String, _ members: JSONObject) {
    var object: JSONObject = ["event": .string(event)]
    for member in members { object[member.name] = member.value }
    output.writeLine(JSONValue.object(object).text())
    output.flush()
  }
}

/// A line for people in its parts: `Schemas/a.schema.json:3:5: error: expected …`.
struct MessageLine: Equatable {
  var file: String?
  var line: Int?
  var column: Int?
  var severity = Diagnostic.Severity.error
  var text: String

  init(_ line: String) {
    text = line
    let found = Diagnostic.Severity.allCases.compactMap { severity in
      line.firstRange(of: ": \(severity.rawValue): ").map { (range: $0, severity: severity) }
    }
    guard let first = found.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return }
    severity = first.severity
    text = String(line[first.range.upperBound...])
    var parts = line[..<first.range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 2, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) {
      (self.line, self.column) = (line, column)
      parts.removeLast(2)
    }
    file = parts.joined(separator: ":")
  }
}

extension GenerateEvents {
  /// The schema of one line; `Sources/codegen/Documentation.docc/generate-event.schema.json` is this text.
  static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://schemata.dev/schemas/generate-event.schema.json",
      "title": "An event of codegen generate --json",
      "type": "object",
      "required": ["event"],
      "properties": { "event": { "type": "string" } },
      "oneOf": [
        {
          "title": "started",
          "required": ["verb", "version"],
          "properties": {
            "event": { "const": "started" }, "verb": { "const": "generate" }, "version": { "type": "string" }
          }
        },
        {
          "title": "diagnostic",
          "description": "A finding. 'line' and 'column' begin at 1; 'pointer' is the value's JSON Pointer in the file.",
          "required": ["severity", "message"],
          "properties": {
            "event": { "const": "diagnostic" },
            "severity": { "enum": ["note", "warning", "error"] },
            "message": { "type": "string" },
            "file": { "type": "string" },
            "line": { "type": "integer", "minimum": 1 },
            "column": { "type": "integer", "minimum": 1 },
            "pointer": { "type": "string", "format": "json-pointer" }
          },
          "dependentRequired": { "line": ["file", "column"], "column": ["line"], "pointer": ["line"] }
        },
        {
          "title": "file",
          "description": "What became of a file: with --check, 'stale' stands for all that would be written or deleted.",
          "required": ["path"],
          "properties": {
            "event": { "enum": ["written", "deleted", "unchanged", "stale"] }, "path": { "type": "string" }
          }
        },
        {
          "title": "finished",
          "description": "The last event of a run; 'code' is its exit code.",
          "required": ["code"],
          "properties": {
            "event": { "const": "finished" },
            "code": { "enum": [0, 1, 2] },
            "written": { "$ref": "#/$defs/count" },
            "deleted": { "$ref": "#/$defs/count" },
            "unchanged": { "$ref": "#/$defs/count" },
            "stale": { "$ref": "#/$defs/count" },
            "coverage": {
              "description": "How many keywords of the schemas became what.",
              "type": "object",
              "required": ["keywords", "type", "check", "structure", "documentation", "neither"],
              "additionalProperties": { "$ref": "#/$defs/count" }
            }
          }
        }
      ],
      "unevaluatedProperties": false,
      "$defs": { "count": { "type": "integer", "minimum": 0 } }
    }
    """#
}
