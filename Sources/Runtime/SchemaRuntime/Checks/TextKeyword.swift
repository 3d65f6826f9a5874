/// A keyword that tests the text of a string by a text of its own.
///
/// A keyword has a row here and a case of ``TextTest``, as ``Measure`` has a row for each keyword that limits a length.
///
/// Source: validation, sections 6.3.3, 7 and 8.
public enum TextKeyword: UInt8, Hashable, Sendable, CaseIterable {
  case pattern, format, contentMediaType, contentEncoding

  /// The properties of a keyword.
  private struct Row {
    var word: String
    /// What a string must be, before the text of the keyword, and after it.
    var expectation: (before: String, after: String)
    /// The words before the keyword's text in documentation: `matches` a pattern.
    var summary: String
    /// The most characters of the text in a message.
    var mostShown = 60
    /// The key of the expectation without the text, if that may reveal something about a sensitive value.
    var discreet: String?
  }

  private var row: Row {
    switch self {
    case .pattern:
      Row(
        word: "pattern", expectation: ("a match for the pattern '", "'"), summary: "matches", mostShown: 200,
        discreet: "schemaPattern")
    case .format: Row(word: "format", expectation: ("the format '", "'"), summary: "format")
    case .contentMediaType:
      Row(word: "contentMediaType", expectation: ("content of the type '", "'"), summary: "contains")
    case .contentEncoding:
      Row(word: "contentEncoding", expectation: ("text in the encoding '", "'"), summary: "encoded as")
    }
  }

  /// The keyword as written.
  package var word: String { row.word }
  /// The words before the keyword's text in documentation: `matches` a pattern.
  package var summary: String { row.summary }
  /// The key of what is said of a sensitive value, if the text of the keyword may reveal something about it.
  var discreet: String? { row.discreet }

  /// The most characters of the keyword's text in a message.
  var mostShown: Int { row.mostShown }

  /// What the keyword expects, in words.
  func expectation(_ text: String) -> String { row.expectation.before + text + row.expectation.after }
}
