@testable import SchemaLint

// A table: parts that could be removed or simplified.
extension RecallRow {
  static let leftover: [RecallRow] = [
    RecallRow(DeprecatedForm.self, "definitions", ##"{▸"definitions":{"a":{}},"$ref":"#/definitions/a"}"##),
    RecallRow(DeprecatedForm.self, "dependencies", #"{▸"dependencies":{"a":["b"]}}"#),
    RecallRow(DeprecatedForm.self, "id", #"{▸"id":"https://lint.example/x"}"#),
    RecallRow(DeprecatedForm.self, "an array under items", #"{"items":▸[{"type":"null"}]}"#),
    RecallRow(DeprecatedForm.self, "additionalItems", #"{▸"additionalItems":false}"#),
    RecallRow(DeprecatedForm.self, "a Boolean limit", #"{"maximum":1,"exclusiveMaximum":▸true}"#),
    RecallRow(DeprecatedForm.self, "a Boolean required", #"{"properties":{"a":{"required":▸true}}}"#),
    RecallRow(DeprecatedForm.self, "$recursiveRef", ##"{"items":{▸"$recursiveRef":"#"}}"##),

    RecallRow(ForeignPattern.self, "a bracket", #"{"pattern":▸"a]"}"#),
    RecallRow(ForeignPattern.self, "a hyphen after a set", #"{"pattern":▸"[\\w-.]"}"#),
    RecallRow(ForeignPattern.self, "the ends of a text", #"{"pattern":▸"\\Aa\\z"}"#),
    RecallRow(ForeignPattern.self, "a flag", #"{"items":{"pattern":▸"(?i)abc"}}"#),
    RecallRow(ForeignPattern.self, "a name", #"{"patternProperties":{▸"{x}":true}}"#),
    RecallRow(NeedlessEscape.self, "an ampersand", #"{"pattern":▸"a\\&b"}"#),
    RecallRow(NeedlessEscape.self, "a hyphen outside of a class", #"{"pattern":▸"^a\\-[\\-]$"}"#),
    RecallRow(NeedlessEscape.self, "a space", #"{"items":{"pattern":▸"a\\ b"}}"#),
    RecallRow(NeedlessEscape.self, "in a class", #"{"pattern":▸"[\\!\\%]"}"#),
    RecallRow(NeedlessEscape.self, "a name", #"{"patternProperties":{▸"\\@":true}}"#),
    RecallRow(NeedlessEscape.self, "in draft-04", RecallRow.draft(4, #""pattern":▸"\\_""#)),

    RecallRow(RedundantKeyword.self, "the looser limit", #"{▸"minimum":0,"exclusiveMinimum":4}"#),
    RecallRow(RedundantKeyword.self, "the looser limit, above", #"{"maximum":3,▸"exclusiveMaximum":4}"#),
    RecallRow(RedundantKeyword.self, "a length of 0", #"{▸"minLength":0}"#),
    RecallRow(RedundantKeyword.self, "counts of 0", #"{▸"minItems":0,▸"minProperties":0}"#),
    RecallRow(RedundantKeyword.self, "as many as are required", #"{"required":["a"],▸"minProperties":1}"#),
    RecallRow(RedundantKeyword.self, "an integer beside a number", #"{"type":["number",▸"integer"]}"#),
    RecallRow(RedundantKeyword.self, "nothing required", #"{▸"required":[]}"#),
    RecallRow(RedundantKeyword.self, "multiples of 1", #"{"type":"integer",▸"multipleOf":1}"#),

    RecallRow(RedundantBranch.self, "a copy", #"{"anyOf":[{"type":"string"},▸{"type":"string"}]}"#),
    RecallRow(
      RedundantBranch.self, "the same reference",
      ##"{"allOf":[{"$ref":"#/$defs/a"},▸{"$ref":"#/$defs/a"}],"$defs":{"a":{}}}"##),
    RecallRow(RedundantBranch.self, "a longer one", #"{"anyOf":[▸{"type":"string","maxLength":9},{"maxLength":12}]}"#),
    RecallRow(
      RedundantBranch.self, "a pattern beside any string",
      #"{"anyOf":[{"type":"string"},▸{"type":"string","pattern":"^a"}]}"#),
    RecallRow(
      RedundantBranch.self, "an integer beside a number", #"{"anyOf":[▸{"type":"integer"},{"type":"number"}]}"#),
    RecallRow(
      RedundantBranch.self, "both ways",
      #"{"anyOf":[{"minimum":1,"type":"integer"},▸{"type":"integer","exclusiveMinimum":0}]}"#),
    RecallRow(
      RedundantBranch.self, "an object that an earlier branch hides",
      #"""
      {"anyOf":[{"type":"object","properties":{"x":{"type":"number"},"y":{}}},
                ▸{"type":"object","properties":{"x":{"type":"integer"}}}]}
      """#),
    RecallRow(
      RedundantBranch.self, "an object behind a reference",
      #"""
      {"anyOf":[{"$ref":"#/$defs/a"},▸{"$ref":"#/$defs/b"}],
       "$defs":{"a":{"type":"object","properties":{"x":{"type":"number"}}},
                "b":{"type":"object","properties":{"x":{"type":"number","minimum":0}}}}}
      """#),
    RecallRow(RedundantBranch.self, "a value of a list", #"{"anyOf":[▸{"const":"a"},{"enum":["a","b"]}]}"#),

    RecallRow(IneffectiveByteLimit.self, "four times the length", #"{"maxLength":20,"x-maxUTF8Bytes":▸80}"#),
    RecallRow(IneffectiveByteLimit.self, "far above", #"{"maxLength":20,"x-maxUTF8Bytes":▸4000}"#),
    RecallRow(IneffectiveByteLimit.self, "a length above the bytes", #"{"maxLength":▸50,"x-maxUTF8Bytes":40}"#),
    RecallRow(IneffectiveByteLimit.self, "as many as characters", #"{"minLength":3,"x-minUTF8Bytes":▸3}"#),
    RecallRow(IneffectiveByteLimit.self, "bytes that imply a length", #"{"minLength":▸2,"x-minUTF8Bytes":8}"#),
    RecallRow(IneffectiveByteLimit.self, "nothing", #"{"x-minUTF8Bytes":▸0}"#),

    RecallRow(RepeatedEnumValue.self, "a text", #"{"enum":["red","green",▸"red"]}"#),
    RecallRow(RepeatedEnumValue.self, "a number in another form", #"{"enum":[1,▸1.0,▸1e0]}"#),
    RecallRow(RepeatedEnumValue.self, "an object in another order", #"{"enum":[{"a":1,"b":2},▸{"b":2,"a":1}]}"#),
    RecallRow(RepeatedEnumValue.self, "null", #"{"enum":[null,"a",▸null]}"#),
    RecallRow(RepeatedEnumValue.self, "of a property", #"{"properties":{"c":{"enum":[true,▸true]}}}"#),

    RecallRow(UnreferencedDefinition.self, "one", #"{"type":"string","$defs":{▸"short":{"maxLength":20}}}"#),
    RecallRow(
      UnreferencedDefinition.self, "one of two",
      ##"{"$ref":"#/$defs/a","$defs":{"a":{},▸"b":{}}}"##),
    RecallRow(
      UnreferencedDefinition.self, "two that lead to one another alone",
      ##"{"type":"null","$defs":{▸"a":{"items":{"$ref":"#/$defs/b"}},▸"b":{"items":{"$ref":"#/$defs/a"}}}}"##),
    RecallRow(UnreferencedDefinition.self, "in draft-07", draft(7, #""type":"null","definitions":{▸"a":{}}"#)),
    RecallRow(UnreferencedDefinition.self, "of a property", #"{"properties":{"p":{"$defs":{▸"a":true}}}}"#),
  ]

  // A table: missing or unknown parts.
  static let lacking: [RecallRow] = [
    RecallRow(UnknownKeyword.self, "OpenAPI's nullable", #"{"type":"string",▸"nullable":true}"#),
    RecallRow(UnknownKeyword.self, "OpenAPI's discriminator", #"{▸"discriminator":{"propertyName":"a"}}"#),
    RecallRow(UnknownKeyword.self, "a custom annotation", #"{▸"javaType":"A","type":"object"}"#),
    RecallRow(UnknownKeyword.self, "several", #"{▸"unit":"m",▸"precision":2,"type":"number"}"#),
    RecallRow(UnknownKeyword.self, "of a property", #"{"properties":{"a":{▸"visibility":"public"}}}"#),

    RecallRow(MissingDialect.self, "a type alone", #"▸{"type":"string"}"#),
    RecallRow(MissingDialect.self, "an identifier", #"▸{"$id":"https://lint.example/x"}"#),
    RecallRow(MissingDialect.self, "definitions", #"▸{"$defs":{"a":{}}}"#),
    RecallRow(
      MissingDialect.self, "a dialect within",
      #"▸{"$defs":{"a":{"$id":"a","$schema":"https://json-schema.org/draft/2020-12/schema"}}}"#),
    RecallRow(MissingDialect.self, "a reference", ##"▸{"items":{"$ref":"#"}}"##),

    RecallRow(MissingTitle.self, "nothing", #"▸{}"#),
    RecallRow(MissingTitle.self, "a description alone", #"▸{"description":"A."}"#),
    RecallRow(MissingTitle.self, "an empty one", #"▸{"title":""}"#),
    RecallRow(MissingTitle.self, "a blank one", #"▸{"title":"  "}"#),
    RecallRow(MissingTitle.self, "one of a property alone", #"▸{"properties":{"a":{"title":"A"}}}"#),

    RecallRow(MissingDescription.self, "of the schema", #"▸{"title":"A"}"#),
    RecallRow(MissingDescription.self, "of a property", #"{"description":"A.","properties":{"a":▸{"type":"string"}}}"#),
    RecallRow(MissingDescription.self, "of a definition", #"{"description":"A.","$defs":{"a":▸{"type":"string"}}}"#),
    RecallRow(MissingDescription.self, "an empty one", #"▸{"description":""}"#),
    RecallRow(
      MissingDescription.self, "of a property of elements",
      #"{"description":"A.","items":{"properties":{"a":▸{"type":"null"}}}}"#),
  ]

  // A table: the linter's own settings.
  static let settings: [RecallRow] = [
    RecallRow(UnusedSuppression.self, "nothing to let pass", ignoring(#"▸"invalid-default":"a reason""#)),
    RecallRow(UnusedSuppression.self, "a rule that is misspelled", ignoring(#"▸"invalid-defaul":"a reason""#)),
    RecallRow(UnusedSuppression.self, "a rule that is none", ignoring(#"▸"frobnicate":"a reason""#)),
    RecallRow(
      UnusedSuppression.self, "at another location",
      #"{"default":1,"type":"string","items":{"x-lint":{"ignore":{▸"invalid-default":"a reason"}}}}"#),
    RecallRow(
      UnusedSuppression.self, "one of two",
      #"{"type":"string","default":1,"x-lint":{"ignore":{"invalid-default":"r",▸"invalid-example":"r"}}}"#),

    RecallRow(UnexplainedSuppression.self, "an empty reason", ignoring(#"▸"missing-title":"""#)),
    RecallRow(UnexplainedSuppression.self, "a blank reason", ignoring(#"▸"missing-title":"  ""#)),
    RecallRow(UnexplainedSuppression.self, "true", ignoring(#"▸"missing-title":true"#)),
    RecallRow(UnexplainedSuppression.self, "null", ignoring(#"▸"missing-title":null"#)),
    RecallRow(UnexplainedSuppression.self, "a list", #"{"x-lint":▸["missing-title"]}"#),
    RecallRow(UnexplainedSuppression.self, "a list under ignore", #"{"x-lint":▸{"ignore":["missing-title"]}}"#),
  ]

  private static func ignoring(_ rows: String) -> String { #"{"x-lint":{"ignore":{\#(rows)}}}"# }
}
