import Collaboration
import CollaborationModels
import CollaborationWebSocket
import Foundation
import SchemaRuntime

// Joins a room in a terminal: what others change is printed, and lines `name=value` change the room.

let usage = """
  usage: room-terminal ROOM [--url ws://127.0.0.1:8080] [--token TOKEN]

  Joins a room. Lines 'name=value' set a member of the room's global state, to a JSON value or a text; 'state' prints it;
  the end of the input leaves the room.

  """

/// Writes a line immediately.
@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// The room, the server and the token of the command line; nil for others.
func settings(_ arguments: [String]) -> (room: String, url: String, token: String)? {
  var result = (room: "", url: "ws://127.0.0.1:8080", token: "guest")
  var rest = arguments[...]
  while let argument = rest.popFirst() {
    switch argument {
    case "--url": result.url = rest.popFirst() ?? ""
    case "--token": result.token = rest.popFirst() ?? ""
    default:
      guard !argument.hasPrefix("-"), result.room.isEmpty else { return nil }
      result.room = argument
    }
  }
  return result.room.isEmpty ? nil : result
}

/// Says what others do.
func follow(_ events: AsyncStream<RoomEvent>) async {
  for await event in events {
    switch event {
    case .roomStateChanged(let patch):
      if let state = patch.globalState.value { say("state: \(JSONValue.object(state))") }
      if let members = patch.roomMembers.value { say("members: \(members.map(\.memberID))") }
    case .phaseChanged(let phase): say("phase: \(phase.rawValue)")
    case .disconnected(let error): say("disconnected: \(error)")
    case .kicked(let reason): say("kicked: \(reason)")
    case .changeFailed(let change, let failure): say("failed: \(change): \(failure)")
    case .ableToCommitChanged, .appendFrameFailed, .magixEvent, .highFrequencyEvents, .storeChanged: break
    }
  }
}

/// Changes the room as a line says.
func perform(_ line: String, in room: Room) {
  guard line != "state" else { return say("state: \(JSONValue.object(room.globalState))") }
  guard let equals = line.firstIndex(of: "=") else { return say("expected 'name=value' or 'state'") }
  let text = String(line[line.index(after: equals)...])
  let value = (try? JSONValue(parsing: text)) ?? .string(text)
  do { try room.setGlobalState([String(line[..<equals]): value]) } catch { say("\(error)") }
}

guard let settings = settings(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(2)
}
do {
  let sdk = WhiteboardSDK(transport: try WebSocketTransport(url: settings.url))
  let room = try await sdk.joinRoom(RoomConfig(uuid: settings.room, roomToken: settings.token))
  say("joined \(settings.room) as member \(room.memberID.map { "\($0)" } ?? "?")")
  say("state: \(JSONValue.object(room.globalState))")
  let events = room.events()
  let following = Task { await follow(events) }
  // Reading waits, so it has a thread of its own.
  let (lines, continuation) = AsyncStream.makeStream(of: String.self)
  Thread.detachNewThread {
    while let line = readLine() { continuation.yield(line) }
    continuation.finish()
  }
  for await line in lines where !line.isEmpty { perform(line, in: room) }
  await room.disconnect()
  following.cancel()
} catch {
  FileHandle.standardError.write(Data("room-terminal: \(error)\n".utf8))
  exit(1)
}
