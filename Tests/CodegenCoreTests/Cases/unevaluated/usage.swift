import SchemaRuntime

/// A member that must be accepted with the first values, and refused with the others for the reason beside them.
func member(_ name: String, _ valid: [String], _ invalid: [(value: String, issue: String)], line: UInt = #line) {
  for value in valid { accept(Account.self, #"{"name":"x","\#(name)":\#(value)}"#, line: line) }
  for row in invalid {
    refuse(Account.self, #"{"name":"x","\#(name)":\#(row.value)}"#, "/\(name)\(row.issue)", line: line)
  }
}

// A base, what is added to it, and nothing else: the type has no room for more.
let account = accept(Account.self, #"{"name":"Ada","plan":"free"}"#)
expect(account?.name, "Ada")
expect(account, Account(name: "Ada", plan: "free"))
refuse(Account.self, #"{"plan":"free","name":"Ada","other":1}"#, "/other unevaluatedProperties")

// Branches, conditions and dependencies decide what is left.
member(
  "shape",
  [
    #"{"kind":"circle","radius":1}"#, #"{"kind":"square","dashed":true,"side":1}"#,
    #"{"kind":"circle","colour":"red","filled":true,"data-x":[]}"#, #"{"kind":"circle","shadow":1,"blur":2}"#,
  ],
  [
    (#"{"kind":"circle","side":1}"#, "/side unevaluatedProperties"),
    (#"{"kind":"circle","colour":"red"}"#, "/colour unevaluatedProperties"),
    (#"{"kind":"circle","filled":true,"colour":"red","dashed":true}"#, "/dashed unevaluatedProperties"),
    (#"{"kind":"square","blur":1}"#, "/blur unevaluatedProperties"),
    (#"{"kind":"triangle","a":1}"#, " oneOf"),
  ])
member(
  "tuple", ["[1]", #"[1,"a"]"#, #"[1,"a",true,false]"#, "[1,null,{},true]"],
  [(#"[1,"a",1]"#, "/2 type"), ("[1,null,0,0]", "/3 type"), (#"["a","a"]"#, "/0 type")])
member("tags", [#"["a","b"]"#], [(#"["a",1]"#, "/1 unevaluatedItems"), ("[]", " contains")])
member("typed", [#"{"name":"y","a":1}"#], [(#"{"name":"y","a":"z"}"#, "/a type"), (#"{"a":1}"#, " required")])
// An inner keyword evaluates what the outer one would refuse.
member("open", [#"{"a":1,"c":2}"#, "{}"], [(#"{"c":"x"}"#, "/c type"), (#"{"b":"x"}"#, "/b type")])
member("bag", ["{}", #"{"a":1}"#], [(#"{"a":"x"}"#, "/a type")])
member(
  "tree", [#"{"left":{"left":{},"right":{}}}"#],
  [(#"{"left":{"up":{}}}"#, "/left unevaluatedProperties"), (#"{"planned":{}}"#, "/planned unevaluatedProperties")])
