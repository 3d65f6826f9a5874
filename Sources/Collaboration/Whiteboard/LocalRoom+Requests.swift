import CollaborationModels
import SchemaRuntime

extension LocalRoom {
  /// Carries out a request of a member, or refuses it.
  mutating func handle(_ request: RoomRequest, id: Int, from memberId: Int) -> Output {
    guard let place = place(of: memberId) else { return [] }
    do throws(WhiteboardFailure) {
      guard members[place].isOnline else { throw .notConnected(.reconnecting) }
      if request.needsWriting, !members[place].isWritable { throw .notWritable }
      try request.validate()
      return try carryOut(request, id: id, by: place)
    } catch {
      return refused(id, for: memberId, error)
    }
  }

  private mutating func carryOut(
    _ request: RoomRequest, id: Int, by place: Int
  ) throws(WhiteboardFailure) -> Output {
    let memberId = members[place].id
    switch request {
    case .setGlobalState(let change):
      globalState.mergePatch(change)
      let change = RoomStatePatch(globalState: .value(change))
      return patch(change, exceptFor: memberId) + accepted(id, for: memberId, change)
    case .setMemberState(let change):
      members[place].memberState.merge(choosing: change)
      let list = RoomStatePatch(roomMembers: .value(roomMembers))
      var own = list
      own.memberState = .value(members[place].memberState)
      return patch(list, exceptFor: memberId) + accepted(id, for: memberId, own)
    case .setViewMode(let key): return setViewMode(key, id: id, by: place)
    case .setCamera(let camera): return setCamera(camera, id: id, by: place)
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage, .previousPage,
      .insertImage:
      return try changeScenes(request, id: id, by: memberId)
    case .sendEvent(let name, let payload):
      let event = WhiteboardEvent(
        eventName: name, payload: payload, uuid: uuid, scope: .custom, authorId: memberId)
      let frame = frame(.event, event)
      return everyone(exceptFor: memberId).map { ($0, frame) } + accepted(id, for: memberId)
    case .setWritable(let isWritable):
      members[place].isWritable = isWritable
      return [(memberId, frame(.writableChange, WritableChange(isAbleToCommit: isWritable)))]
        + accepted(id, for: memberId)
    case .setStore, .resetStore, .deleteStore, .connectStore, .disconnectStore:
      return try changeStore(request, id: id, by: place)
    case .entireScenes:
      return accepted(id, for: memberId, value: entireScenes)
    case .scenePathType(let path):
      return accepted(id, for: memberId, value: .string(scenes.pathType(path).rawValue))
    case .synchronize: return accepted(id, for: memberId)
    }
  }

  private var entireScenes: JSONValue {
    let folders = scenes.entireScenes.sorted { $0.key < $1.key }
    return .object(
      JSONObject(
        folders.map { folder, scenes in
          (folder, .array(scenes.compactMap { try? JSONValue(parsing: $0.json()) }))
        }))
  }
}

// MARK: - Views

extension LocalRoom {
  private mutating func setViewMode(_ key: ViewModeKey, id: Int, by place: Int) -> Output {
    let memberId = members[place].id
    switch key {
    case .broadcaster:
      broadcaster = memberId
      var output: Output = []
      for other in members.indices {
        members[other].mode = other == place ? .broadcaster : .follower
        if other == place || !members[other].isOnline { continue }
        members[other].cameraState = members[place].cameraState
        let change = RoomStatePatch(
          cameraState: .value(members[other].cameraState), broadcastState: .value(broadcastState(for: members[other])),
          zoomScale: .value(members[other].cameraState.scale))
        output.append((members[other].id, frame(.stateChange, change)))
      }
      return output + acceptedView(id, place)
    case .follower:
      guard let leader = broadcaster.flatMap(self.place(of:)), leader != place else { return acceptedView(id, place) }
      members[place].mode = .follower
      members[place].cameraState = members[leader].cameraState
      return acceptedView(id, place)
    case .freedom:
      let ended = endBroadcast(of: memberId)
      members[place].mode = .freedom
      return ended + acceptedView(id, place)
    }
  }

  private mutating func setCamera(_ camera: CameraState, id: Int, by place: Int) -> Output {
    members[place].cameraState.merge(camera)
    if members[place].mode == .follower { members[place].mode = .freedom }
    var output: Output = []
    if broadcaster == members[place].id {
      for other in members.indices where members[other].mode == .follower && members[other].isOnline {
        members[other].cameraState = members[place].cameraState
        let change = RoomStatePatch(
          cameraState: .value(camera), zoomScale: .value(members[place].cameraState.scale))
        output.append((members[other].id, frame(.stateChange, change)))
      }
    }
    return output + acceptedView(id, place)
  }

