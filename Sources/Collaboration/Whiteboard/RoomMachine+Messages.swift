import CollaborationModels
import SchemaRuntime

extension RoomMachine {
  /// Takes in a message of the service.
  mutating func receive(_ message: RoomMessage) throws(WhiteboardFailure) -> [Effect] {
    switch message {
    case .phaseChange(let change): return try follow(change.phase)
    case .stateChange(let patch):
      try requireConnection()
      return update { $0.apply(patch) }
    case .writableChange(let change):
      try requireConnection()
      let wasAble = isAbleToCommit
      isWritable = change.isAbleToCommit
      return isAbleToCommit == wasAble ? [] : [.notify(.ableToCommitChanged(isAbleToCommit))]
    case .disconnect(let error):
      try requireMember()
      return enter(.disconnected) + [.notify(.disconnected(error: error.error))]
    case .kick(let reason):
      try requireMember()
      return enter(.disconnected) + [.notify(.kicked(reason: reason.reason))]
    case .frameError(let error):
      try requireConnection()
      return [.notify(.appendFrameFailed(userId: error.userId, error: error.error))]
    case .event(let event): return try receive(event)
    case .uncaughtError(let error): return [.report(error)]
    case .storeChange:
      // Stores are kept beside the state of the room; all that counts here is that one is in it.
      try requireConnection()
      return []
    case .accepted(let request, let patch):
      try requireConnection()
      return answer(request, patch: patch, error: nil)
    case .refused(let request, let error):
      try requireConnection()
      return answer(request, patch: nil, error: error)
    }
  }

  /// Messages come while one is in the room; while the network is lost, the last ones may still arrive.
  private func requireConnection() throws(WhiteboardFailure) {
    guard phase == .connected || phase == .reconnecting else { throw .notConnected(phase) }
  }

  /// What ends the connection may be told after the phase has changed, but not before one was in the room.
  private func requireMember() throws(WhiteboardFailure) {
    guard memberId != nil else { throw .notConnected(phase) }
  }

  private mutating func follow(_ next: RoomPhase) throws(WhiteboardFailure) -> [Effect] {
    // The service may repeat itself.
    if next == phase { return [] }
    // Joining begins here and ends with a state, so neither begins nor ends with a message about the phase alone.
    let isJoining = next == .connecting || (phase == .connecting && next == .connected)
    guard phase.canBecome(next), !isJoining else { throw .illegalRoomPhase(from: phase, to: next) }
    let wasConnecting = phase == .connecting
    let effects = enter(next)
    return wasConnecting ? effects + [.joinEnded(.joinFailed("the service ended the connection"))] : effects
  }

  private mutating func receive(_ event: WhiteboardEvent) throws(WhiteboardFailure) -> [Effect] {
    try requireConnection()
    switch event.scope {
    // What the system and its apps send has no author in the room.
    case .system, .app: break
    case .custom, .magix:
      let isKnown = state.roomMembers.contains { $0.memberId == event.authorId }
      guard isKnown else { throw .unknownMember(event.authorId) }
    }
    switch listening.receive(event) {
    case .nothing: return []
    case .deliver(let event): return [.notify(.magixEvent(event))]
    case .startInterval(let timer, let milliseconds): return [.startInterval(timer, milliseconds: milliseconds)]
    }
  }
}

// MARK: - Changes

extension RoomMachine {
  /// Takes in a change or question of the local member.
  mutating func receive(_ request: RoomRequest) throws(WhiteboardFailure) -> [Effect] {
    guard phase == .connected else { throw .notConnected(phase) }
    if request.needsWriting, !isWritable { throw .notWritable }
    // Following nobody has no effect; a broadcaster has nobody to follow either.
    if case .setViewMode(.follower) = request, state.broadcastState.leader(otherThan: memberId) == nil { return [] }
    lastRequest &+= 1
    if request.isImmediate {
      pending.append(Pending(id: lastRequest, request: request))
      state.apply(request, by: memberId)
    }
    return [.send(id: lastRequest, request)]
  }

  /// Takes in the answer to a request.
  ///
  /// What one asked for oneself does not come back as a callback. A callback fires after all where the answer makes
  /// one see something else: when a change that one already saw was refused, or came out differently.
  private mutating func answer(_ id: Int, patch: RoomStatePatch?, error: WhiteboardError?) -> [Effect] {
    let place = pending.firstIndex { $0.id == id }
    if let place { pending.remove(at: place) }
    let effects = update { if let patch { $0.apply(patch) } }
    let answered = Effect.answered(id: id, error)
    guard place != nil else { return [answered] }
    if let error { return effects + [.report(error), answered] }
    return effects + [answered]
  }

  /// Changes the confirmed state, and says what has changed for the local member.
  private mutating func update(_ change: (inout RoomState) -> Void) -> [Effect] {
    change(&confirmed)
    var new = confirmed
    for change in pending { new.apply(change.request, by: memberId) }
    let patch = RoomStatePatch(from: state, to: new)
    state = new
    return patch.isEmpty ? [] : [.notify(.roomStateChanged(patch))]
  }
}

extension RoomState {
  /// Makes a change of the local member that is seen at once.
  mutating func apply(_ request: RoomRequest, by memberId: Int?) {
    switch request {
    case .setGlobalState(let change): globalState.mergePatch(change)
    case .setMemberState(let change):
      memberState.merge(choosing: change)
      let place = roomMembers.firstIndex { $0.memberId == memberId }
      if let place { roomMembers[place].memberState = memberState }
    case .setViewMode(let key): broadcastState.set(key, by: memberId, of: roomMembers)
    case .setCamera(let camera):
      cameraState.merge(camera)
      zoomScale = cameraState.scale
      // A follower who looks elsewhere follows no more.
      if broadcastState.mode == .follower { broadcastState.mode = .freedom }
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage, .previousPage,
      .insertImage, .sendEvent, .setStore, .resetStore, .deleteStore, .setWritable, .connectStore,
      .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      break
    }
  }
}

extension MemberState {
  /// Merges settings of the local member's tool. The tool "shape" draws triangles until another shape is chosen.
  mutating func merge(choosing change: MemberState) {
    merge(change)
    if currentApplianceName == .shape, shapeType == nil { shapeType = .triangle }
  }
}

extension BroadcastState {
  /// The number of the member who leads, if it is another one.
  func leader(otherThan memberId: Int?) -> Int? {
    guard let leader = broadcasterId.value, leader != memberId else { return nil }
    return leader
  }

  /// Sets the view mode of a member. A room has one broadcaster: who becomes it takes over.
  mutating func set(_ key: ViewModeKey, by memberId: Int?, of members: [RoomMember]) {
    let wasLeading = memberId != nil && broadcasterId.value == memberId
    mode = key.mode
    switch key {
    case .broadcaster:
      guard let memberId else { return }
      let payload = members.first { $0.memberId == memberId }?.payload
      broadcasterId = .value(memberId)
      broadcasterInformation = .value(BroadcasterInformation(id: memberId, payload: payload))
    case .freedom, .follower:
      guard wasLeading else { return }
      broadcasterId = .absent
      broadcasterInformation = .absent
    }
  }
}
