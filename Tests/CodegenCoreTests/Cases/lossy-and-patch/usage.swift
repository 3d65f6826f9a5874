import SchemaRuntime

// Verdicts stay strict.
let text = #"{"items":[{"n":1},{"n":-1},{"m":2},"x",{"n":4}],"nested":[[1,"x"],2,[]]}"#
refuse(Feed.self, text, "/items/1/n minimum")

// A lossy reader leaves out what is not valid, and says so.
var report = LossReport()
let feed = try Feed(json: Array(text.utf8), lossy: &report)
expect(feed.items.map(\.n), [1, 4])
expect(feed.nested, [[1], []])
expect(
  report.drops.map(\.instanceLocation.description).sorted(),
  ["/items/1", "/items/2", "/items/3", "/nested/0/1", "/nested/1"])
expect(report.drops.allSatisfy { !$0.issues.isEmpty }, "a reason for every drop")

// What is not marked is as strict as ever.
var other = LossReport()
do throws(SchemaError) {
  _ = try Feed(json: Array(#"{"items":[],"strict":["x"]}"#.utf8), lossy: &other)
  fail("expected a refusal", #line)
} catch {
  expect(error.description.contains("/strict/0"), "the place in '\(error.description)'")
}
expect(other.drops, [])

// A number that is valid and has no place in a Double.
expect(Feed.isValid(Array(#"{"items":[],"huge":1e400}"#.utf8)), "1e400 is a number")
do throws(SchemaError) {
  _ = try Feed(json: #"{"items":[],"huge":1e400}"#)
  fail("expected 1e400 to have no place in a Double", #line)
} catch {
  if case .notRepresentable(let fact) = error {
    expect([fact.type, fact.found, fact.instanceLocation.description], ["Double", "1e400", "/huge"])
  } else {
    fail("found \(error)", #line)
  }
}
do throws(SchemaError) {
  _ = try Feed(items: [], huge: .infinity).json()
  fail("expected infinity to have no JSON form", #line)
} catch {
  if case .unwritable = error {} else { fail("found \(error)", #line) }
}

// The twin for partial updates: absent leaves a member, null clears it, and nothing is required.
let patch = accept(Feed.Patch.self, #"{"title":null,"items":[{"n":3}],"strict":[1],"more":2}"#)
var changed = Feed(title: "t", items: [], huge: 1.5, additionalMembers: ["kept": true])
try patch?.apply(to: &changed)
expect(
  changed,
  Feed(items: [Feed.Item(n: 3)], strict: [1], huge: 1.5, additionalMembers: ["kept": true, "more": 2]))
// A null removes an undeclared member too.
try accept(Feed.Patch.self, #"{"kept":null}"#)?.apply(to: &changed)
expect(changed.additionalMembers, ["more": 2])
accept(Feed.Patch.self, "{}")
expect(try String(decoding: Feed.Patch(title: nil).json(), as: UTF8.self), #"{"title":null}"#)
refuse(Feed.Patch.self, #"{"items":null}"#, "/items type")
refuse(Feed.Patch.self, #"{"items":[{"n":-1}]}"#, "/items/0/n minimum")
refuse(Feed.Patch.self, "null", " type")
