@_spi(Generated) package import SchemaRuntime

// The schemas that `x-sensitive` covers, and the graph without the sensitive parts. All stages that show schemas to
// readers or other tools (documentation, OpenAPI, reports, dumps) use that graph.
extension SchemaGraph {
  /// The schemas with sensitive values: those marked `x-sensitive`, those that apply one of these to the same value
  /// (by `$ref`, `allOf` or any other keyword, whether it holds or not), and all that any of them applies. If several
  /// schemas describe the same member, they are sensitive together.
  ///
  /// A definition that a sensitive schema references is sensitive everywhere, because it describes the sensitive
  /// value.
  package var sensitiveSchemas: Set<SchemaID> {
    var own = Set(nodes.filter(\.keywords.vendor.sensitive).map(\.id))
    if own.isEmpty { return own }
    let appliers = users { $0.appliedInPlace }
    var isGrowing = true
    while isGrowing {
      own = closure(of: own, appliers)
      let more = siblings(of: own).subtracting(own)
      isGrowing = !more.isEmpty
      own.formUnion(more)
    }
    return closure(of: own) { self[$0].keywords.applied }
  }

  private func closure(of schemas: Set<SchemaID>, _ next: (SchemaID) -> [SchemaID]) -> Set<SchemaID> {
    Set(Closure.of(schemas.sorted(), next: next))
  }

  /// Returns the schemas of members and elements that a sensitive schema also describes, for the same object or
  /// array.
  private func siblings(of sensitive: Set<SchemaID>) -> Set<SchemaID> {
    var found: Set<SchemaID> = []
    for node in nodes where node.boolean == nil {
      let parts = closure(of: [node.id]) { self[$0].appliedInPlace }.map { self[$0].keywords }
      let members = parts.flatMap(\.properties)
      let names = Set(members.filter { sensitive.contains($0.schema) }.map { Array($0.name.utf8) })
      // A pattern may match any of the names, and a schema for additional members may apply to names declared
      // elsewhere.
      var others = parts.flatMap { $0.patternProperties.map(\.schema) }
      if parts.count > 1 {
        others += parts.flatMap { [$0.additionalProperties, $0.unevaluatedProperties].compactMap { $0 } }
      }
      let isAny = others.contains { sensitive.contains($0) }
      for member in members where isAny || names.contains(Array(member.name.utf8)) { found.insert(member.schema) }
      if !names.isEmpty { found.formUnion(others) }
      let elements = parts.flatMap { keywords in
        [keywords.items, keywords.contains, keywords.unevaluatedItems].compactMap { $0 } + keywords.prefixItems
      }
      let isShared = parts.count > 1 || parts.contains { $0.contains != nil }
      if isShared, elements.contains(where: { sensitive.contains($0) }) { found.formUnion(elements) }
    }
    return found.filter { self[$0].boolean == nil }
  }

  /// The graph with every sensitive schema marked, for programs whose messages are shown.
  package var markingSensitive: SchemaGraph {
    var graph = self
    for schema in sensitiveSchemas { graph.change(schema) { $0.vendor.sensitive = true } }
    return graph
  }
}

// MARK: - Values

extension SchemaGraph {
  /// The graph without defaults and examples that are or contain sensitive values.
  package var withoutSensitiveExamples: SchemaGraph {
    let sensitive = sensitiveSchemas
    if sensitive.isEmpty { return self }
    var graph = self
    for node in nodes {
      func isShown(_ value: JSONValue) -> Bool { redacted(value, for: node.id, sensitive) == value }
      let shown = node.keywords.keepingValues(where: isShown)
      graph.change(node.id) { keywords in
        keywords.default = shown.default
        keywords.examples = shown.examples
        for keyword in ["default", "examples"] { keywords.written[keyword] = shown.written[keyword] }
      }
    }
    return graph
  }
}

extension SchemaGraph {
  /// Returns a value of a schema with its sensitive parts replaced by `"(redacted)"`.
  package func redacted(_ value: JSONValue, for schema: SchemaID, _ sensitive: Set<SchemaID>) -> JSONValue {
    if sensitive.isEmpty { return value }
    return redacted(value, for: [schema], sensitive)
  }

