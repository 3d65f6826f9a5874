internal import SchemaAnalysis
package import SchemaRuntime

/// Texts in YAML 1.2 as JSON documents.
///
/// Scalars have the meaning that the core schema gives them (YAML 1.2.2, section 10.3), so that `no` is a string. Keys
/// are strings, whatever they look like. Aliases are replaced by the nodes they refer to, and `<<` merges mappings.
package enum YAMLText {
  /// A document of a text.
  package struct Document: Sendable {
    package let json: JSONDocument
    /// Where it begins.
    package let position: SourcePosition
    /// What is read although YAML does not say how, in words: a flow collection that ends in the column of its key
    /// (YAML 1.2.2, section 7.4), as most readers do, and a tag that nobody has defined.
    package let looseness: String?
  }

  /// Returns the documents of a text, in order; `---` separates them. Positions of a document are those in the text.
  ///
  /// - Throws: the first position at which the text is not well-formed, cannot be converted to JSON, or exceeds a
  ///   limit.
  package static func documents(
    in text: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> [Document] {
    let limit = min(limits.maximumByteCount, JSONLimits.hardMaximumByteCount)
    guard text.count <= limit else {
      throw text.withUnsafeBufferPointer {
        JSONSyntaxError(kind: .tooLong(limit: limit), position: SourcePosition(offset: limit, in: $0))
      }
    }
    if let offset = firstInvalidOffset(in: text) {
      throw text.withUnsafeBufferPointer {
        JSONSyntaxError(kind: .invalidUTF8, position: SourcePosition(offset: offset, in: $0))
      }
    }
    do throws(JSONSyntaxError) {
      return try documents(in: text, limits, despite: nil)
    } catch {
      // Only what the library says of indentation differs.
      guard case .notConvertible(let message) = error.kind, message.contains("wrongly indented") else { throw error }
      return try documents(in: text, limits, despite: error)
    }
  }

  /// Reads a text by the specification, or as most readers do, despite an error.
  private static func documents(
    in text: [UInt8], _ limits: JSONLimits, despite error: JSONSyntaxError?
  ) throws(JSONSyntaxError) -> [Document] {
    try text.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
      let start = YAMLPosition(offset: 0, line: 0, column: 0)
      guard let parser = YAMLParser(bytes, maximumDepth: limits.maximumDepth, isLoose: error != nil) else {
        throw start.error("no memory is left to read YAML")
      }
      let looseness = error.map { error in
        "line \(error.position.line), column \(error.position.column) is indented less than YAML requires; codegen "
          + "reads it anyway, as most parsers do"
      }
      var documents: [Document] = []
      while let (tree, position) = try parser.nextDocument() {
        documents.append(try document(tree, at: position, textCount: bytes.count, limits, looseness))
      }
      return documents
    }
  }

  /// Returns the nodes of a text that has been read as one document.
  static func tree(of text: [UInt8]) throws(JSONSyntaxError) -> YAMLTree {
    let start = YAMLPosition(offset: 0, line: 0, column: 0)
    return try text.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
      guard
        let parser = YAMLParser(bytes, maximumDepth: JSONLimits.hardMaximumDepth, isLoose: true),
        let tree = try parser.nextDocument()?.tree
      else { throw start.error("expected one document") }
      return tree
    }
  }

  /// Returns the offset of the first bytes that are not UTF-8; nil if there are none. The library drops such bytes in
  /// scalars, and in a directive it does not get past them.
  private static func firstInvalidOffset(in text: [UInt8]) -> Int? {
    text.withUnsafeBufferPointer { UTF8Text.firstIllFormedOffset(in: $0) }
  }

  private static func document(
    _ tree: YAMLTree, at position: YAMLPosition, textCount: Int, _ limits: JSONLimits, _ looseness: String?
  ) throws(JSONSyntaxError) -> Document {
    var converter = YAMLConverter(tree, textCount: textCount, limits: limits)
    try converter.convert()
    let (json, sourceMap) = (converter.json, converter.sourceMap)
    do throws(JSONSyntaxError) {
      // The JSON may be longer than the YAML.
      let depth = JSONLimits(maximumDepth: limits.maximumDepth)
      let document = try JSONDocument(parsing: json, limits: depth, sourceMap: sourceMap)
      if let repeated = document.withRoot({ $0.firstRepeatedName().map { ($0.string, $0.offset) } }) {
        throw JSONSyntaxError(
          kind: .notConvertible(message: "expected unique keys in a mapping, found \(repeated.0.quoted) twice"),
          position: document.position(at: repeated.1))
      }
      return Document(json: document, position: position.sourcePosition, looseness: looseness ?? tree.unknownTag)
    } catch {
      if case .notConvertible = error.kind { throw error }
      throw JSONSyntaxError(kind: error.kind, position: sourceMap.position(at: error.position.offset))
    }
  }
}
