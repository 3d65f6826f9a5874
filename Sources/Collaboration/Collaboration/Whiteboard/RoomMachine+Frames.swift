package import CollaborationModels
package import SchemaRuntime

extension RoomMachine {
  /// Processes a frame of the service.
  mutating func receive(_ frame: RoomFrame) throws(WhiteboardFailure) -> [Effect] {
    switch frame {
    case .phase(let frame): return try follow(frame.payload.phase)
    case .state(let frame):
      try requireConnection()
      try check(frame.payload)
      return try update(frame.payload)
    case .writable(let frame):
      try requireConnection()
      let wasAble = isAbleToCommit
      isWritable = frame.payload.isAbleToCommit
      return isAbleToCommit == wasAble ? [] : [.notify(.ableToCommitChanged(isAbleToCommit))]
    case .disconnect(let frame): return try end(.disconnected(error: frame.payload.error))
    case .ended: return try end(.disconnected(error: "the service has ended the session"))
    case .kick(let frame): return try end(.kicked(reason: frame.payload.reason))
    case .appendError(let frame):
      try requireConnection()
      return [.notify(.appendFrameFailed(userID: frame.payload.userID, error: frame.payload.error))]
    case .event(let frame): return try receive(frame.payload)
    case .uncaughtError(let frame): return [.report(frame.payload)]
    case .store:
      // Stores are kept outside the state of the room; only the connection matters here.
      try requireConnection()
      return []
    case .accepted(let frame):
      try requireAnswers()
      try check(frame.payload)
      return try answer(frame.request, patch: frame.payload, error: nil)
    case .refused(let frame):
      try requireAnswers()
      return try answer(frame.request, patch: nil, error: frame.payload)
    case .snapshot(let snapshot):
      try requireAnswers()
      return adopt(snapshot)
    // It only concerns the connection.
    case .upToDate: return []
    }
  }

  private mutating func end(_ event: RoomEvent) throws(WhiteboardFailure) -> [Effect] {
    try requireMember()
    return enter(.disconnected) + [.notify(event)]
  }

  /// Messages arrive while the member is in the room; while the connection is lost, the last ones may still arrive.
  private func requireConnection() throws(WhiteboardFailure) {
    guard phase == .connected || phase == .reconnecting else { throw .notConnected(phase) }
  }

  /// A member who leaves still gets the answers to earlier requests.
  private func requireAnswers() throws(WhiteboardFailure) {
    guard phase == .connected || phase == .reconnecting || phase == .disconnecting else { throw .notConnected(phase) }
  }

  /// The reason for the end of a connection may arrive after the phase has changed, but not before joining.
  private func requireMember() throws(WhiteboardFailure) {
    guard memberID != nil else { throw .notConnected(phase) }
  }

  private mutating func follow(_ next: RoomPhase) throws(WhiteboardFailure) -> [Effect] {
    // The service may repeat a phase.
    if next == phase { return [] }
    // Joining starts here and ends with a state, so neither starts nor ends with a message about the phase alone.
    let isJoining = next == .connecting || (phase == .connecting && next == .connected)
    guard phase.canBecome(next), !isJoining else { throw .illegalRoomPhase(from: phase, to: next) }
    let wasConnecting = phase == .connecting
    let effects = enter(next)
    return wasConnecting ? effects + [.joinEnded(.joinFailed("the service ended the connection"))] : effects
  }

