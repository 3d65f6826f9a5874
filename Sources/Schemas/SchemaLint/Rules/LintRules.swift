/// All rules.
package enum LintRules {
  package static let all: [any LintRule.Type] = [
    // Unusable schemas.
    JSONSyntax.self, DuplicateKey.self, InvalidKeywordValue.self, RepeatedValue.self, UnknownDialect.self,
    ClashingIdentifier.self, UnresolvableReference.self, ReferenceCycle.self, InvalidPattern.self,
    MetaSchemaViolation.self, LocalOnlyReachable.self,
    // Misleading schemas.
    UnsatisfiableSchema.self, ContradictoryBounds.self, ContradictoryKeywords.self, ImpossibleProperty.self,
    NeverMatchingPattern.self, MissingDialect.self, MisspelledKeyword.self, ForeignKeyword.self,
    IgnoredBesideReference.self, InapplicableKeyword.self, KeywordWithoutCompanion.self, VacuousCondition.self,
    UnknownFormat.self,
    RejectedEnumValue.self, InvalidDefault.self, InvalidExample.self, RequiredWithoutProperty.self, AmbiguousUnion.self,
    UnanchoredPattern.self, NonlinearPattern.self,
    // Redundant or outdated keywords and definitions.
    DeprecatedForm.self, NeedlessEscape.self, ForeignPattern.self, RedundantKeyword.self, RedundantBranch.self,
    IneffectiveByteLimit.self,
    RepeatedEnumValue.self,
    UnreferencedDefinition.self,
    // Missing or unknown keywords.
    UnknownKeyword.self, MissingTitle.self, MissingDescription.self,
    // Settings of the linter.
    UnusedSuppression.self, UnexplainedSuppression.self,
  ]

  /// Returns the rule with an id.
  package static func rule(_ id: String) -> (any LintRule.Type)? { all.first { $0.id == id } }
}
