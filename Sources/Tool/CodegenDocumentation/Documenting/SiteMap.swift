import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The schemas that have a page or section, with their addresses and titles.
///
/// Created from graph and plan, read by everything that describes and links.
struct SiteMap {
  /// The page of one document.
  struct Page {
    let root: SchemaID
    /// The name of the schema in the catalog: `users/user-info`.
    let name: String
    /// `users`; empty for a schema outside all folders.
    let folder: String
    /// The path of the page without the format's extension.
    let path: String
    /// The path of the schema, for people.
    let source: String
    let title: String
    /// The schemas with a section, the root first.
    var sections: [SchemaID]
  }

  /// The number of characters of a title.
  private static let longestTitle = 300

  let graph: SchemaGraph
  private let classifier: ShapeClassifier
  private let knownShapes = Known<SchemaID, Shape>()
  private let knownFacts = Known<SchemaID, Facts>()
  private(set) var pages: [Page] = []
  /// The pages by folder, each folder in the order of titles.
  private(set) var folders: [[Int]] = []
  /// For each page, the index of its folder in ``folders`` and its index in that folder.
  private var folderIndexes: [(folder: Int, index: Int)] = []
  private var addresses: [SchemaID: SiteAddress] = [:]
  private var documented: Set<Int> = []
  private var titles: [SchemaID: String] = [:]
  /// The types of a schema: its own, and for a root that wraps another, the inner one as well.
  private var declarations: [SchemaID: [TypeDeclaration]] = [:]

  init(graph: SchemaGraph, plan: TypePlan) {
    self.graph = graph
    classifier = ShapeClassifier(graph: graph)
    for file in plan.files {
      for type in file.types {
        // Types may be named after sensitive values; a document's type is named after its file.
        let schema = type.key.schema
        if graph[schema].keywords.vendor.sensitive, !graph.isRoot(schema) { continue }
        declarations[schema, default: []].append(type)
      }
    }
    let schemas = schemas(byDocument: graph.documents.count)
    var paths = SitePaths()
    for file in plan.files {
      guard let root = file.types.first?.key.schema else { continue }
      add(file, root: root, path: paths.path(for: Self.path(of: file.name)), schemas[graph[root].document])
    }
    let titled = pages.indices.sorted { AlphabeticalOrder.isBefore(pages[$0].title, pages[$1].title) }
    let byFolder = Dictionary(grouping: titled) { pages[$0].folder }
    folders = byFolder.keys.sorted().map { byFolder[$0] ?? [] }
    folderIndexes = Array(repeating: (0, 0), count: pages.count)
    for (folder, pageIndexes) in folders.enumerated() {
      for (index, page) in pageIndexes.enumerated() { folderIndexes[page] = (folder, index) }
    }
  }

  private mutating func add(_ file: FilePlan, root: SchemaID, path: String, _ schemas: [SchemaID]) {
    let sections = [root] + schemas.filter { $0 != root }
    let folder = file.name.split(separator: "/").dropLast().joined(separator: "/")
    documented.insert(graph[root].document)
    for schema in sections {
      let pointer = graph[schema].pointer.tokens
      addresses[schema] = SiteAddress(
        page: pages.count, anchor: schema == root ? nil : Anchor(pointer: pointer, scope: graph.copyWords(of: schema)))
      titles[schema] = title(of: schema, in: file).shortened(to: Self.longestTitle)
    }
    pages.append(
      Page(
        root: root, name: file.name, folder: folder, path: path, source: file.sourcePath, title: title(of: root),
        sections: sections))
  }

  private func title(of schema: SchemaID, in file: FilePlan) -> String {
    let node = graph[schema]
    let name = declarations[schema]?.first?.name.name
    let nameOfOriginal = node.twin?.origin.flatMap { declarations[$0]?.first?.name.name }
    guard let title = node.keywords.title ?? (name == nameOfOriginal ? name : nil) else {
      return self.name(of: schema) ?? name ?? file.name
    }
    let words = [graph.scopeWords(of: schema).map { "in " + $0 }, node.twin?.view.rawValue].compactMap { $0 }
    return words.isEmpty ? title : "\(title) (\(words.joined(separator: ", ")))"
  }

