import Foundation
import SchemaRuntime
import SchemaRuntimeFoundation

let parcel = accept(
  Parcel.self,
  #"{"id":1,"weight":0.10000000000000000000000001,"label":"/+8=","parts":[{"id":2,"weight":2.5}],"extra":7.000000000000000000001}"#
)
expect(parcel?.weight, Decimal(string: "0.10000000000000000000000001"))
expect(parcel?.label, Data([0xFF, 0xEF]))
expect(parcel?.additionalMembers["extra"], Decimal(string: "7.000000000000000000001"))
expect(parcel?.pieces, 1)
expect(accept(Parcel.self, #"{"id":1}"#)?.label, Data("hi".utf8))
refuse(Parcel.self, #"{"id":1,"weight":-0.5}"#, "/weight minimum")

for json in [#"{"id":9223372036854775808}"#, #"{"id":1,"weight":1e200}"#, #"{"id":1,"label":"a"}"#] {
  expect(Parcel.isValid(Array(json.utf8)), "\(json) to be valid")
  do throws(SchemaError) {
    _ = try Parcel(json: Array(json.utf8))
    fail("expected \(json) to be refused", #line)
  } catch {
    if case .notRepresentable = error { continue } else { fail("expected .notRepresentable, found \(error)", #line) }
  }
}
