package import JSONSchema
package import SchemaRuntime

/// Makes one document of a schema, an API description, or a schema in one, and everything that it references.
///
///     let bundle = try Bundler.bundle(document, keepsIdentifiers: true) { loader.document(at: $0) }
package enum Bundler {
  /// Returns the document with all others in it, or throws the reason that it cannot be.
  ///
  /// - Parameter keepsIdentifiers: whether each document of a schema stays a resource with its identifier, below
  ///   `$defs`, so that references and dynamic scopes keep their meaning (2020-12 core, section 9.3). Otherwise, and in
  ///   API descriptions, there are no identifiers, and all references are pointers. A schema in an API description
  ///   becomes one of the draft on which the description's dialect is based.
  /// - Parameter lookup: finds documents by their absolute URIs.
  package static func bundle(
    _ document: SchemaDocument, keepsIdentifiers: Bool, options: SchemaResolver.Options = SchemaResolver.Options(),
    lookup: @escaping (String) -> SchemaDocument?
  ) throws(RewritingError) -> JSONValue {
    let outline = SchemaOutline(of: [document], options: options, lookup: lookup)
    if document.extent == .whole, keepsIdentifiers {
      var bundle = ResourceBundle(outline, options)
      return try bundle.value()
    }
    let isSchema = document.extent == .whole || document.extent.schema != nil
    let host = isSchema ? nil : BundleHost(document.root)
    var bundle = PlainBundle(outline, host, options, lookup: lookup)
    return try bundle.value()
  }
}

extension Dialect {
  /// The keyword under which a schema keeps definitions.
  var definitionsKeyword: String { draft >= .draft2019 ? "$defs" : "definitions" }
}

extension JSONObject {
  /// Returns the name, or that with the first number, that no member has.
  func freeName(_ name: String) -> String {
    var (free, number) = (name, 2)
    while self[free] != nil { (free, number) = ("\(name)\(number)", number + 1) }
    return free
  }
}
