import CodegenCore
import JSONSchema
import SchemaRuntime

/// Builds the pages of operations, and what descriptions say of their APIs.
struct APIBuilder {
  private let graph: SchemaGraph
  private let site: SiteMap
  private var builder: OperationBuilder
  private var apis = APISite()
  private var paths = SitePaths()
  /// The descriptions with something to show.
  private let described: [Int]

  init(_ pages: PageBuilder, _ content: [DocumentationPage], graph: SchemaGraph) {
    self.graph = graph
    site = pages.site
    builder = OperationBuilder(pages, content, graph: graph)
    described = graph.descriptions.indices.filter { index in
      graph.descriptions[index].info["title"] != nil || (graph.operations + graph.channels).contains { $0.api == index }
    }
  }

  func site(files: SiteFiles) -> APISite {
    var copy = self
    copy.paths = SitePaths(reserving: files.files.map(\.path))
    for index in described { copy.add(index) }
    return copy.apis
  }

  private mutating func add(_ index: Int) {
    let description = graph.descriptions[index]
    let folder =
      described.count > 1 ? "operations/" + Self.name(description.info["title"]?.string ?? "api") : "operations"
    var groups: [Int] = []
    for (key, operations) in grouped((graph.operations + graph.channels).filter { $0.api == index }, description) {
      let words = Self.words(of: key, description)
      let number = apis.groups.count
      let file = paths.path(for: folder + "/" + Self.name(key))
      var group = APISite.Group(
        title: VisibleText.line(words["x-displayName"]?.string ?? words["summary"]?.string ?? key),
        description: CommonMarkReader.text(words["description"]?.string ?? "", limit: Self.descriptionLimit),
        externalDocs: OperationBuilder.externalDocs(words["externalDocs"]), operations: [], file: file)
      for operation in operations {
        var page = builder.page(operation, description)
        page.group = number
        page.file = paths.path(for: file + "/" + Self.name(operation.id ?? operation.method + operation.path))
        for used in builder.pages(usedBy: operation) { apis.uses[used, default: []].append(apis.operations.count) }
        group.operations.append(apis.operations.count)
        apis.operations.append(page)
      }
      groups.append(number)
      apis.groups.append(group)
    }
    apis.apis.append(api(description, groups))
  }

  // MARK: - Groups

  /// Returns the operations by tag: first the declared tags in their order. Without any tags, the operations are grouped
  /// by the first part of their paths.
  private func grouped(
    _ operations: [APIOperation<SchemaID>], _ description: APIDescription
  ) -> [(key: String, operations: [APIOperation<SchemaID>])] {
    let hasTags = operations.contains { !$0.tags.isEmpty }
    var groups: [(key: String, operations: [APIOperation<SchemaID>])] = []
    var indexes: [String: Int] = [:]
    for tag in description.members["tags"]?.array ?? [] {
      guard let name = tag["name"]?.string, indexes[name] == nil else { continue }
      indexes[name] = groups.count
      groups.append((name, []))
    }
    for operation in operations {
      let key = operation.tags.first ?? Self.untagged(operation, hasTags: hasTags)
      if indexes[key] == nil {
        indexes[key] = groups.count
        groups.append((key, []))
      }
      groups[indexes[key] ?? 0].operations.append(operation)
    }
    return groups.filter { !$0.operations.isEmpty }
  }

  private static func untagged(_ operation: APIOperation<SchemaID>, hasTags: Bool) -> String {
    if operation.caller == "webhook" { return "Webhooks" }
    if operation.caller == "callback" { return "Callbacks" }
    let parts = operation.path.split(separator: "/").map(String.init)
    let part = parts.first { !$0.hasPrefix("{") && $0.wholeMatch(of: /[vV]?[0-9.]+|api/) == nil }
    return hasTags ? "Other operations" : part ?? "Operations"
  }

  private static func words(of tag: String, _ description: APIDescription) -> JSONObject {
    description.members["tags"]?.array?.first { $0["name"]?.string == tag }?.object ?? [:]
  }