  /// Returns the path of a page: the name of its schema, kept within the folder.
  private static func path(of name: String) -> String {
    let parts = name.split(separator: "/").map { $0.allSatisfy { $0 == "." } ? "_" : String($0) }
    return parts.isEmpty ? "_" : parts.joined(separator: "/")
  }

  // MARK: - Queries

  /// Returns the index of a page's folder in ``folders``.
  func folder(of page: Int) -> Int { folderIndexes[page].folder }

  /// Returns the previous and next page in the same folder. All pages of a folder are listed once, on the index and
  /// for scripts: a list on every page would make the site's size quadratic in the size of a folder.
  func neighbors(of page: Int) -> (previous: Int?, next: Int?) {
    let (folder, index) = folderIndexes[page]
    let pages = folders[folder]
    return (index > 0 ? pages[index - 1] : nil, index + 1 < pages.count ? pages[index + 1] : nil)
  }

  /// Returns the address of a schema's page or section; nil for a schema that is described where it is used.
  func address(of schema: SchemaID) -> SiteAddress? { addresses[schema] }

  /// Returns the innermost schema with a section that contains a schema; nil for what is in a definition without one,
  /// which is described where it is used.
  func section(of schema: SchemaID) -> SchemaID? {
    var schema = schema
    while addresses[schema] == nil {
      guard let parent = graph[schema].parent else { return nil }
      let path = graph[schema].pointer.tokens.dropFirst(graph[parent].pointer.tokens.count)
      if path.count == 2, ["$defs", "definitions"].contains(path.first) { return nil }
      schema = parent
    }
    return schema
  }

  func title(of schema: SchemaID) -> String { titles[schema] ?? "" }

  func types(of schema: SchemaID) -> [TypeDeclaration] { declarations[schema] ?? [] }

  /// Returns what a schema and those that it applies to the same value demand.
  func facts(of schema: SchemaID) -> Facts { knownFacts.answer(to: schema) { Facts(of: schema, in: graph) } }

  /// Returns the shape of a schema, whether a type has it or not.
  func shape(of schema: SchemaID) -> Shape {
    knownShapes.answer(to: schema) {
      var classifier = classifier
      return classifier.shape(of: schema)
    }
  }

  /// Whether a schema is in a document that has a page.
  func isDocumented(_ node: SchemaNode) -> Bool { documented.contains(node.document) }

  func isPage(_ schema: SchemaID) -> Bool { addresses[schema].map { $0.anchor == nil } ?? false }

  // MARK: - Sections

  /// Returns the schemas of each document that need a section, in the order of the text.
  private func schemas(byDocument count: Int) -> [[SchemaID]] {
    var sections = [[SchemaID]](repeating: [], count: count)
    var isValue = [Bool](repeating: false, count: graph.nodes.count)
    for node in graph.writtenNodes {
      guard let parent = node.parent else {
        isValue[node.id.index] = true
        if !node.dynamicScope.isEmpty, declarations[node.id] != nil { sections[node.document].append(node.id) }
        continue
      }
      // Parents come before their subschemas.
      isValue[node.id.index] = isValue[parent.index] && describesValues(node, in: graph[parent])
      let hasMembers = isValue[node.id.index] && !isPart(node, of: graph[parent]) && !node.keywords.properties.isEmpty
      let isConstant = node.keywords.const != nil && !graph[parent].keywords.defs.contains { $0.schema == node.id }
      if hasMembers || declarations[node.id] != nil && !isConstant { sections[node.document].append(node.id) }
    }
    for node in graph.twinNodes where declarations[node.id] != nil { sections[node.document].append(node.id) }
    return sections
  }

  /// Whether a subschema describes values, separately or as part of its parent, rather than a condition on them.
  private func describesValues(_ node: SchemaNode, in parent: SchemaNode) -> Bool {
    let keywords = parent.keywords
    let conditions = keywords.conditions + [keywords.then, keywords.else].compactMap { $0 }
    let choices = keywords.properties.isEmpty ? [] : keywords.oneOf + keywords.anyOf
    return !conditions.contains(node.id) && !choices.contains(node.id)
      && !keywords.dependentSchemas.contains { $0.schema == node.id }
  }

  /// Whether a subschema applies to the same value as its parent.
  private func isPart(_ node: SchemaNode, of parent: SchemaNode) -> Bool {
    let keywords = parent.keywords
    return (keywords.allOf + keywords.anyOf + keywords.oneOf).contains(node.id)
  }
}
