import Collaboration
import CollaborationModels
import Synchronization

/// Ends connections at random times, as a bad network does.
final class BreakingTransport: RoomTransport {
  private let transport: any RoomTransport
  /// The mean lifetime of a connection in seconds; 0 for no end.
  private let breaking: Mutex<Double>

  init(_ transport: any RoomTransport, breaking: Double) {
    self.transport = transport
    self.breaking = Mutex(breaking)
  }

  /// Lets connections live from now on.
  func stopBreaking() { breaking.withLock { $0 = 0 } }

  func connect(_ config: RoomConfig) async throws -> any MessageConnection {
    let connection = try await transport.connect(config)
    let mean = breaking.withLock { $0 }
    guard mean > 0 else { return connection }
    let seconds = -mean * Double.random(in: 0.001..<1).logarithm
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
      if self?.breaking.withLock({ $0 }) ?? 0 > 0 { connection.close() }
    }
    return connection
  }
}
