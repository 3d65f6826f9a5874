import SchemaRuntime

accept(Envelope.self, #"{"bytes":"aGk=","json":"[1, 2]","unknown":"¡"}"#)
refuse(Envelope.self, #"{"bytes":"aGk"}"#, "/bytes contentEncoding")
refuse(Envelope.self, #"{"json":"[1, 2"}"#, "/json contentMediaType")

// {"x":1}, then {"y":1}, then {"x", in base64.
let message = accept(Envelope.self, #"{"both":"eyJ4IjoxfQ=="}"#)
expect(message?.both, "eyJ4IjoxfQ==")
refuse(Envelope.self, #"{"both":"eyJ5IjoxfQ=="}"#, "/both contentSchema")
refuse(Envelope.self, #"{"both":"eyJ4Ig=="}"#, "/both contentMediaType")
refuse(Envelope.self, #"{"both":"{}"}"#, "/both contentEncoding")

// A text that holds a text of the same kind.
accept(Envelope.self, #"{"nested":"{\"nested\":\"{}\"}"}"#)
refuse(Envelope.self, #"{"nested":"{\"nested\":\"{\\\"bytes\\\":1}\"}"}"#, "/nested contentSchema")
