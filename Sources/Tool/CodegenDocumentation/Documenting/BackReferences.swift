import CodegenCore
import JSONSchema

/// References between documents.
struct BackReferences {
  /// The schemas in other documents that reference each document, in the order of the graph.
  private var sources: [[SchemaID]]
  /// The documents that each document references, in the order of its text.
  private(set) var targets: [[Int]]

  init(graph: SchemaGraph) {
    sources = Array(repeating: [], count: graph.documents.count)
    targets = sources.map { _ in [] }
    var seen: Set<[Int]> = []
    for node in graph.writtenNodes {
      for target in node.keywords.references {
        let document = graph[target].document
        if document == node.document { continue }
        sources[document].append(node.id)
        if seen.insert([node.document, document]).inserted { targets[node.document].append(document) }
      }
    }
  }

  /// Returns the pages that reference a document, in the order of the site, each with the referencing members.
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
        page: "\(link: site.pages[page].title, to: SiteAddress(page: page))", index: page, members: members[page] ?? [])
    }
  }

  /// Returns the pages that a document references, in the order of its text.
  func pages(usedByDocument document: Int, in site: SiteMap) -> [Int] {
    targets[document].compactMap { site.address(of: site.graph.roots[$0])?.page }
  }

  /// Returns the innermost member that contains a schema.
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
