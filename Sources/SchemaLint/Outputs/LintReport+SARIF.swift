import JSONSchema
package import SchemaRuntime

extension LintReport {
  /// Returns the findings as a SARIF 2.1.0 log (OASIS), for code scanning.
  ///
  /// - Parameters:
  ///   - version: The version of the tool.
  ///   - sources: The linted texts, for the positions of edits.
  package func sarif(version: String, sources: [LintSource]) -> JSONValue {
    let rules = LintRules.all.filter { rule in findings.contains { $0.rule == rule.id } }
    let ruleIndices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let texts = Dictionary(sources.map { ($0.name, $0.text) }) { first, _ in first }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "codegen lint", "version": .string(version), "rules": .array(rules.map(Self.description)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": .array(findings.map { Self.result($0, ruleIndex: ruleIndices[$0.rule], texts) }),
        ]
      ],
    ]
  }

  private static func description(_ rule: any LintRule.Type) -> JSONValue {
    [
      "id": .string(rule.id),
      "name": .string(String(describing: rule)),
      "shortDescription": ["text": .string(rule.summary)],
      "fullDescription": ["text": .string(rule.explanation)],
      "help": ["text": .string(rule.explanation), "markdown": .string(RulePage.text(of: rule))],
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
    ]
  }

  private static func result(_ finding: Finding, ruleIndex: Int?, _ texts: [String: [UInt8]]) -> JSONValue {
    var result: JSONObject = ["ruleId": .string(finding.rule)]
    if let ruleIndex { result["ruleIndex"] = .number(JSONNumber(ruleIndex)) }
    result["level"] = .string(finding.severity.rawValue)
    result["message"] = ["text": .string(finding.message)]
    result["locations"] = [.object(location(finding.location))]
    if !finding.notes.isEmpty {
      result["relatedLocations"] = .array(
        finding.notes.enumerated().map { index, note in
          var related: JSONObject = ["id": .number(JSONNumber(index + 1))]
          related.merge(location(note.location)) { $1 }
          related["message"] = ["text": .string(note.message)]
          return .object(related)
        })
    }
    if let example = finding.example { result["properties"] = ["example": example] }
    if let fix = finding.fix { result["fixes"] = [Self.fix(fix, texts)] }
    return .object(result)
  }

  private static func location(_ location: SourceLocation) -> JSONObject {
    [
      "physicalLocation": [
        "artifactLocation": artifact(location.document),
        "region": [
          "startLine": .number(JSONNumber(location.position.line)),
          "startColumn": .number(JSONNumber(location.position.column)),
        ],
      ],
      "logicalLocations": [["fullyQualifiedName": .string("#" + location.pointer.uriFragment), "kind": "value"]],
    ]
  }

  /// Returns a file's URI relative to the working directory. Characters that a URI's path cannot contain are
  /// percent-encoded.
  private static func artifact(_ name: String) -> JSONValue {
    var uri = ""
    let digits = Array("0123456789ABCDEF")
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x2f, 0x5f, 0x7e:
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return ["uri": .string(uri)]
  }

  private static func fix(_ fix: Fix, _ texts: [String: [UInt8]]) -> JSONValue {
    var names: [String] = []
    for edit in fix.edits where !names.contains(edit.document) { names.append(edit.document) }
    return [
      "description": ["text": .string(fix.summary)],
      "artifactChanges": .array(
        names.map { name in
          [
            "artifactLocation": artifact(name),
            "replacements": .array(
              fix.edits.filter { $0.document == name }.map { edit in
                [
                  "deletedRegion": region(edit.range, texts[name] ?? []),
                  "insertedContent": ["text": .string(edit.replacement)],
                ]
              }),
          ]
        }),
    ]
  }

  private static func region(_ range: Range<Int>, _ text: [UInt8]) -> JSONValue {
    text.withUnsafeBufferPointer { text in
      let start = SourcePosition(offset: range.lowerBound, in: text)
      let end = SourcePosition(offset: range.upperBound, in: text)
      return [
        "startLine": .number(JSONNumber(start.line)), "startColumn": .number(JSONNumber(start.column)),
        "endLine": .number(JSONNumber(end.line)), "endColumn": .number(JSONNumber(end.column)),
      ]
    }
  }
}
