package import SchemaRuntime

/// Reads texts in JSON and YAML, schemas and payloads alike, as JSON documents.
///
///     let document = try SourceText.document(bytes, format: SourceText.Format(ofFile: "api.yaml"))
package enum SourceText {
  /// How a text is written.
  package enum Format: String, CaseIterable, Sendable {
    case json
    /// JSON with comments and trailing commas.
    case jsonc
    case yaml

    /// The format of a file by its name: YAML for `.yaml` and `.yml`, JSON with comments for `.jsonc`, otherwise JSON.
    package init(ofFile name: String) {
      let name = name.lowercased()
      self =
        name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? .yaml : name.hasSuffix(".jsonc") ? .jsonc : .json
    }
  }

  /// One of the documents of a text.
  package struct Document: Sendable {
    package let json: JSONDocument
    /// The line in which it begins, counted from one.
    package let line: Int
    /// What was read although the format does not say how, in words.
    package var looseness: String?
  }

  /// Whether a file with this name may be a schema, or contain some.
  package static func isReadable(_ name: String) -> Bool {
    [".json", ".yaml", ".yml"].contains(where: name.hasSuffix)
  }

  /// The endings of files with a value on each line.
  package static let endingsOfLines = [".jsonl", ".ndjson"]

  /// Returns the files in a folder that may hold payloads, by their paths in it; nil if it cannot be read.
  package static func payloads(below folder: String) -> [String]? {
    let endings = [".json", ".jsonc", ".yaml", ".yml"] + endingsOfLines
    return FolderWalk.files(below: folder)?.filter { endings.contains(where: $0.lowercased().hasSuffix) }
  }

  /// Returns the documents of a text: one in JSON, any number in YAML.
  ///
  /// A byte order mark of UTF-8 is skipped.
  /// - Throws: the first position at which the text is not well-formed or exceeds a limit; for other encodings, their
  ///   name.
  package static func documents(
    _ text: [UInt8], format: Format, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> [Document] {
    let text = try utf8(text)
    switch format {
    case .json, .jsonc:
      let json = format == .jsonc ? CommentedJSON.json(in: text) : text
      return [Document(json: try JSONDocument(parsing: json, limits: limits), line: 1)]
    case .yaml:
      return try YAMLText.documents(in: text, limits: limits).map {
        Document(json: $0.json, line: $0.position.line, looseness: $0.looseness)
      }
    }
  }

  /// Returns the only document of a text.
  package static func document(
    _ text: [UInt8], format: Format, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> JSONDocument {
    try onlyDocument(text, format: format, limits: limits).json
  }

  /// Returns the only document of a text, with what is said of it.
  static func onlyDocument(
    _ text: [UInt8], format: Format, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> Document {
    let documents = try documents(text, format: format, limits: limits)
    guard let first = documents.first, documents.count == 1 else {
      let line = documents.count > 1 ? documents[1].line : 1
      let found = documents.isEmpty ? "none" : "\(documents.count)"
      throw JSONSyntaxError(
        kind: .notConvertible(message: "expected one YAML document, found \(found)"),
        position: SourcePosition(offset: 0, line: line, column: 1))
    }
    return first
  }
}

// MARK: - Encodings

extension SourceText {
  /// The byte order mark of UTF-8, U+FEFF.
  package static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Returns a text without the byte order mark of UTF-8; throws if it has another encoding.
  private static func utf8(_ text: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    if text.starts(with: byteOrderMark) { return Array(text.dropFirst(byteOrderMark.count)) }
    guard let encoding = otherEncoding(text) else { return text }
    let message =
      "expected UTF-8, found \(encoding); convert it, for example with 'iconv -f \(encoding) -t UTF-8'"
    throw JSONSyntaxError(
      kind: .notConvertible(message: message), position: SourcePosition(offset: 0, line: 1, column: 1))
  }

  /// The name of an encoding other than UTF-8, by the byte order mark, or by the zero bytes around the first character,
  /// which is ASCII in nearly all JSON and YAML (YAML 1.2.2, section 5.2).
  private static func otherEncoding(_ text: [UInt8]) -> String? {
    let start = Array(text.prefix(4))
    let isZero = start.map { $0 == 0 }
    if start == [0x00, 0x00, 0xfe, 0xff] || isZero == [true, true, true, false] { return "UTF-32BE" }
    if start == [0xff, 0xfe, 0x00, 0x00] || isZero == [false, true, true, true] { return "UTF-32LE" }
    if start.starts(with: [0xfe, 0xff]) || isZero == [true, false, true, false] { return "UTF-16BE" }
    if start.starts(with: [0xff, 0xfe]) || isZero == [false, true, false, true] { return "UTF-16LE" }
    return nil
  }
}
