public import CollaborationModels

/// The way to the service.
public protocol RoomTransport: Sendable {
  /// Joins a room.
  /// - Throws: why it did not succeed.
  func join(_ config: RoomConfig) async throws -> any RoomConnection
}

/// A place in a room, from joining to leaving.
public protocol RoomConnection: Sendable {
  /// The number of the local member in the room.
  var memberId: Int { get }
  /// Whether the local member may change the room.
  var isWritable: Bool { get }
  /// The state of the room when it was joined: `RoomState` as JSON text.
  var state: [UInt8] { get }
  /// What happens from then on, in the order of the service. It ends when the connection does.
  var messages: AsyncStream<RoomFrame> { get }

  /// Takes a request, to be sent after those before it. The service answers each with one frame, `accepted` or
  /// `refused`, among the messages.
  ///
  /// It must return at once and call nobody back: the room calls it while it holds its lock, so that requests leave in
  /// the order in which they were made.
  func send(_ request: RoomRequest, id: Int)

  /// Leaves the room. It may be called more than once.
  func leave() async
}
