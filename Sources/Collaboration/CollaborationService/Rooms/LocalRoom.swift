import Collaboration
import CollaborationModels
import SchemaRuntime

/// The service's logic for one room, without network and time: takes requests and returns messages for the members.
struct LocalRoom: Sendable {
  struct Member: Sendable {
    var id: Int
    /// The verified id of the user; nil if the service does not know.
    var user: String?
    var payload: JSONValue?
    var isWritable: Bool
    /// Whether the member's token grants write access.
    var mayWrite = true
    /// How many connections the member has had.
    var connections = 1
    /// The delivery of frames to the member. They are kept while the member is offline, as far as they fit.
    var link: ServiceLink<RoomWire>
    /// Whether the member is connected.
    var isOnline = true
    /// Whether the network reaches the member; false while a loss is simulated.
    var isReachable = true
    /// The member's last attempt to resume while the network did not reach the member.
    var parked: (connection: Int, resume: RoomRequestFrame)?
    var memberState = RoomState.empty.memberState
    var cameraState = RoomState.empty.cameraState
    var mode = ViewMode.freedom
    /// The stores to which the member is connected.
    var stores: Set<String> = []
    /// Deleted stores to which the member was connected, until the member knows, by the revision of the message.
    var lostStores: [String: Int] = [:]
  }

  /// A frame for some members, each of whom gets it with a revision of their own.
  struct Post {
    var members: [Int]
    /// The answer in the frame, if any.
    var answer: RoomAnswer?
    var frame: (_ revision: Int) -> RoomFrame
  }

  typealias Output = [Post]

  let uuid: String
  var members: [Member] = []
  var globalState: JSONObject = [:]
  var scenes = SceneTree()
  var broadcaster: Int?
  var stores = JSONMap<JSONObject>()
  private(set) var lastMember = 0
  /// The maximum size of the room in bytes. It must be the same in all processes that share the room.
  var sizeLimit = LocalRoom.defaultSizeLimit
  /// At least the size of the room, which is measured when it may have reached the limit.
  var sizeBound = 0
  /// The last frame of sessions that have ended, which is sent again when a member missed it.
  private(set) var ended = Queue<EndedSession>()

  /// The limits of what is kept for each member.
  static let limits = ServiceLimits()
  /// The maximum number of members who are offline, and of ended sessions, that a room remembers.
  static let offlineLimit = 1_024
  static let endedLimit = 64
  /// The maximum size of the answers that are kept for members who are offline, in bytes as JSON.
  static let offlineAnswerLimit = 16 << 20

  struct EndedSession: Hashable {
    var session: String
    var user: String?
    var last: RoomFrame
  }

  init(uuid: String) { self.uuid = uuid }

  /// A room that continues: its other properties are set by the caller.
  init(uuid: String, lastMember: Int, ended: some Sequence<EndedSession>) {
    self.uuid = uuid
    self.lastMember = lastMember
    for session in ended { self.ended.append(session) }
  }

  func index(of memberID: Int) -> Int? { members.firstIndex { $0.id == memberID } }

  var roomMembers: [RoomMember] {
    members.filter(\.isOnline).map {
      RoomMember(
        memberID: $0.id, memberState: $0.memberState, userID: $0.user, session: "session-\($0.id)",
        payload: $0.payload)
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
      mode: member.mode, broadcasterID: .value(broadcaster),
      broadcasterInformation: .value(
        BroadcasterInformation(id: broadcaster, userID: members[index].user, payload: members[index].payload)))
  }
}

// MARK: - Coming and going

extension LocalRoom {
  /// Adds a member, who follows the broadcaster if there is one.
  /// - Throws: ``WhiteboardFailure/roomFull(limit:)`` if the room has no space for what the member says of itself.
  mutating func join(
    _ config: RoomConfig, user: String? = nil, link: ServiceLink<RoomWire>, mayWrite: Bool
  ) throws(WhiteboardFailure) -> (member: Member, output: Output) {
    try change(growth: growth(joining: config, user: user)) { room in
      room.add(config, user: user, link: link, mayWrite: mayWrite)
    }
  }

