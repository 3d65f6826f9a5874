@testable import SchemaLint

// A table: keywords that rule out what others describe, and formats that check nothing.
extension RecallRow {
  static let contradictions: [RecallRow] = [
    RecallRow(
      ContradictoryKeywords.self, "other elements", #"{"items":{"type":"string"},▸"contains":{"type":"integer"}}"#),
    RecallRow(
      ContradictoryKeywords.self, "values that are not listed",
      #"{▸"contains":{"const":"c"},"items":{"enum":["a","b"]}}"#),
    RecallRow(
      ContradictoryKeywords.self, "a tuple",
      #"{"prefixItems":[{"type":"null"},{"type":"string"}],"items":false,▸"contains":{"type":"integer"}}"#),
    RecallRow(
      ContradictoryKeywords.self, "elements by reference",
      ##"{"$ref":"#/$defs/a",▸"contains":{"minimum":7,"type":"integer"},"$defs":{"a":{"items":{"maximum":6}}}}"##),
    RecallRow(ContradictoryKeywords.self, "names that are numbers", #"{▸"propertyNames":{"type":"integer"}}"#),
    RecallRow(ContradictoryKeywords.self, "names that are listed", #"{▸"propertyNames":{"enum":[1,2]}}"#),

    RecallRow(
      UnsatisfiableSchema.self, "two patterns", #"▸{"type":"string","pattern":"^a+$","allOf":[{"pattern":"^b+$"}]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a pattern and a length", #"▸{"type":"string","pattern":"^a{5}$","maxLength":3}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a format and a length", #"▸{"type":"string","format":"uuid","maxLength":10}"#),
    RecallRow(
      UnsatisfiableSchema.self, "a format and a pattern", #"▸{"type":"string","format":"date","pattern":"^[a-z]+$"}"#),
    RecallRow(
      UnsatisfiableSchema.self, "two formats", #"▸{"type":"string","format":"uuid","allOf":[{"format":"date"}]}"#),
    RecallRow(
      UnsatisfiableSchema.self, "more distinct elements than values",
      #"▸{"type":"array","items":{"enum":[1,2]},"uniqueItems":true,"minItems":3}"#),

    RecallRow(
      ImpossibleProperty.self, "closed siblings",
      ##"""
      ▸{"allOf":[{"properties":{"a":true},"additionalProperties":false},
        {"properties":{"b":true},"additionalProperties":false}]}
      """##),
    RecallRow(
      ImpossibleProperty.self, "of an extension",
      ##"""
      {"$ref":"#/$defs/base","properties":{▸"b":{"type":"null"}},
        "$defs":{"base":{"properties":{"a":true},"additionalProperties":false}}}
      """##),
    RecallRow(
      ImpossibleProperty.self, "of a branch",
      ##"""
      ▸{"properties":{"a":true},"additionalProperties":false,"anyOf":[{"properties":{"b":true}},{"required":["a"]}]}
      """##),
    RecallRow(
      ImpossibleProperty.self, "that no branch permits",
      ##"""
      {"properties":{▸"a":true},"oneOf":[
        {"properties":{"b":true},"required":["b"],"additionalProperties":false},
        {"properties":{"c":true},"required":["c"],"additionalProperties":false}]}
      """##),
    RecallRow(
      ImpossibleProperty.self, "against a pattern of names",
      ##"""
      {"properties":{▸"x-a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}}}
      """##),
    RecallRow(
      ImpossibleProperty.self, "a constant that a sibling does not list",
      ##"""
      {"properties":{▸"k":{"enum":["a","b"]}},"allOf":[{"properties":{"k":{"const":"c"}}}]}
      """##),
    RecallRow(
      ImpossibleProperty.self, "against a schema for all others",
      ##"""
      {"properties":{▸"n":{"type":"integer"}},"allOf":[{"additionalProperties":{"type":"string"}}]}
      """##),

    RecallRow(
      VacuousCondition.self, "a constant",
      ##"""
      {▸"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["n"]}}
      """##),
    RecallRow(
      VacuousCondition.self, "under allOf",
      ##"""
      {"properties":{"k":{"enum":["a","b"]}},"required":["n"],
        "allOf":[{▸"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["x"]}}]}
      """##),
    RecallRow(
      VacuousCondition.self, "a default of another branch",
      ##"""
      {"properties":{"k":{"default":"b"}},▸"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["n"]}}
      """##),
    RecallRow(
      VacuousCondition.self, "a reference after it",
      ##"""
      {▸"if":{"properties":{"k":{"enum":["a"]}}},"then":{"$ref":"#/$defs/n"},"$defs":{"n":{"required":["n"]}}}
      """##),
    RecallRow(
      VacuousCondition.self, "a number of members",
      ##"""
      {▸"if":{"properties":{"k":{"const":"a"}}},"then":{"minProperties":2}}
      """##),

    RecallRow(UnknownFormat.self, "without its hyphen", #"{"format":▸"datetime"}"#),
    RecallRow(UnknownFormat.self, "under another name", #"{"type":"string","format":▸"url"}"#),
    RecallRow(UnknownFormat.self, "of its author", #"{"items":{"type":"string","format":▸"markdown-ish"}}"#),
    RecallRow(UnknownFormat.self, "in capitals", #"{"format":▸"URI"}"#),
    RecallRow(
      UnknownFormat.self, "once for several", #"{"properties":{"a":{"format":▸"path"},"b":{"format":"path"}}}"#),
    RecallRow(UnknownFormat.self, "of draft-03", RecallRow.draft(4, #""format":▸"ip-address""#)),
  ]
}
