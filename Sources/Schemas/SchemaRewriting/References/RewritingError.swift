package import JSONSchema
import SchemaRuntime

/// Why a schema cannot have another form, and where.
package struct RewritingError: Error {
  package let message: String
  package let location: SourceLocation

  init(_ message: String, _ document: SchemaDocument, _ pointer: JSONPointer) {
    self.message = message
    location = SourceLocation(
      document: document.name, pointer: pointer, position: document.source.position(of: pointer))
  }
}

extension SchemaOutline {
  /// The schema that is a whole document; nil if that is none.
  func root(of document: Int) -> Schema? { schemas.first { $0.document == document && $0.pointer.tokens.isEmpty } }

  func error(_ message: String, at schema: Schema, _ keyword: String? = nil) -> RewritingError {
    RewritingError(message, documents[schema.document], keyword.map(schema.pointer.appending) ?? schema.pointer)
  }

  /// Returns the target of a reference of a schema; throws if it leads to no document that is there.
  func target(of reference: Reference, in schema: Schema) throws(RewritingError) -> Schema {
    guard let target = reference.target else {
      throw error("the document of this reference is not available", at: schema, reference.keyword.rawValue)
    }
    return schemas[target]
  }
}