  private mutating func add(
    _ config: RoomConfig, user: String?, link: ServiceLink<RoomWire>, mayWrite: Bool
  ) -> (member: Member, output: Output) {
    lastMember += 1
    var member = Member(
      id: lastMember, user: user, payload: config.userPayload, isWritable: config.isWritable && mayWrite,
      mayWrite: mayWrite, link: link)
    if let broadcaster, let index = index(of: broadcaster) {
      member.mode = .follower
      member.cameraState = members[index].cameraState
    }
    members.append(member)
    return (member, patch(RoomState.Patch(roomMembers: .value(roomMembers)), exceptFor: member.id))
  }

  mutating func leave(_ memberID: Int, last: RoomFrame = .ended()) -> Output {
    guard let index = index(of: memberID) else { return [] }
    ended.append(EndedSession(session: members[index].link.session, user: members[index].user, last: last))
    if ended.count > Self.endedLimit { ended.removeFirst() }
    let wasOnline = members[index].isOnline
    members.remove(at: index)
    return endBroadcast(of: memberID) + (wasOnline ? patch(RoomState.Patch(roomMembers: .value(roomMembers))) : [])
  }

  /// Disconnects a member from the network. The member stays in the room, unseen.
  mutating func drop(_ memberID: Int) -> Output {
    guard let index = index(of: memberID), members[index].isOnline else { return [] }
    members[index].isOnline = false
    members[index].link.connection = nil
    members[index].link.forgetEarly()
    let output = endBroadcast(of: memberID) + patch(RoomState.Patch(roomMembers: .value(roomMembers)))
    return output + forgetOffline()
  }

  /// Forgets members, of those who are offline the ones who joined first, if there are too many or too much is kept for
  /// them.
  private mutating func forgetOffline() -> Output {
    let offline = members.filter { !$0.isOnline }
    var (count, size) = (offline.count, offline.reduce(0) { $0 + $1.link.remembered.size })
    var output: Output = []
    for member in offline {
      let isLarge = size > Self.offlineAnswerLimit && member.link.remembered.size > 0
      guard isLarge || count > Self.offlineLimit else { continue }
      (count, size) = (count - 1, size - member.link.remembered.size)
      output += leave(member.id)
    }
    return output
  }

  /// Reconnects a member.
  mutating func recover(_ memberID: Int) -> Output {
    guard let index = index(of: memberID), !members[index].isOnline else { return [] }
    members[index].isOnline = true
    return patch(RoomState.Patch(roomMembers: .value(roomMembers)))
  }

  /// Ends the broadcast: all members move freely.
  mutating func endBroadcast(of memberID: Int) -> Output {
    guard broadcaster == memberID else { return [] }
    broadcaster = nil
    for index in members.indices { members[index].mode = .freedom }
    return patch(RoomState.Patch(broadcastState: .null))
  }
}

// MARK: - Messages

extension LocalRoom {
  /// Returns a state change for all members.
  func patch(_ patch: RoomState.Patch, exceptFor author: Int? = nil) -> Output {
    let others = members.map(\.id).filter { $0 != author }
    return [Post(members: others) { .state(revision: $0, payload: patch) }]
  }

  /// Returns a state change for one member.
  func patch(_ patch: RoomState.Patch, for memberID: Int) -> Post {
    Post(members: [memberID]) { .state(revision: $0, payload: patch) }
  }

  func accepted(
    _ request: Int, for memberID: Int, _ patch: RoomState.Patch = RoomState.Patch(), value: JSONValue? = nil
  ) -> Output {
    let answer = RoomAnswer(request: request, value: value)
    return [
      Post(members: [memberID], answer: answer) {
        .accepted(revision: $0, request: request, payload: patch, value: value)
      }
    ]
  }

  func refused(_ request: Int, for memberID: Int, _ failure: WhiteboardFailure) -> Output {
    let error = failure.error
    return [
      Post(members: [memberID], answer: RoomAnswer(request: request, error: error)) {
        .refused(revision: $0, request: request, payload: error)
      }
    ]
  }
}
