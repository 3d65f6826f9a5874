import Foundation
import SchemaRuntime
import SchemaRuntimeFoundation

// Dates in UTC and identifiers in capitals come back as they were, by every way.
let id = "3f0d9c52-7be1-4f0a-9d43-51b7c2a86e10"
let visit = accept(
  AVisit.self,
  #"{"id":"\#(id)","at":"2026-01-02T03:04:05.25Z","stops":["2026-01-02T03:04:05Z"],"page":"https://a.example/b?c"}"#)
expect(visit?.at, Date(timeIntervalSince1970: 1_767_323_045.25))
expect(visit.flatMap { Timestamp($0.at) }?.text, "2026-01-02T03:04:05.25Z")
expect(visit?.id, UUID(uuidString: id))
expect(visit?.page, URL(string: "https://a.example/b?c"))

// Another offset is the same instant, written in UTC.
accept(
  AVisit.self, #"{"id":"\#(id)","at":"2026-01-02T03:04:05+01:00"}"#,
  canonical: #"{"id":"\#(id)","at":"2026-01-02T02:04:05Z"}"#)

// Null, a union, and members of a type.
accept(AVisit.self, #"{"id":"\#(id)","at":"1969-12-31T23:59:59Z","left":null,"when":3}"#)
accept(
  AVisit.self,
  #"{"id":"\#(id)","at":"0001-01-01T00:00:00Z","left":"2026-01-02T03:04:05Z","when":"2026-01-02T03:04:05Z"}"#)
accept(AVisit.self, #"{"id":"\#(id)","at":"2026-01-02T03:04:05Z","more":"2026-01-02T03:04:06Z"}"#)

refuse(AVisit.self, #"{"id":"no","at":"2026-01-02T03:04:05Z"}"#, "/id format")
refuse(AVisit.self, #"{"id":"\#(id)","at":"2026-02-30T03:04:05Z"}"#, "/at format")

// A date that RFC 3339 cannot write is not written as another.
let far = AVisit(id: UUID(), at: Date(timeIntervalSince1970: 1e15))
expect(Timestamp(far.at) == nil, "a date after the year 9999 to have no timestamp")
expect((try? far.validate()) == nil, "a date after the year 9999 to be refused")
expect((try? JSONEncoder().encode(far)) == nil, "a date after the year 9999 to be refused by JSONEncoder")