  private func redacted(_ value: JSONValue, for schemas: Set<SchemaID>, _ sensitive: Set<SchemaID>) -> JSONValue {
    let parts = closure(of: schemas) { self[$0].appliedInPlace }
    if !parts.isDisjoint(with: sensitive) { return .redacted }
    if parts.isEmpty { return value }
    let keywords = parts.map { self[$0].keywords }
    switch value {
    case .object(let object):
      func schemas(ofNames: Bool) -> [SchemaID] {
        let rows = MemberKeyword.allCases.filter { $0.part.isName == ofNames }
        return keywords.flatMap { keywords in rows.compactMap { keywords.schema(of: $0) } }
      }
      let names = closure(of: Set(schemas(ofNames: true))) { self[$0].appliedInPlace }
      let hidesNames = !names.isDisjoint(with: sensitive)
      let reached = schemas(ofNames: false)
      let members = object.map { member in
        let schemas = keywords.flatMap { keywords in
          keywords.properties.filter { $0.name.utf8.elementsEqual(member.key.utf8) }.map(\.schema)
            + keywords.patternProperties.map(\.schema)
            + [keywords.additionalProperties, keywords.unevaluatedProperties].compactMap { $0 }
        }
        return (hidesNames ? "(redacted)" : member.key, redacted(member.value, for: Set(schemas + reached), sensitive))
      }
      return .object(JSONObject(members))
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          let schemas = keywords.flatMap { keywords in
            keywords.prefixItems.dropFirst(index).prefix(1)
              + [keywords.items, keywords.contains, keywords.unevaluatedItems].compactMap { $0 }
          }
          return redacted(element, for: Set(schemas), sensitive)
        })
    case .null, .bool, .number, .string: return value
    }
  }
}

// MARK: - Locations

/// Redacts `patternProperties` patterns of sensitive schemas in locations.
package struct LocationRedaction {
  /// The pointers of sensitive schemas, by document name.
  private var pointers: [String: Set<JSONPointer>] = [:]

  package init(_ graph: SchemaGraph) {
    for schema in graph.sensitiveSchemas {
      pointers[graph.document(of: schema).name, default: []].insert(graph[schema].pointer)
    }
  }

  /// Returns a location for reports.
  package func shown(_ location: SourceLocation) -> SourceLocation {
    guard let pointers = pointers[location.document] else { return location }
    return location.hidingPatterns { pointers.contains($0) }
  }
}

extension SourceLocation {
  /// Returns the location without names under `patternProperties` of sensitive schemas and of schemas inside them.
  fileprivate func hidingPatterns(_ isSensitive: (JSONPointer) -> Bool) -> SourceLocation {
    guard pointer.tokens.contains("patternProperties") else { return self }
    var tokens = pointer.tokens
    for index in tokens.indices.dropFirst() where tokens[index - 1] == "patternProperties" {
      let isHidden = (0..<index).contains { isSensitive(JSONPointer(Array(pointer.tokens.prefix($0)))) }
      if isHidden { tokens[index] = "(redacted)" }
    }
    return SourceLocation(document: document, pointer: JSONPointer(tokens), position: position)
  }
}

extension JSONDocument {
  /// Whether a word occurs anywhere in the text.
  func mentions(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, text.count >= word.count else { return false }
    return text.withUnsafeBufferPointer { text in
      (0...text.count - word.count).contains { text[$0] == first && text[$0...].starts(with: word) }
    }
  }

  /// Whether a value lies in a schema marked `x-sensitive`.
  package func isSensitive(_ pointer: JSONPointer) -> Bool {
    withRoot { root in
      var node = root
      for token in pointer.tokens {
        if node.isSensitiveSchema { return true }
        guard let child = node.child(token) else { return false }
        node = child
      }
      return node.isSensitiveSchema
    }
  }

  /// Returns a location in the document for reports.
  package func shown(_ location: SourceLocation) -> SourceLocation { location.hidingPatterns { isSensitive($0) } }
}

extension UnsafeJSONNode {
  /// Whether the value is an object with `x-sensitive` set to true.
  fileprivate var isSensitiveSchema: Bool {
    isObject && members.contains { $0.name.equals("x-sensitive") && $0.value.kind == .true }
  }
}

// MARK: - The redacted graph

