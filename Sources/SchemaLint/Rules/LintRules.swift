/// All rules: those without which a schema cannot be used, what misleads, what is left over, what is missing.
package enum LintRules {
  package static let all: [any LintRule.Type] = [
    // A schema that cannot be used.
    JSONSyntax.self, DuplicateKey.self, InvalidKeywordValue.self, RepeatedValue.self, UnknownDialect.self,
    ClashingIdentifier.self, UnresolvableReference.self, ReferenceCycle.self, InvalidPattern.self,
    MetaSchemaViolation.self, LocalOnlyReachable.self,
    // A schema that says something else than it seems to.
    UnsatisfiableSchema.self, ContradictoryBounds.self, NeverMatchingPattern.self, MisspeltKeyword.self,
    ForeignKeyword.self, IgnoredBesideReference.self, InapplicableKeyword.self, KeywordWithoutCompanion.self,
    RefusedEnumValue.self, InvalidDefault.self, InvalidExample.self, RequiredWithoutProperty.self, AmbiguousUnion.self,
    UnanchoredPattern.self, NonlinearPattern.self,
    // What could go, or be written better.
    DeprecatedForm.self, RedundantKeyword.self, IneffectiveByteLimit.self, RepeatedEnumValue.self,
    UnreferencedDefinition.self,
    // What is missing, or unknown.
    UnknownKeyword.self, MissingTitle.self, MissingDescription.self,
    // The linter's own settings.
    UnusedSuppression.self, UnexplainedSuppression.self,
  ]

  /// The rule with an id.
  package static func rule(_ id: String) -> (any LintRule.Type)? { all.first { $0.id == id } }
}
