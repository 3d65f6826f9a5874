import SchemaRuntime

// An object with a tag that the schema does not list is valid, and comes back unchanged.
let feed = accept(
  Feed.self,
  #"{"last":{"kind":"merged","with":[1,2]},"maybe":{"kind":"split"},"#
    + #""all":[{"kind":"made","by":"Ada"},{"kind":"lost"},{"kind":"gone","to":1.50}],"object":"page"}"#)
expect(feed?.last, .unknown(["kind": "merged", "with": [1, 2]]))
expect(feed?.maybe, .value(.unknown(["kind": "split"])))
expect(feed?.all?.map { $0.unknown != nil }, [false, false, true])
expect(feed?.object, .unknown("page"))

// What it lists means what it says.
refuse(Feed.self, #"{"last":{"kind":"made"}}"#, "/last oneOf")
refuse(Feed.self, #"{"last":{"kind":"moved","to":1}}"#, "/last oneOf")
refuse(Feed.self, #"{"last":{"by":"Ada"}}"#, "/last oneOf")
refuse(Feed.self, #"{"last":{"kind":1}}"#, "/last oneOf")
refuse(Feed.self, #"{"last":"made"}"#, "/last oneOf")

// A choice that says so, or is a branch, stays closed; the outer one is open.
refuse(Feed.self, #"{"last":{"kind":"lost"},"closed":{"kind":"merged"}}"#, "/closed oneOf")
accept(Feed.self, #"{"last":{"kind":"lost"},"outer":{"kind":"b"}}"#)
let outer = accept(Feed.self, #"{"last":{"kind":"lost"},"outer":{"kind":"d"}}"#)
expect(outer?.outer?.unknown, ["kind": "d"])
refuse(Feed.self, #"{"last":{"kind":"lost"},"untagged":{"c":""}}"#, "/untagged oneOf")
refuse(Feed.self, #"{"last":{"kind":"lost"},"shared":{"id":"1","kind":"z"}}"#, "/shared oneOf")
