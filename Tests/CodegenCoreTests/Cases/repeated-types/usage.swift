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

// What only repeats a requirement is the type, and an integer is a number.
let narrowed = accept(RuleSet.self, #"{"first":{"id":1},"last":{"id":2},"ratio":2,"size":4}"#)
expect(narrowed?.first, RuleSet.Rule(id: 1))
expect(narrowed?.last, RuleSet.Rule(id: 2))
expect(narrowed?.ratio, 2.0)
expect(narrowed?.size, .number(4))
refuse(RuleSet.self, #"{"last":{}}"#, "/last required")
