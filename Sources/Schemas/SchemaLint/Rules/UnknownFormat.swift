package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Formats that nothing defines.
package enum UnknownFormat: SchemaRule {
  package static let id = "unknown-format"
  package static let summary = "a 'format' that neither JSON Schema nor OpenAPI's registry of formats defines"
  package static let explanation = """
    Validators ignore an unknown format, or reject the schema, as Ajv does by default. Often the format is misspelled
    (`datetime` instead of `date-time`), or a `pattern` was intended.

    Known formats are those of all drafts, and of OpenAPI's registry, such as `int64` and `password`. An unknown format
    is reported once per document. If it resembles no known format (`semver`), the finding is only a note. In v1,
    formats that JSON Schema does not define are errors.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "format": "datetime" }"#
  package static let good = #"{ "type": "string", "format": "date-time" }"#

  static func check(_ context: LintContext) -> [Violation] {
    struct Use: Hashable {
      var document: Int
      var format: String
    }
    var uses: [Use: [SchemaNode]] = [:]
    var order: [Use] = []
    for node in context.nodes {
      guard let format = node.keywords.format, !isKnown(format, node.dialect) else { continue }
      let use = Use(document: node.document, format: format)
      if uses[use] == nil { order.append(use) }
      uses[use, default: []].append(node)
    }
    return order.compactMap { use in
      guard let nodes = uses[use], let first = nodes.first else { return nil }
      let suggestion = suggestion(for: use.format)
      let hint = suggestion.map { "; did you mean \($0.quoted)?" } ?? ""
      let isRefused = first.dialect.draft >= .v1
      let isOwn = suggestion == nil && !isRefused
      let more = nodes.count > 1 ? ", here and in \(nodes.count - 1) more \(nodes.count == 2 ? "place" : "places")" : ""
      return Violation(
        context.location(first, "format"),
        isRefused
          ? "\(first.dialect) refuses formats that it does not define, such as \(use.format.quoted)\(more)\(hint)"
          : "\(use.format.quoted) is not a format of JSON Schema or OpenAPI, so it checks nothing\(more)\(hint)",
        severity: isRefused ? .error : isOwn ? .note : nil)
    }
  }

  private static func isKnown(_ format: String, _ dialect: Dialect) -> Bool {
    let known = Format(keyword: format)
    return dialect.draft >= .v1 ? known?.facts.draft != nil : known != nil || others.contains(format)
  }

  private static func suggestion(for format: String) -> String? {
    // Generators write these for integers of the platform's size.
    if format == "int" || format == "uint" { return nil }
    if let successor = successors[format] { return successor }
    let names = Format.allCases.map(\.keyword) + others.sorted()
    if let same = names.first(where: { letters($0) == letters(format) }) { return same }
    return format.count > 4 ? Spelling.nearest(to: format, among: names) : nil
  }

  private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// The formats of OpenAPI's registry (https://spec.openapis.org/registry/format) and of draft-03 that the newest draft
  /// lacks.
  private static let others: Set<String> = [
    "base64url", "binary", "byte", "char", "commonmark", "date-time-local", "decimal128", "double",
    "double-int", "float", "html", "http-date", "int8", "int16", "int32", "media-range", "password",
    "sf-binary", "sf-boolean", "sf-decimal", "sf-integer", "sf-string", "sf-token", "time-local", "uint8", "uint16",
    "uint32", "unixtime",
    "color", "phone", "style", "utc-millisec",
  ]

  /// Formats of draft-03 under their later names, and usual names of others.
  private static let successors = [
    "host-name": "hostname", "ip-address": "ipv4", "url": "uri", "guid": "uuid", "regexp": "regex", "long": "int64",
    "base64": "byte",
  ]
}
