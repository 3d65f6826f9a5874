public import SchemaRuntime

// Custom dialects: meta-schemas that list vocabularies (core, section 8.1.2).
extension Dialect {
  /// Creates the dialect that a meta-schema describes with `$vocabulary`: the keywords of its own dialect, except those
  /// of vocabularies that it does not list. Without `$vocabulary`, all of them.
  ///
  /// ``SchemaResolver`` finds meta-schemas among its documents; this function is for those from elsewhere: see
  /// ``SchemaResolver/Options/dialects``.
  ///
  /// - Returns: nil if the meta-schema has no `$id`, belongs to no built-in dialect, or requires an unknown
  ///   vocabulary, whose schemas must be rejected.
  public convenience init?(metaSchema: JSONValue) {
    let base = metaSchema["$schema"]?.string.flatMap { Dialect.named($0) }
    guard let base = Self.draft(ofVocabulariesIn: metaSchema) ?? base,
      let uri = metaSchema[base.identifierKeyword]?.string.flatMap(URIReference.init)?.withoutFragment.description
    else { return nil }
    do throws(UnknownVocabulary) {
      try self.init(metaSchema: metaSchema, uri: uri, base: base)
    } catch {
      return nil
    }
  }

  /// Creates the dialect called `uri` from a meta-schema that is itself a schema of `base`.
  ///
  /// - Throws: the name of a required vocabulary that is not implemented.
  convenience init(metaSchema: JSONValue, uri: String, base: Dialect) throws(UnknownVocabulary) {
    // Other drafts have no vocabularies, and a meta-schema can only extend its draft.
    guard StandardVocabulary.all.contains(where: { $0.draft == base.draft }),
      let listed = metaSchema["$vocabulary"]?.object
    else {
      self.init(
        base.draft, name: uri, uri: uri, rules: base.rules, booleanSchemaKeywords: base.booleanSchemaKeywords,
        assertsFormat: base.assertsFormat)
      return
    }
    // The core is always present, and other tools may ignore our own keywords.
    var groups: Set<KeywordRule.Vocabulary> = [.core, .swift]
    var assertsFormat = false
    var hasUnknownVocabularies = false
    for (name, isRequired) in listed.mapValues({ $0.bool ?? true }) {
      if let vocabulary = StandardVocabulary.all.first(where: { $0.draft == base.draft && $0.uri == name }) {
        groups.formUnion(vocabulary.groups)
        switch vocabulary.assertsFormat {
        case .never: break
        case .whenRequired: assertsFormat = assertsFormat || isRequired
        case .always: assertsFormat = true
        }
      } else if name != VendorVocabulary.uri {
        if isRequired { throw UnknownVocabulary(name: name) }
        hasUnknownVocabularies = true
      }
    }
    // All rows of the draft, because a dialect may list vocabularies that the dialect of its meta-schema does not.
    let rules = Self.standard(base.draft).rules.filter { groups.contains($0.vocabulary) }
    self.init(
      base.draft, name: uri, uri: uri, rules: rules, assertsFormat: assertsFormat,
      hasUnknownVocabularies: hasUnknownVocabularies)
  }

  /// Why a meta-schema describes no dialect.
  struct UnknownVocabulary: Error {
    let name: String
  }

  /// Returns the built-in dialect of a draft.
  static func standard(_ draft: Draft) -> Dialect {
    switch draft {
    case .draft3: draft3
    case .draft4: draft4
    case .draft6: draft6
    case .draft7: draft7
    case .draft2019: draft2019
    case .draft2020: draft2020
    case .v1: v1
    }
  }

  /// Returns the draft whose vocabularies a meta-schema lists; nil if it lists none. This decides where its own
  /// `$schema` names the meta-schema itself.
  static func draft(ofVocabulariesIn metaSchema: JSONValue) -> Dialect? {
    let listed = metaSchema["$vocabulary"]?.object ?? JSONObject()
    return StandardVocabulary.all.first { listed[$0.uri] != nil }.map { standard($0.draft) }
  }
}
