import CodegenCore
import JSONSchema
import SchemaRuntime

extension PageBuilder {
  private static let depthLimit = 4
  /// The maximum number of rows.
  private static let rowLimit = 300

  /// Returns the constraints on a value and its nested values, up to those with a page or section.
  ///
  /// - Parameter violations: the anchors of violating payloads, by absolute keyword location.
  func constraints(
    of schema: SchemaID, _ content: DocumentationPage.Content, _ violations: [String: Anchor]
  ) -> [DocumentationPage.Constraint] {
    var rows: [DocumentationPage.Constraint] = []
    var seen: Set<DocumentationPage.Constraint> = []
    // Values in a table are not listed again.
    var listsValues = false
    if case .values = content { listsValues = true }
    var pending: [(schema: SchemaID, location: String, depth: Int)] = [(schema, "", 0)]
    while let next = pending.popLast(), rows.count < Self.rowLimit {
      let resolved = types.resolve(next.schema, isOwn: next.depth == 0)
      let parts = resolved.path + (resolved.isLink ? [] : graph.conjunction(of: resolved.end))
      var inner: [(schema: SchemaID, location: String, depth: Int)] = []
      for part in Set(parts).sorted(by: { (parts.firstIndex(of: $0) ?? 0) < (parts.firstIndex(of: $1) ?? 0) }) {
        for (keyword, value) in constraints(ofOne: part) where !(listsValues && next.depth == 0 && keyword == "enum") {
          let row = DocumentationPage.Constraint(
            location: VisibleText.line(next.location), keyword: keyword, value: LimitWords.text(value),
            violation: violations[graph[part].location + "/" + keyword])
          if seen.insert(row).inserted { rows.append(row) }
        }
        if next.depth < Self.depthLimit { inner += children(of: part, next.location, next.depth + 1) }
      }
      pending += inner.reversed()
    }
    return rows
  }

  private func constraints(ofOne schema: SchemaID) -> [(keyword: String, value: JSONValue)] {
    let keywords = graph[schema].keywords
    return keywords.written.compactMap { member in
      let isAsserted: Bool =
        switch member.key {
        case "format":
          keywords.format.flatMap { Format(keyword: $0) }.map { limits.assertedFormats.contains($0) } ?? false
        case "additionalProperties", "unevaluatedProperties": member.value == .bool(false)
        case "uniqueItems": keywords.uniqueItems
        case "required": !keywords.required.isEmpty
        // An open list refuses nothing.
        case "enum": keywords.enumeration != nil
        // Keywords with subschemas, and the type, are described in words.
        case "type": false
        default: graph[schema].dialect.keyword(named: member.key)?.isPlainAssertion ?? false
        }
      return isAsserted ? (member.key, member.value) : nil
    }
  }

  /// Returns the members, elements and values of a schema, with their locations.
  private func children(
    of schema: SchemaID, _ location: String, _ depth: Int
  ) -> [(schema: SchemaID, location: String, depth: Int)] {
    let keywords = graph[schema].keywords
    var children = keywords.properties.map { member in
      (member.schema, location.isEmpty ? member.name : location + "." + member.name, depth)
    }
    children += keywords.prefixItems.enumerated().map { ($1, location + "[\($0)]", depth) }
    if let items = keywords.items { children.append((items, location + "[]", depth)) }
    if let values = keywords.additionalProperties { children.append((values, location + "{}", depth)) }
    return children.filter { graph[$0.0].boolean == nil }
  }
}
