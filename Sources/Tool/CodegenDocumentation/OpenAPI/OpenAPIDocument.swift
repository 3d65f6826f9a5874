import CodegenCore
import JSONSchema
import SchemaRuntime

/// The schemas as the components of an OpenAPI 3.1 description.
///
/// OpenAPI 3.1 accepts draft 2020-12 schemas unchanged (OpenAPI 3.1.0, section 4.8.24), but many tools support neither
/// `$id` nor anchors. Therefore every schema is written from its meaning, regardless of its draft, and every reference
/// as a pointer into the description. Schemas whose values never leave a device are not part of an interface and have
/// no component.
struct OpenAPIDocument {
  /// The entire description.
  let value: JSONValue
  /// Warnings about older-draft keywords that 2020-12 cannot express.
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
  var text: String { value.text(.pretty) + "\n" }
}
