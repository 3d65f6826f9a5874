import SchemaRuntime

// The least: everything else is absent and stays absent.
let least = accept(Profile.self, #"{"name":"Ann","weight":null,"kind":"profile"}"#)
expect(least == Profile(name: "Ann", weight: nil))
expect(least?.kind, "profile")
expect(least?.age == nil && least?.home == nil && least?.extra == nil, "absent members to be nil")
expect(least?.nick, .absent)
expect(least?.work, .absent)

// Defaults read as such while absent, and are not written.
var profile = Profile(name: "Ann", weight: 1.5)
expect(profile.volume, 7)
expect(profile.ratio, 1.5)
expect(profile.label, "a \"b\"")
expect(profile.isOn, true)
expect(profile.mode, .light)
expect(profile.tags, [])
expect(!profile.hasVolume && !profile.hasTags, "no member to be there")
profile.volume = 7
expect(profile.hasVolume, "a member that was set to be there")
expect(try String(decoding: profile.json(), as: UTF8.self), #"{"name":"Ann","weight":1.5,"volume":7,"kind":"profile"}"#)
profile.clearVolume()
expect(profile, Profile(name: "Ann", weight: 1.5))

// Absent, null and value are three states.
accept(Profile.self, #"{"name":"","weight":2.5,"nick":null,"kind":"profile"}"#)
let nick = accept(Profile.self, #"{"name":"","weight":2.5,"nick":"x","kind":"profile","work":null}"#)
expect(nick?.nick, .value("x"))
expect(nick?.work, .null)
var changed = profile
changed.nick = nil
changed.work.value?.city = "Bonn"
expect(changed.work, .absent)
changed.work = .value(Profile.Home(city: "Bonn"))
changed.work.value?.city = "Ulm"
expect(changed.work.value?.city ?? "none", "Ulm")
expect(changed.nick ?? "none", "none")
expect(
  try String(decoding: changed.json(), as: UTF8.self),
  #"{"name":"Ann","weight":1.5,"nick":null,"kind":"profile","work":{"city":"Ulm"}}"#)

// Everything, and the members that no schema declares.
let all =
  #"{"name":"Ann","age":3,"weight":2.5,"nick":"n","tags":["a"],"volume":0,"ratio":2.5,"label":"","isOn":false,"#
  + #""mode":"dark","kind":"profile","extra":[1,null],"home":{"city":"Rome","zip":7},"work":{"city":"Bonn"},"more":{}}"#
let full = accept(Profile.self, all)
expect(full?.extra, [1, .null])
expect(full?.home?.additionalMembers["zip"], 7)
expect(full?.additionalMembers, ["more": [:]])
expect(full?.mode, .dark)
// A null is a value where any value is allowed.
expect(accept(Profile.self, #"{"name":"","weight":null,"kind":"profile","extra":null}"#)?.extra, .some(.null))

// Integral decimals are integers.
expect(
  accept(
    Profile.self, #"{"name":"","age":3.0e0,"weight":null,"kind":"profile"}"#,
    canonical: #"{"name":"","age":3,"weight":null,"kind":"profile"}"#)?.age, 3)

refuse(Profile.self, #"{"weight":null,"kind":"profile"}"#, " required")
refuse(Profile.self, #"{"name":"","kind":"profile"}"#, " required")
refuse(Profile.self, #"{"name":null,"weight":null,"kind":"profile"}"#, "/name type")
refuse(Profile.self, #"{"name":"","age":null,"weight":null,"kind":"profile"}"#, "/age type")
refuse(Profile.self, #"{"name":"","age":1.5,"weight":null,"kind":"profile"}"#, "/age type")
refuse(Profile.self, #"{"name":"","weight":null,"kind":"Profile"}"#, "/kind const")
refuse(Profile.self, #"{"name":"","weight":null}"#, " required")
refuse(Profile.self, #"{"name":"","weight":null,"kind":"profile","volume":-1}"#, "/volume minimum")
refuse(Profile.self, #"{"name":"","weight":null,"kind":"profile","home":null}"#, "/home type")
refuse(Profile.self, #"{"name":"","weight":null,"kind":"profile","name":""}"#, " uniqueNames", codable: false)
refuse(Profile.self, "[]", " type")
refuse(Profile.self, "null", " type")

// A change in memory is checked by validate() alone.
profile.volume = -1
do throws(SchemaError) {
  try profile.validate()
  fail("expected validate() to refuse a volume of -1", #line)
} catch {
  expect(error.description, "/volume: expected at least 0, found -1 (minimum)")
}
