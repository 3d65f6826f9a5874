import Testing

@testable import CodegenCore

extension NameTests {
  @Test(
    "cases and nested types are named for what they are",
    arguments: [
      (
        "a branch whose enum lists one string, and others of another type",
        """
        {"properties": {"order": {"oneOf": [{"type": "string", "enum": ["alphabetical", []]}, {"type": "object",
          "required": ["a", "b"], "properties": {"a": {}, "b": {}}}]}}}
        """, ["Root.Order", "Root.Order.alphabetical", "Root.Order.object", "Root.Order.Object"]
      ),
      (
        "a string beside an object with a member of that name",
        """
        {"properties": {"format": {"oneOf": [{"type": "object", "required": ["csv"], "properties": {"csv": {}}},
          {"type": "string", "enum": ["csv"]}]}}}
        """, ["Root.Format", "Root.Format.csv", "Root.Format.csvString", "Root.Format.CSV"]
      ),
      (
        "branches with several constants or none keep their types",
        """
        {"properties": {"rule": {"oneOf": [{"type": "string", "enum": ["always", "never"]}, {"type": "boolean"},
          {"type": "integer", "enum": [7]}]}}}
        """,
        [
          "Root.Rule", "Root.Rule.string", "Root.Rule.boolean", "Root.Rule.value7", "Root.Rule.Value",
          "Root.Rule.Value.always", "Root.Rule.Value.never",
        ]
      ),
      (
        "a list beside one of its elements",
        """
        {"properties": {"scale": {"oneOf": [{"type": "number"}, {"type": "array", "items": {"type": "number"}}]},
          "tags": {"type": ["string", "array"], "items": {"type": "string"}},
          "names": {"type": ["object", "array"], "items": {"type": "string"}}}}
        """,
        [
          "Root.NumberOrNumberList", "Root.NumberOrNumberList.number", "Root.NumberOrNumberList.numbers",
          "Root.StringOrStringList", "Root.StringOrStringList.string", "Root.StringOrStringList.strings",
          "Root.ObjectOrStringList", "Root.ObjectOrStringList.array", "Root.ObjectOrStringList.object",
        ]
      ),
      (
        "a definition that no type can be called, beside members that share a type",
        """
        {"$defs": {"type": {"type": ["string", "array"], "items": {"enum": ["clickable", "editable"]}},
          "element": {"type": "object", "properties": {
            "type": {"type": ["string", "array"], "items": {"enum": ["clickable", "editable"]}}}},
          "method": {"type": "object", "properties": {
            "returnType": {"type": ["string", "array"], "items": {"enum": ["clickable", "editable"]}}}}}}
        """,
        [
          "Root.Kind", "Root.Kind.string", "Root.Kind.array", "Root.Element", "Root.Method", "Root.ElementType",
          "Root.ElementType.string", "Root.ElementType.array", "Root.ClickableOrEditable",
          "Root.ClickableOrEditable.clickable", "Root.ClickableOrEditable.editable",
        ]
      ),
      (
        "a title whose first word spells an abbreviation",
        #"{"$defs": {"abc-plan": {"title": "ABCPlan JSON Schema", "type": "object"}}}"#, ["Root.ABCPlan"]
      ),
      (
        "a member of a branch that is called as no type can be",
        """
        {"$defs": {"metric": {"oneOf": [{"type": "object", "required": ["set"], "properties": {"set": {"type": "object",
            "properties": {"values": {}}}}},
          {"type": "object", "required": ["gauge"], "properties": {"gauge": {}}}]}}}
        """,
        [
          "Root.Metric", "Root.Metric.set", "Root.Metric.gauge", "Root.Metric.MetricSet", "Root.Metric.MetricSet.Value",
          "Root.Metric.Gauge",
        ]
      ),
      (
        "type arguments that tell no branches apart",
        """
        {"$defs": {"Spec": {"anyOf": [{"$ref": "#/$defs/LayerSpec"}, {"$ref": "#/$defs/VConcatSpec<GenericSpec>"}]},
          "LayerSpec": {"type": "object", "required": ["layer"], "properties": {"layer": {}}},
          "VConcatSpec<GenericSpec>": {"type": "object", "required": ["vconcat"], "properties": {"vconcat": {}}}}}
        """,
        ["Root.Spec", "Root.Spec.layer", "Root.Spec.vConcat", "Root.LayerSpec", "Root.VConcatSpecGenericSpec"]
      ),
      (
        "a word at the end that most tags do not have",
        """
        {"$defs": {"ServerEvent": {"oneOf": [{"$ref": "#/$defs/PartDoneEvent"}, {"$ref": "#/$defs/PartAddedEvent"},
            {"$ref": "#/$defs/CallDoneStreamingEvent"}]},
          "PartDoneEvent": {"type": "object", "required": ["type"], "properties": {"type": {"const": "part.done"}}},
          "PartAddedEvent": {"type": "object", "required": ["type"], "properties": {"type": {"const": "part.added"}}},
          "CallDoneStreamingEvent": {"type": "object", "required": ["type"],
            "properties": {"type": {"const": "call.done"}}}}}
        """,
        [
          "Root.ServerEvent", "Root.ServerEvent.partDone", "Root.ServerEvent.partAdded", "Root.ServerEvent.callDone",
          "Root.PartDoneEvent", "Root.PartAddedEvent", "Root.CallDoneStreamingEvent",
        ]
      ),
    ])
  func branches(_ name: String, _ schema: String, _ expected: [String]) throws { try kinds(name, schema, expected) }

  @Test(
    "a type that repeats the name of its document has no version",
    arguments: [
      ("PageObject2_2_0", "PageObject"), ("VenvironmentV4_2_0", "Venvironment"), ("Aspire8_0", "Aspire"),
      ("Manifest5", "Manifest5"), ("OAuth2", "OAuth2"), ("Plain", "Plain"), ("V1_0", "V1_0"),
    ])
  func versions(_ name: String, _ expected: String) { #expect(SwiftNames.withoutVersion(name) == expected) }
}
