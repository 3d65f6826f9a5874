import SchemaRuntime

let car = accept(ACar.self, #"{"name":"R4","wheels":4,"price":1.5,"doors":5,"trailer":{"name":"T"},"limited":6,"x":1}"#)
expect(car?.name, "R4")
expect(car?.trailer, BVehicle(name: "T"))
expect(car?.additionalMembers, ["x": 1])
let made = ACar(name: "R4", price: 2.5, doors: 3)
expect(try String(decoding: made.json(), as: UTF8.self), #"{"name":"R4","price":2.5,"doors":3}"#)

// What any of the joined schemas asks for is asked.
refuse(ACar.self, #"{"price":1,"doors":5}"#, " required")
refuse(ACar.self, #"{"name":"R4","doors":5}"#, " required")
refuse(ACar.self, #"{"name":"R4","price":1}"#, " required")
refuse(ACar.self, #"{"name":"","price":1,"doors":5}"#, "/name minLength")
refuse(ACar.self, #"{"name":"123456789","price":1,"doors":5}"#, "/name maxLength")
refuse(ACar.self, #"{"name":"R4","price":1,"doors":6}"#, "/doors maximum")
refuse(ACar.self, #"{"name":"R4","price":1,"doors":1}"#, "/doors minimum")
refuse(ACar.self, #"{"name":"R4","price":1,"doors":5,"discount":1}"#, "/price minimum")
refuse(ACar.self, #"{"name":"R4","price":1,"doors":5,"wheels":0}"#, "/wheels minimum")
refuse(ACar.self, #"{"name":"R4","price":1,"doors":5,"limited":5}"#, "/limited minimum")
refuse(ACar.self, #"{"name":"R4","price":1,"doors":5,"trailer":{}}"#, "/trailer required")

var changed = made
changed.doors = 9
do throws(SchemaError) {
  try changed.validate()
  fail("expected validate() to refuse nine doors", #line)
} catch {}
