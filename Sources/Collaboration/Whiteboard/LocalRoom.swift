import CollaborationModels
import SchemaRuntime

/// The service's logic for one room, without network and time: takes requests and returns frames for the members.
struct LocalRoom: Sendable {
  struct Member: Sendable {
    var id: Int
    var payload: JSONValue?
    var isWritable: Bool
    /// Whether the member currently receives frames.
    var isOnline = true
    var memberState = RoomState.empty.memberState
    var cameraState = RoomState.empty.cameraState
    var mode = ViewMode.freedom
    /// The member's state when the connection was lost.
    var lastState: RoomState?
    var stores: Set<String> = []
    /// Stores that were deleted while the member was offline.
    var lostStores: Set<String> = []
  }

  typealias Output = [(memberId: Int, frame: RoomFrame)]

  let uuid: String
  var members: [Member] = []
  var globalState: JSONObject = [:]
  var scenes = SceneTree()
  var broadcaster: Int?
  var stores = JSONMap<JSONObject>()
  private var lastMember = 0

  init(uuid: String) { self.uuid = uuid }

  func index(of memberId: Int) -> Int? { members.firstIndex { $0.id == memberId } }

  var roomMembers: [RoomMember] {
    members.filter(\.isOnline).map {
      RoomMember(memberId: $0.id, memberState: $0.memberState, session: "session-\($0.id)", payload: $0.payload)
    }
  }

  /// Returns the state of the room as seen by one member.
  func state(for member: Member) -> RoomState {
    RoomState(
      globalState: globalState, roomMembers: roomMembers, sceneState: scenes.sceneState,
      cameraState: member.cameraState, pageState: scenes.pageState, memberState: member.memberState,
      broadcastState: broadcastState(for: member), zoomScale: member.cameraState.scale)
  }

  func broadcastState(for member: Member) -> BroadcastState {
    guard let broadcaster, let index = index(of: broadcaster) else { return BroadcastState(mode: member.mode) }
    return BroadcastState(
      mode: member.mode, broadcasterId: .value(broadcaster),
      broadcasterInformation: .value(BroadcasterInformation(id: broadcaster, payload: members[index].payload)))
  }
}

// MARK: - Coming and going

extension LocalRoom {
  /// Adds a member, who follows the broadcaster if there is one.
  mutating func join(_ config: RoomConfig) -> (member: Member, output: Output) {
    lastMember += 1
    var member = Member(id: lastMember, payload: config.userPayload, isWritable: config.isWritable)
    if let broadcaster, let index = index(of: broadcaster) {
      member.mode = .follower
      member.cameraState = members[index].cameraState
    }
    members.append(member)
    return (member, patch(RoomStatePatch(roomMembers: .value(roomMembers)), exceptFor: member.id))
  }

  mutating func leave(_ memberId: Int) -> Output {
    guard let index = index(of: memberId) else { return [] }
    members.remove(at: index)
    return endBroadcast(of: memberId) + patch(RoomStatePatch(roomMembers: .value(roomMembers)))
  }

  /// Disconnects a member from the network.
  mutating func drop(_ memberId: Int) -> Output {
    guard let index = index(of: memberId), members[index].isOnline else { return [] }
    members[index].lastState = state(for: members[index])
    members[index].isOnline = false
    let lost = frame(.phaseChange, RoomPhaseChange(phase: .reconnecting))
    return [(memberId, lost)] + endBroadcast(of: memberId) + patch(RoomStatePatch(roomMembers: .value(roomMembers)))
  }

  /// Reconnects a member. Missed updates precede the phase change.
  mutating func recover(_ memberId: Int) -> Output {
    guard let index = index(of: memberId), !members[index].isOnline else { return [] }
    members[index].isOnline = true
    if let leader = broadcaster.flatMap(self.index(of:)) {
      members[index].mode = .follower
      members[index].cameraState = members[leader].cameraState
    }
    let new = state(for: members[index])
    let old = members[index].lastState ?? new
    members[index].lastState = nil
    var missed = RoomStatePatch(from: old, to: new)
    missed.globalState = .value(old.globalState.mergePatch(to: new.globalState))
    if new.broadcastState.broadcasterId.value == nil { missed.broadcastState = .null }
    let missedStores = members[index].lostStores.union(members[index].stores).sorted().compactMap {
      missedStore($0, index)
    }
    members[index].lostStores = []
    return [(memberId, frame(.stateChange, missed))] + missedStores.map { (memberId, $0) }
      + [(memberId, frame(.phaseChange, RoomPhaseChange(phase: .connected)))]
      + patch(RoomStatePatch(roomMembers: .value(roomMembers)), exceptFor: memberId)
  }

  /// Returns a store's missed update: its deletion, or its current values.
  private func missedStore(_ name: String, _ index: Int) -> RoomFrame? {
    let values = members[index].lostStores.contains(name) ? nil : stores[name]
    // A store that does not exist has not changed.
    if values == nil, !members[index].lostStores.contains(name) { return nil }
    return try? storeFrame(name, values)
  }

  /// Ends the broadcast: all members move freely.
  mutating func endBroadcast(of memberId: Int) -> Output {
    guard broadcaster == memberId else { return [] }
    broadcaster = nil
    for index in members.indices { members[index].mode = .freedom }
    return patch(RoomStatePatch(broadcastState: .null), exceptFor: memberId)
  }
}

// MARK: - Frames

extension LocalRoom {
  func frame(_ kind: RoomFrame.Kind, _ payload: some WritableModel) -> RoomFrame {
    // All numbers here were validated when they were received, so they can always be written.
    RoomFrame(kind, payload: (try? payload.json()) ?? Array("{}".utf8))
  }

  /// Returns a state change for all members who are online.
  func patch(_ patch: RoomStatePatch, exceptFor author: Int? = nil) -> Output {
    let frame = frame(.stateChange, patch)
    return everyone(exceptFor: author).map { ($0, frame) }
  }

  func everyone(exceptFor author: Int?) -> [Int] {
    members.filter { $0.isOnline && $0.id != author }.map(\.id)
  }

  func accepted(
    _ request: Int, for memberId: Int, _ patch: RoomStatePatch = RoomStatePatch(), value: JSONValue? = nil
  ) -> Output {
    var frame = frame(.accepted, patch)
    frame.request = request
    frame.value = value
    return [(memberId, frame)]
  }

  func refused(_ request: Int, for memberId: Int, _ failure: WhiteboardFailure) -> Output {
    var frame = frame(.refused, failure.error)
    frame.request = request
    return [(memberId, frame)]
  }
}
