public import SchemaRuntime

// Dialects of the user's own: a meta-schema that lists vocabularies (core, section 8.1.2).
extension Dialect {
  /// The dialect that a meta-schema describes with `$vocabulary`: the keywords of its own dialect, but for
  /// those of vocabularies that it does not list. Without `$vocabulary` all of them.
  ///
  /// Give it to ``SchemaResolver/Options/dialects``, so that `$schema` may name it.
  /// - Returns: nil when the meta-schema has no `$id` or no `$schema` that is among ``all``, or requires a
  ///   vocabulary that is not known, whose schemas must be refused.
  public init?(metaSchema: JSONValue) {
    guard let base = metaSchema["$schema"]?.string.flatMap({ Dialect(schemaURI: $0) }), base.draft >= .draft2019,
      let uri = metaSchema["$id"]?.string.flatMap(URIReference.init)?.withoutFragment.description
    else { return nil }
    guard let listed = metaSchema["$vocabulary"]?.object else {
      self = Dialect(base.draft, name: uri, uri: uri, rules: base.rules, assertsFormat: base.assertsFormat)
      return
    }
    var vocabularies: Set<KeywordRule.Vocabulary> = [.core, .swift]
    var assertsFormat = false
    for (name, isRequired) in listed.members.map({ ($0.name, $0.value.bool ?? true) }) {
      if let row = Self.vocabularies(of: base.draft).first(where: { $0.uri == name }) {
        vocabularies.formUnion(row.vocabularies)
        assertsFormat = assertsFormat || row.assertsFormat
      } else if isRequired {
        return nil
      }
    }
    self = Dialect(
      base.draft, name: uri, uri: uri, rules: base.rules.filter { vocabularies.contains($0.vocabulary) },
      assertsFormat: assertsFormat)
  }

  /// A row of the table of vocabularies.
  private typealias VocabularyRow = (uri: String, vocabularies: [KeywordRule.Vocabulary], assertsFormat: Bool)

  private static func vocabularies(of draft: Draft) -> [VocabularyRow] {
    draft == .draft2019 ? vocabularies2019 : vocabularies2020
  }

  private static let vocabularies2019: [VocabularyRow] = [
    ("https://json-schema.org/draft/2019-09/vocab/core", [.core], false),
    ("https://json-schema.org/draft/2019-09/vocab/applicator", [.applicator, .unevaluated], false),
    ("https://json-schema.org/draft/2019-09/vocab/validation", [.validation], false),
    ("https://json-schema.org/draft/2019-09/vocab/meta-data", [.metaData], false),
    ("https://json-schema.org/draft/2019-09/vocab/format", [.format], false),
    ("https://json-schema.org/draft/2019-09/vocab/content", [.content], false),
    (VendorVocabulary.uri, [.swift], false),
  ]

  private static let vocabularies2020: [VocabularyRow] = [
    ("https://json-schema.org/draft/2020-12/vocab/core", [.core], false),
    ("https://json-schema.org/draft/2020-12/vocab/applicator", [.applicator], false),
    ("https://json-schema.org/draft/2020-12/vocab/unevaluated", [.unevaluated], false),
    ("https://json-schema.org/draft/2020-12/vocab/validation", [.validation], false),
    ("https://json-schema.org/draft/2020-12/vocab/meta-data", [.metaData], false),
    ("https://json-schema.org/draft/2020-12/vocab/format-annotation", [.format], false),
    ("https://json-schema.org/draft/2020-12/vocab/format-assertion", [.format], true),
    ("https://json-schema.org/draft/2020-12/vocab/content", [.content], false),
    (VendorVocabulary.uri, [.swift], false),
  ]
}
