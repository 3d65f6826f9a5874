import Collaboration
import CollaborationModels
import SchemaRuntime

// The room as a value that can be stored.

extension LocalRoom {
  /// Everything but the frames that members have missed.
  var record: RoomRecord {
    let position = scenes.position
    return RoomRecord(
      uuid: uuid, lastMember: lastMember, globalState: globalState, broadcaster: broadcaster, stores: stores,
      folders: scenes.recordedFolders, currentFolder: position.folder, currentScene: position.scene,
      members: members.map(\.record),
      ended: ended.elements.map { RoomRecord.EndedSession(session: $0.session, userID: $0.user, last: $0.last) })
  }

  /// A recorded room; nil if the record contradicts itself.
  init?(_ record: RoomRecord) {
    guard let scenes = SceneTree(record) else { return nil }
    self.init(
      uuid: record.uuid, lastMember: record.lastMember,
      ended: record.ended.map { EndedSession(session: $0.session, user: $0.userID, last: $0.last) })
    globalState = record.globalState
    broadcaster = record.broadcaster
    stores = record.stores
    self.scenes = scenes
    members = record.members.map(Member.init)
    sizeBound = size
  }
}

extension LocalRoom.Member {
  fileprivate var record: RoomRecord.Member {
    var lost = JSONMap<Int>()
    for name in lostStores.keys.sorted() { lost[name] = lostStores[name] }
    return RoomRecord.Member(
      memberID: id, session: link.session, userID: user, connection: link.connection, connections: connections,
      payload: payload, mayWrite: mayWrite, isWritable: isWritable, isOnline: isOnline, memberState: memberState,
      cameraState: cameraState, mode: mode, stores: stores.sorted(), lostStores: lost, revision: link.revision,
      handled: link.handled,
      answers: link.remembered.elements.map { RoomRecord.Answer(revision: $0.revision, answer: $0.answer) },
      early: link.early.elements.map { RoomRecord.EarlyRequest(request: $0.id, action: $0.request) })
  }

  package init(_ record: RoomRecord.Member) {
    self.init(
      id: record.memberID, user: record.userID, payload: record.payload, isWritable: record.isWritable,
      mayWrite: record.mayWrite,
      connections: record.connections, link: ServiceLink(record))
    isOnline = record.isOnline
    memberState = record.memberState
    cameraState = record.cameraState
    mode = record.mode
    stores = Set(record.stores)
    for (name, revision) in record.lostStores { lostStores[name] = revision }
  }
}

extension ServiceLink<RoomWire> {
  /// The delivery to a recorded member.
  fileprivate init(_ member: RoomRecord.Member) {
    self.init(
      session: member.session, connection: member.connection, limits: LocalRoom.limits, revision: member.revision,
      handled: member.handled,
      answers: member.answers.map { Remembered(revision: $0.revision, answer: $0.answer) },
      early: member.early.map { ($0.request, $0.action) })
  }
}
