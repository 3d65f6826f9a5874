import SchemaRuntime

// A string that the schema does not list is valid, and preserved.
let ticket = accept(
  ATicket.self,
  #"{"state":"waiting","priority":null,"origin":"fax","color":"green","maybe":null,"size":"huge","tags":["a","c"]}"#)
expect(ticket?.state, .unknown("waiting"))
expect(ticket?.origin, .unknown("fax"))
expect(ticket?.color, .unknown("green"))
expect(ticket?.tags, [.a, .unknown("c")])
let known = accept(
  ATicket.self,
  #"{"state":"open","priority":"low","origin":"web","color":"red","maybe":"blue","size":2,"version":"1","level":1}"#)
expect(known?.state, .open)
expect(known?.origin, .website)
expect(known?.color, .warm)
expect(known?.maybe, .value(.cold))

// The type is asserted all the same.
refuse(ATicket.self, #"{"state":1}"#, "/state type")
refuse(ATicket.self, #"{"state":null}"#, "/state type")
refuse(ATicket.self, #"{"state":"open","color":null}"#, "/color type")
refuse(ATicket.self, #"{"state":"open","tags":[1]}"#, "/tags/0 type")

// Constants, numbers, and lists on which a decision rests stay closed.
refuse(ATicket.self, #"{"state":"open","version":"2"}"#, "/version const")
refuse(ATicket.self, #"{"state":"open","level":3}"#, "/level enum")
refuse(ATicket.self, #"{"state":"open","word":"other"}"#, "/word anyOf")
refuse(ATicket.self, #"{"state":"open","event":{"kind":"lost"}}"#, "/event oneOf")
accept(ATicket.self, #"{"state":"open","event":{"kind":"paid","reason":"chance"}}"#)
accept(ATicket.self, #"{"state":"open","path":{"by":{"road":"a"}}}"#)
refuse(ATicket.self, #"{"state":"open","path":{"by":{"road":"e"}}}"#, "/path oneOf")
accept(ATicket.self, #"{"state":"open","mode":"other"}"#)
refuse(ATicket.self, #"{"state":"open","mode":"manual"}"#, " required")
