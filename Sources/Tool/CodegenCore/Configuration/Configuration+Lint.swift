package import JSONSchema
package import SchemaRuntime

extension Configuration {
  /// Settings of `lint`: names of rules and levels as written; the schema has checked them.
  package struct Lint: Hashable, Sendable {
    /// Whether notes are reported.
    package var notes = false
    /// Levels by rule.
    package var rules: [String: String] = [:]
    /// Levels by rule for files that match patterns.
    package var overrides: [Override] = []
    package var suppressions: [Suppression] = []

    /// Levels for some files.
    package struct Override: Hashable, Sendable {
      package var paths: [String]
      package var rules: [String: String]
    }

    /// Findings to suppress.
    package struct Suppression: Hashable, Sendable {
      package var rule: String
      package var path: String
      package var pointer: JSONPointer
      package var reason: String?
      /// Its position in the configuration.
      package var location: SourceLocation
    }

    package init() {}
  }
}

extension Configuration.Lint {
  /// Reads a value that satisfies the schema.
  init(valid value: JSONValue?, document: JSONDocument, name: String) {
    func levels(_ value: JSONValue?) -> [String: String] {
      Dictionary((value?.object ?? [:]).mapValues { $0.string ?? "" })
    }
    notes = value?["notes"]?.bool ?? false
    rules = levels(value?["rules"])
    overrides = (value?["overrides"]?.array ?? []).map {
      Override(paths: $0["paths"]?.array?.compactMap(\.string) ?? [], rules: levels($0["rules"]))
    }
    suppressions = (value?["suppressions"]?.array ?? []).enumerated().map { index, row in
      let pointer = JSONPointer(["lint", "suppressions", String(index)])
      let position = document.position(of: pointer)
      return Suppression(
        rule: row["rule"]?.string ?? "", path: row["path"]?.string ?? "",
        pointer: row["pointer"]?.string.flatMap { JSONPointer($0) } ?? JSONPointer(), reason: row["reason"]?.string,
        location: SourceLocation(document: name, pointer: pointer, position: position))
    }
  }
}
