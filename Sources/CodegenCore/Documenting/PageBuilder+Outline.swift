import JSONSchema

extension PageBuilder {
  private static let outlineDepth = 4
  private static let outlineLimit = 120

  /// Returns the members of a page's own schema with their nested members; nothing if none have any, and for sections.
  func outline(of schema: SchemaID, _ content: DocumentationPage.Content) -> [DocumentationPage.OutlineEntry] {
    guard site.isPage(schema), case .members = content else { return [] }
    var left = Self.outlineLimit
    let entries = outline(of: schema, around: [], &left)
    return entries.contains { !$0.children.isEmpty } ? entries : []
  }

  /// Returns the entries for the members of an object. A schema that contains itself is shown once.
  private func outline(
    of schema: SchemaID, around: Set<SchemaID>, _ left: inout Int
  ) -> [DocumentationPage.OutlineEntry] {
    let facts = Facts(of: schema, in: graph)
    let around = around.union([schema])
    var entries: [DocumentationPage.OutlineEntry] = []
    for property in facts.properties where graph[property.schema].boolean != false {
      if left <= 0 { break }
      left -= 1
      let (end, marks) = element(of: property.schema)
      let name = property.name + marks
      let page = site.address(of: schema)?.page ?? 0
      let address =
        site.address(of: property.schema)
        ?? anchor(of: property.name, property.schema, in: schema).map { SiteAddress(page: page, anchor: $0) }
      let children =
        around.count < Self.outlineDepth && !around.contains(end) ? outline(of: end, around: around, &left) : []
      entries.append(
        DocumentationPage.OutlineEntry(
          name: name, type: types.phrase(for: property.schema).plain,
          address: site.address(of: schema) == nil ? nil : address,
          children: children))
    }
    return entries
  }

  /// Returns the schema of a value, or of the elements or values in it, and how locations write that: `[]`, `{}`.
  private func element(of schema: SchemaID) -> (SchemaID, String) {
    var (end, marks) = (types.resolve(schema).end, "")
    while marks.utf8.count < 6 {
      let facts = Facts(of: end, in: graph)
      if let items = facts.items, graph[items].boolean == nil {
        (end, marks) = (types.resolve(items).end, marks + "[]")
      } else if facts.properties.isEmpty, let values = facts.additional, graph[values].boolean == nil {
        (end, marks) = (types.resolve(values).end, marks + "{}")
      } else {
        break
      }
    }
    return (end, marks)
  }
}
