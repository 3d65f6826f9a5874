package import JSONSchema
import SchemaAnalysis
package import SchemaRuntime

/// The text of a SARIF 2.1.0 log (OASIS) with one run, for code scanning.
///
/// A log of any length can be written in parts: ``opening``, then each result, separated by ``separator``, then
/// ``closing(rules:)``. Each result is on a line of its own.
package struct SARIFLog {
  /// The tool's name, such as `codegen lint`.
  package var tool: String
  /// The tool's version.
  package var version: String

  /// A rule that a result refers to.
  package struct Rule: Hashable, Sendable {
    package var id: String
    /// A name for display; nil if the id is one.
    package var name: String?
    package var summary: String
    package var explanation: String?
    /// The documentation, in Markdown.
    package var documentation: String?
    package var severity: Diagnostic.Severity

    package init(
      id: String, name: String? = nil, summary: String, explanation: String? = nil, documentation: String? = nil,
      severity: Diagnostic.Severity
    ) {
      self.id = id
      self.name = name
      self.summary = summary
      self.explanation = explanation
      self.documentation = documentation
      self.severity = severity
    }
  }

  package init(tool: String, version: String) {
    self.tool = tool
    self.version = version
  }

  // MARK: - Parts

  /// The text before the results.
  package var opening: [UInt8] {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return Array(
      #"{"$schema":"\#(schema)","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":["#.utf8)
      + [0x0a]
  }

  /// The text between two results.
  package static let separator = Array(",\n".utf8)

  /// Returns the text after the results, with the rules that they refer to.
  package func closing(rules: [Rule]) -> [UInt8] {
    let driver: JSONValue = [
      "name": .string(tool), "version": .string(version), "rules": .array(rules.map(\.json)),
    ]
    return Array("\n],\"tool\":".utf8) + (["driver": driver] as JSONValue).json() + Array("}]}\n".utf8)
  }

  /// Returns the entire text.
  package func text(_ findings: [ReportedFinding], rules: [Rule]) -> [UInt8] {
    opening + findings.map { $0.sarifResult.json().withoutHiddenCharacters }.joined(separator: Self.separator)
      + closing(rules: rules)
  }
}

extension SARIFLog.Rule {
  fileprivate var json: JSONValue {
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
  package var sarifResult: JSONValue {
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
