import SchemaRuntime
import SchemaStreaming

func partial(_ text: String) -> Answer.Partial? {
  var stream = JSONStream(Answer.self)
  _ = stream.append(text.utf8)
  return stream.partial
}

expect(partial("") == nil)
expect(partial("{")?.text, nil)
expect(partial(#"{"text": "#)?.text, nil)
expect(partial(#"{"text": ""#)?.text, "")
expect(partial(#"{"text": "Go\u00f6"#)?.text, "Goö")
expect(partial(#"{"tone": "cal"#)?.tone, nil)
expect(partial(#"{"tone": "calm""#)?.tone, .calm)
expect(partial(#"{"score": 1"#)?.score, nil)
expect(partial(#"{"score": 1,"#)?.score, 1)
expect(partial(#"{"isFinal": true"#)?.isFinal, true)
expect(partial(#"{"isFinal": null"#)?.isFinal, nil)
expect(partial(#"{"author": {"name": "A"#)?.author?.name, "A")
expect(partial(#"{"author": {"class": 4}"#)?.author?.class, 4)
expect(partial(#"{"tags": ["a", "b"#)?.tags, ["a", "b"])
expect(partial(#"{"counts": [[1, 2], [3, 4"#)?.counts, [[1, 2], [3]])
expect(partial(#"{"replies": [{"replies": [{"text": "x"#)?.replies?.first?.replies?.first?.text, "x")
expect(partial(#"{"notes": {"a": {"name": "A"}, "b": {"name": "B"#)?.notes?.map(\.value.name), ["A", "B"])
expect(partial(#"{"either": "x"#)?.either == nil)
expect(partial(#"{"either": "x","#)?.either == .string("x"))
expect(partial(#"{"json": [1, {"a": "b"#)?.jsonProperty, [1, ["a": "b"]])

let steps = partial(#"{"steps": [{"type": "write", "text": "x"}, {"type": "ask", "tool": "f"#)?.steps ?? []
if case .write(let write) = steps.first { expect(write.text, "x") } else { fail("no text", #line) }
if case .call(let call) = steps.last { expect(call.tool, "f") } else { fail("no call", #line) }
expect(partial(#"{"steps": [{"type": "wr"#)?.steps?.count, 0)

// A refused value has no part.
expect(partial(#"{"text": 1"#) == nil)
// What was kept does not grow.
var stream = JSONStream(Answer.self)
_ = stream.append(#"{"text": "a"#.utf8)
let early = stream.partial
_ = stream.append(#"bc", "kind": "answer"}"#.utf8)
expect(early?.text, "a")
expect(stream.partial?.text, "abc")
expect(try stream.finish().text, "abc")
