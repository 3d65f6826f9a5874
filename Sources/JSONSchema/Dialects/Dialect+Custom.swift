public import SchemaRuntime

// Dialects of the user's own: a meta-schema that lists vocabularies (core, section 8.1.2).
extension Dialect {
  /// The dialect that a meta-schema describes with `$vocabulary`: the keywords of its own dialect, but for
  /// those of vocabularies that it does not list. Without `$vocabulary` all of them.
  ///
  /// ``SchemaResolver`` finds the meta-schemas among its documents; this is for those that are elsewhere: see
  /// ``SchemaResolver/Options/dialects``.
  /// - Returns: nil when the meta-schema has no `$id`, belongs to none of the dialects that are built in, or
  ///   requires a vocabulary that is not known, whose schemas must be refused.
  public init?(metaSchema: JSONValue) {
    let base = metaSchema["$schema"]?.string.flatMap { Dialect(schemaURI: $0) }
    guard let base = Self.draft(ofVocabulariesIn: metaSchema) ?? base,
      let uri = metaSchema[base.identifierKeyword]?.string.flatMap(URIReference.init)?.withoutFragment.description
    else { return nil }
    do throws(UnknownVocabulary) {
      try self.init(metaSchema: metaSchema, uri: uri, base: base)
    } catch {
      return nil
    }
  }

  /// The dialect called `uri` that a meta-schema describes, itself a schema of `base`.
  /// - Throws: the name of a vocabulary that the meta-schema requires and nothing here implements.
  init(metaSchema: JSONValue, uri: String, base: Dialect) throws(UnknownVocabulary) {
    // Before 2019-09 there were no vocabularies, and a meta-schema could only add to its draft.
    guard base.draft >= .draft2019, let listed = metaSchema["$vocabulary"]?.object else {
      self = Dialect(
        base.draft, name: uri, uri: uri, rules: base.rules, booleanSchemaKeywords: base.booleanSchemaKeywords,
        assertsFormat: base.assertsFormat)
      return
    }
    // The core is always there, and our own keywords ask for nothing that other tools would miss.
    var groups: Set<KeywordRule.Vocabulary> = [.core, .swift]
    var assertsFormat = false
    var hasUnknownVocabularies = false
    for (name, isRequired) in listed.members.map({ ($0.name, $0.value.bool ?? true) }) {
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
    // All rows of the draft, since a dialect may list what the one of its meta-schema does not.
    let rules = Self.standard(base.draft).rules.filter { groups.contains($0.vocabulary) }
    self = Dialect(
      base.draft, name: uri, uri: uri, rules: rules, assertsFormat: assertsFormat,
      hasUnknownVocabularies: hasUnknownVocabularies)
  }

  /// Why a meta-schema describes no dialect.
  struct UnknownVocabulary: Error {
    let name: String
  }

  /// The dialect of a draft that is built in.
  static func standard(_ draft: Draft) -> Dialect {
    switch draft {
    case .draft4: draft4
    case .draft6: draft6
    case .draft7: draft7
    case .draft2019: draft2019
    case .draft2020: draft2020
    }
  }

  /// The draft whose vocabularies a meta-schema lists: what decides where its own `$schema` does not, because
  /// that names the meta-schema itself. Nil when it lists none.
  static func draft(ofVocabulariesIn metaSchema: JSONValue) -> Dialect? {
    let listed = metaSchema["$vocabulary"]?.object ?? JSONObject()
    return StandardVocabulary.all.first { listed[$0.uri] != nil }.map { standard($0.draft) }
  }
}
