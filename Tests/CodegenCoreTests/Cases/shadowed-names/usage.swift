import SchemaRuntime

// Two types called alike: the document's own definition and the root of another document.
accept(AOrder.self, #"{"own":{"n":1},"other":{"s":"x"}}"#)
refuse(AOrder.self, #"{"other":{"s":1}}"#, "/other/s type")
refuse(AOrder.self, #"{"own":{"n":"x"}}"#, "/own/n type")
let other: User? = AOrder(other: User(s: "x")).other
expect(other?.s, "x")
expect(AOrder.AOrderUser(n: 1).n, 1)

// A member and its type, for want of capitals.
accept(AOrder.self, #"{"日本":{"n":1}}"#)
expect(try AOrder(json: #"{"日本":{"n":1}}"#).日本, AOrder.Model日本(n: 1))
accept(AOrder.self, #"{"either":{"kind":"42"}}"#)
accept(AOrder.self, #"{"either":{"kind":"7","more":1}}"#)

// What makes a type Identifiable: a deprecated member, beside a type called ID, and one called like an accessor.
accept(AOrder.self, #"{"identified":{"ID":{"n":1},"old":"x"}}"#, canonical: #"{"identified":{"old":"x","ID":{"n":1}}}"#)
expect(try AOrder.Identified(json: #"{"old":"x"}"#).id, "x")
expect(AOrder.Setter(willSet: "x").id, "x")

// Types of the runtime that only some validators mention.
accept(AOrder.self, #"{"children":{"b":1,"a":2}}"#, canonical: #"{"children":{"a":2,"b":1}}"#)
refuse(AOrder.self, #"{"children":{"c":1}}"#, "/children/c unevaluatedProperties")
accept(PatternModel.self, #"{"a":"aa","b":"b"}"#)
refuse(PatternAutomatonModel.self, #"{"b":"a"}"#, "/b pattern")
accept(RuntimeModel.self, #"{"a":"x"}"#)
accept(KnownVerdictsModel.self, #"{"a":"x"}"#)
accept(ModelCatalogModel.self, #"{"a":"x"}"#)
expect(ModelCatalog.schemas["runtime"] != nil, "the catalog to be the catalog")

// Branches that only require members change no type.
expect(try AOrder(json: #"{"unnamed":{"left":1}}"#).unnamed, ["left": 1])
// The members of branches without a name, which nothing tells apart, are those of one struct.
expect(try AOrder(json: #"{"untold":{"a":"x"}}"#).untold?.a, "x")
expect(try AOrder(json: #"{"untold":{"b":"x"}}"#).untold?.b, "x")
