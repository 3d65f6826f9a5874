import SchemaRuntime

// The verdicts and issues of generated types whose validator is the program.
let order = accept(Order.self, #"{"id":"a-1","lines":[{"sku":"x","count":2}],"payment":[1,2]}"#)
expect(order?.lines.first?.count, 2)
expect(order?.payment, .voucher([1, 2]))
expect(order?.payment?.voucher, [1, 2])
expect(order?.payment?.card, nil)
accept(Order.self, #"{"id":"a-1","lines":[{"sku":"x"}],"payment":{"number":"1"},"note":null}"#)
refuse(Order.self, #"{"id":"A","lines":[{"sku":"x"}]}"#, "/id pattern")
refuse(Order.self, #"{"id":"a-1","lines":[]}"#, "/lines minItems")
refuse(Order.self, #"{"id":"a-1","lines":[{"sku":"x"}],"note":"n"}"#, " dependentRequired")
refuse(Order.self, #"{"id":"a-1","lines":[{"sku":"x"}],"more":1}"#, "/more additionalProperties")
refuse(Order.self, #"{"id":"a-1","lines":[{"sku":"x","other":1}]}"#, "/lines/0/other unevaluatedProperties")

// Validators also decide between branches that nothing tells apart.
let short = accept(Order.self, #"{"id":"a-1","lines":[{"sku":"x"}],"either":{"text":"ab"}}"#)
expect(short?.either, .short(Order.Either.Short(text: "ab")))
let counted = accept(Order.self, #"{"id":"a-1","lines":[{"sku":"x"}],"either":{"text":3}}"#)
expect(counted?.either, .counted(Order.Either.Counted(text: 3)))

// Decoders find members by their patterns.
let labels = accept(Order.Labels.self, #"{"main":"a","x-a":1,"y":true}"#)
expect(labels?.patternMembers["x-a"], 1)
expect(labels?.additionalMembers["y"], true)

// Each type is a model of its own.
refuse(Order.Line.self, #"{"count":0}"#, " required")
refuse(Order.Line.self, #"{"count":0}"#, "/count minimum")

// Equal names are an issue, once.
refuse(Order.Line.self, #"{"sku":"a","sku":"b"}"#, " uniqueNames", codable: false)
