@testable import SchemaLint

// A table: schemas that only look wrong.
extension QuietRow {
  static let all: [QuietRow] = [
    QuietRow(UnsatisfiableSchema.self, "false on purpose", #"{"properties":{"a":false}}"#),
    QuietRow(UnsatisfiableSchema.self, "not anything on purpose", #"{"properties":{"a":{"not":{}}}}"#),
    QuietRow(
      UnsatisfiableSchema.self, "a list that may end",
      ##"{"type":"object","properties":{"next":{"anyOf":[{"type":"null"},{"$ref":"#"}]}},"required":["next"]}"##),
    QuietRow(UnsatisfiableSchema.self, "an empty array of nothing", #"{"type":"array","items":false}"#),
    QuietRow(UnsatisfiableSchema.self, "a number that is whole", #"{"allOf":[{"type":"integer"},{"type":"number"}]}"#),
    QuietRow(UnsatisfiableSchema.self, "no fraction between equal limits", #"{"minimum":3,"maximum":3}"#),
    QuietRow(ContradictoryBounds.self, "equal limits", #"{"minLength":3,"maxLength":3,"minimum":1,"maximum":1}"#),
    QuietRow(ContradictoryBounds.self, "a fraction between integers", #"{"exclusiveMinimum":3,"exclusiveMaximum":4}"#),
    QuietRow(ContradictoryBounds.self, "huge counts", #"{"minLength":1e400,"maxLength":1e400}"#),
    QuietRow(NeverMatchingPattern.self, "the empty text", #"{"pattern":"^$"}"#),
    QuietRow(NeverMatchingPattern.self, "look-ahead", #"{"pattern":"(?=a)b"}"#),
    QuietRow(UnanchoredPattern.self, "anything after a slash", #"{"pattern":"^/.+"}"#),
    QuietRow(UnanchoredPattern.self, "a part on purpose", #"{"pattern":"[0-9]"}"#),
    QuietRow(UnanchoredPattern.self, "all names", #"{"patternProperties":{".*":true}}"#),
    QuietRow(UnanchoredPattern.self, "both alternatives", #"{"pattern":"^(?:abc|def)$"}"#),
    QuietRow(InapplicableKeyword.self, "one of several types", #"{"type":["string","null"],"minLength":1}"#),
    QuietRow(InapplicableKeyword.self, "a limit of an integer", #"{"type":"integer","maximum":1}"#),
    QuietRow(
      RequiredWithoutProperty.self, "declared around it",
      #"{"properties":{"a":true,"b":true},"oneOf":[{"required":["a"]},{"required":["b"]}]}"#),
    QuietRow(
      RequiredWithoutProperty.self, "declared by a reference",
      ##"{"$ref":"#/$defs/b","required":["a"],"$defs":{"b":{"properties":{"a":true}}}}"##),
    QuietRow(RequiredWithoutProperty.self, "of an array", #"{"type":"array","required":["a"]}"#),
    QuietRow(RequiredWithoutProperty.self, "of a map", #"{"additionalProperties":{"type":"null"},"required":["a"]}"#),
    QuietRow(
      AmbiguousUnion.self, "a tag",
      #"{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"}},"required":["k"]}],"type":"object","required":["k"]}"#
    ),
    QuietRow(AmbiguousUnion.self, "types", #"{"oneOf":[{"type":"object"},{"type":"array"},{"type":"null"}]}"#),
    QuietRow(
      AmbiguousUnion.self, "what both accept is refused anyway",
      #"{"type":"string","oneOf":[{"type":["string","null"]},{"type":"null"}]}"#),
    QuietRow(UnreferencedDefinition.self, "a library", #"{"$defs":{"a":{"type":"null"}}}"#),
    QuietRow(
      UnreferencedDefinition.self, "by an anchor", ##"{"$ref":"#x","$defs":{"a":{"$anchor":"x"}}}"##),
    QuietRow(
      LocalOnlyReachable.self, "within one that is local as well",
      ##"{"type":"object","x-localOnly":true,"properties":{"d":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"object","x-localOnly":true}}}"##
    ),
    QuietRow(UnknownKeyword.self, "a custom keyword", #"{"x-order":1,"$comment":"a"}"#),
    QuietRow(UnknownKeyword.self, "the name of a property", #"{"properties":{"frobnicate":true}}"#),
    QuietRow(
      NeedlessEscape.self, "characters with a special meaning",
      #"{"pattern":"^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/[\\-]"}"#),
    QuietRow(DeprecatedForm.self, "definitions of draft-07", RecallRow.draft(7, #""definitions":{}"#)),
    QuietRow(
      RedundantKeyword.self, "Boolean limits of draft-04", RecallRow.draft(4, #""minimum":1,"exclusiveMinimum":true"#)),
    QuietRow(IneffectiveByteLimit.self, "both have an effect", #"{"maxLength":20,"x-maxUTF8Bytes":40}"#),
    QuietRow(
      MissingDescription.self, "a reference",
      ##"{"description":"A.","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"description":"B."}}}"##),
    QuietRow(UnexplainedSuppression.self, "a default with x-lint", #"{"default":{"x-lint":1}}"#),
    QuietRow(UnexplainedSuppression.self, "a property called x-lint", #"{"properties":{"x-lint":{"type":"null"}}}"#),
  ]
}
