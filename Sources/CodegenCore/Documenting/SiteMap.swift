import JSONSchema
import SchemaRuntime

/// Which schemas have a page or a section of one, where they are and what they are called.
///
/// Made of graph and plan, read by everything that words and links.
struct SiteMap {
  /// The page of one document.
  struct Page {
    let root: SchemaID
    /// What the catalogue calls the schema: `users/user-info`.
    let name: String
    /// `users`; empty for a schema outside all folders.
    let folder: String
    /// The path of the page without the ending of its format.
    let path: String
    /// The path of the schema, for people.
    let source: String
    let title: String
    /// The schemas with a section, the root first.
    var sections: [SchemaID]
  }

  let graph: SchemaGraph
  let classifier: ShapeClassifier
  private(set) var pages: [Page] = []
  /// The pages folder by folder, each in the order of titles.
  private(set) var folders: [[Int]] = []
  /// For each page the place of its folder in ``folders``, and its own place there.
  private var shelves: [(folder: Int, place: Int)] = []
  private var addresses: [SchemaID: SiteAddress] = [:]
  private var documented: Set<Int> = []
  private var titles: [SchemaID: String] = [:]
  /// The types of a schema: its own, and for the root that wraps another the inner one as well.
  private var declarations: [SchemaID: [TypeDeclaration]] = [:]

  init(graph: SchemaGraph, plan: TypePlan) {
    self.graph = graph
    classifier = ShapeClassifier(graph: graph, formatTypes: [:])
    for file in plan.files {
      for type in file.types {
        // Types of sensitive values may be called after them; a document's is called after its file.
        let schema = type.key.schema
        if graph[schema].keywords.vendor.sensitive, !graph.isRoot(schema) { continue }
        declarations[schema, default: []].append(type)
      }
    }
    let schemas = schemas(byDocument: graph.documents.count)
    var paths = PagePaths()
    for file in plan.files {
      guard let root = file.types.first?.key.schema else { continue }
      add(file, root: root, path: paths.path(for: file.name), schemas[graph[root].document])
    }
    let titled = pages.indices.sorted { AlphabeticalOrder.isBefore(pages[$0].title, pages[$1].title) }
    let byFolder = Dictionary(grouping: titled) { pages[$0].folder }
    folders = byFolder.keys.sorted().map { byFolder[$0] ?? [] }
    shelves = Array(repeating: (0, 0), count: pages.count)
    for (folder, places) in folders.enumerated() {
      for (place, page) in places.enumerated() { shelves[page] = (folder, place) }
    }
  }

  private mutating func add(_ file: FilePlan, root: SchemaID, path: String, _ schemas: [SchemaID]) {
    let sections = [root] + schemas.filter { $0 != root }
    let folder = file.name.split(separator: "/").dropLast().joined(separator: "/")
    documented.insert(graph[root].document)
    for schema in sections {
      let pointer = graph[schema].pointer.tokens
      let scope = graph.scopeWords(of: schema)
      addresses[schema] = SiteAddress(
        page: pages.count, anchor: schema == root ? nil : Anchor(pointer: pointer, scope: scope))
      let name = declarations[schema]?.first?.name.name
      titles[schema] =
        graph[schema].keywords.title.map { title in scope.map { "\(title) (in \($0))" } ?? title } ?? name
        ?? pointer.last ?? file.name
    }
    pages.append(
      Page(
        root: root, name: file.name, folder: folder, path: path, source: file.sourcePath, title: title(of: root),
        sections: sections))
  }

  // MARK: - Asking

  /// The pages before and after one in its folder. All pages of a folder are listed once, on the index and for
  /// scripts: a list of them on every page would make the size of the site grow with the square of a folder's.
  func neighbours(of page: Int) -> (previous: Int?, next: Int?) {
    let (folder, place) = shelves[page]
    let pages = folders[folder]
    return (place > 0 ? pages[place - 1] : nil, place + 1 < pages.count ? pages[place + 1] : nil)
  }

  /// Where a schema's page or section is; nil for a schema that is told where it is used.
  func address(of schema: SchemaID) -> SiteAddress? { addresses[schema] }

  func title(of schema: SchemaID) -> String { titles[schema] ?? "" }

  func types(of schema: SchemaID) -> [TypeDeclaration] { declarations[schema] ?? [] }

  /// Whether a schema is in a document that has a page.
  func isDocumented(_ node: SchemaNode) -> Bool { documented.contains(node.document) }

  func isPage(_ schema: SchemaID) -> Bool { addresses[schema].map { $0.anchor == nil } ?? false }

  // MARK: - Sections

  /// The schemas of each document that need a section, in the order of the text.
  private func schemas(byDocument count: Int) -> [[SchemaID]] {
    var sections = [[SchemaID]](repeating: [], count: count)
    var isValue = [Bool](repeating: false, count: graph.nodes.count)
    for node in graph.nodes {
      guard let parent = node.parent else {
        isValue[node.id.index] = true
        if !node.dynamicScope.isEmpty, declarations[node.id] != nil { sections[node.document].append(node.id) }
        continue
      }
      // A parent stands before what is in it.
      isValue[node.id.index] = isValue[parent.index] && describesValues(node, in: graph[parent])
      let hasMembers = isValue[node.id.index] && !isPart(node, of: graph[parent]) && !node.keywords.properties.isEmpty
      if hasMembers || declarations[node.id] != nil { sections[node.document].append(node.id) }
    }
    return sections
  }

  /// Whether a subschema describes values of its own, or values as part of its parent, and not a condition on them.
  private func describesValues(_ node: SchemaNode, in parent: SchemaNode) -> Bool {
    let keywords = parent.keywords
    let conditions = [
      keywords.not, keywords.if, keywords.then, keywords.else, keywords.contains, keywords.propertyNames,
    ]
    let choices = keywords.properties.isEmpty ? [] : keywords.oneOf + keywords.anyOf
    return !conditions.contains(node.id) && !choices.contains(node.id)
      && !keywords.dependentSchemas.contains { $0.schema == node.id }
  }

  /// Whether a subschema is about the same value as its parent.
  private func isPart(_ node: SchemaNode, of parent: SchemaNode) -> Bool {
    let keywords = parent.keywords
    return (keywords.allOf + keywords.anyOf + keywords.oneOf).contains(node.id)
  }
}

/// The paths of pages: the names of the schemas, kept within the folder and apart from each other and the index.
private struct PagePaths {
  private var taken: Set<String> = ["index", "readme"]

  mutating func path(for name: String) -> String {
    let parts = name.split(separator: "/").map { $0.allSatisfy { $0 == "." } ? "_" : String($0) }
    var path = parts.isEmpty ? "_" : parts.joined(separator: "/")
    // Some file systems take paths that differ in case alone for one.
    while !taken.insert(path.lowercased()).inserted { path += "_" }
    return path
  }
}
