@testable import SchemaLint

// A table: schemas that only look wrong.
extension QuietRow {
  static let all: [QuietRow] = [
    QuietRow(UnsatisfiableSchema.self, "false on purpose", #"{"properties":{"a":false}}"#),
    QuietRow(UnsatisfiableSchema.self, "not anything on purpose", #"{"properties":{"a":{"not":{}}}}"#),
    QuietRow(
      UnsatisfiableSchema.self, "not anything on purpose, with the reason",
      #"{"properties":{"a":{"not":{},"description":"removed","$comment":"in 2.0"}}}"#),
    QuietRow(
      UnsatisfiableSchema.self, "a list that may end",
      ##"{"type":"object","properties":{"next":{"anyOf":[{"type":"null"},{"$ref":"#"}]}},"required":["next"]}"##),
    QuietRow(UnsatisfiableSchema.self, "an empty array of nothing", #"{"type":"array","items":false}"#),
    QuietRow(UnsatisfiableSchema.self, "a number that is whole", #"{"allOf":[{"type":"integer"},{"type":"number"}]}"#),
    QuietRow(UnsatisfiableSchema.self, "no fraction between equal limits", #"{"minimum":3,"maximum":3}"#),
    QuietRow(
      UnsatisfiableSchema.self, "two patterns with a common text",
      #"{"type":"string","pattern":"^a+b*$","allOf":[{"pattern":"a$"}],"maxLength":1}"#),
    QuietRow(
      UnsatisfiableSchema.self, "a format of a fixed length", #"{"format":"uuid","minLength":36,"maxLength":36}"#),
    QuietRow(
      UnsatisfiableSchema.self, "as many distinct elements as values",
      #"{"type":"array","items":{"enum":[1,2]},"uniqueItems":true,"minItems":2}"#),
    QuietRow(ContradictoryBounds.self, "equal limits", #"{"minLength":3,"maxLength":3,"minimum":1,"maximum":1}"#),
    QuietRow(ContradictoryBounds.self, "a fraction between integers", #"{"exclusiveMinimum":3,"exclusiveMaximum":4}"#),
    QuietRow(ContradictoryBounds.self, "huge counts", #"{"minLength":1e400,"maxLength":1e400}"#),
    QuietRow(NeverMatchingPattern.self, "the empty text", #"{"pattern":"^$"}"#),
    QuietRow(NeverMatchingPattern.self, "look-ahead", #"{"pattern":"(?=a)b"}"#),
    QuietRow(UnanchoredPattern.self, "anything after a slash", #"{"pattern":"^/.+"}"#),
    QuietRow(UnanchoredPattern.self, "a part on purpose", #"{"pattern":"[0-9]"}"#),
    QuietRow(UnanchoredPattern.self, "next to an alternative for the whole text", #"{"pattern":"^ +$|[a-z]{2,}"}"#),
    QuietRow(
      UnanchoredPattern.self, "an address with an open end", #"{"pattern":"^https://shop\\.example/.*?\\d+"}"#),
    QuietRow(
      AmbiguousUnion.self, "nothing but the empty object in common",
      ##"{"oneOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}],"$defs":{"a":{"type":"object","maxProperties":0},"##
        + #""b":{"type":"object","properties":{"b":true},"additionalProperties":false}}}"#),
    QuietRow(MissingDialect.self, "a reference alone", #"{"$ref":"https://elsewhere.example/x"}"#),
    QuietRow(UnanchoredPattern.self, "what anything may follow", #"{"pattern":".+:.+(#.+)?"}"#),
    QuietRow(UnanchoredPattern.self, "all names", #"{"patternProperties":{".*":true}}"#),
    QuietRow(UnanchoredPattern.self, "both alternatives", #"{"pattern":"^(?:abc|def)$"}"#),
    QuietRow(InapplicableKeyword.self, "one of several types", #"{"type":["string","null"],"minLength":1}"#),
    QuietRow(InapplicableKeyword.self, "a format of numbers", #"{"type":"integer","format":"int64"}"#),
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
      RequiredWithoutProperty.self, "under not",
      #"{"properties":{"a":true},"not":{"required":["b"]},"anyOf":[{"not":{"anyOf":[{"required":["c"]}]}}]}"#),
    QuietRow(
      RequiredWithoutProperty.self, "in a condition", #"{"properties":{"a":true},"if":{"required":["b"]},"then":true}"#),
    QuietRow(
      RequiredWithoutProperty.self, "of a definition that is only negated",
      ##"{"properties":{"a":true},"not":{"$ref":"#/$defs/b"},"$defs":{"b":{"required":["b"]}}}"##),
    QuietRow(
      RequiredWithoutProperty.self, "without properties",
      #"{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}"#),
    QuietRow(
      RequiredWithoutProperty.self, "of an open object",
      #"{"properties":{"a":true},"additionalProperties":true,"required":["b"]}"#),
    QuietRow(
      AmbiguousUnion.self, "a choice between members",
      #"{"oneOf":[{"required":["a"]},{"type":"object","required":["b"]}]}"#),
    QuietRow(
      AmbiguousUnion.self, "a tag",
      #"{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"}},"required":["k"]}],"type":"object","required":["k"]}"#
    ),
    QuietRow(AmbiguousUnion.self, "types", #"{"oneOf":[{"type":"object"},{"type":"array"},{"type":"null"}]}"#),
    QuietRow(
      AmbiguousUnion.self, "what both accept is rejected anyway",
      #"{"type":"string","oneOf":[{"type":["string","null"]},{"type":"null"}]}"#),
    QuietRow(
      UnreferencedDefinition.self, "by an ignored keyword",
      RecallRow.draft(
        7,
        ##""$ref":"#/definitions/a","items":{"$ref":"#/definitions/b"},"definitions":{"a":{},"b":{"items":{"$ref":"#/definitions/c"}},"c":{}}"##
      )),
    QuietRow(
      UnsatisfiableSchema.self, "with an unavailable document",
      ##"{"not":{"$ref":"https://elsewhere.example/x"},"type":"string"}"##),
    QuietRow(
      AmbiguousUnion.self, "with an unavailable document",
      ##"{"oneOf":[{"type":"null"},{"$ref":"https://elsewhere.example/x"}]}"##),
    QuietRow(
      AmbiguousUnion.self, "a value that nothing in them is about",
      ##"{"oneOf":[{"required":["a"]},{"properties":{"a":false},"minProperties":1}]}"##),
    QuietRow(
      AmbiguousUnion.self, "a member required around the union",
      ##"{"required":["k"],"oneOf":[{"properties":{"k":{"const":1}}},{"properties":{"k":{"const":2}}}]}"##),
    QuietRow(
      ImpossibleProperty.self, "a closed extract",
      ##"{"allOf":[{"properties":{"a":{"type":"null"},"b":{}}},{"properties":{"a":{}},"additionalProperties":false}]}"##
    ),
    QuietRow(
      ImpossibleProperty.self, "null for absent in a branch",
      ##"{"properties":{"a":{"type":"string"}},"if":{"required":["b"]},"then":{"properties":{"a":{"type":"null"}}}}"##),
    QuietRow(
      UnreferencedDefinition.self, "a part of it",
      ##"{"items":{"$ref":"#/$defs/a/full"},"not":{"$ref":"#/$defs/b/properties/c"},"$defs":{"##
        + ##""a":{"full":{"type":"null"}},"b":{"properties":{"c":{"type":"null"}}}}}"##),
    QuietRow(
      UnreferencedDefinition.self, "a library of objects",
      #"{"type":"object","title":"A","$defs":{"a":{"type":"null"}}}"#),
    QuietRow(UnreferencedDefinition.self, "a library", #"{"$defs":{"a":{"type":"null"}}}"#),
    QuietRow(
      UnreferencedDefinition.self, "by an anchor", ##"{"$ref":"#x","$defs":{"a":{"$anchor":"x"}}}"##),
    QuietRow(
      LocalOnlyReachable.self, "within one that is local as well",
      ##"{"type":"object","x-localOnly":true,"properties":{"d":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"object","x-localOnly":true}}}"##
    ),
    QuietRow(MisspelledKeyword.self, "typeof", #"{"typeof":"function"}"#),
    QuietRow(MisspelledKeyword.self, "tsType", #"{"tsType":"string"}"#),
    QuietRow(MisspelledKeyword.self, "refs", ##"{"refs":["#/$defs/a"]}"##),
    QuietRow(MisspelledKeyword.self, "OpenAPI's example", #"{"example":["a"]}"#),
    QuietRow(MisspelledKeyword.self, "next to the known keyword", #"{"type":"string","types":"string"}"#),
    QuietRow(MisspelledKeyword.self, "a value of another form", #"{"formats":["date"],"itemz":3,"patterns":["a"]}"#),
    QuietRow(MisspelledKeyword.self, "a note", #"{"note":{"type":"string"},"when":true,"id":"a","comment":"b"}"#),
    QuietRow(MisspelledKeyword.self, "values by default", #"{"defaults":{"a":1},"cost":1}"#),
    QuietRow(
      ContradictoryKeywords.self, "no names on purpose", #"{"propertyNames":false,"contains":{"type":"null"}}"#),
    QuietRow(
      ContradictoryKeywords.self, "an element that may be",
      #"{"prefixItems":[{"type":"integer"}],"items":{"type":"string"},"contains":{"type":"integer"}}"#),
    QuietRow(
      ContradictoryKeywords.self, "none is required", #"{"items":{"type":"null"},"contains":true,"minContains":0}"#),
    QuietRow(
      ImpossibleProperty.self, "ruled out on purpose",
      ##"{"$ref":"#/$defs/b","properties":{"a":false},"$defs":{"b":{"properties":{"a":{"type":"null"}}}}}"##),
    QuietRow(
      ImpossibleProperty.self, "declared by both",
      #"{"allOf":[{"properties":{"a":{"minimum":1}},"additionalProperties":false},{"properties":{"a":{"maximum":2}}}]}"#
    ),
    QuietRow(
      ImpossibleProperty.self, "one branch permits it",
      #"{"properties":{"a":true},"anyOf":[{"additionalProperties":false},{"required":["a"]}]}"#),
    QuietRow(
      ImpossibleProperty.self, "a pattern that matches others",
      #"{"properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}}}"#),
    QuietRow(
      VacuousCondition.self, "required anyway",
      #"{"required":["k"],"allOf":[{"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["n"]}}]}"#),
    QuietRow(
      VacuousCondition.self, "the default",
      #"{"properties":{"k":{"default":"a"}},"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["n"]}}"#),
    QuietRow(
      VacuousCondition.self, "nothing else is required",
      #"{"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"n":true}}}"#),
    QuietRow(UnknownFormat.self, "OpenAPI's registry", #"{"type":"integer","format":"int64"}"#),
    QuietRow(UnknownFormat.self, "a property called format", #"{"properties":{"format":{"const":"a"}}}"#),
    QuietRow(
      RedundantBranch.self, "branches that overlap", #"{"anyOf":[{"type":"string","minLength":3},{"maxLength":4}]}"#),
    QuietRow(
      RedundantBranch.self, "a narrower object before a wider one",
      #"""
      {"anyOf":[{"type":"object","properties":{"x":{"type":"integer"}}},
                {"type":"object","properties":{"x":{"type":"number"}}}]}
      """#),
    QuietRow(
      RedundantBranch.self, "a narrower object that requires more, and is tried first",
      #"""
      {"anyOf":[{"type":"object","properties":{"x":{"type":"number"}}},
                {"type":"object","required":["x"],"properties":{"x":{"type":"integer"}}}]}
      """#),
    QuietRow(RedundantBranch.self, "placeholders", #"{"anyOf":[{},true,{}]}"#),
    QuietRow(
      RedundantBranch.self, "a format that is not checked everywhere",
      #"{"anyOf":[{"type":"string","format":"path"},{"type":"string","format":"folder"}]}"#),
    QuietRow(NonlinearPattern.self, "look-ahead", #"{"pattern":"^(?=.*[0-9])[a-z0-9]+$"}"#),
    QuietRow(NonlinearPattern.self, "negative look-ahead", #"{"pattern":"^(?!con$)[a-z]+$"}"#),
    QuietRow(NonlinearPattern.self, "look-ahead at the start", #"{"pattern":"^(?!x)([a-z]+)*$"}"#),
    QuietRow(NonlinearPattern.self, "short texts", #"{"pattern":"^([a-z]+)*(?<!x)$","maxLength":9}"#),
    QuietRow(
      MissingDialect.self, "of an embedded schema",
      #"{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"a":{"$id":"a"}}}"#),
    QuietRow(UnknownKeyword.self, "a custom keyword", #"{"x-order":1,"$comment":"a"}"#),
    QuietRow(UnknownKeyword.self, "the name of a property", #"{"properties":{"frobnicate":true}}"#),
    QuietRow(
      ForeignPattern.self, "brackets, braces and quantifiers where they belong",
      #"{"pattern":"^[\\w\\-.]{2,3}\\[\\]\\{a\\}$"}"#),
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
