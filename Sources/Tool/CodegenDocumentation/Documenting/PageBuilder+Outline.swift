import CodegenCore
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
    let facts = site.facts(of: schema)
    let around = around.union([schema])
    let page = site.address(of: schema)?.page
    var entries: [DocumentationPage.OutlineEntry] = []
    var inner: [(entry: Int, schema: SchemaID)] = []
    for property in facts.properties where graph[property.schema].boolean != false {
      if left <= 0 { break }
      left -= 1
      let (end, marks) = element(of: property.schema)
      let address = page.flatMap { page in
        site.address(of: property.schema)
          ?? anchor(of: property.name, property.schema, in: schema).map { SiteAddress(page: page, anchor: $0) }
      }
      if around.count < Self.outlineDepth, !around.contains(end) { inner.append((entries.count, end)) }
      entries.append(
        DocumentationPage.OutlineEntry(
          name: property.name + marks, type: types.phrase(for: property.schema).plain, address: address, children: []))
    }
    // Each member gets a share of what is left, so that a large one leaves room for the others.
    for (index, member) in inner.enumerated() where left > 0 {
      var share = max(1, left / (inner.count - index))
      left -= share
      entries[member.entry].children = outline(of: member.schema, around: around, &share)
      left += share
    }
    return entries
  }

  /// Returns the schema of a value, or of the elements or values in it, and how locations write that: `[]`, `{}`.
  private func element(of schema: SchemaID) -> (SchemaID, String) {
    var (end, marks) = (types.resolve(schema).end, "")
    while marks.utf8.count < 6 {
      let facts = site.facts(of: end)
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
