import CodegenCore
package import JSONSchema
package import SchemaRuntime

/// How every keyword of the schemas is used: in types, checks, structure, documentation, or not at all.
///
/// The pipeline derives it from the actual results of the planner and the compiler.
package struct KeywordCoverage: Sendable {
  /// A use of a keyword. A keyword counts as the first use that applies.
  package enum Use: String, Hashable, Sendable, CaseIterable, Comparable {
    /// It determines a Swift type or its name.
    case type
    /// It is an instruction of the validation program.
    case check
    /// It names, contains or references schemas.
    case structure
    /// It is for readers or other tools.
    case documentation

    package static func < (a: Use, b: Use) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// One keyword at one location.
  package struct Entry: Hashable, Sendable {
    package var schema: SchemaID
    package var keyword: String
    /// Its uses, the most specific first; empty if unused.
    package var uses: [Use]
    /// Why it is unused; nil if it has a use, or there is no particular reason.
    package var reason: String?
  }

  /// Document by document; a schema's keywords before those of its subschemas.
  package var entries: [Entry]
  /// How many declared members, choices and names the generated types represent.
  package var types: TypeFigures
  /// The keywords for which streams hold values.
  package var held: [Held]

  /// A keyword for which a stream holds an array or object, or each of its elements.
  package struct Held: Hashable, Sendable {
    package var schema: SchemaID
    package var keyword: String
    package var isOfElements: Bool
  }

  /// The unused keywords.
  package var ignored: [Entry] { entries.filter(\.uses.isEmpty) }

  /// Returns the number of keywords per use; nil counts unused ones.
  package func count(of use: Use?) -> Int { entries.count { $0.uses.first == use } }

  /// `412 keywords: 210 types, 150 checks, 30 structure, 20 documentation, 2 neither`
  package var summary: String {
    func words(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    return "\(words(entries.count, "keyword")): "
      + [
        words(count(of: .type), "type"), words(count(of: .check), "check"), "\(count(of: .structure)) structure",
        "\(count(of: .documentation)) documentation", "\(count(of: nil)) neither",
      ].joined(separator: ", ")
  }

  /// Returns a diagnostic for each unused keyword; one in total for a schema that nothing references.
  package func findings(_ severity: Diagnostic.Severity, in graph: SchemaGraph) -> [Diagnostic] {
    let ignored = ignored
    let redaction = LocationRedaction(graph)
    return zip(ignored, graph.locations(of: ignored.map { ($0.schema, $0.keyword) })).map { entry, found in
      let location = redaction.shown(found)
      let reason = entry.reason.map { ": " + $0 } ?? ""
      let message = "'\(entry.keyword)' becomes neither a type nor a check" + reason
      return Diagnostic(severity: severity, location: location, message: message)
    }
  }
}

extension KeywordCoverage {
  /// The total number of keywords, and the number per use.
  package var counts: JSONValue {
    var counts: JSONObject = ["keywords": .number(JSONNumber(entries.count))]
    for use in Use.allCases { counts[use.rawValue] = .number(JSONNumber(count(of: use))) }
    counts["neither"] = .number(JSONNumber(count(of: nil)))
    return .object(counts)
  }

  /// Returns the table for tools: counts, figures about the types, and a row per keyword with its location.
  package func json(in graph: SchemaGraph) -> JSONValue {
    let locations = locations(in: graph)
    let rows = zip(entries, locations).map { entry, location in
      var row: JSONObject = [
        "keyword": .string(entry.keyword), "uses": .array(entry.uses.map { .string($0.rawValue) }),
        "file": .string(location.document), "line": .number(JSONNumber(location.position.line)),
        "column": .number(JSONNumber(location.position.column)), "pointer": .string("\(location.pointer)"),
      ]
      if let reason = entry.reason { row["reason"] = .string(reason) }
      return JSONValue.object(row)
    }
    let held = zip(held, graph.shownLocations(of: held.map { ($0.schema, $0.keyword) })).map { held, location in
      let row: JSONObject = ["keyword": .string(held.keyword), "elements": .bool(held.isOfElements)]
      return row.adding(location)
    }
    return ["counts": counts, "types": types.json(in: graph), "held": .array(held), "keywords": .array(rows)]
  }

  /// Returns a note about each keyword for which streams hold values.
  package func notesOfHeld(in graph: SchemaGraph) -> [String] {
    zip(held, graph.shownLocations(of: held.map { ($0.schema, $0.keyword) })).map { held, location in
      let what = held.isOfElements ? "each element" : "the whole value"
      return Diagnostic(
        severity: .note, location: location, message: "streams hold \(what) here: '\(held.keyword)' needs it at once"
      ).description
    }
  }

  /// Returns the table for users: one line per keyword, `file:line:column: /pointer: uses`.
  package func lines(in graph: SchemaGraph) -> [String] {
    zip(entries, locations(in: graph)).map { entry, location in
      let uses =
        entry.uses.isEmpty
        ? "neither" + (entry.reason.map { " (\($0))" } ?? "") : entry.uses.map(\.rawValue).joined(separator: ", ")
      return "\(location): \(location.pointer): \(uses)"
    }
  }

  private func locations(in graph: SchemaGraph) -> [SourceLocation] {
    graph.shownLocations(of: entries.map { ($0.schema, $0.keyword) })
  }
}
