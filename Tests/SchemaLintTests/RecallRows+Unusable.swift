@testable import SchemaLint

// A table: unusable schemas.
extension RecallRow {
  static let unusable: [RecallRow] = [
    RecallRow(JSONSyntax.self, "a comma after the last member", #"{"type":"string",▸}"#),
    RecallRow(JSONSyntax.self, "a comment", #"{▸// names"#),
    RecallRow(JSONSyntax.self, "single quotation marks", #"{▸'type':'string'}"#),
    RecallRow(JSONSyntax.self, "an empty file", "▸"),
    RecallRow(JSONSyntax.self, "text after the end", #"{} ▸{}"#),
    RecallRow(JSONSyntax.self, "a number with a leading zero", #"{"minLength": 0▸1}"#),

    RecallRow(DuplicateKey.self, "a keyword", #"{"type":"string","maxLength":20,▸"maxLength":40}"#),
    RecallRow(DuplicateKey.self, "a property", #"{"properties":{"id":true,"name":true,▸"id":{"type":"string"}}}"#),
    RecallRow(DuplicateKey.self, "three times", #"{"title":"a",▸"title":"b",▸"title":"c"}"#),
    RecallRow(DuplicateKey.self, "within a value of enum", #"{"enum":[{"a":1,▸"a":2}]}"#),
    RecallRow(DuplicateKey.self, "the same name with an escape", #"{"title":"a",▸"\u0074itle":"b"}"#),
    RecallRow(DuplicateKey.self, "in a default", #"{"default":{"x":{"y":1,▸"y":1}}}"#),

    RecallRow(InvalidKeywordValue.self, "a length as text", #"{"maxLength":▸"20"}"#),
    RecallRow(InvalidKeywordValue.self, "a negative count", #"{"minItems":▸-1}"#),
    RecallRow(InvalidKeywordValue.self, "a type that is none", #"{"type":▸"strng"}"#),
    RecallRow(InvalidKeywordValue.self, "a schema that is a number", #"{"properties":{"a":▸7}}"#),
    RecallRow(InvalidKeywordValue.self, "an empty allOf", #"{"allOf":▸[]}"#),
    RecallRow(InvalidKeywordValue.self, "a divisor of 0", #"{"multipleOf":▸0}"#),
    RecallRow(
      InvalidKeywordValue.self, "a name for each value but one", #"{"enum":["a","b"],"x-enum-varnames":▸["one"]}"#),

    RecallRow(RepeatedValue.self, "required", #"{"required":["id",▸"id"]}"#),
    RecallRow(RepeatedValue.self, "required, three times", #"{"required":["a","b",▸"a",▸"b"]}"#),
    RecallRow(RepeatedValue.self, "type", #"{"type":["string",▸"string"]}"#),
    RecallRow(RepeatedValue.self, "dependentRequired", #"{"dependentRequired":{"a":["b",▸"b"]}}"#),
    RecallRow(
      RepeatedValue.self, "enum in draft-04",
      #"{"$schema":"http://json-schema.org/draft-04/schema#","enum":[1,2,▸1]}"#),
    RecallRow(RepeatedValue.self, "in a subschema", #"{"items":{"required":["a",▸"a"]}}"#),

    RecallRow(UnknownDialect.self, "https for http", #"{"$schema":▸"https://json-schema.org/draft-07/schema#"}"#),
    RecallRow(UnknownDialect.self, "http for https", #"{"$schema":▸"http://json-schema.org/draft/2020-12/schema"}"#),
    RecallRow(UnknownDialect.self, "the newest, without a date", #"{"$schema":▸"http://json-schema.org/schema#"}"#),
    RecallRow(UnknownDialect.self, "draft-02", #"{"$schema":▸"http://json-schema.org/draft-02/schema#"}"#),
    RecallRow(UnknownDialect.self, "a custom dialect that is missing", #"{"$schema":▸"https://lint.example/own"}"#),

    RecallRow(
      ClashingIdentifier.self, "two anchors",
      #"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":▸"x"}}}"#),
    RecallRow(
      ClashingIdentifier.self, "two embedded resources",
      #"{"$defs":{"a":{"$id":"https://lint.example/x"},"b":{"$id":▸"https://lint.example/x"}}}"#),
    RecallRow(
      ClashingIdentifier.self, "the root's own URI again",
      #"{"$id":"https://lint.example/r","$defs":{"a":{"$id":▸"https://lint.example/r"}}}"#),
    RecallRow(
      ClashingIdentifier.self, "an anchor and a dynamic anchor",
      #"{"$anchor":"x","$defs":{"b":{"$dynamicAnchor":▸"x"}}}"#),
    RecallRow(
      ClashingIdentifier.self, "relative and absolute",
      #"{"$id":"https://lint.example/d/r","$defs":{"a":{"$id":"x"},"b":{"$id":▸"https://lint.example/d/x"}}}"#),

    RecallRow(
      UnresolvableReference.self, "a definition that is called otherwise",
      ##"{"$ref":▸"#/$defs/user","$defs":{"users":{}}}"##),
    RecallRow(UnresolvableReference.self, "an anchor", ##"{"items":{"$ref":▸"#size"}}"##),
    RecallRow(UnresolvableReference.self, "another file", #"{"properties":{"a":{"$ref":▸"other.schema.json"}}}"#),
    RecallRow(UnresolvableReference.self, "a pointer with a lone tilde", ##"{"$ref":▸"#/a~b"}"##),
    RecallRow(UnresolvableReference.self, "a value that is no schema", ##"{"$ref":▸"#/title","title":"a"}"##),
    RecallRow(UnresolvableReference.self, "a URI", #"{"$ref":▸"https://elsewhere.example/x"}"#),

    RecallRow(ReferenceCycle.self, "a reference to itself", ##"▸{"$ref":"#"}"##),
    RecallRow(
      ReferenceCycle.self, "two definitions",
      ##"{"$defs":{"a":▸{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##),
    RecallRow(ReferenceCycle.self, "by way of allOf", ##"▸{"allOf":[{"$ref":"#"}]}"##),
    RecallRow(ReferenceCycle.self, "by way of anyOf", ##"▸{"anyOf":[{"type":"null"},{"$ref":"#"}]}"##),
    RecallRow(ReferenceCycle.self, "by way of if", ##"▸{"if":{"$ref":"#"},"then":true}"##),

    RecallRow(InvalidPattern.self, "a class without an end", #"{"pattern":▸"^[a-z+$"}"#),
    RecallRow(InvalidPattern.self, "a group without an end", #"{"pattern":▸"(ab"}"#),
    RecallRow(InvalidPattern.self, "a name under patternProperties", #"{"patternProperties":{"*a":▸true}}"#),
    RecallRow(InvalidPattern.self, "an atomic group", #"{"items":{"pattern":▸"(?>a)"}}"#),
    RecallRow(InvalidPattern.self, "an escape that is none", #"{"pattern":▸"\\ystart"}"#),
    RecallRow(InvalidPattern.self, "bounds the wrong way around", #"{"pattern":▸"a{3,2}"}"#),

    RecallRow(
      LocalOnlyReachable.self, "a property",
      ##"{"type":"object","properties":{"d":{"$ref":▸"#/$defs/d"}},"$defs":{"d":{"type":"object","x-localOnly":true}}}"##
    ),
    RecallRow(
      LocalOnlyReachable.self, "elements by reference",
      ##"{"type":"array","items":{"$ref":▸"#/$defs/d"},"$defs":{"d":{"type":"object","x-localOnly":true}}}"##),
    RecallRow(
      LocalOnlyReachable.self, "elements as they stand",
      ##"{"type":"array","items":▸{"type":"object","x-localOnly":true,"properties":{"a":true}}}"##),
    RecallRow(
      LocalOnlyReachable.self, "a branch",
      ##"{"oneOf":[{"type":"null"},{"$ref":▸"#/$defs/d"}],"$defs":{"d":{"type":"object","x-localOnly":true}}}"##),
    RecallRow(
      LocalOnlyReachable.self, "another file", ##"{"type":"object","properties":{"d":{"$ref":▸"0.schema.json"}}}"##,
      beside: [#"{"type":"object","x-localOnly":true}"#]),

    RecallRow(MetaSchemaViolation.self, "its own example", meta(#""type":▸"text""#)),
    RecallRow(MetaSchemaViolation.self, "a negative length", meta(#""maxLength":▸-1"#)),
    RecallRow(MetaSchemaViolation.self, "names that are no texts", meta(#""required":["a",▸1]"#)),
    RecallRow(MetaSchemaViolation.self, "a title that is a number", meta(#""title":▸1"#)),
    RecallRow(MetaSchemaViolation.self, "a Boolean that is a text", meta(#""uniqueItems":▸"yes""#)),
  ]

  /// A schema of a custom dialect in which only the core is a keyword and all others must have their usual form.
  private static func meta(_ member: String) -> String {
    #"{"$schema":"https://lint.example/m","$id":"https://lint.example/m","#
      + #""$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true},"#
      + #""$ref":"https://json-schema.org/draft/2020-12/schema","# + member + "}"
  }
}
