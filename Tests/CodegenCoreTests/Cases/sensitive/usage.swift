import SchemaRuntime

/// What a refusal says.
func words(_ payload: String) -> String {
  do throws(SchemaError) {
    _ = try Card(json: Array(payload.utf8))
    return "accepted"
  } catch {
    return "\(error)"
  }
}

accept(Card.self, #"{"number":4711}"#)
// Neither the marked schema nor another one that looks at the same value shows it.
expect(words(#"{"number":4711.5}"#), "1:11: /number: expected integer, found number (type)")
expect(words(#"{"number":42}"#), "1:11: /number: expected at least 1000, found a sensitive value (minimum)")
expect(
  words(#"{"number":47110000000000000001}"#), "1:11: /number: expected a value that Int can hold, found (redacted)")
// What lies beside it is shown.
expect(
  words(#"{"number":4711,"amount":47110000000000000001}"#),
  "1:25: /amount: expected a value that Int can hold, found 47110000000000000001")
