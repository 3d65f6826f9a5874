import SchemaRuntime

// Keywords with a mistake are left out, and the others count.
let vendor = accept(Vendor.self, #"{"length":"a","type":[1],"limit":1,"names":{},"pattern":"(","escape":"a&b-c"}"#)
expect(vendor?.length, "a")
expect(vendor?.limit, 1)
refuse(Vendor.self, "{}", " required")
refuse(Vendor.self, #"{"length":"abcdef"}"#, "/length maxLength")
refuse(Vendor.self, #"{"length":"a","type":10}"#, "/type maximum")
refuse(Vendor.self, #"{"length":"a","limit":0}"#, "/limit minimum")
refuse(Vendor.self, #"{"length":"a","names":{"a":"b"}}"#, "/names/a type")
refuse(Vendor.self, #"{"length":"a","escape":"a\\&b\\-c"}"#, "/escape pattern")

// A value that is no schema accepts everything, and an annotation demands nothing.
accept(Vendor.self, #"{"length":"a","none":{"x":[]},"title":1}"#)

// A schema whose reference leads nowhere is undecided.
refuse(Vendor.self, #"{"length":"a","nowhere":1}"#, "/nowhere unusableSchema")
accept(Vendor.self, #"{"length":"a","either":1}"#)
refuse(Vendor.self, #"{"length":"a","either":"b"}"#, "/either unusableSchema")
let unknown: JSONValue? = Vendor(length: "a", nowhere: [1]).nowhere
expect(unknown, [1])
