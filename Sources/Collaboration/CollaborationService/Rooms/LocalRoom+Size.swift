import Collaboration
import CollaborationModels
import SchemaRuntime

// What members write into a room is limited, so that no room fills the memory of its service.

extension LocalRoom {
  /// The default maximum size of a room.
  static let defaultSizeLimit = 1 << 20

  /// The size of what members have written, in bytes as JSON: global state, stores, scenes, and what members say of
  /// themselves.
  var size: Int {
    var size = JSONValue.object(globalState).json().count
    for (name, values) in stores { size += Self.size(of: name) + JSONValue.object(values).json().count }
    for folder in scenes.recordedFolders { size += folder.jsonSize }
    for member in members { size += member.size }
    return size
  }

  /// Performs a change that adds up to `growth` bytes.
  ///
  /// Whether it is refused depends only on the room and the change, so all replicas decide alike. The size is measured
  /// only when the sum of all growth since the last measurement reaches the limit.
  ///
  /// - Throws: ``WhiteboardFailure/roomFull(limit:)`` if it makes the room larger, and then too large.
  mutating func change<Result>(
    growth: Int, _ body: (inout LocalRoom) throws(WhiteboardFailure) -> Result
  ) throws(WhiteboardFailure) -> Result {
    if growth > sizeLimit - sizeBound { sizeBound = size }
    if growth <= sizeLimit - sizeBound {
      sizeBound += growth
      return try body(&self)
    }
    var changed = self
    let result = try body(&changed)
    changed.sizeBound = changed.size
    guard changed.sizeBound <= sizeLimit || changed.sizeBound <= sizeBound else {
      throw .roomFull(limit: sizeLimit)
    }
    self = changed
    return result
  }

  /// The growth of the room by a member, who takes over the broadcaster's camera.
  func growth(joining config: RoomConfig, user: String? = nil) -> Int {
    (user.map { Self.size(of: $0) } ?? 0) + (config.userPayload?.json().count ?? 0)
      + RoomState.empty.memberState.jsonSize + broadcastSize + Self.overhead
  }

  /// The size of what followers copy from the broadcaster.
  private var broadcastSize: Int { broadcaster.flatMap(index(of:)).map { members[$0].cameraState.extraSize } ?? 0 }

  /// The maximum number of bytes by which a member's action makes the room larger.
  func growth(of action: RoomAction, by index: Int) -> Int {
    switch action {
    // A camera may be copied to all who follow it.
    case .setCamera(let action): action.camera.extraSize * members.count
    case .setViewMode:
      members.count * max(members[index].cameraState.extraSize, broadcastSize)
    case .setGlobalState(let action): JSONValue.object(action.state).json().count + LocalRoom.overhead
    case .setMemberState(let action): action.state.jsonSize + LocalRoom.overhead
    case .putScenes(let action):
      action.scenes.reduce(LocalRoom.size(of: action.directory)) { $0 + $1.jsonSize } + LocalRoom.overhead
    case .addPage(let action): (action.scene?.jsonSize ?? 0) + LocalRoom.overhead
    case .setStore(let action): growth(ofStore: action.name, action.values)
    case .resetStore(let action): growth(ofStore: action.name, action.values)
    case .connectStore(let action): growth(ofStore: action.name, action.values)
    // Images are counted, and the last scene that is removed is replaced by another.
    case .insertImage, .removePage, .removeScenes: LocalRoom.overhead
    // The name of a deleted store is kept for those who were connected to it, instead of the connection.
    case .setScenePath, .setSceneIndex, .nextPage, .previousPage, .sendEvent, .deleteStore,
      .setWritable, .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      0
    }
  }
  private func growth(ofStore name: String, _ values: JSONObject) -> Int {
    // The name is both the store's and one of the member's.
    2 * LocalRoom.size(of: name) + JSONValue.object(values).json().count + LocalRoom.overhead
  }
}

extension LocalRoom.Member {
  fileprivate var size: Int {
    let names = Array(stores) + Array(lostStores.keys)
    return (user.map { LocalRoom.size(of: $0) } ?? 0) + (payload?.json().count ?? 0) + memberState.jsonSize
      + cameraState.extraSize
      + names.reduce(0) { $0 + LocalRoom.size(of: $1) }
  }
}

extension CameraState {
  /// The size of the members that its schema does not declare; the others are a few numbers.
  fileprivate var extraSize: Int { additionalMembers.isEmpty ? 0 : JSONValue.object(additionalMembers).json().count }
}

extension LocalRoom {
  /// More than the punctuation and the generated names that a change adds.
  fileprivate static let overhead = 256

  fileprivate static func size(of text: String) -> Int { JSONValue.string(text).json().count }
}
