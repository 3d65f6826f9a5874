import CodegenCore
package import JSONSchema
import SchemaRuntime

/// A schema in the words of the pages, for tools that show one at a time.
package enum SchemaWords {
  /// Returns the limits, one per line of Markdown, without links.
  package static func limits(of schema: SchemaID, in graph: SchemaGraph) -> [String] {
    LimitWords(types: types(graph), assertedFormats: Set(Format.allCases)).limits(of: schema).map(\.plain)
  }

  /// Returns the type as JSON knows it.
  package static func type(of schema: SchemaID, in graph: SchemaGraph) -> String {
    types(graph).phrase(for: schema).plain
  }

  private static func types(_ graph: SchemaGraph) -> TypeWords {
    TypeWords(site: SiteMap(graph: graph, plan: .empty))
  }
}
