import SchemaRuntime

// Members of a local-only type that are local only themselves are checked with the whole.
var board = try? ABoard(json: #"{"name":"n","one":{"text":"abc"}}"#)
expect(board?.additionalMembers["one"]?.text, "abc")
expect((try? board?.validate()) != nil, "the board to be valid")
board?.additionalMembers["one"]?.text = "abcd"
expect((try? board?.validate()) == nil, "a note that is too long to be found")