extension SchemaGraph {
  /// The graph without the expectations of sensitive schemas: their `const`, `enum`, `pattern`, `patternProperties`,
  /// `default` and `examples` are removed, and so are keywords whose meaning depends on them (`not`, `if`,
  /// `maxContains`, and `oneOf` in favor of `anyOf`). Values of other schemas are removed if they contain something
  /// sensitive.
  ///
  /// Names of declared members, types, limits, formats, titles and descriptions stay.
  package var redacted: SchemaGraph {
    let sensitive = sensitiveSchemas
    if sensitive.isEmpty { return self }
    var graph = self
    var weaker: Set<SchemaID> = []
    for node in nodes {
      let keywords =
        sensitive.contains(node.id)
        ? node.keywords.withoutValues
        : node.keywords.keepingValues { redacted($0, for: node.id, sensitive) == $0 }
      graph.nodes[node.id.index] = node.with(keywords)
      if keywords.hasFewerAssertions(than: node.keywords) { weaker.insert(node.id) }
    }
    let weakened = closure(of: weaker, users { $0.keywords.applied })
    for schema in weakened { graph.change(schema) { $0.removeNegations { weakened.contains($0) } } }
    return graph
  }
}

extension Keywords {
  /// The keywords that contain values and patterns.
  private static let valueKeywords: Set<String> = [
    "const", "enum", "default", "examples", "example", "pattern", "patternProperties", "x-enum-varnames",
  ]

  fileprivate var withoutValues: Keywords {
    var keywords = self
    keywords.vendor.sensitive = true
    keywords.const = nil
    keywords.enumeration = nil
    keywords.default = nil
    keywords.examples = []
    keywords.pattern = nil
    keywords.vendor.enumVarnames = []
    keywords.vendor.enumDescriptions = []
    if !keywords.patternProperties.isEmpty {
      // Without patterns, these would apply to other names.
      keywords.patternProperties = []
      keywords.additionalProperties = nil
    }
    keywords.written = written.filter { name, _ in
      let isForeign = name.hasPrefix("x-") && !Self.vendorKeywords.contains(name)
      return !Self.valueKeywords.contains(name) && !isForeign
        && (name != "additionalProperties" || keywords.additionalProperties != nil)
    }
    return keywords
  }

  private static let vendorKeywords = Set(VendorVocabulary.rules.map(\.name))

  /// Removes values that contain something sensitive, as determined by `isShown`.
  fileprivate func keepingValues(where isShown: (JSONValue) -> Bool) -> Keywords {
    var keywords = self
    func drop(_ name: String) { keywords.written[name] = nil }
    if let value = const, !isShown(value) {
      keywords.const = nil
      drop("const")
    }
    if let values = enumeration, !values.allSatisfy(isShown) {
      keywords.enumeration = nil
      drop("enum")
    }
    if let value = `default`, !isShown(value) {
      keywords.default = nil
      drop("default")
    }
    keywords.examples = examples.filter(isShown)
    if keywords.examples.count < examples.count { drop("examples") }
    for member in written where member.key.hasPrefix("x-") && !Self.vendorKeywords.contains(member.key) {
      if !isShown(member.value) { drop(member.key) }
    }
    return keywords
  }

  fileprivate func hasFewerAssertions(than other: Keywords) -> Bool {
    (const == nil) != (other.const == nil) || (enumeration == nil) != (other.enumeration == nil)
      || (pattern == nil) != (other.pattern == nil) || patternProperties.count != other.patternProperties.count
  }

  /// Removes keywords that would reject more if one of their schemas admits more.
  fileprivate mutating func removeNegations(_ isWeaker: (SchemaID) -> Bool) {
    if not.map(isWeaker) ?? false { not = nil }
    if self.if.map(isWeaker) ?? false { (self.if, then, self.else) = (nil, nil, nil) }
    if contains.map(isWeaker) ?? false { maxContains = nil }
    if oneOf.contains(where: isWeaker) {
      if anyOf.isEmpty { anyOf = oneOf }
      oneOf = []
    }
    for name in written.keys {
      let isGone =
        switch name {
        case "not": not == nil
        case "if", "then", "else": self.if == nil
        case "maxContains": maxContains == nil
        default: false
        }
      if isGone { written[name] = nil }
    }
  }
}
