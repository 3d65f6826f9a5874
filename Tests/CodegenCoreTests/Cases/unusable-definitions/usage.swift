import SchemaRuntime

accept(Others.self, #"{"name":"a"}"#)

// Whatever an unusable schema says, these are valid.
accept(Others.Holder.self, #"{"count":1}"#)
accept(Others.Holder.self, #"{"either":1,"list":[],"if":"a"}"#)
accept(Others.Holder.self, #"{"open":{"a":1}}"#)

// These depend on it.
refuse(Others.Holder.self, #"{"nowhere":1}"#, "/nowhere unusableSchema")
refuse(Others.Holder.self, #"{"circle":null}"#, "/circle unusableSchema")
refuse(Others.Holder.self, #"{"either":"a"}"#, "/either unusableSchema")
refuse(Others.Holder.self, #"{"neither":1}"#, "/neither unusableSchema")
refuse(Others.Holder.self, #"{"list":[1,2]}"#, "/list/1 unusableSchema")
refuse(Others.Holder.self, #"{"open":{"b":1}}"#, "/open unusableSchema")

// A mistake elsewhere is a definite answer.
refuse(Others.Holder.self, #"{"nowhere":1,"count":"a"}"#, "/count type")

let holder = Others.Holder(nowhere: 1, count: 2)
let value: JSONValue? = holder.nowhere
expect(value, 1)
