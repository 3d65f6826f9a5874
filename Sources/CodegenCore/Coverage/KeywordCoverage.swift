package import JSONSchema
package import SchemaRuntime

/// What became of every keyword of the schemas: types, checks, structure, documentation, or nothing.
///
/// Made by the pipeline from what planner and compiler did, so that it says what is, and not what should be.
package struct KeywordCoverage: Sendable {
  /// What a keyword became. The first that fits is what it counts as.
  package enum Use: String, Hashable, Sendable, CaseIterable, Comparable {
    /// It decides what Swift type there is, or what it is called.
    case type
    /// It is an instruction of the program that validates.
    case check
    /// It names, holds or finds schemas.
    case structure
    /// It says something to people or to other tools.
    case documentation

    package static func < (a: Use, b: Use) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// One keyword at one place.
  package struct Entry: Hashable, Sendable {
    package var schema: SchemaID
    package var keyword: String
    /// What it became, the most telling first; empty for neither.
    package var uses: [Use]
    /// Why it became nothing; nil when it became something.
    package var reason: String?
  }

  /// Document by document; a schema's keywords before those of the schemas inside it.
  package var entries: [Entry]

  /// The keywords that became nothing.
  package var ignored: [Entry] { entries.filter(\.uses.isEmpty) }

  /// How many keywords count as what; nil stands for those that became nothing.
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

  /// A finding for each keyword that became nothing; one for all of a schema that nothing refers to.
  package func findings(_ severity: Diagnostic.Severity, in graph: SchemaGraph) -> [Diagnostic] {
    let ignored = ignored
    let redaction = LocationRedaction(graph)
    return zip(ignored, graph.locations(of: ignored.map { ($0.schema, $0.keyword) })).map { entry, found in
      let location = redaction.shown(found)
      let found = entry.reason ?? "neither"
      let message = "expected '\(entry.keyword)' to become a type or a check, found \(found)"
      return Diagnostic(severity: severity, location: location, message: message)
    }
  }
}

extension KeywordCoverage {
  /// How many keywords there are, and how many count as what.
  package var counts: JSONValue {
    var counts: JSONObject = ["keywords": .number(JSONNumber(entries.count))]
    for use in Use.allCases { counts[use.rawValue] = .number(JSONNumber(count(of: use))) }
    counts["neither"] = .number(JSONNumber(count(of: nil)))
    return .object(counts)
  }

  /// The table for tools: counts, and a row a keyword with its place.
  package func json(in graph: SchemaGraph) -> JSONValue {
    let places = places(in: graph)
    let rows = zip(entries, places).map { entry, place in
      var row: JSONObject = [
        "keyword": .string(entry.keyword), "uses": .array(entry.uses.map { .string($0.rawValue) }),
        "file": .string(place.document), "line": .number(JSONNumber(place.position.line)),
        "column": .number(JSONNumber(place.position.column)), "pointer": .string("\(place.pointer)"),
      ]
      if let reason = entry.reason { row["reason"] = .string(reason) }
      return JSONValue.object(row)
    }
    return ["counts": counts, "keywords": .array(rows)]
  }

  /// The table for people: a line a keyword, `file:line:column: /pointer: uses`.
  package func lines(in graph: SchemaGraph) -> [String] {
    zip(entries, places(in: graph)).map { entry, place in
      let uses =
        entry.uses.isEmpty ? "neither (\(entry.reason ?? ""))" : entry.uses.map(\.rawValue).joined(separator: ", ")
      return "\(place): \(place.pointer): \(uses)"
    }
  }

  private func places(in graph: SchemaGraph) -> [SourceLocation] {
    let redaction = LocationRedaction(graph)
    return graph.locations(of: entries.map { ($0.schema, $0.keyword) }).map { redaction.shown($0) }
  }
}