  /// Returns a name as part of a path.
  private static func name(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars.prefix(80) {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", ".": name.unicodeScalars.append(scalar)
      default: if !name.hasSuffix("-") { name += "-" }
      }
    }
    while name.hasPrefix("-") || name.hasPrefix(".") { name.removeFirst() }
    while name.hasSuffix("-") || name.hasSuffix(".") { name.removeLast() }
    return name.isEmpty ? "_" : name
  }

  // MARK: - The API

  private static let descriptionLimit = 60_000

  private func api(_ description: APIDescription, _ groups: [Int]) -> APISite.API {
    let info = description.info
    var facts: [(name: String, values: [Phrase])] = []
    func add(_ name: String, _ values: [Phrase?]) {
      let values = values.compactMap { $0 }.filter { !$0.isEmpty }
      if !values.isEmpty { facts.append((name, values)) }
    }
    add(description.members["servers"]?.object == nil ? "Servers" : "Hosts", Self.servers(description))
    add("Contact", [Self.contact(info["contact"])])
    add("License", [Self.named(info["license"], "name") ?? info["license"]?["identifier"]?.string.map { "\($0)" }])
    add("Terms", [info["termsOfService"]?.string.map { Self.link($0, $0) }])
    add("Documentation", [OperationBuilder.externalDocs(description.members["externalDocs"])])
    return APISite.API(
      title: VisibleText.line(info["title"]?.string ?? ""),
      version: VisibleText.line(info["version"].map { $0.string ?? $0.text() } ?? ""),
      description: Self.text(description), facts: facts,
      schemes: description.securitySchemes.map { name, scheme in
        (
          VisibleText.line(name), OperationBuilder.words(of: scheme),
          CommonMarkReader.text(scheme["description"]?.string ?? "")
        )
      }, groups: groups)
  }

  /// Returns the description of an API, and then those of tags that are chapters of it (`x-traitTag`).
  private static func text(_ description: APIDescription) -> RichText {
    let own = CommonMarkReader.text(description.info["description"]?.string ?? "", limit: descriptionLimit)
    let tags = description.members["tags"]?.array ?? []
    return tags.filter { $0["x-traitTag"]?.bool == true }.reduce(own) { text, tag in
      let title = VisibleText.line(tag["x-displayName"]?.string ?? tag["name"]?.string ?? "")
      let words = CommonMarkReader.text(tag["description"]?.string ?? "", limit: descriptionLimit)
      return words.isEmpty ? text : text + RichText(blocks: [.heading(level: 1, [.text(title)])]) + words
    }
  }

  /// Returns the servers with what they are. Those of AsyncAPI have names.
  private static func servers(_ description: APIDescription) -> [Phrase] {
    if let named = description.members["servers"]?.object {
      return named.map { _, server in
        let host = (server["protocol"]?.string.map { $0 + "://" } ?? "") + (server["host"] ?? server["url"] ?? "").text
        return described("\(code: host + (server["pathname"]?.string ?? ""))", server)
      }
    }
    if let listed = description.members["servers"]?.array {
      return listed.compactMap { server in server["url"]?.string.map { described("\(code: $0)", server) } }
    }
    guard let host = description.members["host"]?.string else { return [] }
    let schemes = description.members["schemes"]?.array?.compactMap(\.string) ?? ["https"]
    return schemes.map { "\(code: "\($0)://\(host)\(description.members["basePath"]?.string ?? "")")" }
  }

  private static func described(_ server: Phrase, _ value: JSONValue) -> Phrase {
    let words = CommonMarkReader.text(value["description"]?.string ?? "").summary
    return words.isEmpty ? server : server + " " + words
  }

  private static func contact(_ contact: JSONValue?) -> Phrase? {
    let mail = contact?["email"]?.string.map { "\($0)" as Phrase }
    guard let named = named(contact, "name") else { return mail }
    return mail.map { "\(named), \($0)" } ?? named
  }

  /// Returns a name with the link beside it.
  private static func named(_ value: JSONValue?, _ member: String) -> Phrase? {
    let url = value?["url"]?.string
    guard let name = value?[member]?.string ?? url else { return nil }
    return url.map { link(name, $0) } ?? "\(name)"
  }

  private static func link(_ words: String, _ target: String) -> Phrase { OperationBuilder.link(words, target) }
}

extension JSONValue {
  /// The characters of a string; empty for another value.
  fileprivate var text: String { string ?? "" }
}
