import CodegenCore
import JSONSchema
import SchemaRuntime

/// Describes the schemas of plain parameters, which are not in the graph because they have no type of their own.
struct PlainSchemas {
  private struct Key: Hashable {
    var schema: JSONObject
    var dialect: Dialect
  }

  private var schemas: [Key: SchemaID] = [:]
  private var words: (types: TypeWords, limits: LimitWords)?

  init(_ operations: [APIOperation<SchemaID>], assertedFormats: Set<Format>) {
    var keys: [Key] = []
    var seen: Set<Key> = []
    var documents: [SchemaDocument] = []
    for operation in operations {
      for parameter in operation.parameters + operation.responses.flatMap(\.headers) {
        guard case .plain(let object) = parameter.value else { continue }
        let key = Key(schema: object, dialect: operation.dialect)
        guard seen.insert(key).inserted, let document = Self.document(object, keys.count) else { continue }
        keys.append(key)
        documents.append(document)
      }
    }
    guard let dialect = keys.first?.dialect else { return }
    let options = SchemaResolver.Options(defaultDialect: dialect, requiresSchemas: false)
    let all = try? SchemaResolver.resolve(documents, options: options).graph
    guard let graph = all ?? Self.usable(&keys, documents, options) else { return }
    for (key, root) in zip(keys, graph.roots) { schemas[key] = root }
    let types = TypeWords(site: SiteMap(graph: graph, plan: .empty))
    words = (types, LimitWords(types: types, assertedFormats: assertedFormats))
  }

  private static func document(_ schema: JSONObject, _ number: Int) -> SchemaDocument? {
    guard let source = try? JSONDocument(parsing: JSONValue.object(schema).json()) else { return nil }
    return SchemaDocument(uri: "schema:///parameter-\(number)", name: "parameter", source: source)
  }

  /// Resolves only the schemas without a mistake.
  private static func usable(
    _ keys: inout [Key], _ documents: [SchemaDocument], _ options: SchemaResolver.Options
  ) -> SchemaGraph? {
    let isUsable = documents.map { (try? SchemaResolver.resolve([$0], options: options)) != nil }
    keys = zip(keys, isUsable).filter(\.1).map(\.0)
    return try? SchemaResolver.resolve(zip(documents, isUsable).filter(\.1).map(\.0), options: options).graph
  }

  /// Returns type and limits of a plain schema.
  func words(for schema: JSONObject, _ dialect: Dialect) -> (type: Phrase, limits: [Phrase]) {
    guard let words, let id = schemas[Key(schema: schema, dialect: dialect)] else {
      return (schema["type"]?.string.map { "\($0)" } ?? "any value", [])
    }
    return (words.types.phrase(for: id), words.limits.limits(of: id))
  }
}
