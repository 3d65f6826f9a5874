import JSONSchema
import SchemaRuntime

/// The schemas as the components of an OpenAPI 3.1 description, each under a name of its own.
///
/// OpenAPI 3.1 takes schemas of draft 2020-12 as they are (OpenAPI 3.1.0, section 4.8.24), and
/// many of its readers know neither `$id` nor anchors. So every schema is written from what it means, whatever the
/// draft that it is written in, and every reference as a pointer into the description. Schemas that never leave a
/// device are no part of an interface and have no component.
struct OpenAPIDocument {
  /// The whole description.
  let value: JSONValue
  /// Warnings: what an older draft says and 2020-12 cannot.
  let diagnostics: [Diagnostic]

  init(graph: SchemaGraph, plan: TypePlan, title: String, version: String) {
    var writer = OpenAPISchemas(graph: graph, plan: plan)
    let schemas = writer.components()
    diagnostics = writer.diagnostics
    value = [
      "openapi": "3.1.0", "x-generated-by": "codegen",
      "info": ["title": .string(title), "version": .string(version)],
      "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
      "components": ["schemas": .object(JSONObject(schemas))],
    ]
  }

  /// The text of the file.
  var text: String { value.text(JSONFormat(indentation: 2)) + "\n" }
}
