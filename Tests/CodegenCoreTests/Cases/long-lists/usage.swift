import SchemaRuntime

expect(accept(Catalog.self, #"{"word":"word 1000","number":1000}"#)?.word, "word 1000")
refuse(Catalog.self, #"{"word":"word 1001"}"#, "/word enum")
refuse(Catalog.self, #"{"word":7}"#, "/word enum")
refuse(Catalog.self, #"{"number":1001}"#, "/number enum")

accept(Catalog.self, #"{"notWord":"word 1001"}"#)
refuse(Catalog.self, #"{"notWord":"word 7"}"#, "/notWord not")

accept(Catalog.self, #"{"choice":{"b7":7}}"#)
refuse(Catalog.self, #"{"choice":{"b7":6}}"#, "/choice oneOf")
refuse(Catalog.self, #"{"choice":{"b7":7,"b1000":1000}}"#, "/choice oneOf")

expect(accept(Catalog.self, #"{"bag":{"m1000":1,"m0":2}}"#)?.bag?["m0"], 2)
refuse(Catalog.self, #"{"bag":{"m1001":1}}"#, "/bag/m1001 unevaluatedProperties")
refuse(Catalog.self, #"{"bag":{"m7":"x"}}"#, "/bag/m7 type")

expect(accept(Catalog.self, #"{"noted":{"note":{"a":1}}}"#)?.noted?.note?["a"], 1)
expect(accept(Catalog.self, #"{"noted":{"kind":"other","note":1}}"#)?.noted?.note == nil, true)
refuse(Catalog.self, #"{"noted":{"note":{"a":true}}}"#, "/noted/note/a type")
