import SchemaRuntime

func text(_ value: some WritableModel) -> String? { (try? value.json()).map { String(decoding: $0, as: UTF8.self) } }
let head = #""kind":"job","object":"event","edition":2"#
func job(_ rest: String) -> Job? { accept(Job.self, "{\(head),\(rest)}") }
func no(_ rest: String, _ issue: String) { refuse(Job.self, "{\(head),\(rest)}", issue) }

// A required member is computed, whether `const`, `enum` or a definition gives its only value.
expect(Job().kind + Job().object, "jobevent")
expect(Job().edition, 2)
expect(text(Job()), "{\(head)}")
refuse(Job.self, #"{"kind":"job","object":"other","edition":2}"#, "/object enum")
refuse(Job.self, #"{"kind":"job","object":"event","edition":3}"#, "/edition enum")

// An optional one is an enum, which cannot be wrong.
expect(job(#""state":"stopped""#)?.state, .stopped)
expect(text(Job(state: .stopped, level: .level3)), "{\(head),\"state\":\"stopped\",\"level\":3}")
expect(Job().reason, .timeout)
expect(job(#""note":null"#)?.note, .null)
expect(job(#""note":"none""#)?.note, .value(.noneValue))
no(#""state":"done""#, "/state const")

// A branch is a case without a value.
expect(job(#""width":"auto""#)?.width, .auto)
expect(job(#""width":true"#)?.width, .boolean(true))
expect(job(#""height":"auto""#)?.height, .auto)
expect(job(#""height":{"unit":"px","n":2}"#)?.height?.size?.n, 2)
expect(job(#""zoom":"fit-width""#)?.zoom, .value(.fit))
expect(job(#""retries":-1"#)?.retries, .minus1)
expect(
  text(Job(width: .auto, height: .auto, retries: .minus1)),
  "{\(head),\"width\":\"auto\",\"height\":\"auto\",\"retries\":-1}")
no(#""width":"other""#, "/width anyOf")
no(#""height":"other""#, "/height oneOf")

// Elements; a value that no name may tell.
expect(job(#""marks":["x","x"]"#)?.marks, [.x, .x])
expect(job(#""secret":"hunter2""#)?.secret, .string)
