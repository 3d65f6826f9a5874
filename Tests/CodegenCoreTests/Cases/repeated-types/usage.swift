import SchemaRuntime

let rules = accept(
  RuleSet.self, #"{"enabled":false,"nested":{"enabled":true},"maven":{"nested":{}},"weight":3,"name":"a"}"#)
let nested: RuleSet? = rules?.nested
expect(nested?.enabled, true)
let maven: RuleSet? = rules?.maven
expect(maven?.nested, RuleSet())
let weight: Int? = rules?.weight
expect(weight, 3)
// The reference narrows what it refers to: null is not admitted.
refuse(RuleSet.self, #"{"name":null}"#, "/name type")
refuse(RuleSet.self, #"{"maven":null}"#, "/maven type")
