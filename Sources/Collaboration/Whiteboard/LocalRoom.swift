import CollaborationModels
import SchemaRuntime

/// What the service does for one room, without network and time: a request in, frames for the members out.
struct LocalRoom: Sendable {
  struct Member: Sendable {
    var id: Int
    var payload: JSONValue?
    var isWritable: Bool
    /// Whether frames reach the member now.
    var isOnline = true
    var memberState = RoomState.empty.memberState
    var cameraState = RoomState.empty.cameraState
    var mode = ViewMode.freedom
    /// The state that the member had when the network was lost.
    var lastState: RoomState?
    var stores: Set<String> = []
    /// Stores that were deleted while the member could not hear of it.
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

  func place(of memberId: Int) -> Int? { members.firstIndex { $0.id == memberId } }

  var roomMembers: [RoomMember] {
    members.filter(\.isOnline).map {
      RoomMember(memberId: $0.id, memberState: $0.memberState, session: "session-\($0.id)", payload: $0.payload)
    }
  }

  /// The state of the room as one member sees it.
  func state(for member: Member) -> RoomState {
    RoomState(
      globalState: globalState, roomMembers: roomMembers, sceneState: scenes.sceneState,
      cameraState: member.cameraState, pageState: scenes.pageState, memberState: member.memberState,
      broadcastState: broadcastState(for: member), zoomScale: member.cameraState.scale)
  }

  func broadcastState(for member: Member) -> BroadcastState {
    guard let broadcaster, let place = place(of: broadcaster) else { return BroadcastState(mode: member.mode) }
    return BroadcastState(
      mode: member.mode, broadcasterId: .value(broadcaster),
      broadcasterInformation: .value(BroadcasterInformation(id: broadcaster, payload: members[place].payload)))
  }
}

// MARK: - Coming and going

extension LocalRoom {
  /// Lets a member in; who comes while somebody leads follows.
  mutating func join(_ config: RoomConfig) -> (member: Member, output: Output) {
    lastMember += 1
    var member = Member(id: lastMember, payload: config.userPayload, isWritable: config.isWritable)
    if let broadcaster, let place = place(of: broadcaster) {
      member.mode = .follower
      member.cameraState = members[place].cameraState
    }
    members.append(member)
    return (member, patch(RoomStatePatch(roomMembers: .value(roomMembers)), exceptFor: member.id))
  }

  mutating func leave(_ memberId: Int) -> Output {
    guard let place = place(of: memberId) else { return [] }
    members.remove(at: place)
    return endBroadcast(of: memberId) + patch(RoomStatePatch(roomMembers: .value(roomMembers)))
  }

  /// Lets a member's network fail.
  mutating func drop(_ memberId: Int) -> Output {
    guard let place = place(of: memberId), members[place].isOnline else { return [] }
    members[place].lastState = state(for: members[place])
    members[place].isOnline = false
    let lost = frame(.phaseChange, RoomPhaseChange(phase: .reconnecting))
    return [(memberId, lost)] + endBroadcast(of: memberId) + patch(RoomStatePatch(roomMembers: .value(roomMembers)))
  }

  /// Lets a member's network come back: what was missed comes before the phase.
  mutating func recover(_ memberId: Int) -> Output {
    guard let place = place(of: memberId), !members[place].isOnline else { return [] }
    members[place].isOnline = true
    if let leader = broadcaster.flatMap(self.place(of:)) {
      members[place].mode = .follower
      members[place].cameraState = members[leader].cameraState
    }
    let new = state(for: members[place])
    let old = members[place].lastState ?? new
    members[place].lastState = nil
    var missed = RoomStatePatch(from: old, to: new)
    missed.globalState = .value(old.globalState.mergePatch(to: new.globalState))
    if new.broadcastState.broadcasterId.value == nil { missed.broadcastState = .null }
    let missedStores = members[place].lostStores.union(members[place].stores).sorted().compactMap {
      missedStore($0, place)
    }
    members[place].lostStores = []
    return [(memberId, frame(.stateChange, missed))] + missedStores.map { (memberId, $0) }
      + [(memberId, frame(.phaseChange, RoomPhaseChange(phase: .connected)))]
      + patch(RoomStatePatch(roomMembers: .value(roomMembers)), exceptFor: memberId)
  }

  /// What a member has missed of a store: that it was deleted, or its values now.
  private func missedStore(_ name: String, _ place: Int) -> RoomFrame? {
    let values = members[place].lostStores.contains(name) ? nil : stores[name]
    // A store that nobody has made has not changed.
    if values == nil, !members[place].lostStores.contains(name) { return nil }
    return try? storeFrame(name, values)
  }

  /// Nobody leads any more: all look about at will.
  mutating func endBroadcast(of memberId: Int) -> Output {
    guard broadcaster == memberId else { return [] }
    broadcaster = nil
    for place in members.indices { members[place].mode = .freedom }
    return patch(RoomStatePatch(broadcastState: .null), exceptFor: memberId)
  }
}

// MARK: - Frames

extension LocalRoom {
  func frame(_ kind: RoomFrame.Kind, _ payload: some WritableModel) -> RoomFrame {
    // All numbers here have passed validation on their way in, so a text can always be written.
    RoomFrame(kind, payload: (try? payload.json()) ?? Array("{}".utf8))
  }

  /// A change of the state for all members who are online.
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
