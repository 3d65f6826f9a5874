import SchemaRuntime

// Definitions to which nothing refers, at every level.
let price = accept(ShopLibrary.Price.self, #"{"cents":100,"currency":"EUR"}"#)
expect(price?.cents, 100)
expect(price?.currency, "EUR")
refuse(ShopLibrary.Price.self, #"{"cents":"1"}"#, "/cents type")
accept(ShopLibrary.Price.Discount.self, #"{"percent":10}"#)
refuse(ShopLibrary.Price.Discount.self, #"{}"#, " required")
expect(ShopLibrary.State.allCases, [.open, .paid])

// Definitions that are maps and lists have types for payloads of their own; members of other types hold the map itself.
let prices = accept(ShopLibrary.Prices.self, #"{"a":{"cents":100}}"#)
expect(prices?.members["a"]?.cents, 100)
refuse(ShopLibrary.Prices.self, #"{"a":{}}"#, "/a required")
expect(accept(ShopLibrary.Page.self, #"{"prices":{"a":{"cents":100}}}"#)?.prices, prices?.members)
expect(accept(ShopLibrary.Ladder.self, #"[{"cents":100}]"#)?.value?.map(\.cents), [100])
expect(accept(ShopLibrary.Ladder.self, "null")?.value == nil, true)
expect(accept(ShopLibrary.Tree.self, #"{"a":{"b":{}}}"#)?.members["a"]?.members["b"]?.members.count, 0)