  /// How the member sees the room now, as the answer to a request.
  private func acceptedView(_ id: Int, _ place: Int) -> Output {
    let member = members[place]
    var view = RoomStatePatch(
      cameraState: .value(member.cameraState), broadcastState: .value(broadcastState(for: member)),
      zoomScale: .value(member.cameraState.scale))
    if broadcaster == nil {
      view.broadcastState = .value(
        BroadcastState(mode: member.mode, broadcasterId: .null, broadcasterInformation: .null))
    }
    return accepted(id, for: member.id, view)
  }
}

// MARK: - Scenes

extension LocalRoom {
  private mutating func changeScenes(
    _ request: RoomRequest, id: Int, by memberId: Int
  ) throws(WhiteboardFailure) -> Output {
    let before = (scenes.sceneState, scenes.pageState)
    let moved = try scenes.carryOut(request)
    var change = RoomStatePatch()
    if scenes.sceneState != before.0 { change.sceneState = .value(scenes.sceneState) }
    if scenes.pageState != before.1 { change.pageState = .value(scenes.pageState) }
    let others = change.isEmpty ? [] : patch(change, exceptFor: memberId)
    return others + accepted(id, for: memberId, change, value: moved.map { .bool($0) })
  }
}

extension SceneTree {
  /// Carries out a request about scenes.
  /// - Returns: whether another page is shown, where the request asks to turn pages.
  fileprivate mutating func carryOut(_ request: RoomRequest) throws(WhiteboardFailure) -> Bool? {
    switch request {
    case .setScenePath(let path): try setScenePath(path)
    case .setSceneIndex(let index): try setSceneIndex(index)
    case .putScenes(let directory, let scenes, let index): try putScenes(in: directory, scenes, at: index)
    case .removeScenes(let path): try removeScenes(path)
    case .addPage(let scene, let afterCurrent): try addPage(scene, afterCurrent: afterCurrent)
    case .removePage(let index): try removePage(index)
    case .nextPage: return nextPage()
    case .previousPage: return previousPage()
    case .insertImage: countComponent()
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .sendEvent, .setStore, .resetStore,
      .deleteStore, .setWritable, .connectStore, .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      break
    }
    return nil
  }
}

// MARK: - Stores

extension LocalRoom {
  private mutating func changeStore(
    _ request: RoomRequest, id: Int, by place: Int
  ) throws(WhiteboardFailure) -> Output {
    let memberId = members[place].id
    switch request {
    case .connectStore(let name, let initial):
      members[place].stores.insert(name)
      // Who may not write sees the default values, but does not make the store.
      if stores[name] == nil, members[place].isWritable { stores[name] = initial }
      return accepted(id, for: memberId, value: .object(stores[name] ?? initial))
    case .disconnectStore(let name):
      members[place].stores.remove(name)
      return accepted(id, for: memberId)
    case .setStore(let name, let partial), .resetStore(let name, let partial):
      var values = SyncedStoreState(values: stores[name] ?? [:])
      if case .setStore = request { _ = values.set(partial) } else { _ = values.replace(by: partial) }
      stores[name] = values.values
      return try tellStore(name, id: id, by: memberId)
    case .deleteStore(let name):
      stores[name] = nil
      let output = try tellStore(name, id: id, by: memberId)
      for member in members.indices {
        let wasConnected = members[member].stores.remove(name) != nil
        if wasConnected, !members[member].isOnline { members[member].lostStores.insert(name) }
      }
      return output
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .setScenePath, .setSceneIndex, .putScenes,
      .removeScenes, .addPage, .removePage, .nextPage, .previousPage, .insertImage, .sendEvent, .setWritable,
      .entireScenes, .scenePathType, .synchronize:
      return []
    }
  }

  private func tellStore(_ name: String, id: Int, by memberId: Int) throws(WhiteboardFailure) -> Output {
    let frame = try storeFrame(name, stores[name])
    let others = members.filter { $0.isOnline && $0.id != memberId && $0.stores.contains(name) }
    return others.map { ($0.id, frame) } + accepted(id, for: memberId, value: stores[name].map { .object($0) } ?? .null)
  }

  /// The message about a store; nil values mean that it was deleted.
  func storeFrame(_ name: String, _ values: JSONObject?) throws(WhiteboardFailure) -> RoomFrame {
    let payload: JSONValue = ["name": .string(name), "state": values.map { .object($0) } ?? .null]
    do throws(JSONWriteError) {
      return RoomFrame(.storeChange, payload: try JSONWriter.text { $0.write(payload) })
    } catch { throw .invalidPayload(.unwritable(error)) }
  }
}
