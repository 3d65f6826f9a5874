public import CollaborationModels

/// The connection to the service.
public protocol RoomTransport: Sendable {
  /// Joins a room.
  /// - Throws: if joining failed.
  func join(_ config: RoomConfig) async throws -> any RoomConnection
}

/// A member's connection to a room, from joining to leaving.
public protocol RoomConnection: Sendable {
  /// The number of the local member in the room.
  var memberId: Int { get }
  /// Whether the local member may change the room.
  var isWritable: Bool { get }
  /// The state of the room when it was joined: `RoomState` as JSON text.
  var state: [UInt8] { get }
  /// The later messages in the order of the service. The sequence ends when the connection does.
  var messages: AsyncStream<RoomFrame> { get }

  /// Sends a request after all earlier ones. The service answers each with one frame, `accepted` or `refused`, among
  /// the messages.
  ///
  /// It must return immediately and must not call back: the room calls it while it holds its lock, so that requests are
  /// sent in order.
  func send(_ request: RoomRequest, id: Int)

  /// Leaves the room. May be called more than once.
  func leave() async
}
