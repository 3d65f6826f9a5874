/// A vocabulary of the specifications (2019-09 and 2020-12 core, section 8.1.2), or our own: its name in
/// `$vocabulary`, and its rows in a dialect's table.
struct StandardVocabulary {
  let draft: Dialect.Draft
  /// The last part of its URI, such as `meta-data`.
  let name: String
  let groups: [KeywordRule.Vocabulary]
  /// Whether the draft's own meta-schema requires it; nil if that does not list it.
  let isRequired: Bool?
  /// When it makes `format` an assertion.
  let assertsFormat: FormatAssertion

  /// When a vocabulary makes `format` an assertion.
  enum FormatAssertion {
    case never
    /// If a meta-schema requires it (2019-09 validation, section 7.2).
    case whenRequired
    /// If a meta-schema lists it (2020-12 validation, section 7.2.2).
    case always
  }

  private init(
    _ draft: Dialect.Draft, _ name: String, _ groups: [KeywordRule.Vocabulary], isRequired: Bool? = true,
    assertsFormat: FormatAssertion = .never
  ) {
    self.draft = draft
    self.name = name
    self.groups = groups
    self.isRequired = isRequired
    self.assertsFormat = assertsFormat
  }

  static let core2020 = Self(.draft2020, "core", [.core])

  /// The table, in the order of the drafts' meta-schemas.
  static let all = [
    Self(.draft2019, "core", [.core]),
    Self(.draft2019, "applicator", [.applicator, .unevaluated]),
    Self(.draft2019, "validation", [.validation]),
    Self(.draft2019, "meta-data", [.metaData]),
    Self(.draft2019, "format", [.format], isRequired: false, assertsFormat: .whenRequired),
    Self(.draft2019, "content", [.content]),
    core2020,
    Self(.draft2020, "applicator", [.applicator]),
    Self(.draft2020, "unevaluated", [.unevaluated]),
    Self(.draft2020, "validation", [.validation]),
    Self(.draft2020, "meta-data", [.metaData]),
    Self(.draft2020, "format-annotation", [.format]),
    Self(.draft2020, "format-assertion", [.format], isRequired: nil, assertsFormat: .always),
    Self(.draft2020, "content", [.content]),
  ]

  /// Returns the common URI prefix of a draft with vocabularies.
  private static func base(of draft: Dialect.Draft) -> String {
    draft == .draft2019 ? "https://json-schema.org/draft/2019-09/" : "https://json-schema.org/draft/2020-12/"
  }

  /// Its URI in `$vocabulary`.
  var uri: String { Self.base(of: draft) + "vocab/" + name }

  /// The URI of the meta-schema of its keywords.
  var metaSchemaURI: String { Self.base(of: draft) + "meta/" + name }
}
