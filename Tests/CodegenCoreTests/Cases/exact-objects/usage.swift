import SchemaRuntime

// Members without "type" are those of objects, and any other value is as valid.
expect(accept(AnyValue.self, #"{"untyped":{"x":1}}"#)?.untyped, .object(.init(x: 1)))
expect(accept(AnyValue.self, #"{"untyped":[1]}"#)?.untyped, .other([1]))
expect(accept(AnyValue.self, #"{"map":{"a":1}}"#)?.map, .object(["a": 1]))
expect(accept(AnyValue.self, #"{"map":"x"}"#)?.map, .other("x"))
accept(AnyValue.self, #"{"branches":7}"#)
accept(AnyValue.self, #"{"branches":{"a":"x","b":1}}"#)
refuse(AnyValue.self, #"{"untyped":{"x":"y"}}"#, "/untyped/x type")
expect(accept(AnyValue.self, #"{"typed":{"x":1}}"#)?.typed?.x, 1)
