import Collaboration
import CollaborationService
import CollaborationREST
import CollaborationSQLite
import CollaborationWebSocket
import Foundation
import SchemaRuntime

/// The counterparts of the session: in this process, or on a server.
struct Services {
  /// Where the attributes of users are stored, as it is printed.
  let place: String
  /// Opens the store of user attributes.
  let openStore: () throws -> any UserInfoStore
  let rooms: any RoomTransport
  let calls: any CallConnector
  let messages: any MessageConnector

  /// Services in memory, and a store in a SQLite file.
  init(storingIn path: String) {
    place = path
    openStore = { try SQLiteUserInfoStore(path: path) }
    rooms = LocalWhiteboard()
    calls = LocalCalls()
    messages = LocalMessages()
  }

  /// A server on this machine that asks for no tokens, such as `http://127.0.0.1:8080`.
  /// - Throws: if it is not the address of one.
  init(server: String) throws {
    place = server
    guard let url = URL(string: server + "/demo/app"), server.hasPrefix("http") else {
      throw MalformedAddress(text: server)
    }
    openStore = { try RESTUserInfoStore(url: url, credential: CommunicationTokenCredential(token: "amal")) }
    let transport = try WebSocketTransport(url: "ws" + server.dropFirst("http".count))
    (rooms, calls, messages) = (transport, transport.calls, transport.messages)
  }

  struct MalformedAddress: Error, CustomStringConvertible {
    let text: String

    var description: String { "expected the address of a server, such as http://127.0.0.1:8080, found '\(text)'" }
  }
}
