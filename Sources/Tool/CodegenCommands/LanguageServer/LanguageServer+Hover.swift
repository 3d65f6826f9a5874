import CodegenDocumentation
import JSONSchema
import SchemaLoading
import SchemaRuntime

// What is shown of the value under the pointer.
extension LanguageServer {
  func hover(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (file, offset) = try place(parameters)
    // Of a broken text, the last good state answers, as far as its lines are where they were.
    guard let readable = file.readable, let outline = readable.outline, let index = outline.entry(at: offset) else {
      return .null
    }
    let entry = outline.entries[index]
    let isInside =
      entry.name.map { $0.contains(offset) || $0.upperBound == offset } ?? false || entry.value.contains(offset)
    guard isInside, let words = words(readable, outline, index) else { return .null }
    let range = entry.name ?? readable.text.token(at: entry.value.lowerBound, isYAML: readable.format == .yaml)
    var hover: JSONObject = ["contents": ["kind": "markdown", "value": .string(words)]]
    if readable === file { hover["range"] = file.text.range(range) }
    return .object(hover)
  }

  private func words(_ file: SourceFile, _ outline: TextOutline, _ index: Int) -> String? {
    switch workspace.content(of: file) {
    case .schema:
      if let (path, target) = target(file, index), let found = workspace.file(path) {
        return found.outline.flatMap { schemaWords(found, $0.pointer(of: target), graphOf: path) }
      }
      let pointer = outline.pointer(of: index)
      if let words = schemaWords(file, pointer, graphOf: file.path) { return words }
      let words = pointer.tokens.suffix(2).first == "x-swift" ? hintWords(pointer.tokens.last) : nil
      return words ?? keywordWords(outline.entries[index].token)
    case .payload(let schema): return payloadWords(schema, outline.pointer(of: index))
    case .configuration:
      guard let (graph, root) = Workspace.configurationGraph else { return nil }
      return instanceWords(graph, root, outline.pointer(of: index))
    case .other: return nil
    }
  }

  private func payloadWords(_ schema: String, _ pointer: JSONPointer) -> String? {
    workspace.payloadSchema(schema).flatMap { instanceWords($0.graph, $0.root, pointer) }
  }

  private func instanceWords(_ graph: SchemaGraph, _ root: SchemaID, _ pointer: JSONPointer) -> String? {
    let schemas = graph.schemas(ofValueAt: pointer.tokens, under: root)
    let texts = schemas.compactMap { graph[$0].keywords.description ?? graph[$0].keywords.title }
    let limits = schemas.flatMap { SchemaWords.limits(of: $0, in: graph) }
    var seen: Set<String> = []
    let lines = (texts + limits).filter { seen.insert($0).inserted }
    return lines.isEmpty ? nil : lines.joined(separator: "\n\n")
  }

  /// Describes the schema at a pointer; nil if there is none.
  private func schemaWords(_ file: SourceFile, _ pointer: JSONPointer, graphOf path: String) -> String? {
    let name = workspace.name(of: file.path)
    guard let graph = workspace.graph(of: path),
      let node = graph.nodes.first(where: {
        $0.pointer == pointer && graph.documents[$0.document].name == name && $0.dynamicScope.isEmpty
      })
    else { return nil }
    var parts: [String] = []
    if let type = workspace.model(of: file.path)?.type(name, pointer) { parts.append("```swift\n\(type)\n```") }
    // A reference without words of its own has those of its target.
    let described = Closure.of([node.id]) { [graph[$0].keywords.ref].compactMap { $0 } }.map { graph[$0].keywords }
    if let title = described.lazy.compactMap(\.title).first { parts.append("**\(title)**") }
    if let description = described.lazy.compactMap(\.description).first { parts.append(description) }
    let limits = SchemaWords.limits(of: node.id, in: graph)
    if !limits.isEmpty { parts.append(limits.map { "- " + $0 }.joined(separator: "\n")) }
    if parts.isEmpty { parts.append(SchemaWords.type(of: node.id, in: graph)) }
    return parts.joined(separator: "\n\n")
  }

  private func hintWords(_ name: String?) -> String? {
    VendorVocabulary.hints.first { $0.name == name }?.description
  }

  private func keywordWords(_ name: String) -> String? {
    VendorVocabulary.description(of: name) ?? KeywordExamples.rows.first { $0.keyword == name }?.words
  }
}

extension SchemaGraph {
  /// Returns the schemas that apply to a value of an instance, whatever else decides whether they do.
  func schemas(ofValueAt path: [String], under root: SchemaID) -> [SchemaID] {
    var current = sameValue([root])
    for token in path {
      let inner = current.flatMap { schema -> [SchemaID] in
        let keywords = self[schema].keywords
        let properties = keywords.properties.filter { $0.name == token }.map(\.schema)
        if !properties.isEmpty { return properties }
        if let index = JSONPointer.arrayIndex(token), keywords.prefixItems.indices.contains(index) {
          return [keywords.prefixItems[index]]
        }
        let isIndex = JSONPointer.arrayIndex(token) != nil
        return [isIndex ? keywords.items : nil, keywords.additionalProperties].compactMap { $0 }
      }
      current = sameValue(inner)
    }
    return current
  }

  private func sameValue(_ schemas: [SchemaID]) -> [SchemaID] {
    Closure.of(schemas) { schema in
      let keywords = self[schema].keywords
      return [keywords.ref, keywords.dynamicRef, keywords.then, keywords.else].compactMap { $0 }
        + keywords.allOf + keywords.anyOf + keywords.oneOf + keywords.dependentSchemas.map(\.schema)
    }
  }
}
