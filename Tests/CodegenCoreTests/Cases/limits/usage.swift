import SchemaRuntime

/// A member that must be accepted with the first values, and refused with the others for the reason beside them.
func member(_ name: String, _ valid: [String], _ invalid: [(value: String, issue: String)], line: UInt = #line) {
  for value in valid { accept(Strict.self, #"{"\#(name)":\#(value)}"#, line: line) }
  for row in invalid { refuse(Strict.self, #"{"\#(name)":\#(row.value)}"#, "/\(name)\(row.issue)", line: line) }
}

// Strings: bytes, scalars, and patterns.
member("bytes", [#""ab""#, #""éé""#, #""👍""#], [(#""a""#, " x-minUTF8Bytes"), (#""ééa""#, " x-maxUTF8Bytes")])
member("letters", [#""ab""#, #""👍👍👍""#], [(#""👍""#, " minLength"), (#""abcd""#, " maxLength")])
member("pattern", [#""abc\\\"12""#], [(#""abc12""#, " pattern"), (#""abc\\\"123""#, " pattern")])
member("loose", [#""ab""#, "1.5", "null", "[]"], [(#""ba""#, " pattern")])
member("slow", [#""aaaa""#], [(#""aaa""#, " pattern")])
// Numbers, exactly.
member("whole", ["-3", "12345678901234567890"], [("-4", " minimum"), ("12345678901234567891", " maximum")])
member(
  "real", ["0.5", "99.5"], [("0.1", " exclusiveMinimum"), ("100", " exclusiveMaximum"), ("1e-1", " exclusiveMinimum")])
member("cents", ["0.01", "19.99", "4.35"], [("0.015", " multipleOf")])
member("even", ["4", "0", "-2"], [("3", " multipleOf")])
// Arrays.
member(
  "unique", [#"[1,"1",[1]]"#, "[0]"], [("[1,2,1.0]", " uniqueItems"), ("[]", " minItems"), ("[1,2,3,4]", " maxItems")])
member("contains", [#"["a",1,"b"]"#], [(#"["a"]"#, " minContains"), (#"["a","b","c","d"]"#, " maxContains")])
member("one", ["[1,7]", "[7,7]"], [("[1]", " contains"), ("[]", " contains")])
member("none", ["[]", "[1]"], [("[null]", "/0 type")])
member(
  "tuple", [#"["a",null,1,true]"#, "[]", #"["a",{}]"#],
  [("[1]", "/0 type"), (#"["a",1,0]"#, "/2 minimum"), (#"["a",1,1,1]"#, "/3 type")])
// Objects.
member("sized", [#"{"a":1}"#], [("{}", " minProperties"), (#"{"a":1,"b":2,"c":3}"#, " maxProperties")])
member("names", [#"{"x-ab":1}"#, "{}"], [(#"{"y":1}"#, "/y pattern"), (#"{"x-abc":1}"#, "/x-abc maxLength")])
member(
  "patterned", [#"{"known":1,"sx":"y","an":2,"b":null,"t":true}"#],
  [
    (#"{"sx":1}"#, "/sx type"), (#"{"an":"x"}"#, "/an type"), (#"{"sn":1}"#, "/sn type"), (#"{"t":1}"#, "/t type"),
    (#"{"known":"x"}"#, "/known type"),
  ])
member("sealed", [#"{"a":1,"xy":2}"#], [(#"{"b":1}"#, "/b additionalProperties")])
member(
  "card", [#"{"number":"1","address":"x","name":"ab"}"#, #"{"name":"a"}"#],
  [
    (#"{"number":"1","name":"ab"}"#, " dependentRequired"), (#"{"odd":1}"#, " dependentRequired"),
    (#"{"address":"x"}"#, " required"), (#"{"address":"x","name":"a"}"#, "/name minLength"),
  ])
member(
  "conditional", [#"{"country":"NL","code":"1234"}"#, #"{"country":"DE","code":"123"}"#, #"{"code":"x"}"#],
  [(#"{"country":"NL","code":"123"}"#, "/code pattern"), (#"{"code":"1234"}"#, "/code maxLength")])
member("notNull", ["1.5", "[]"], [("null", " not")])
member("notBoth", [#"{"a":1}"#], [(#"{"b":1,"a":2}"#, " not")])
// Schemas that admit nothing, or everything.
member("nothing", [], [("1", " not")])
member("emptyList", ["[]"], [("[1]", "/0 items")])
member("noneOf", [], [("[]", " contains"), ("[1]", " contains")])
member("noNames", ["{}"], [(#"{"a":1}"#, "/a propertyNames")])
member("always", ["1"], [(#""x""#, " type")])
member("never", ["1"], [(#""x""#, " type")])
member("refused", [], [("1", " false")])
member("either", ["1"], [(#""x""#, " type")])
// Values.
member("value", [#"{"b":null,"a":[1,2]}"#], [(#"{"a":[1,2]}"#, " const"), (#"{"b":null,"a":[2,1]}"#, " const")])
member(
  "values", ["[]", "{}", "1", #""x""#, "true", "null"],
  [("false", " enum"), ("[1]", " enum"), ("2", " enum"), (#""y""#, " enum")])
member("constText", [#""it\"s""#], [(#""its""#, " const")])
member(
  "required", [#"{"é":1,"undeclared":null}"#],
  [(#"{"undeclared":1}"#, " required"), ("{\"undeclared\":1,\"e\u{301}\":1}", " required")])

// Valid, and yet without a place in the Swift type.
do throws(SchemaError) {
  _ = try Strict(json: #"{"even":9223372036854775808}"#)
  fail("expected 2^63 to have no place in an Int", #line)
} catch {
  if case .notRepresentable(let fact) = error { expect(fact.type, "Int") } else { fail("found \(error)", #line) }
}
expect(Strict.isValid(Array(#"{"even":9223372036854775808}"#.utf8)), "a valid number")
