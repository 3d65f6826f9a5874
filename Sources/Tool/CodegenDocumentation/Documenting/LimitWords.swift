import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Describes the constraints of a schema beyond its type: `at most 64 bytes of UTF-8`, `from 0 to 1`, ``one of
/// `"pencil"`, `"eraser"` ``.
///
/// One phrase per constraint, in the order values, numbers, strings, arrays, members, conditions, and the default
/// last. The description is complete: every assertion is described or linked to.
struct LimitWords {
  let types: TypeWords
  /// The formats that are checked; all others are hints.
  let assertedFormats: Set<Format>
  private let knownLimits = Known<Question, [Phrase]>()
  let knownClauses = Known<ClauseQuestion, [Phrase]>()

  private struct Question: Hashable {
    var schema: SchemaID
    var depth: Int
  }

  init(types: TypeWords, assertedFormats: Set<Format>) {
    self.types = types
    self.assertedFormats = assertedFormats
  }

  var graph: SchemaGraph { types.site.graph }
  /// The maximum nesting of conditions before the description refers to the schema.
  static let depthLimit = 4
  /// The number of values in a member's row, for an enumeration that has a page or section.
  private static let briefValueLimit = 8

  /// The parts of a schema that its own page or section shows elsewhere.
  struct Omissions: OptionSet {
    let rawValue: Int

    /// The values of an enumeration, in a table.
    static let values = Omissions(rawValue: 1)
    /// The alternatives of a choice, in a table.
    static let alternatives = Omissions(rawValue: 2)
    /// The items of an array with a schema for each of its first items, in a table.
    static let items = Omissions(rawValue: 4)
  }

  /// The context shared by several schemas for the same value.
  struct Scope {
    /// The alternatives named by the type's description.
    var choice: TypeWords.Choice?
    /// The members that are always present.
    var required: Set<String> = []
    /// The elements whose type is part of the type's description.
    var elements: Set<SchemaID> = []
    var omissions: Omissions = []
    var depth: Int
  }

  /// Returns the limits of a schema at its use, next to its type.
  func limits(of schema: SchemaID, depth: Int = 0) -> [Phrase] {
    knownLimits.answer(to: Question(schema: schema, depth: depth)) { newLimits(of: schema, depth: depth) }
  }

  private func newLimits(of schema: SchemaID, depth: Int) -> [Phrase] {
    let resolved = types.resolve(schema)
    var found = resolved.path.flatMap {
      limits(ofOne: $0, Scope(depth: depth)) + required(graph[$0].keywords.required)
    }
    if resolved.isLink {
      found += briefValues(of: resolved.end)
    } else {
      found += limits(ofWhole: resolved.end, omissions: [], depth: depth)
    }
    let isListed = resolved.isLink ? Array(resolved.path) : resolved.path + graph.conjunction(of: resolved.end)
    if let value = isListed.compactMap({ graph[$0].keywords.default }).first {
      found.append("default \(named(value, in: schema))")
    }
    return distinct(found)
  }

  /// Returns the limits of a schema on its own page or section.
  func ownLimits(of schema: SchemaID, omissions: Omissions) -> [Phrase] {
    var found = limits(ofWhole: schema, omissions: omissions, depth: 0)
    if let value = graph[schema].keywords.default { found.append("default \(named(value, in: schema))") }
    return distinct(found)
  }

  /// Returns type and limits as one phrase: `string, at most 5 characters`.
  func summary(of schema: SchemaID, depth: Int = 0) -> Phrase {
    guard depth <= Self.depthLimit else { return pointer(to: schema) }
    let type = types.phrase(for: schema)
    let limits = limits(of: schema, depth: depth)
    return (type == "any value" && !limits.isEmpty ? limits : [type] + limits).joined(by: ", ")
  }

  private func distinct(_ phrases: [Phrase]) -> [Phrase] {
    var seen: Set<Phrase> = []
    return phrases.filter { seen.insert($0).inserted }
  }

  // MARK: - Joined schemas

  private func limits(ofWhole schema: SchemaID, omissions: Omissions, depth: Int) -> [Phrase] {
    guard graph[schema].boolean == nil else { return [] }
    let parts = graph.conjunction(of: schema)
    let scope = scope(of: schema, parts, omissions: omissions, depth: depth)
    var found = parts.flatMap { limits(ofOne: $0, scope) }
    if let choice = scope.choice, !omissions.contains(.alternatives) {
      found += limits(of: choice, in: schema, depth: depth)
    }
    // Declared members show themselves whether they are required.
    let facts = types.site.facts(of: schema)
    for dynamic in parts.compactMap({ graph[$0].keywords.dynamicRef }) {
      found.append("also \(types.phrase(for: dynamic))")
    }
    return found + required(facts.required.filter { facts.property($0) == nil })
  }

  func required(_ names: [String]) -> [Phrase] {
    guard !names.isEmpty else { return [] }
    return ["\(Phrase.list(names.map { "\(code: $0)" }, last: "and")) \(names.count == 1 ? "is" : "are") required"]
  }

