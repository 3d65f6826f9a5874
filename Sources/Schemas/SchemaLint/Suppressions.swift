import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The suppressions in the configuration, and in `x-lint` in schemas.
///
///     "x-lint": { "ignore": { "unanchored-pattern": "part of a longer name, on purpose" } }
struct Suppressions {
  /// A row of `ignore` in a schema, or of `suppressions` in the configuration.
  private struct Row {
    var rule: String
    var reason: String?
    var location: SourceLocation
    /// The document, or a pattern of paths.
    var document: String?
    var path: Glob?
    /// The location below which it applies.
    var pointer: JSONPointer
    var isUsed = false
  }

  private var rows: [Row] = []
  private let paths: [String: String]
  private var malformed: [Violation] = []
  private let selected: Set<String>

  init(_ sources: [LintSource], _ documents: [String: JSONDocument], _ configuration: LintConfiguration) {
    paths = Dictionary(sources.map { ($0.name, $0.path) }) { first, _ in first }
    selected = configuration.selected
    for suppression in configuration.suppressions {
      rows.append(
        Row(
          rule: suppression.rule, reason: suppression.reason, location: suppression.location, document: nil,
          path: Glob(suppression.path), pointer: suppression.pointer))
    }
    for source in sources where source.isReported {
      guard let document = documents[source.name] else { continue }
      document.withRoot { readInline($0, document, source.name) }
    }
  }

  /// Reads every `x-lint` of a document.
  private mutating func readInline(_ root: UnsafeJSONNode, _ document: JSONDocument, _ name: String) {
    var pending: [(node: UnsafeJSONNode, pointer: JSONPointer, namesMembers: Bool)] = [(root, JSONPointer(), false)]
    while let (node, pointer, namesMembers) = pending.popLast() {
      for (key, value) in node.members {
        let keyword = key.string
        if keyword == "x-lint", !namesMembers {
          read(value, pointer, document, name)
        } else if value.isObject || value.isArray, namesMembers || !Self.values.contains(keyword) {
          // The members of these are names, not keywords.
          let isTable = !namesMembers && Self.tables.contains(keyword)
          pending.append((value, pointer.appending(keyword), isTable))
        }
      }
      for (index, element) in node.elements.enumerated() where element.isObject || element.isArray {
        pending.append((element, pointer.appending(index), false))
      }
    }
  }

  /// Keywords whose values are never schemas.
  private static let values: Set<String> = ["enum", "const", "default", "examples"]
  private static let tables: Set<String> = [
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
  ]

  private mutating func read(_ value: UnsafeJSONNode, _ pointer: JSONPointer, _ document: JSONDocument, _ name: String)
  {
    func location(_ node: UnsafeJSONNode, _ path: [String]) -> SourceLocation {
      SourceLocation(
        document: name, pointer: JSONPointer(pointer.tokens + ["x-lint"] + path),
        position: document.position(at: node.offset))
    }
    guard value.isObject, let ignored = value.member("ignore"), ignored.isObject else {
      malformed.append(
        Violation(location(value, []), "write 'x-lint' as {\"ignore\": {\"RULE\": \"reason\"}}"))
      return
    }
    for (rule, reason) in ignored.members {
      rows.append(
        Row(
          rule: rule.string, reason: reason.isString ? reason.string : nil,
          location: location(rule, ["ignore", rule.string]), document: name, path: nil, pointer: pointer))
    }
  }

  /// Whether a finding is suppressed. Marks the matching suppressions as used.
  mutating func suppress(_ finding: Finding) -> Bool {
    var isSuppressed = false
    for index in rows.indices where matches(rows[index], finding) {
      rows[index].isUsed = true
      isSuppressed = true
    }
    return isSuppressed
  }

  private func matches(_ row: Row, _ finding: Finding) -> Bool {
    guard row.rule == finding.rule else { return false }
    let location = finding.location
    if let document = row.document, document != location.document { return false }
    if let path = row.path, !path.matches(paths[location.document] ?? location.document) { return false }
    return location.pointer.tokens.starts(with: row.pointer.tokens)
  }

  /// The findings about the suppressions themselves, after all other findings have been checked.
  var violations: [(rule: any LintRule.Type, violations: [Violation])] {
    var unused: [Violation] = []
    var unexplained = malformed
    for row in rows {
      if !LintRules.all.contains(where: { $0.id == row.rule }) {
        let nearest = Spelling.nearest(to: row.rule, among: LintRules.all.map { $0.id }, limit: 4)
        let suggestion = nearest.map { "; did you mean \($0.quoted)?" } ?? ""
        unused.append(Violation(row.location, "expected the id of a rule, found \(row.rule.quoted)" + suggestion))
      } else if !row.isUsed, selected.isEmpty || selected.contains(row.rule) {
        unused.append(Violation(row.location, "this suppression matches no finding of \(row.rule.quoted); remove it"))
      }
      if row.reason?.allSatisfy(\.isWhitespace) ?? true {
        unexplained.append(
          Violation(row.location, "this suppression of \(row.rule.quoted) has no reason; write one"))
      }
    }
    return [(UnusedSuppression.self, unused), (UnexplainedSuppression.self, unexplained)]
  }
}
