import SchemaRuntime

// A required member with one admitted value is a constant, whether `const`, `enum` or a definition says so.
let ticket = Ticket(state: .open, seat: "1a")
expect(String(decoding: try ticket.json(), as: UTF8.self), #"{"kind":"ticket","version":2,"state":"open","seat":"1a"}"#)
expect(ticket.kind, "ticket")
expect(ticket.version, 2)
expect(accept(Ticket.self, #"{"kind":"ticket","version":2,"state":"open"}"#)?.state, .open)
refuse(Ticket.self, #"{"kind":"other","version":2,"state":"open"}"#, "/kind enum")
refuse(Ticket.self, #"{"kind":"ticket","version":3,"state":"open"}"#, "/version const")
