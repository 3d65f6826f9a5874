import SchemaRuntime

let oldest = accept(Oldest.self, #"{"id":2,"name":"a","size":"small","note":null,"price":{"amount":1.5},"code":"bc"}"#)
expect(oldest?.id, 2)
expect(oldest?.name, "a")
expect(oldest?.size, .small)
expect(oldest?.note, .null)
expect(oldest?.price?.offer?.amount, 1.5)
expect(Oldest(id: 4, name: "b", size: .large, price: .integer(1)).price, .integer(1))

refuse(Oldest.self, #"{"name":"a","size":"small"}"#, " required")
refuse(Oldest.self, #"{"id":2,"size":"small"}"#, " required")
refuse(Oldest.self, #"{"id":2,"name":"a"}"#, " required")
refuse(Oldest.self, #"{"id":3,"name":"a","size":"small"}"#, "/id divisibleBy")
refuse(Oldest.self, #"{"id":2,"name":"a","size":"small","price":"1"}"#, "/price type")
refuse(Oldest.self, #"{"id":2,"name":"a","size":"small","code":"b","note":null}"#, "/code disallow")
refuse(Oldest.self, #"{"id":2,"name":"a","size":"small","code":"bc"}"#, " dependencies")
