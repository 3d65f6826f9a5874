import SchemaRuntime

// Definitions to which nothing refers, at every level.
let price = accept(ShopLibrary.Price.self, #"{"cents":100,"currency":"EUR"}"#)
expect(price?.cents, 100)
expect(price?.currency, "EUR")
refuse(ShopLibrary.Price.self, #"{"cents":"1"}"#, "/cents type")
accept(ShopLibrary.Price.Discount.self, #"{"percent":10}"#)
refuse(ShopLibrary.Price.Discount.self, #"{}"#, " required")
expect(ShopLibrary.State.allCases, [.open, .paid])
