@testable import SchemaLint

// A table: schemas that do not mean what they seem to.
extension RecallRow {
  static let misleading: [RecallRow] =
    unsatisfiable + [
      RecallRow(ContradictoryBounds.self, "lengths", #"{"minLength":10,▸"maxLength":5}"#),
      RecallRow(ContradictoryBounds.self, "numbers", #"{"maximum":1.5,▸"minimum":2}"#),
      RecallRow(ContradictoryBounds.self, "an open interval without a number", #"{"exclusiveMinimum":3,▸"maximum":3}"#),
      RecallRow(
        ContradictoryBounds.self, "no integer between",
        #"{"type":"integer","exclusiveMinimum":3,▸"exclusiveMaximum":4}"#),
      RecallRow(
        ContradictoryBounds.self, "no multiple between",
        #"{"type":"integer","minimum":11,"maximum":19,▸"multipleOf":10}"#),
      RecallRow(ContradictoryBounds.self, "counts", #"{"minItems":3,▸"maxItems":2}"#),
      RecallRow(ContradictoryBounds.self, "more required than allowed", #"{"required":["a","b"],▸"maxProperties":1}"#),
      RecallRow(ContradictoryBounds.self, "bytes that no length has", #"{"maxLength":2,▸"x-minUTF8Bytes":9}"#),
      RecallRow(ContradictoryBounds.self, "a length beyond the bytes", #"{"x-maxUTF8Bytes":4,▸"minLength":5}"#),
      RecallRow(
        ContradictoryBounds.self, "with a reference",
        ##"{"$ref":"#/$defs/long",▸"maxLength":5,"$defs":{"long":{"minLength":10}}}"##),
      RecallRow(ContradictoryBounds.self, "contains", #"{"contains":true,"minContains":3,▸"maxContains":2}"#),

      RecallRow(NeverMatchingPattern.self, "something after the end", #"{"pattern":▸"a$b"}"#),
      RecallRow(NeverMatchingPattern.self, "something before the start", #"{"pattern":▸"[0-9]^[a-z]"}"#),
      RecallRow(NeverMatchingPattern.self, "an empty class", #"{"pattern":▸"^[]$"}"#),
      RecallRow(NeverMatchingPattern.self, "a boundary between letters", #"{"pattern":▸"a\\bb"}"#),
      RecallRow(NeverMatchingPattern.self, "a name", #"{"patternProperties":{"x$y":▸true}}"#),
      RecallRow(NeverMatchingPattern.self, "all alternatives", #"{"pattern":▸"(a$b|c^d)"}"#),

      RecallRow(MisspelledKeyword.self, "letters swapped", #"{▸"minLenght":1}"#),
      RecallRow(MisspelledKeyword.self, "a capital", #"{▸"Type":"string"}"#),
      RecallRow(MisspelledKeyword.self, "the singular", #"{▸"propertie":{}}"#),
      RecallRow(MisspelledKeyword.self, "additional letters", #"{"items":{▸"requireds":["a"]}}"#),
      RecallRow(MisspelledKeyword.self, "one of ours", #"{▸"x-maxUTF8Byte":1}"#),
      RecallRow(MisspelledKeyword.self, "within x-swift", #"{"x-swift":{▸"nme":"A"}}"#),

      RecallRow(DeprecatedForm.self, "of draft-03", #"{▸"divisibleBy":2,▸"disallow":"string","type":"number"}"#),
      RecallRow(ForeignKeyword.self, "allOf in draft-03", draft(3, #"▸"allOf":[{}]"#)),
      RecallRow(ForeignKeyword.self, "const in draft-04", draft(4, #"▸"const":1"#)),
      RecallRow(ForeignKeyword.self, "if in draft-06", draft(6, #"▸"if":true"#)),
      RecallRow(ForeignKeyword.self, "$defs in draft-07", draft(7, #"▸"$defs":{}"#)),
      RecallRow(ForeignKeyword.self, "dependentRequired in draft-07", draft(7, #"▸"dependentRequired":{}"#)),
      RecallRow(ForeignKeyword.self, "prefixItems in draft-07", draft(7, #"▸"prefixItems":[true]"#)),
      RecallRow(ForeignKeyword.self, "$id in draft-04", draft(4, #"▸"$id":"https://lint.example/x""#)),

      RecallRow(
        IgnoredBesideReference.self, "a length in draft-07",
        draft(7, ##""properties":{"a":{"$ref":▸"#/definitions/t","maxLength":1}},"definitions":{"t":{}}"##)),
      RecallRow(
        IgnoredBesideReference.self, "a property in draft-04",
        draft(4, ##""not":{"$ref":▸"#/definitions/t","properties":{}},"definitions":{"t":{}}"##)),
      RecallRow(
        IgnoredBesideReference.self, "several in draft-06",
        draft(6, ##""items":{"type":"string","$ref":▸"#/definitions/t","minLength":1},"definitions":{"t":{}}"##)),
      RecallRow(
        IgnoredBesideReference.self, "const in draft-07",
        draft(7, ##""items":{"const":1,"$ref":▸"#/definitions/t"},"definitions":{"t":{}}"##)),
      RecallRow(
        IgnoredBesideReference.self, "one of ours",
        draft(7, ##""items":{"x-localOnly":true,"$ref":▸"#/definitions/t"},"definitions":{"t":{}}"##)),

      RecallRow(InapplicableKeyword.self, "a length of an integer", #"{"type":"integer",▸"minLength":1}"#),
      RecallRow(InapplicableKeyword.self, "a limit of a string", #"{"type":"string",▸"maximum":1}"#),
      RecallRow(
        InapplicableKeyword.self, "properties of an array", #"{"type":"array",▸"properties":{},▸"required":["a"]}"#),
      RecallRow(InapplicableKeyword.self, "items of an object", #"{▸"items":true,"type":"object"}"#),
      RecallRow(InapplicableKeyword.self, "a format of a number", #"{"type":"number",▸"format":"date"}"#),
      RecallRow(InapplicableKeyword.self, "a pattern of several types", #"{"type":["null","boolean"],▸"pattern":"a"}"#),

      RecallRow(KeywordWithoutCompanion.self, "then", #"{▸"then":true}"#),
      RecallRow(KeywordWithoutCompanion.self, "then and else", #"{▸"then":true,▸"else":false}"#),
      RecallRow(KeywordWithoutCompanion.self, "if alone", #"{▸"if":{"type":"null"}}"#),
      RecallRow(KeywordWithoutCompanion.self, "maxContains", #"{"type":"array",▸"maxContains":3}"#),
      RecallRow(KeywordWithoutCompanion.self, "minContains", #"{▸"minContains":0}"#),
      RecallRow(KeywordWithoutCompanion.self, "contentSchema", #"{"type":"string",▸"contentSchema":true}"#),
      RecallRow(
        KeywordWithoutCompanion.self, "additionalItems after one schema",
        draft(7, #""items":{"type":"null"},▸"additionalItems":false"#)),

      RecallRow(RejectedEnumValue.self, "a number among texts", #"{"type":"string","enum":["a",▸3]}"#),
      RecallRow(RejectedEnumValue.self, "too long", #"{"maxLength":2,"enum":["ab",▸"abc",▸"abcd"]}"#),
      RecallRow(RejectedEnumValue.self, "a constant", #"{"type":"integer","const":▸"1"}"#),
      RecallRow(
        RejectedEnumValue.self, "by a reference",
        ##"{"$ref":"#/$defs/t","enum":[▸null,"a"],"$defs":{"t":{"type":"string"}}}"##),
      RecallRow(RejectedEnumValue.self, "by a pattern", #"{"pattern":"^[a-z]+$","enum":["a",▸"B"]}"#),
      RecallRow(RejectedEnumValue.self, "beside a constant", #"{"const":"a","enum":["a",▸"b"]}"#),

      RecallRow(InvalidDefault.self, "a text for a number", #"{"type":"integer","default":▸"3"}"#),
      RecallRow(InvalidDefault.self, "null", #"{"type":"string","default":▸null}"#),
      RecallRow(InvalidDefault.self, "none of the values", #"{"enum":["a"],"default":▸"b"}"#),
      RecallRow(InvalidDefault.self, "a property", #"{"properties":{"n":{"minimum":1,"default":▸0}}}"#),
      RecallRow(
        InvalidDefault.self, "by a reference", ##"{"$ref":"#/$defs/t","default":▸1,"$defs":{"t":{"type":"string"}}}"##),
      RecallRow(InvalidDefault.self, "an object without what is required", #"{"required":["a"],"default":▸{}}"#),

      RecallRow(InvalidExample.self, "too short", #"{"minLength":1,"examples":["Ada",▸""]}"#),
      RecallRow(InvalidExample.self, "the wrong type", #"{"type":"boolean","examples":[▸"true"]}"#),
      RecallRow(InvalidExample.self, "deep inside", #"{"items":{"type":"null"},"examples":[[null],▸[1]]}"#),
      RecallRow(InvalidExample.self, "a format", #"{"format":"date","examples":["2024-02-28",▸"2024-02-30"]}"#),
      RecallRow(
        InvalidExample.self, "of a property", #"{"properties":{"a":{"type":"string","examples":[▸1,▸2]}}}"#),

      RecallRow(
        RequiredWithoutProperty.self, "misspelled", #"{"properties":{"name":true},"required":[▸"nmae"]}"#),
      RecallRow(
        RequiredWithoutProperty.self, "of a base",
        ##"{"$ref":"#/$defs/b","required":[▸"id"],"$defs":{"b":{"properties":{"a":true}}}}"##),
      RecallRow(
        RequiredWithoutProperty.self, "one of two", #"{"properties":{"a":true},"required":["a",▸"b"]}"#),
      RecallRow(
        RequiredWithoutProperty.self, "no name matches", #"{"patternProperties":{"^x-":true},"required":["x-a",▸"y"]}"#),
      RecallRow(
        RequiredWithoutProperty.self, "declared of another value",
        #"{"properties":{"a":{"properties":{"b":true}}},"required":[▸"b"]}"#),
      RecallRow(
        RequiredWithoutProperty.self, "of a branch",
        #"{"properties":{"a":true},"anyOf":[{"required":["a"]},{"required":[▸"c"]}]}"#),

      RecallRow(
        AmbiguousUnion.self, "numbers", #"{"oneOf":[{"type":"integer"},▸{"type":"number","minimum":0}]}"#),
      RecallRow(
        AmbiguousUnion.self, "objects without a tag",
        #"{"oneOf":[{"properties":{"a":{"type":"null"}},"required":["a"]},▸{"properties":{"b":{"type":"null"}}}]}"#),
      RecallRow(
        AmbiguousUnion.self, "objects that share more than the empty one",
        #"{"oneOf":[{"type":"object","properties":{"a":{"type":"string"}}},▸{"type":"object","properties":{"b":{"type":"string"}}}]}"#
      ),
      RecallRow(AmbiguousUnion.self, "a value in both lists", #"{"oneOf":[{"enum":["a","b"]},▸{"enum":["b","c"]}]}"#),
      RecallRow(
        AmbiguousUnion.self, "patterns that overlap",
        #"{"oneOf":[{"type":"string","pattern":"^x[0-9]{3}"},▸{"type":"string","pattern":"7q$"}]}"#),
      RecallRow(
        AmbiguousUnion.self, "a member deep inside",
        #"{"type":"object","required":["v"],"oneOf":[{"properties":{"v":{"multipleOf":7,"minimum":1,"type":"integer"}}},▸{"properties":{"v":{"multipleOf":5,"minimum":1,"type":"integer"}}}]}"#
      ),
      RecallRow(AmbiguousUnion.self, "everything and something", #"{"oneOf":[{"type":"string"},▸{}]}"#),
      RecallRow(
        AmbiguousUnion.self, "the same definition twice",
        ##"{"oneOf":[{"$ref":"#/$defs/a"},▸{"$ref":"#/$defs/a"}],"$defs":{"a":{"type":"object","required":["k"],"properties":{"k":{"const":7}}}}}"##
      ),
      RecallRow(
        AmbiguousUnion.self, "lengths that overlap", #"{"type":"string","oneOf":[{"maxLength":5},▸{"minLength":5}]}"#),

      RecallRow(UnanchoredPattern.self, "a count", #"{"pattern":▸"[0-9]{3,5}"}"#),
      RecallRow(UnanchoredPattern.self, "anchored at the start alone", #"{"pattern":▸"^[a-z]+"}"#),
      RecallRow(UnanchoredPattern.self, "anchored at the end alone", #"{"pattern":▸"[a-z]+$"}"#),
      RecallRow(UnanchoredPattern.self, "anchors divided", #"{"pattern":▸"^abc|def$"}"#),
      RecallRow(UnanchoredPattern.self, "every text", #"{"pattern":▸"[a-z]*"}"#),
      RecallRow(UnanchoredPattern.self, "a name", #"{"patternProperties":{"^x-[a-z]+":▸true}}"#),
      RecallRow(UnanchoredPattern.self, "in a group", #"{"pattern":▸"^(?:ab|c[0-9]+)"}"#),

      RecallRow(
        NonlinearPattern.self, "look-ahead before nested repetitions", #"{"pattern":▸"(?=.*[0-9])([a-z0-9]+)+$"}"#),
      RecallRow(NonlinearPattern.self, "negative look-ahead", #"{"pattern":▸"^(?:[a-z]+)*$(?!x)"}"#),
      RecallRow(NonlinearPattern.self, "look-behind", #"{"pattern":▸"(?<=a)(?:b+)+c"}"#),
      RecallRow(NonlinearPattern.self, "a back-reference", #"{"pattern":▸"^(a*)*\\1$"}"#),
      RecallRow(NonlinearPattern.self, "a name", #"{"patternProperties":{"^(?:[a-z]+-?)+$(?<!-)":▸true}}"#),
      RecallRow(NonlinearPattern.self, "many starts", #"{"pattern":▸"(?=.*[0-9])x"}"#),
    ]

  /// A table.
  private static let unsatisfiable: [RecallRow] = [
    RecallRow(UnsatisfiableSchema.self, "types", #"▸{"allOf":[{"type":"string"},{"type":"integer"}]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a required member that may not be",
      #"▸{"type":"object","properties":{"a":false},"required":["a"]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a required member that nothing declares",
      #"▸{"type":"object","properties":{"a":true},"required":["b"],"additionalProperties":false}"#),
    RecallRow(UnsatisfiableSchema.self, "all values rejected", #"▸{"type":"integer","enum":["a","b"]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "what stands beside the branches",
      #"▸{"type":"integer","minimum":10,"anyOf":[{"maximum":5},{"maximum":7}]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "equal branches, and nothing else",
      #"{"properties":{"a":▸{"oneOf":[{"type":"object"},{"type":"object"}]}}}"#),
    RecallRow(UnsatisfiableSchema.self, "a constant beside a list without it", #"▸{"const":1,"enum":[2]}"#),
    RecallRow(UnsatisfiableSchema.self, "no value", #"▸{"enum":[]}"#),
    RecallRow(UnsatisfiableSchema.self, "a pattern", #"{"items":▸{"type":"string","pattern":"a$b"}}"#),
    RecallRow(
      UnsatisfiableSchema.self, "without an end",
      ##"▸{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}"##),
    RecallRow(
      UnsatisfiableSchema.self, "a definition, once, however often it is used",
      ##"{"properties":{"a":{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/n"}},"required":["a"],"$defs":{"n":▸{"type":"string","not":{"type":"string"}}}}"##
    ),
    RecallRow(
      UnsatisfiableSchema.self, "a type that no branch has",
      #"▸{"type":"string","anyOf":[{"type":"integer"},{"type":"null"}]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a name that is rejected",
      #"▸{"type":"object","propertyNames":{"maxLength":2},"required":["abc"]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a member that the first one needs",
      #"▸{"type":"object","required":["a"],"dependentRequired":{"a":["b"]},"properties":{"b":false}}"#),
    RecallRow(
      UnsatisfiableSchema.self, "one element of a tuple", #"▸{"type":"array","minItems":2,"prefixItems":[true,false]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a joined member",
      #"▸{"type":"object","required":["a"],"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"type":"null"}}}]}"#
    ),
  ]

  /// A schema of an older draft.
  static func draft(_ number: Int, _ members: String) -> String {
    #"{"$schema":"http://json-schema.org/draft-0\#(number)/schema#",\#(members)}"#
  }
}
