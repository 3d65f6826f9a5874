import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// What each page depends on, as a hash. A page whose hash was the same in the run before is the same page.
///
/// A page describes the schemas of its document, with their members and the elements of these, wherever they are written:
/// everything in those texts counts. Of whatever else these schemas lead to, only samples, errors and names appear, which
/// do not depend on descriptions. Of pages that refer to this one, and of its neighbors, titles and paths count.
struct PageKeys {
  private let keys: [ContentHash]

  subscript(page: Int) -> ContentHash { keys[page] }

  /// nil if pages depend on more than the schemas that theirs lead to: on operations, views, or dynamic scopes.
  init?(
    site: SiteMap, graph: SchemaGraph, plan: TypePlan, references: BackReferences, isCompiled: Bool,
    changes: [String: [PageChange]]
  ) {
    guard graph.operations.isEmpty, graph.channels.isEmpty, graph.descriptions.isEmpty, graph.twinNodes.isEmpty,
      graph.writtenNodes.allSatisfy(\.dynamicScope.isEmpty)
    else { return nil }
    let contents = graph.documents.map { $0.root[$0.pointer] ?? .null }
    let texts = contents.map { ContentHash(of: $0.json()) }
    // 1. What other pages show of a document, and what follows for payloads.
    let faces = Self.faces(of: plan, in: graph, site)
    let own = contents.indices.map { document in
      var hash = faces[document]
      hash.add(Self.withoutDescriptions(contents[document]).json())
      return hash
    }
    let closures = Self.closures(of: own, references.targets)
    // 2. What is the same for all pages.
    var common = ContentHash()
    common.add("\(isCompiled) \(graph.sensitiveSchemas.isEmpty)")
    for page in site.pages { common.add(page.path) }
    let near = Neighborhood(graph)
    keys = site.pages.indices.map { index in
      let page = site.pages[index]
      let document = graph[page.root].document
      var hash = common
      for text in ["\(index) \(site.folder(of: index))", page.name, page.source, page.title] { hash.add(text) }
      for document in near.documents(around: document) { hash.add(texts[document]) }
      hash.add(closures[document])
      let (previous, next) = site.neighbors(of: index)
      for neighbor in [previous, next] {
        hash.add(neighbor.map { site.pages[$0].title + "\n" + site.pages[$0].path } ?? "")
      }
      for use in references.uses(ofDocument: document, in: site) {
        for text in [site.pages[use.index].title] + use.members { hash.add(text) }
      }
      for change in changes[page.name] ?? [] { hash.add("\(change)") }
      return hash
    }
  }

  /// Returns the paths and titles of the documents' pages, and the names of their types.
  private static func faces(of plan: TypePlan, in graph: SchemaGraph, _ site: SiteMap) -> [ContentHash] {
    var faces = graph.documents.indices.map { index in
      var hash = ContentHash()
      hash.add(graph.documents[index].uri)
      if let page = site.address(of: graph.roots[index])?.page {
        hash.add(site.pages[page].path + "\n" + site.pages[page].title)
      }
      return hash
    }
    for file in plan.files {
      guard let root = file.types.first?.key.schema else { continue }
      faces[graph[root].document].add(PlanDump.text(of: file))
    }
    return faces
  }

  /// Returns a hash for each document of what it leads to.
  private static func closures(of own: [ContentHash], _ targets: [[Int]]) -> [ContentHash] {
    var closures = own
    var isDone = [Bool](repeating: false, count: own.count)
    // Targets come first.
    for component in StrongComponents(targets).lists {
      var hash = ContentHash()
      for document in component.sorted() {
        hash.add(own[document])
        for target in targets[document] where isDone[target] { hash.add(closures[target]) }
      }
      for document in component {
        closures[document] = hash
        closures[document].add(own[document])
      }
      for document in component { isDone[document] = true }
    }
    return closures
  }

  /// Returns a schema without the keywords that only describe, of itself and its subschemas.
  private static func withoutDescriptions(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      var object = JSONObject()
      for (name, value) in members {
        if descriptions.contains(name), case .string = value { continue }
        // Samples have such values.
        object[name] = values.contains(name) || name.hasPrefix("x-") ? value : withoutDescriptions(value)
      }
      return .object(object)
    case .array(let elements): return .array(elements.map(withoutDescriptions))
    case .null, .bool, .number, .string: return value
    }
  }

  private static let descriptions: Set<String> = ["description", "markdownDescription", "$comment"]
  private static let values: Set<String> = ["enum", "const", "default", "example", "examples"]
}

/// The documents with schemas that a page describes.
private struct Neighborhood {
  private let graph: SchemaGraph
  private let schemas: [[SchemaID]]

  init(_ graph: SchemaGraph) {
    self.graph = graph
    var schemas = [[SchemaID]](repeating: [], count: graph.documents.count)
    for node in graph.writtenNodes { schemas[node.document].append(node.id) }
    self.schemas = schemas
  }

  /// Returns the document itself, those of the schemas to which its own apply and of their elements, and those of the
  /// members of all these, with their elements.
  func documents(around document: Int) -> [Int] {
    var seen: Set<SchemaID> = []
    let described = applied(schemas[document], &seen)
    let members = described.flatMap { graph[$0].subschemas.filter(\.isMember).map(\.schema) }
    let all = described + applied(members, &seen)
    return Set(all.map { graph[$0].document }).union([document]).sorted()
  }

  /// Returns some schemas and all that they apply to the same value and to elements, without those seen before.
  private func applied(_ start: [SchemaID], _ seen: inout Set<SchemaID>) -> [SchemaID] {
    var pending = start
    var found: [SchemaID] = []
    while let schema = pending.popLast() {
      guard seen.insert(schema).inserted else { continue }
      found.append(schema)
      let node = graph[schema]
      pending += node.keywords.references
      for subschema in node.subschemas where !subschema.isMember { pending.append(subschema.schema) }
    }
    return found
  }
}

extension SchemaNode.Subschema {
  fileprivate var isMember: Bool { path.first == "properties" }
}

extension ContentHash {
  fileprivate init(of bytes: [UInt8]) {
    self.init()
    add(bytes)
  }
}