  func scope(of schema: SchemaID, _ parts: [SchemaID], omissions: Omissions = [], depth: Int) -> Scope {
    Scope(
      choice: types.choice(of: schema), required: Set(parts.flatMap { graph[$0].keywords.required }),
      elements: types.elements(describedBy: schema), omissions: omissions, depth: depth)
  }

  private func limits(of choice: TypeWords.Choice, in schema: SchemaID, depth: Int) -> [Phrase] {
    guard depth < Self.depthLimit else { return choice.branches.allSatisfy(isPlain) ? [] : [pointer(to: schema)] }
    if let only = choice.branches.first, choice.branches.count == 1 { return limits(of: only, depth: depth + 1) }
    let isOpen = choice.branches.contains { types.site.facts(of: $0).values == nil }
    let others = choice.branches.filter { types.site.facts(of: $0).values == nil && !types.resolve($0).isLink }
    // A section lists the alternatives with their limits.
    let hasTable = types.site.address(of: schema) != nil
    if !hasTable, others.contains(where: { !limits(of: $0, depth: depth + 1).isEmpty }) {
      let summaries = choice.branches.prefix(Phrase.longestList + 1).map { summary(of: $0, depth: depth + 1) }
      return ["one of: \(Phrase.brief(summaries, of: choice.branches.count).joined(by: "; "))"]
    }
    return choice.branches.flatMap { branch -> [Phrase] in
      guard !types.resolve(branch).isLink, types.site.facts(of: branch).values != nil else { return [] }
      let listed = values(of: branch)
      return listed.isEmpty
        ? [] : ["\(isOpen ? "known values:" : "one of") \(Phrase.brief(listed).joined(by: ", "))"]
    }
  }

  /// Refers to the schema's location, as a last resort.
  func pointer(to schema: SchemaID) -> Phrase { "valid against \(code: "#" + graph[schema].pointer.description)" }

  /// Whether the type's description covers the whole schema.
  func isPlain(_ schema: SchemaID) -> Bool {
    let described: Set = ["type", "title", "description", "$comment", "examples"]
    return types.resolve(schema).isLink || described.isSuperset(of: graph[schema].keywords.written.keys)
  }

  // MARK: - One schema

  /// Returns the constraints of one schema's own keywords.
  func limits(ofOne schema: SchemaID, _ scope: Scope) -> [Phrase] {
    if graph[schema].boolean == false { return ["nothing is valid"] }
    let keywords = graph[schema].keywords
    var found = scope.omissions.contains(.values) ? [] : values(keywords)
    found += numbers(keywords)
    found += strings(keywords)
    found += arrays(keywords, scope)
    found += members(keywords, of: schema, scope)
    found += conditions(keywords, scope)
    return found
  }

  // MARK: - Values

  private func values(_ keywords: Keywords) -> [Phrase] {
    if let value = keywords.const { return ["always \(code: Self.text(value))"] }
    guard let values = keywords.enumeration else { return [] }
    if values.isEmpty { return ["no value is valid"] }
    return ["one of \(Phrase.brief(named(values, keywords.vendor.enumVarnames)).joined(by: ", "))"]
  }

  /// Returns the values of a referenced enumeration, if there are few.
  private func briefValues(of schema: SchemaID) -> [Phrase] {
    let listed = values(of: schema)
    guard (1...Self.briefValueLimit).contains(listed.count) else { return [] }
    return ["one of \(listed.joined(by: ", "))"]
  }

  /// Returns the values of an enumeration with their names; empty for another schema.
  private func values(of schema: SchemaID) -> [Phrase] {
    let keywords = graph.conjunction(of: schema).map { graph[$0].keywords }
    guard let listing = keywords.first(where: { $0.enumeration != nil }) else { return [] }
    return named(listing.enumeration ?? [], listing.vendor.enumVarnames)
  }

  private func named(_ values: [JSONValue], _ names: [String]) -> [Phrase] {
    values.enumerated().map { index, value in
      guard index < names.count, value.string.map({ $0 != names[index] }) ?? true else {
        return "\(code: Self.text(value))"
      }
      return "\(code: Self.text(value)) (\(names[index]))"
    }
  }

  /// Returns a value of a schema, with its name if the schema is an enumeration.
  private func named(_ value: JSONValue, in schema: SchemaID) -> Phrase {
    let keywords = graph.conjunction(of: schema).map { graph[$0].keywords }
    let listing = keywords.first { $0.enumeration != nil }
    guard let listing, let index = listing.enumeration?.firstIndex(of: value),
      listing.vendor.enumVarnames.indices.contains(index), value.string == nil
    else { return "\(code: Self.text(value))" }
    return "\(code: Self.text(value)) (\(listing.vendor.enumVarnames[index]))"
  }

  /// Returns a value as compact JSON, truncated if long.
  static func text(_ value: JSONValue) -> String {
    let text = value.text()
    let limit = value.string == nil ? 80 : 200
    return text.unicodeScalars.count <= limit
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))) + "…"
  }
}
