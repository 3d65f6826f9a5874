import Collaboration
import CollaborationService
import SchemaRuntime
import Synchronization

/// A service of calls or messages with the sockets of its clients.
///
/// A lock, so that frames are sent in the order in which the service returns them.
final class SocketTable<Service: Sendable, Frame: WritableModel>: Sendable {
  private struct State: Sendable {
    var service: Service
    var sockets: [Int: WebSocket] = [:]
    var lastConnection = 0
  }

  private let state: Mutex<State>

  init(_ service: Service) { state = Mutex(State(service: service)) }

  /// Returns the number of a new connection.
  func open(_ socket: WebSocket) -> Int {
    state.withLock { state in
      state.lastConnection += 1
      state.sockets[state.lastConnection] = socket
      return state.lastConnection
    }
  }

  /// Changes the service, and sends what it returns.
  func change(_ body: @Sendable (inout Service) -> [OutgoingFrame<Frame>]) {
    state.withLock { state in
      for output in body(&state.service) {
        // Everything here was validated when it was received, so it can always be written.
        guard let socket = state.sockets[output.connection], let text = try? output.frame.json() else { continue }
        socket.send(text)
      }
    }
  }

  func close(_ connection: Int) { state.withLock { $0.sockets[connection] = nil } }
}

/// The services of the tenants, each made when it is first used.
final class TenantTable<Service: Sendable>: Sendable {
  private let services = Mutex<[Tenant: Service]>([:])
  private let make: @Sendable () -> Service

  init(_ make: @escaping @Sendable () -> Service) { self.make = make }

  subscript(tenant: Tenant) -> Service {
    services.withLock { services in
      if let service = services[tenant] { return service }
      let service = make()
      services[tenant] = service
      return service
    }
  }
}
