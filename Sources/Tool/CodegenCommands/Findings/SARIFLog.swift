import CodegenProject
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The text of a SARIF 2.1.0 log (OASIS) with one run, for code scanning. Each result is on a line of its own.
struct SARIFLog: FindingOutput {
  let name = "sarif"
  let purpose = "is for code scanning"
  let separator = Array(",\n".utf8)

  var opening: [UInt8] {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return Array(
      #"{"$schema":"\#(schema)","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":["#.utf8)
      + [0x0a]
  }

  func text(of finding: ReportedFinding) -> [UInt8] { finding.sarif.json().withoutHiddenCharacters }

  func closing(_ verb: String, _ rules: [ReportedRule]) -> [UInt8] {
    let driver: JSONValue = [
      "name": .string("codegen \(verb)"), "version": .string(Release.version), "rules": .array(rules.map(\.sarif)),
    ]
    return Array("\n],\"tool\":".utf8) + (["driver": driver] as JSONValue).json() + Array("}]}\n".utf8)
  }
}

extension ReportedRule {
  fileprivate var sarif: JSONValue {
    var rule: JSONObject = ["id": .string(id)]
    if let name { rule["name"] = .string(name) }
    rule["shortDescription"] = ["text": .string(summary)]
    if let explanation {
      rule["fullDescription"] = ["text": .string(explanation)]
      var help: JSONObject = ["text": .string(explanation)]
      if let documentation { help["markdown"] = .string(documentation) }
      rule["help"] = .object(help)
    }
    rule["defaultConfiguration"] = ["level": .string(severity.rawValue)]
    return .object(rule)
  }
}

extension ReportedFinding {
  /// A `result` object.
  fileprivate var sarif: JSONValue {
    var result: JSONObject = [
      "ruleId": .string(rule), "level": .string(severity.rawValue), "message": ["text": .string(message.onOneLine)],
    ]
    result["locations"] = [.object(Self.sarif(location))]
    if !notes.isEmpty {
      result["relatedLocations"] = .array(
        notes.enumerated().map { index, note in
          var related: JSONObject = ["id": .number(JSONNumber(index + 1))]
          related.merge(Self.sarif(note.location)) { $1 }
          related["message"] = ["text": .string(note.message.onOneLine)]
          return .object(related)
        })
    }
    if !properties.isEmpty { result["properties"] = .object(properties) }
    if let fix { result["fixes"] = [Self.sarif(fix)] }
    return .object(result)
  }

  private static func sarif(_ location: SourceLocation) -> JSONObject {
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

  private static func sarif(_ fix: Fix) -> JSONValue {
    var names: [String] = []
    for replacement in fix.replacements where !names.contains(replacement.document) {
      names.append(replacement.document)
    }
    return [
      "description": ["text": .string(fix.summary.onOneLine)],
      "artifactChanges": .array(
        names.map { name in
          [
            "artifactLocation": artifact(name),
            "replacements": .array(fix.replacements.filter { $0.document == name }.map(\.sarif)),
          ]
        }),
    ]
  }
}

extension ReportedFinding.Replacement {
  fileprivate var sarif: JSONValue {
    [
      "deletedRegion": [
        "startLine": .number(JSONNumber(start.line)), "startColumn": .number(JSONNumber(start.column)),
        "endLine": .number(JSONNumber(end.line)), "endColumn": .number(JSONNumber(end.column)),
      ],
      "insertedContent": ["text": .string(text)],
    ]
  }
}
