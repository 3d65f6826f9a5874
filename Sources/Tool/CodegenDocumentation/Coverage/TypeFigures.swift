import CodegenCore
package import JSONSchema
package import SchemaRuntime

/// How many declared members, choices and names the generated types represent.
package struct TypeFigures: Sendable {
  /// Declared members that are in no type, with one reason at one location.
  package struct Loss: Hashable, Sendable {
    /// The nearest schema that a type represents, and its keyword that declares the members or leads to them.
    package var schema: SchemaID
    package var keyword: String
    /// The Swift form of the schema.
    package var shape: String
    /// Why it has no members; nil if the keyword is explanation enough.
    package var reason: String?
    package var count = 0
  }

  /// A member of type `JSONValue` although its schema is more specific.
  package struct UntypedMember: Hashable, Sendable {
    package var schema: SchemaID
    package var reason: String
  }

  /// The counts for one document of the graph.
  package struct Counts: Hashable, Sendable {
    /// Entries of `properties` outside conditions and negations, except those that no value may have.
    package var declaredMembers = 0
    /// Those that are members of a type.
    package var representedMembers = 0
    /// Members of structs.
    package var members = 0
    /// Members of type `JSONValue` although their schemas are more specific.
    package var untypedMembers = 0
    package var unionCases = 0
    /// Cases of unions whose names contain only a position.
    package var positionalCases = 0
    package var types = 0
    /// Types whose names contain only a position.
    package var positionalTypes = 0
    /// Names of types, members, cases and files.
    package var names = 0
    /// Names with escapes, although they consist of ASCII letters, digits, `-`, `_` and `.`.
    package var escapedNames = 0

    fileprivate static let fields: [(name: String, path: any WritableKeyPath<Counts, Int> & Sendable)] = [
      ("declaredMembers", \.declaredMembers), ("representedMembers", \.representedMembers), ("members", \.members),
      ("untypedMembers", \.untypedMembers), ("unionCases", \.unionCases), ("positionalCases", \.positionalCases),
      ("types", \.types), ("positionalTypes", \.positionalTypes), ("names", \.names), ("escapedNames", \.escapedNames),
    ]
  }

  /// The counts of each document, in the order of the graph.
  package var documents: [Counts]
  package var losses: [Loss] = []
  package var untypedMembers: [UntypedMember] = []
  /// `Payment.option1`
  package var positionalCases: [String] = []
  package var positionalTypes: [String] = []
  package var escapedNames: [String] = []

  /// The counts of all documents.
  package var total: Counts {
    documents.reduce(into: Counts()) { total, counts in
      for field in Counts.fields { total[keyPath: field.path] += counts[keyPath: field.path] }
    }
  }
}

extension TypeFigures.Counts {
  var json: JSONObject {
    JSONObject(Self.fields.map { ($0.name, .number(JSONNumber(self[keyPath: $0.path]))) })
  }
}

extension TypeFigures.Loss {
  /// `12 members declared under 'then' have no Swift property`
  var message: String {
    let members = count == 1 ? "1 member" : "\(count) members"
    let place = keyword == "properties" ? "here" : "under '\(keyword)'"
    let verb = count == 1 ? "has" : "have"
    return "\(members) declared \(place) \(verb) no Swift property"
      + (reason.map { ": the schema is generated as \($0)" } ?? "")
  }
}

extension TypeFigures {
  /// Returns the figures for users, after a note about each loss.
  package func lines(in graph: SchemaGraph) -> [String] {
    let locations = locations(of: losses, in: graph)
    let total = total
    return zip(losses, locations).map { loss, location in
      Diagnostic(severity: .note, location: location, message: loss.message).description
    } + [
      "members: \(total.representedMembers) of \(total.declaredMembers) declared members are in types",
      "JSONValue: \(total.untypedMembers) of \(total.members) members have this type, although their schemas say more",
      "cases: \(total.positionalCases) of \(total.unionCases) cases of unions, and \(total.positionalTypes) of "
        + "\(total.types) types, have only a position as name, such as 'option2'",
      "names: \(total.escapedNames) of \(total.names) Swift names have underscores that the names in the schemas lack",
    ]
  }

  /// Returns the figures for tools.
  package func json(in graph: SchemaGraph) -> JSONValue {
    let untyped = graph.shownLocations(of: untypedMembers.map { ($0.schema, "") })
    var figures: JSONObject = ["counts": .object(total.json)]
    figures["documents"] = .array(
      zip(documents, graph.documents).map { counts, document in
        var row = counts.json
        row["file"] = .string(document.qualifiedName)
        return .object(row)
      })
    figures["losses"] = .array(
      zip(losses, locations(of: losses, in: graph)).map { loss, location in
        var row: JSONObject = [
          "members": .number(JSONNumber(loss.count)), "keyword": .string(loss.keyword), "in": .string(loss.shape),
        ]
        if let reason = loss.reason { row["reason"] = .string(reason) }
        return row.adding(location)
      })
    figures["untypedMembers"] = .array(
      zip(untypedMembers, untyped).map { member, location in
        let row: JSONObject = ["reason": .string(member.reason)]
        return row.adding(location)
      })
    for (name, list) in [
      ("positionalCases", positionalCases), ("positionalTypes", positionalTypes), ("escapedNames", escapedNames),
    ] {
      figures[name] = .array(list.map { .string($0) })
    }
    return .object(figures)
  }

  private func locations(of losses: [Loss], in graph: SchemaGraph) -> [SourceLocation] {
    graph.shownLocations(of: losses.map { ($0.schema, $0.keyword) })
  }
}

extension JSONObject {
  func adding(_ location: SourceLocation) -> JSONValue {
    var row = self
    row["file"] = .string(location.document)
    row["line"] = .number(JSONNumber(location.position.line))
    row["column"] = .number(JSONNumber(location.position.column))
    row["pointer"] = .string("\(location.pointer)")
    return .object(row)
  }
}
