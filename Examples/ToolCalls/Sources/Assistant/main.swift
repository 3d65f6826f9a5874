import SchemaRuntime
import SchemaStreaming

/// What became of a call.
enum Reply {
  case call(ReserveTable)
  /// The issues, in words for the model.
  case repair(String)

  init(_ error: SchemaError) { self = .repair("The arguments are not valid. \(error)") }
}

/// Reads the events of OpenAI, each of which has a piece of the arguments as text. A strict tool has null for absent members.
func openAI(_ events: String) -> Reply {
  var arguments = NullableJSONStream(ReserveTable.self)
  for line in events.split(separator: "\n") {
    guard let chunk = try? ChatChunk(json: line.dropFirst("data: ".count).utf8),
      let piece = chunk.choices.first?.delta.toolCalls?.first?.function?.arguments
    else { continue }
    if case .refused(let error) = arguments.append(piece.utf8) {
      print("stopped after \(piece.debugDescription)")
      return Reply(error)
    }
  }
  do { return .call(try arguments.finish()) } catch { return Reply(error) }
}

/// Reads a message of MCP in pieces of 16 bytes, as a socket would give them.
func mcp(_ message: String) -> Reply {
  var call = JSONStream(CallTool.self)
  let bytes = Array(message.utf8)
  for start in stride(from: 0, to: bytes.count, by: 16) {
    if case .refused(let error) = call.append(bytes[start..<min(start + 16, bytes.count)]) {
      print("stopped after \(min(start + 16, bytes.count)) of \(bytes.count) bytes")
      return Reply(error)
    }
  }
  do { return .call(try call.finish().params.arguments) } catch { return Reply(error) }
}

func show(_ reply: Reply, asMessage: (String) -> JSONValue) {
  switch reply {
  case .call(let table): print("reserve: \(table)")
  case .repair(let text): print("send back: \(asMessage(text).text())")
  }
}

// What the models are told: each provider gets the subset that it documents.
print("OpenAI: \(ReserveTable.jsonSchemaForOpenAIStrict)")
for (number, events) in Recording.openAI.enumerated() {
  show(openAI(events)) { ["role": "tool", "tool_call_id": .string("call_\(number + 1)"), "content": .string($0)] }
}

print("MCP: \(ReserveTable.jsonSchemaForMCP)")
for (number, message) in Recording.mcp.enumerated() {
  show(mcp(message)) {
    [
      "jsonrpc": "2.0", "id": .number(JSONNumber(number + 1)),
      "result": ["content": [["type": "text", "text": .string($0)]], "isError": true],
    ]
  }
}