  private mutating func receive(_ event: WhiteboardEvent) throws(WhiteboardFailure) -> [Effect] {
    try requireConnection()
    switch event.scope {
    // Events of the system and its apps have no author in the room.
    case .system, .app: break
    case .custom, .magix:
      let isKnown = state.roomMembers.contains { $0.memberID == event.authorID }
      guard isKnown else { throw .unknownMember(event.authorID) }
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
  /// Processes a change or query of the local member.
  mutating func receive(_ action: RoomAction) throws(WhiteboardFailure) -> [Effect] {
    guard accepts(action) else { throw .notConnected(phase) }
    if action.needsWriting, !isWritable { throw .notWritable }
    // Following has no effect without a broadcaster, and a broadcaster has no one to follow.
    if action.setViewMode?.mode == .follower, state.broadcastState.leader(otherThan: memberID) == nil { return [] }
    if action.isImmediate {
      do { try state.apply(action, by: memberID) } catch { throw .invalidPayload(error) }
      pending.append(action, id: lastRequest &+ 1)
    }
    lastRequest &+= 1
    return [.send(id: lastRequest, action)]
  }

  /// Processes the response to a request.
  ///
  /// The local member's own changes cause no callback, unless the response changes what is visible: when a change that
  /// was already visible is rejected or has a different result, or when the caller no longer waits.
  private mutating func answer(
    _ id: Int, patch: RoomState.Patch?, error: WhiteboardError?
  ) throws(WhiteboardFailure) -> [Effect] {
    let own = pending.remove(id)
    let isTold = abandoned.remove(id) != nil || own != nil
    var effects: [Effect] = []
    if let patch { effects = try update(patch, answering: own) } else if let own { effects = replay(own.part) }
    let answered = Effect.answered(id: id, error)
    guard isTold else { return [answered] }
    if let error, let own { return effects + [.notify(.changeFailed(own, .service(error))), answered] }
    return effects + [answered]
  }

  /// Takes back a visible change that was not answered in time. If the service makes it later, it is reported.
  mutating func overdue(_ id: Int, _ milliseconds: Int) -> [Effect] {
    abandoned.insert(id)
    guard let own = pending.remove(id) else { return [] }
    return replay(own.part) + [.notify(.changeFailed(own, .requestTimedOut(after: .milliseconds(milliseconds))))]
  }

  /// Adopts the complete state, with the pending changes that the service has not handled.
  private mutating func adopt(_ snapshot: RoomFrame.Snapshot) -> [Effect] {
    var effects: [Effect] = []
    let wasAble = isAbleToCommit
    isWritable = snapshot.isWritable
    if isAbleToCommit != wasAble { effects.append(.notify(.ableToCommitChanged(isAbleToCommit))) }
    for answer in snapshot.answers {
      let own = pending.remove(answer.request)
      abandoned.remove(answer.request)
      if let error = answer.error, let own { effects.append(.notify(.changeFailed(own, .service(error)))) }
      effects.append(.answered(id: answer.request, answer.error))
    }
    for lost in pending.removeAll(through: snapshot.handled) {
      effects.append(.notify(.changeFailed(lost, .answerLost)))
    }
    confirmed = snapshot.state
    return show(keeping: []) + effects
  }
}

// MARK: - The visible state

extension RoomMachine {
  /// Changes the confirmed state, and returns the changes that are visible to the local member.
  ///
  /// Pending changes are applied again only to the parts that differ from what they were applied to. If the answer to
  /// an own change is what was expected, nothing is applied again: so many changes in a row take linear time.
  private mutating func update(
    _ patch: RoomState.Patch, answering own: RoomAction? = nil
  ) throws(WhiteboardFailure) -> [Effect] {
    // Not a copy of the confirmed state where none is needed: its global state is changed in place.
    var expected = RoomState.empty
    if let own, own.part != .globalState {
      expected = confirmed
      try? expected.apply(own, by: memberID)
    }
    do { try confirmed.apply(patch) } catch { throw .invalidPayload(error) }
    var changed = patch.parts
    if case .setGlobalState(let own)? = own {
      changed.set(.globalState, patch.globalState != .value(own.state))
    } else if let own {
      changed.set(own.part, !confirmed.isEqual(to: expected, in: own.part))
    }
    return show(keeping: pending.parts.union(own?.part ?? []).subtracting(changed), after: patch, answering: own)
  }

  /// The names in the global state that a patch may change in what is visible: its own, and those of pending changes,
  /// so that a change costs what it changes. Nil for all.
  private func globalNames(of patch: RoomState.Patch, _ own: RoomAction?) -> [String]? {
    if case .null = patch.globalState { return nil }
    var names = patch.globalState.value?.keys ?? []
    if case .setGlobalState(let action)? = own { names += action.state.keys }
    for case .setGlobalState(let action) in pending.requests { names += action.state.keys }
    return names
  }

  /// Checks that an update leaves the state valid, before anything changes.
  private func check(_ patch: RoomState.Patch) throws(WhiteboardFailure) {
    do { _ = try confirmed.mergingParts(patch) } catch { throw .invalidPayload(error) }
  }

  /// Applies the pending changes of a part again.
  private mutating func replay(_ part: StateParts) -> [Effect] { show(keeping: pending.parts.subtracting(part)) }

  /// Makes the confirmed state with the pending changes visible.
  /// - Parameters:
  ///   - kept: The parts whose visible form is known to be right.
  ///   - patch: What has changed, if nothing else has.
  ///   - own: The change of the local member that it answers.
  private mutating func show(
    keeping kept: StateParts, after patch: RoomState.Patch? = nil, answering own: RoomAction? = nil
  ) -> [Effect] {
    var new = confirmed
    new.adopt(kept, of: state)
    let replayed = pending.parts.subtracting(kept)
    if !replayed.isEmpty {
      for request in pending.requests where replayed.contains(request.part) { try? new.apply(request, by: memberID) }
    }
    let names = kept.contains(.globalState) ? [] : patch.flatMap { globalNames(of: $0, own) }
    let told = tell(new, globalNames: names)
    state = new
    return told
  }

  /// Notifies of the changes from the visible state to a new one.
  func tell(_ new: RoomState, globalNames names: [String]?) -> [Effect] {
    // Both states are valid, so that there is a patch.
    let patch = try? RoomState.Patch(from: state, to: new, globalNames: names)
    guard let patch, !patch.isEmpty else { return [] }
    return [.notify(.roomStateChanged(patch))]
  }
}

extension RoomState {
  /// Applies an immediate change of the local member.
  mutating func apply(_ action: RoomAction, by memberID: Int?) throws(SchemaError) {
    switch action {
    case .setGlobalState(let action): globalState.mergePatch(action.state)
    case .setMemberState(let action):
      memberState = try memberState.merging(choosing: action.state)
      let index = roomMembers.firstIndex { $0.memberID == memberID }
      if let index { roomMembers[index].memberState = memberState }
    case .setViewMode(let action): broadcastState.set(action.mode, by: memberID, of: roomMembers)
    case .setCamera(let action):
      cameraState = try cameraState.merging(action.camera)
      zoomScale = cameraState.scale
      // A follower who moves the view stops following.
      if broadcastState.mode == .follower { broadcastState.mode = .freedom }
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage, .previousPage,
      .insertImage, .sendEvent, .setStore, .resetStore, .deleteStore, .setWritable, .connectStore,
      .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      break
    }
  }
}

extension MemberState {
  /// Returns the settings of the local member's tool with others merged into them. The tool "shape" draws triangles until
  /// another shape is chosen.
  package func merging(choosing change: MemberState) throws(SchemaError) -> MemberState {
    var merged = try merging(change)
    if merged.currentApplianceName == .shape, merged.shapeType == nil { merged.shapeType = .triangle }
    return merged
  }
}

extension BroadcastState {
  /// Returns the number of the broadcaster, if it is another member.
  func leader(otherThan memberID: Int?) -> Int? {
    guard let leader = broadcasterID.value, leader != memberID else { return nil }
    return leader
  }

  /// Sets the view mode of a member. A room has one broadcaster: a new one replaces the current one.
  mutating func set(_ key: ViewModeKey, by memberID: Int?, of members: [RoomMember]) {
    let wasLeading = memberID != nil && broadcasterID.value == memberID
    mode = key.mode
    switch key {
    case .broadcaster:
      guard let memberID else { return }
      let payload = members.first { $0.memberID == memberID }?.payload
      broadcasterID = .value(memberID)
      broadcasterInformation = .value(BroadcasterInformation(id: memberID, payload: payload))
    case .freedom, .follower:
      guard wasLeading else { return }
      broadcasterID = .absent
      broadcasterInformation = .absent
    }
  }
}
