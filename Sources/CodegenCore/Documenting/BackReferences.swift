import JSONSchema
import SchemaRuntime

/// Which documents refer to which, and from where.
struct BackReferences {
  /// The schemas with references to each document, from other documents, in the order of the graph.
  private var sources: [[SchemaID]]
  /// The documents that each document refers to, in the order of its text.
  private var targets: [[Int]]

  init(graph: SchemaGraph) {
    sources = Array(repeating: [], count: graph.documents.count)
    targets = sources.map { _ in [] }
    var seen: Set<[Int]> = []
    for node in graph.nodes {
      for target in node.keywords.references {
        let document = graph[target].document
        if document == node.document { continue }
        sources[document].append(node.id)
        if seen.insert([node.document, document]).inserted { targets[node.document].append(document) }
      }
    }
  }

  /// The pages that refer to a document, in the order of the site, each with the members that do.
  func uses(ofDocument document: Int, in site: SiteMap) -> [DocumentationPage.Use] {
    var members: [Int: [String]] = [:]
    for source in sources[document] {
      let root = site.graph.roots[site.graph[source].document]
      guard let page = site.address(of: root)?.page else { continue }
      let name = Self.member(around: source, in: site.graph)
      if let name, members[page]?.contains(name) != true { members[page, default: []].append(name) }
      if name == nil { members[page, default: []] += [] }
    }
    return members.keys.sorted().map { page in
      DocumentationPage.Use(
        page: "\(link: site.pages[page].title, to: SiteAddress(page: page))", place: page, members: members[page] ?? [])
    }
  }

  /// The pages that a document refers to, in the order of its text.
  func pages(usedByDocument document: Int, in site: SiteMap) -> [Int] {
    targets[document].compactMap { site.address(of: site.graph.roots[$0])?.page }
  }

  /// The nearest member that a schema belongs to.
  private static func member(around schema: SchemaID, in graph: SchemaGraph) -> String? {
    var next: SchemaID? = schema
    while let id = next, let parent = graph[id].parent {
      if let member = graph[parent].keywords.properties.first(where: { $0.schema == id }) {
        return VisibleText.of(member.name)
      }
      next = parent
    }
    return nil
  }
}
