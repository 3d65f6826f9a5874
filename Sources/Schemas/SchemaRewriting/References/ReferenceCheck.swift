import JSONSchema
import SchemaRuntime

/// Shows that every reference of rewritten documents leads to the schema to which it led before.
struct ReferenceCheck {
  /// The location of a schema in the new documents.
  struct Place: Equatable {
    /// The URI of its document.
    var document: String
    var pointer: JSONPointer
  }

  private let outline: SchemaOutline
  /// The new location of a schema; nil if it has none, or several.
  private let place: (SchemaOutline.Schema) -> Place?

  init(_ outline: SchemaOutline, place: @escaping (SchemaOutline.Schema) -> Place?) {
    (self.outline, self.place) = (outline, place)
  }

  /// - Parameter isKept: whether the schema still has its references.
  func check(_ new: SchemaOutline, isKept: (SchemaOutline.Schema) -> Bool = { _ in true }) throws(RewritingError) {
    var places: [String: [JSONPointer: SchemaOutline.Schema]] = [:]
    for schema in new.schemas { places[new.documents[schema.document].uri, default: [:]][schema.pointer] = schema }
    for schema in outline.schemas where isKept(schema) && !schema.references.isEmpty {
      guard let place = place(schema) else { continue }
      let schemas = places[place.document] ?? [:]
      var near = [schemas[place.pointer]].compactMap { $0 }
      // A reference may have moved into a branch.
      for keyword in ["allOf", "anyOf", "oneOf"] {
        var index = 0
        while let branch = schemas[JSONPointer(place.pointer.tokens + [keyword, String(index)])] {
          near.append(branch)
          index += 1
        }
      }
      let targets = near.flatMap(\.references).compactMap(\.target).map { target in
        Place(document: new.documents[new.schemas[target].document].uri, pointer: new.schemas[target].pointer)
      }
      for reference in schema.references {
        guard let target = reference.target.map({ outline.schemas[$0] }) else { continue }
        let expected =
          self.place(target) ?? Place(document: outline.documents[target.document].uri, pointer: target.pointer)
        if targets.contains(expected) { continue }
        throw outline.error(
          "this reference would lead elsewhere: \(reference.text)", at: schema, reference.keyword.rawValue)
      }
    }
  }
}

extension SchemaOutline {
  /// Returns the outline of rewritten documents.
  func outline(
    of documents: [SchemaDocument], _ options: SchemaResolver.Options,
    lookup: @escaping (String) -> SchemaDocument? = { _ in nil }
  ) -> SchemaOutline {
    var options = options
    // Their meta-schemas may be elsewhere.
    options.dialects += Set(schemas.map(\.dialect)).sorted { $0.uri < $1.uri }
    options.requiresSchemas = false
    return SchemaOutline(of: documents, options: options, lookup: lookup)
  }

  /// Returns a value in place of the first document, in some other folder; throws if it is nested too deeply.
  func moved(
    _ value: JSONValue, extent: SchemaDocument.Extent = .whole
  ) throws(RewritingError) -> SchemaDocument {
    let first = documents[0]
    guard let source = try? JSONDocument(parsing: value.json(), limits: .widest) else {
      throw RewritingError("the document would be nested too deeply", first, JSONPointer())
    }
    let folder = String(repeating: "bundle/", count: first.uri.split(separator: "/").count)
    return SchemaDocument(
      uri: "file:///\(folder)bundle.json", name: first.name, source: source, extent: extent)
  }
}
