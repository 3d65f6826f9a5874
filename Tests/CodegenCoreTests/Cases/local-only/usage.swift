import Foundation
import SchemaRuntime

// The member is no part of the wire: bytes with it are refused, and it is not written.
var sent = accept(ASent.self, #"{"name":"n","more":1}"#)
refuse(ASent.self, #"{"name":"n","draft":"d"}"#, "/draft x-localOnly")
refuse(ASent.self, #"{"name":"n","view":{"title":"t"}}"#, "/view x-localOnly")
sent?.draft = "d"
sent?.view = BLocal(title: "t")
expect(try sent.map { String(decoding: try $0.json(), as: UTF8.self) }, #"{"name":"n","more":1}"#)
expect(try sent.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self).contains("draft") }, false)
expect(sent != ASent(name: "n", additionalMembers: ["more": 1]), "local members to count in a comparison")

// A type that is never sent: read and checked, without any way to be written.
let text =
  #"{"title":"t","parts":[{"n":1}],"byName":{"x":{"n":2}},"maybe":null,"choice":{"n":3},"kind":"a","sent":{"name":"s"}}"#
let view = try BLocal(json: text)
expect(view.parts?.first?.n, 1)
expect(view.byName?["x"]?.n, 2)
expect(view.bytes, 3)
expect(try JSONDecoder().decode(BLocal.self, from: Data(text.utf8)), view)
try view.validate()
refuse(BLocal.self, #"{"title":""}"#, "/title minLength")
refuse(BLocal.self, #"{"title":"t","parts":[{"n":-1}]}"#, "/parts/0/n minimum")
expect(!(view is any Encodable), "no conformance to Encodable")
expect(!(view is any WritableModel), "no conformance to WritableModel")
expect(!(view.parts as Any is any Encodable), "no array to be Encodable")

var changed = view
changed.byName = ["x": BLocal.Part(n: -1)]
do throws(SchemaError) {
  try changed.validate()
  fail("expected validate() to refuse -1", #line)
} catch {
  expect(error.description.contains("/byName/x/n"), "the place in '\(error.description)'")
}
changed = view
changed.bytes = 10
do throws(SchemaError) {
  try changed.validate()
  fail("expected validate() to refuse 10", #line)
} catch {}
