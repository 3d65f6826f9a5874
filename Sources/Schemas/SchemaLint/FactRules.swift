import JSONSchema
import SchemaRuntime

extension ResolveError {
  /// The rule to which a finding of the resolver belongs; nil for what the configuration asks for. A flat switch.
  var rule: (any LintRule.Type)? {
    switch kind {
    case .repeatedMember: DuplicateKey.self
    case .keywordValue(let keyword, _, let actual):
      isOldForm(of: keyword, actual) ? DeprecatedForm.self : InvalidKeywordValue.self
    case .notASchema(let actual, _):
      actual == .array && pointer.tokens.last == "items" ? DeprecatedForm.self : InvalidKeywordValue.self
    case .malformedReference, .unknownType, .missingCompanion, .nameCount, .swiftType: InvalidKeywordValue.self
    case .repeatedName, .repeatedValue: RepeatedValue.self
    case .unknownDialect, .dialectSpelling, .unusableDialect, .documentURI, .hostVersion: UnknownDialect.self
    case .repeatedIdentifier, .repeatedAnchor: ClashingIdentifier.self
    case .unresolvable, .foundFromFile, .dynamicScopes, .noEmbeddedSchemas, .noSchema: UnresolvableReference.self
    case .stub, .stubDialect, .practice, .noOperation, .otherMediaType, .formFields: nil
    case .looseText: JSONSyntax.self
    case .referenceCycle, .endlessRecursion: ReferenceCycle.self
    case .unknownKeyword: MisspelledKeyword.self
    case .refusedKeyword(_, _, nil, _): UnknownKeyword.self
    case .refusedKeyword(let name, let dialect, _, _), .foreignKeyword(let name, let dialect, _, _):
      Self.isOlder(name, than: dialect) ? DeprecatedForm.self : ForeignKeyword.self
    case .needlessEscapes: NeedlessEscape.self
    case .invalidPattern: InvalidPattern.self
    case .foreignPattern: ForeignPattern.self
    case .ignoredBesideReference: IgnoredBesideReference.self
    case .discriminatorTarget: UnresolvableReference.self
    }
  }

  /// Whether a value has the form that older drafts require for a keyword.
  private func isOldForm(of keyword: String, _ actual: JSONValue) -> Bool {
    switch keyword {
    case "exclusiveMaximum", "exclusiveMinimum", "required": actual.bool != nil
    default: false
    }
  }

  /// Whether a keyword was removed before a dialect, rather than added after it.
  private static func isOlder(_ name: String, than dialect: String) -> Bool {
    guard let index = Dialect.all.firstIndex(where: { $0.name == dialect }) else { return false }
    return Dialect.all[..<index].contains { $0.keyword(named: name) != nil }
  }
}
