import JSONSchema
import SchemaFormatting
import SchemaLint
import SchemaLoading
import SchemaRuntime

extension LintSource {
  /// The text in the conventional form; a mark of the byte order stays.
  var formatted: [UInt8] {
    get throws(JSONSyntaxError) {
      let mark = text.starts(with: SourceText.byteOrderMark) ? SourceText.byteOrderMark : []
      let json = try SourceText.document(text, format: .json)
      return mark + SchemaFormatter.formatted(SchemaDocument(uri: uri, name: name, source: json, extent: extent))
    }
  }

  /// Whether the text has the conventional form.
  var isFormatted: Bool { (try? formatted) == text }
}
