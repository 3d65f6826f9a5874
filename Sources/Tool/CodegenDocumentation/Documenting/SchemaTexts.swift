import CodegenCore
import JSONSchema
import SchemaRuntime

/// The schemas of the pages as JSON files, without what `x-sensitive` hides.
///
/// If no schema is sensitive, a file has what the author wrote. Otherwise, it is written from the redacted graph
/// (``SchemaGraph/redacted``): without the expectations of sensitive schemas, without values that contain something
/// sensitive, and without keywords that nobody knows in sensitive schemas. The result accepts whatever the original
/// accepts.
struct SchemaTexts {
  private let original: SchemaGraph
  private let redacted: SchemaGraph
  private let sensitive: Set<SchemaID>
  /// The schemas by document and pointer, if any schema is sensitive.
  private var schemas: [Int: [JSONPointer: SchemaID]] = [:]

  init(of original: SchemaGraph, redacted: SchemaGraph) {
    self.original = original
    self.redacted = redacted
    sensitive = original.sensitiveSchemas
    if sensitive.isEmpty { return }
    for node in original.writtenNodes where schemas[node.document]?[node.pointer] == nil {
      schemas[node.document, default: [:]][node.pointer] = node.id
    }
  }

  /// Returns the text for a document's root; nil for a schema that is no object.
  func text(of root: SchemaID) -> String? {
    let document = original.document(of: root)
    guard let written = document.root[document.pointer] else { return nil }
    let shown = sensitive.isEmpty ? written : shown(written, at: document.pointer, in: original[root].document)
    guard case .object(let members) = shown else { return nil }
    var object: JSONObject = ["x-generated-by": "codegen"]
    for (name, value) in members where name != "x-generated-by" { object[name] = value }
    return JSONValue.object(object).text(.pretty) + "\n"
  }

  private func shown(_ value: JSONValue, at pointer: JSONPointer, in document: Int) -> JSONValue {
    if let schema = schemas[document]?[pointer], case .object = value {
      return .object(members(of: schema, at: pointer, in: document))
    }
    switch value {
    case .object(let members):
      return .object(JSONObject(members.map { ($0.key, shown($0.value, at: pointer.appending($0.key), in: document)) }))
    case .array(let elements):
      return .array(elements.enumerated().map { shown($1, at: pointer.appending($0), in: document) })
    case .null, .bool, .number, .string: return value
    }
  }

  /// Returns the keywords of a schema that may be shown.
  private func members(of schema: SchemaID, at pointer: JSONPointer, in document: Int) -> JSONObject {
    var object = JSONObject()
    let (before, after) = (original[schema].keywords, redacted[schema].keywords)
    for (name, value) in after.written {
      let isKnown = redacted[schema].dialect.keyword(named: name) != nil
      let isChecked = !isKnown || name == "example"
      if isChecked, sensitive.contains(schema) || original.redacted(value, for: schema, sensitive) != value { continue }
      // A branch that admits more may match together with another.
      let isWeaker = name == "oneOf" && after.oneOf.isEmpty && !before.oneOf.isEmpty
      if isWeaker, after.written["anyOf"] != nil { continue }
      object[isWeaker ? "anyOf" : name] = shown(value, at: pointer.appending(name), in: document)
    }
    return object
  }
}
