import SchemaRuntime

func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? "not JSON" }
func profile(_ members: String) throws -> MergedProfile {
  try MergedProfile(json: #"{"name":"n","size":1,"born":null"# + (members.isEmpty ? "" : ",") + members + "}")
}

// The examples of RFC 7396, appendix A, in which the target and the patch are objects.
for (old, patch, new) in [
  (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
  (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
  (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
  (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
  (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
  (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
  (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
  (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
  (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
  ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
] {
  let merged = try MergedDocument(json: old).applying(MergedDocument.Patch(json: patch))
  expect(merged, try MergedDocument(json: new))
}
refuse(MergedDocument.Patch.self, #"["c"]"#, " type")
refuse(MergedDocument.Patch.self, "null", " type")

// Null removes a member, or resets a required one: to its default, or to null.
let full = try profile(
  #""nick":"x","level":2,"died":4,"extra":{"a":1,"b":2},"# + #""address":{"street":"s","zip":"1","city":"c"}"#)
let clear = try MergedProfile.Patch(
  json: #"{"nick":null,"size":null,"level":null,"born":null,"died":null,"extra":{"b":null},"#
    + #""address":{"zip":null,"city":null}}"#)
let cleared = try full.changing { $0.born = 5 }.applying(clear)
expect(
  cleared,
  try MergedProfile(json: #"{"name":"n","size":3,"born":null,"extra":{"a":1},"address":{"street":"s","zip":"0"}}"#))
expect(cleared.level, 1)
refuse(MergedProfile.Patch.self, #"{"name":null}"#, "/name type")

// An issue is that of the limit.
refuse(MergedProfile.Patch.self, #"{"nick":"longer"}"#, "/nick maxLength")
refuse(MergedProfile.Patch.self, #"{"tags":["a","a"]}"#, "/tags uniqueItems")
refuse(MergedProfile.Patch.self, #"{"labels":{"a":"long"}}"#, "/labels/a maxLength")
refuse(MergedProfile.Patch.self, #"{"home":{"street":""}}"#, "/home/street minLength")
refuse(MergedProfile.Patch.self, #"{"places":{"p":{"next":{"street":null}}}}"#, "/places/p/next/street type")

// The complete value is checked; if it is invalid, nothing changes.
func leaveAlone(_ patch: String, of value: MergedProfile, _ issue: String, line: UInt = #line) throws {
  var changed = value
  do throws(SchemaError) {
    try MergedProfile.Patch(json: patch).apply(to: &changed)
    fail("expected a refusal of \(patch)", line)
  } catch {
    expect(error.description.contains(issue), "\(issue) in '\(error)'", line: line)
  }
  expect(changed, value, line: line)
}
try leaveAlone(#"{"nick":"y","card":"c"}"#, of: profile(""), "address")
try leaveAlone(#"{"address":null}"#, of: profile(#""address":{"street":"s","zip":"1"},"card":"c""#), "address")
try leaveAlone(#"{"home":{"city":"c"}}"#, of: profile(""), "/home")
try leaveAlone(#"{"shape":{"kind":"square"}}"#, of: profile(#""shape":{"kind":"circle","r":1}"#), "/shape")
var counts = try MergedCounts(json: #"{"a":1}"#)
do throws(SchemaError) {
  try MergedCounts.Patch(a: nil).apply(to: &counts)
  fail("expected minProperties to be checked", #line)
} catch {
  expect(counts, MergedCounts(a: 1))
}
refuse(MergedCounts.Patch.self, #"{"c":1}"#, "/c additionalProperties")

// Members that are not part of the JSON stay.
var local = try profile("")
local.draft = "d"
try MergedProfile.Patch(nick: "k").apply(to: &local)
expect(local.draft, "d")
expect(local.nick, "k")

// Patches are built with types.
var patch = MergedProfile.Patch(tags: ["a"], shape: .value(["r": 2]))
patch.address = .value(MergedProfile.Address.Patch(city: "Ulm", additionalMembers: ["floor": 2, "door": nil]))
patch.places = .value(["old": nil, "new": MergedProfile.Address.Patch(street: "t")])
expect(
  try JSONValue(patch),
  json(
    #"{"tags":["a"],"shape":{"r":2},"address":{"city":"Ulm","floor":2,"door":null},"#
      + #""places":{"old":null,"new":{"street":"t"}}}"#))
expect(!patch.isEmpty && MergedProfile.Patch().isEmpty, "isEmpty")

// For all pairs, the smallest patch leads from one to the other, is the same after writing and reading, and does what
// RFC 7396 says.
let values = try [
  "", #""nick":"x","level":1"#, #""died":4,"level":2"#, #""extra":[{"a":null}]"#, #""extra":{"a":{"b":1,"c":[]}}"#,
  #""extra":{"a":{"c":[1]}},"address":{"street":"s","zip":"1"},"card":"c""#,
  #""address":{"street":"t","zip":"1","city":"c","floor":2,"next":{"street":"u","zip":"2"}},"home":null"#,
  #""address":{"street":"t","zip":"1","next":{"street":"u","zip":"3","next":{"street":"v","zip":"2"}}}"#,
  #""home":{"street":"h","zip":"0"},"labels":{"a":"b","c":"d"},"free":{"x":{"y":1},"z":2}"#,
  #""labels":{"a":"c","e":"d"},"free":{"x":{"y":2,"w":{}}},"tags":["a"],"unknown":{"a":1}"#,
  #""places":{"a":{"street":"s","zip":"1"},"b":{"street":"s","zip":"2","city":"c"}},"tags":["a","b"]"#,
  #""places":{"b":{"street":"s","zip":"2","floor":1},"c":{"street":"s","zip":"1"}},"unknown":{"b":1}"#,
  #""shape":{"kind":"circle","r":1}"#, #""shape":{"kind":"square","a":1},"tags":[]"#,
  #""shape":{"kind":"circle","r":2}"#,
].map(profile)
for old in values {
  for new in values {
    let patch = try MergedProfile.Patch(from: old, to: new)
    expect(patch.isEmpty, old == new)
    expect(try MergedProfile.Patch(json: patch.json()), patch)
    if try JSONValue(new).object?["home"] == .null { continue }
    expect(try old.applying(patch), new)
    var merged = try JSONValue(old).object ?? [:]
    merged.mergePatch(try JSONValue(patch).object ?? [:])
    expect(try JSONValue(old.applying(patch)).object, merged)
  }
}
expect(
  try JSONValue(MergedProfile.Patch(from: values[6], to: values[7])),
  json(#"{"address":{"city":null,"floor":null,"next":{"zip":"3","next":{"street":"v","zip":"2"}}},"home":null}"#))
