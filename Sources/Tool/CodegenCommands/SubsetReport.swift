import CodegenCore
import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaComparison
import SchemaRewriting
import SchemaRuntime

/// What a provider's subset says in another way than a schema, with the proof that it admits the schema's values.
struct SubsetReport {
  private let profile: ProviderProfile
  private let document: SchemaDocument
  private let notes: [ProviderSubset.Note]
  /// What keeps values of the schema from being admitted.
  private let narrowings: [Change]

  init(_ subset: ProviderSubset, _ profile: ProviderProfile, of document: SchemaDocument) throws {
    (self.profile, self.document, notes) = (profile, document, subset.notes)
    let graphs = try [subset.original, subset.relaxed].map { schema in
      let source = try JSONDocument(
        parsing: schema.json(), limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
      let copy = SchemaDocument(uri: document.uri, name: document.name, source: source)
      return try SchemaResolver.resolve([copy], lookup: { _ in nil }).checked().graph
    }
    var configuration = Configuration()
    configuration.formats.assert = Format.allCases.map(\.keyword)
    do throws(ComparisonFailure) {
      narrowings = try SchemaComparison.narrowings(from: graphs[0], to: graphs[1], configuration: configuration)
    } catch {
      throw CommandFailure(diagnostics: error.diagnostics)
    }
  }

  /// Whether values cannot be written, or the provider permits no schema of this size.
  ///
  /// - Parameter isStrict: whether what is undecided counts, and values with members that the schema does not declare.
  func isBroken(isStrict: Bool) -> Bool {
    let isLost = notes.contains { $0.kind == .lost || $0.kind == .limit }
    return isLost || narrowings.contains { isStrict || $0.effect(on: .api) == .breaks && !$0.isBeyondDeclared }
  }

  var lines: [String] {
    var seen: Set<String> = []
    return (notes.map { line($0) } + narrowings.map { line($0) }).filter { seen.insert($0).inserted } + [summary]
  }

  private func line(_ note: ProviderSubset.Note) -> String {
    let words =
      switch note.kind {
      case .removed: "note: left to validation: \(note.message)"
      case .widened, .nullable: "note: \(note.message)"
      case .lost: "warning: not expressible: \(note.message)"
      case .limit: "warning: too large: \(note.message)"
      }
    return place(note.pointer).map { "\($0): \(words)" } ?? words
  }

  private func line(_ change: Change) -> String {
    let isShown = change.effect(on: .api) == .breaks
    let example = change.examples[.api].map { ", as in \($0.value.text().onOneLine)" } ?? ""
    let words =
      change.isBeyondDeclared
      ? change.rule == .named(.closed)
        ? "note: undeclared members are rejected" : "note: if undeclared members are present: \(change.message)"
      : isShown
        ? "warning: not all values are admitted: \(change.message)\(example)"
        : "warning: undecided whether all values are admitted: \(change.message)"
    return (change.old ?? change.new).flatMap { place($0.pointer) }.map { "\($0): \(words)" } ?? words
  }

  /// The location of a schema of the bundle in the file.
  private func place(_ pointer: JSONPointer) -> String? {
    let older = pointer.tokens.map { $0 == "$defs" ? "definitions" : $0 }
    let isDefinition = older.first == "definitions"
    let root = document.extent.schema.map { schema in
      (isDefinition ? DocumentContent.container(ofHost: document.root) : schema)?.tokens ?? []
    }
    let places = root.map { [$0 + pointer.tokens.dropFirst(isDefinition ? 1 : 0)] } ?? [pointer.tokens, older]
    if let found = places.map({ JSONPointer($0) }).first(where: { document.root[$0] != nil }) {
      let location = SourceLocation(
        document: document.name, pointer: found, position: document.source.position(of: found))
      return "\(location)"
    }
    return "\(document.name)#\(pointer)"
  }

  private var summary: String {
    let declared = narrowings.filter { !$0.isBeyondDeclared }
    let verdict =
      declared.contains { $0.effect(on: .api) == .breaks } || notes.contains { $0.kind == .lost }
      ? "not all values of the schema are admitted"
      : declared.isEmpty
        ? narrowings.isEmpty ? "all values of the schema are admitted" : "all values with declared members are admitted"
        : "undecided whether all values of the schema are admitted"
    let removed = notes.count { $0.kind == .removed }
    let left = removed == 0 ? "" : "; \(removed.counting("assertion")) left to validation"
    return "\(profile.name.rawValue), as documented in \(profile.date) (\(profile.source)): \(verdict)\(left)"
  }
}
