import Synchronization

/// The number of connections of a server that is made later.
final class Connections: Sendable {
  private let server = Mutex<WebServer?>(nil)

  func use(_ server: WebServer) { self.server.withLock { $0 = server } }

  var count: Int { server.withLock { $0 }?.connections ?? 0 }
}

extension WebServer.Options {
  init(_ configuration: CollaborationServer.Configuration) {
    self.init()
    address = configuration.address
    port = configuration.port
    maximumConnections = configuration.maximumConnections
    requestTimeout = configuration.requestTimeout
    isBehindProxy = configuration.isBehindProxy
    subprotocol = SocketRoutes.subprotocol
    maximumWaitingTotal = configuration.maximumMemory / 4
  }
}
