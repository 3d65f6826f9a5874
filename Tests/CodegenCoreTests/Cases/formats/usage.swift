import SchemaRuntime

// A timestamp keeps its text.
let stamp = accept(Stamp.self, #"{"at":"2024-02-29T23:59:60.120z","day":"2024-02-29"}"#)
expect(stamp?.at?.text, "2024-02-29T23:59:60.120z")
expect(stamp?.day?.text, "2024-02-29")
refuse(Stamp.self, #"{"at":"2023-02-29T00:00:00Z"}"#, "/at format")
refuse(Stamp.self, #"{"at":"2023-02-28 00:00:00"}"#, "/at format")
refuse(Stamp.self, #"{"day":"2023-02-29"}"#, "/day format")
refuse(Stamp.self, #"{"at":1}"#, "/at type")
accept(Stamp.self, #"{"maybe":null,"list":["2024-01-01T00:00:00+01:00"]}"#)
refuse(Stamp.self, #"{"list":["2024-01-01"]}"#, "/list/0 format")
let made = Timestamp("2024-01-01T00:00:00Z")
expect(made != nil, "a timestamp")
expect(try String(decoding: Stamp(at: made).json(), as: UTF8.self), #"{"at":"2024-01-01T00:00:00Z"}"#)

// Checked strings.
let link = #"{"link":"https://a.example/b?c#d","key":"123E4567-E89B-12D3-A456-426614174000"}"#
expect(accept(Stamp.self, link)?.link, "https://a.example/b?c#d")
refuse(Stamp.self, #"{"link":"a b"}"#, "/link format")
refuse(Stamp.self, #"{"key":"123"}"#, "/key format")
accept(Stamp.self, #"{"any":7}"#)
accept(Stamp.self, #"{"any":"123e4567-e89b-12d3-a456-426614174000"}"#)
refuse(Stamp.self, #"{"any":"x"}"#, "/any format")

// Not asserted: an annotation.
expect(accept(Stamp.self, #"{"mail":"nobody","own":"?"}"#)?.mail, "nobody")
