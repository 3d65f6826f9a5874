import JSONSchema
package import SchemaRuntime

extension LintReport {
  /// The findings as one JSON value, and the number of notes that are not shown. Offsets of edits are in bytes.
  package var json: JSONValue {
    ["findings": .array(findings.map { .object($0.json) }), "hiddenNotes": .number(JSONNumber(hiddenNoteCount))]
  }
}

extension Finding {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["rule": .string(rule), "severity": .string(severity.rawValue)]
    object.merge(location.json) { $1 }
    object["message"] = .string(message)
    object["notes"] = .array(
      notes.map { note in
        var object = note.location.json
        object["message"] = .string(note.message)
        return .object(object)
      })
    if let example { object["example"] = example }
    if let fix {
      object["fix"] = [
        "summary": .string(fix.summary),
        "edits": .array(
          fix.edits.map { edit in
            [
              "path": .string(edit.document), "start": .number(JSONNumber(edit.range.lowerBound)),
              "end": .number(JSONNumber(edit.range.upperBound)), "text": .string(edit.replacement),
            ]
          }),
      ]
    }
    return object
  }
}

extension SourceLocation {
  fileprivate var json: JSONObject {
    [
      "path": .string(document), "line": .number(JSONNumber(position.line)),
      "column": .number(JSONNumber(position.column)), "pointer": .string(pointer.description),
    ]
  }
}
