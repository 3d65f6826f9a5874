import CollaborationModels
import SchemaRuntime

extension LocalRoom {
  /// Performs a member's request, or refuses it.
  mutating func handle(_ request: RoomRequest, id: Int, from memberId: Int) -> Output {
    guard let index = index(of: memberId) else { return [] }
    do throws(WhiteboardFailure) {
      if request.needsWriting, !members[index].isWritable { throw .notWritable }
      try request.validatePaths()
      return try change(growth: growth(of: request, by: index)) { room throws(WhiteboardFailure) in
        try room.carryOut(request, id: id, by: index)
      }
    } catch {
      return refused(id, for: memberId, error)
    }
  }

  private mutating func carryOut(
    _ request: RoomRequest, id: Int, by index: Int
  ) throws(WhiteboardFailure) -> Output {
    let memberId = members[index].id
    switch request {
    case .setGlobalState(let change):
      globalState.mergePatch(change)
      let change = RoomStatePatch(globalState: .value(change))
      return patch(change, exceptFor: memberId) + accepted(id, for: memberId, change)
    case .setMemberState(let change):
      members[index].memberState.merge(choosing: change)
      let list = RoomStatePatch(roomMembers: .value(roomMembers))
      var own = list
      own.memberState = .value(members[index].memberState)
      return patch(list, exceptFor: memberId) + accepted(id, for: memberId, own)
    case .setViewMode(let key): return setViewMode(key, id: id, by: index)
    case .setCamera(let camera): return setCamera(camera, id: id, by: index)
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage, .previousPage,
      .insertImage:
      return try changeScenes(request, id: id, by: memberId)
    case .sendEvent(let name, let payload):
      let event = WhiteboardEvent(
        eventName: name, payload: payload, uuid: Tenant.roomID(ofKey: uuid), scope: .custom, authorId: memberId,
        userId: members[index].user)
      let others = members.map(\.id).filter { $0 != memberId }
      return others.map { ($0, .event(event)) } + accepted(id, for: memberId)
    case .setWritable(let isWritable):
      if isWritable, !members[index].mayWrite { throw .notWritable }
      members[index].isWritable = isWritable
      return [(memberId, .writableChange(WritableChange(isAbleToCommit: isWritable)))] + accepted(id, for: memberId)
    case .setStore, .resetStore, .deleteStore, .connectStore, .disconnectStore:
      return changeStore(request, id: id, by: index)
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
  private mutating func setViewMode(_ key: ViewModeKey, id: Int, by index: Int) -> Output {
    let memberId = members[index].id
    switch key {
    case .broadcaster:
      broadcaster = memberId
      var output: Output = []
      for other in members.indices {
        members[other].mode = other == index ? .broadcaster : .follower
        if other == index { continue }
        members[other].cameraState = members[index].cameraState
        let change = RoomStatePatch(
          cameraState: .value(members[other].cameraState), broadcastState: .value(broadcastState(for: members[other])),
          zoomScale: .value(members[other].cameraState.scale))
        output.append((members[other].id, .stateChange(change)))
      }
      return output + acceptedView(id, index)
    case .follower:
      guard let leader = broadcaster.flatMap(self.index(of:)), leader != index else { return acceptedView(id, index) }
      members[index].mode = .follower
      members[index].cameraState = members[leader].cameraState
      return acceptedView(id, index)
    case .freedom:
      let ended = endBroadcast(of: memberId)
      members[index].mode = .freedom
      return ended + acceptedView(id, index)
    }
  }

  private mutating func setCamera(_ camera: CameraState, id: Int, by index: Int) -> Output {
    members[index].cameraState.merge(camera)
    if members[index].mode == .follower { members[index].mode = .freedom }
    var output: Output = []
    if broadcaster == members[index].id {
      for other in members.indices where members[other].mode == .follower {
        members[other].cameraState = members[index].cameraState
        let change = RoomStatePatch(
          cameraState: .value(camera), zoomScale: .value(members[index].cameraState.scale))
        output.append((members[other].id, .stateChange(change)))
      }
    }
    return output + acceptedView(id, index)
  }

  /// Returns the member's current view as the response to a request.
  private func acceptedView(_ id: Int, _ index: Int) -> Output {
    let member = members[index]
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
  /// Performs a request about scenes.
  /// - Returns: whether another page is shown, for requests to turn pages.
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
  private mutating func changeStore(_ request: RoomRequest, id: Int, by index: Int) -> Output {
    let memberId = members[index].id
    switch request {
    case .connectStore(let name, let initial):
      members[index].stores.insert(name)
      members[index].lostStores[name] = nil
      // Members without write access see the default values, but do not create the store.
      if stores[name] == nil, members[index].isWritable {
        stores[name] = initial
        return tellStore(name, id: id, by: memberId)
      }
      return accepted(id, for: memberId, value: .object(stores[name] ?? initial))
    case .disconnectStore(let name):
      members[index].stores.remove(name)
      return accepted(id, for: memberId)
    case .setStore(let name, let partial), .resetStore(let name, let partial):
      var values = SyncedStoreState(values: stores[name] ?? [:])
      if case .setStore = request { _ = values.set(partial) } else { _ = values.replace(by: partial) }
      stores[name] = values.values
      return tellStore(name, id: id, by: memberId)
    case .deleteStore(let name):
      stores[name] = nil
      let output = tellStore(name, id: id, by: memberId)
      for member in members.indices {
        let wasConnected = members[member].stores.remove(name) != nil
        if wasConnected, member != index { members[member].lostStores[name] = members[member].link.revision + 1 }
      }
      return output
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .setScenePath, .setSceneIndex, .putScenes,
      .removeScenes, .addPage, .removePage, .nextPage, .previousPage, .insertImage, .sendEvent, .setWritable,
      .entireScenes, .scenePathType, .synchronize:
      return []
    }
  }

  private func tellStore(_ name: String, id: Int, by memberId: Int) -> Output {
    let others = members.filter { $0.id != memberId && $0.stores.contains(name) }
    return others.map { ($0.id, .storeChange(name: name, state: stores[name])) }
      + accepted(id, for: memberId, value: stores[name].map { .object($0) } ?? .null)
  }
}
