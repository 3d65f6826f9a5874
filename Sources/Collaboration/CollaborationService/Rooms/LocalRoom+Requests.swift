import Collaboration
import CollaborationModels
import SchemaRuntime

extension LocalRoom {
  /// Performs a member's request, or refuses it.
  mutating func handle(_ action: RoomAction, id: Int, from memberID: Int) -> Output {
    guard let index = index(of: memberID) else { return [] }
    do throws(WhiteboardFailure) {
      if action.needsWriting, !members[index].isWritable { throw .notWritable }
      try action.validatePaths()
      return try change(growth: growth(of: action, by: index)) { room throws(WhiteboardFailure) in
        try room.carryOut(action, id: id, by: index)
      }
    } catch {
      return refused(id, for: memberID, error)
    }
  }

  private mutating func carryOut(
    _ action: RoomAction, id: Int, by index: Int
  ) throws(WhiteboardFailure) -> Output {
    let memberID = members[index].id
    switch action {
    case .setGlobalState(let action):
      globalState.mergePatch(action.state)
      let change = RoomState.Patch(globalState: .value(action.state))
      return patch(change, exceptFor: memberID) + accepted(id, for: memberID, change)
    case .setMemberState(let action):
      do {
        members[index].memberState = try members[index].memberState.merging(choosing: action.state)
      } catch { throw .invalidPayload(error) }
      let list = RoomState.Patch(roomMembers: .value(roomMembers))
      var own = list
      own.memberState = .value(try MemberState.Patch(setting: members[index].memberState))
      return patch(list, exceptFor: memberID) + accepted(id, for: memberID, own)
    case .setViewMode(let action): return try setViewMode(action.mode, id: id, by: index)
    case .setCamera(let action): return try setCamera(action.camera, id: id, by: index)
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage, .previousPage,
      .insertImage:
      return try changeScenes(action, id: id, by: memberID)
    case .sendEvent(let action):
      let event = WhiteboardEvent(
        eventName: action.name, payload: action.payload, uuid: Tenant.roomID(ofKey: uuid), scope: .custom,
        authorID: memberID, userID: members[index].user)
      let others = members.map(\.id).filter { $0 != memberID }
      return [Post(members: others) { .event(revision: $0, payload: event) }] + accepted(id, for: memberID)
    case .setWritable(let action):
      if action.isWritable, !members[index].mayWrite { throw .notWritable }
      members[index].isWritable = action.isWritable
      return [writable(action.isWritable, for: memberID)] + accepted(id, for: memberID)
    case .setStore, .resetStore, .deleteStore, .connectStore, .disconnectStore:
      return changeStore(action, id: id, by: index)
    case .entireScenes:
      return accepted(id, for: memberID, value: entireScenes)
    case .scenePathType(let action):
      return accepted(id, for: memberID, value: .string(scenes.pathType(action.path).rawValue))
    case .synchronize: return accepted(id, for: memberID)
    }
  }

  func writable(_ isWritable: Bool, for memberID: Int) -> Post {
    let change = WritableChange(isAbleToCommit: isWritable)
    return Post(members: [memberID]) { .writable(revision: $0, payload: change) }
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
  private mutating func setViewMode(
    _ key: ViewModeKey, id: Int, by index: Int
  ) throws(WhiteboardFailure) -> Output {
    let memberID = members[index].id
    switch key {
    case .broadcaster:
      broadcaster = memberID
      var output: Output = []
      for other in members.indices {
        members[other].mode = other == index ? .broadcaster : .follower
        if other == index { continue }
        members[other].cameraState = members[index].cameraState
        let change = RoomState.Patch(
          cameraState: .value(try CameraState.Patch(setting: members[other].cameraState)),
          broadcastState: .value(try BroadcastState.Patch(setting: broadcastState(for: members[other]))),
          zoomScale: .value(members[other].cameraState.scale))
        output.append(patch(change, for: members[other].id))
      }
      return try output + acceptedView(id, index)
    case .follower:
      guard let leader = broadcaster.flatMap(self.index(of:)), leader != index else {
        return try acceptedView(id, index)
      }
      members[index].mode = .follower
      members[index].cameraState = members[leader].cameraState
      return try acceptedView(id, index)
    case .freedom:
      let ended = endBroadcast(of: memberID)
      members[index].mode = .freedom
      return try ended + acceptedView(id, index)
    }
  }

  private mutating func setCamera(
    _ camera: CameraState, id: Int, by index: Int
  ) throws(WhiteboardFailure) -> Output {
    do {
      members[index].cameraState = try members[index].cameraState.merging(camera)
    } catch { throw .invalidPayload(error) }
    if members[index].mode == .follower { members[index].mode = .freedom }
    var output: Output = []
    if broadcaster == members[index].id {
      for other in members.indices where members[other].mode == .follower {
        members[other].cameraState = members[index].cameraState
        let change = RoomState.Patch(
          cameraState: .value(try CameraState.Patch(setting: camera)),
          zoomScale: .value(members[index].cameraState.scale))
        output.append(patch(change, for: members[other].id))
      }
    }
    return try output + acceptedView(id, index)
  }

  /// Returns the member's current view as the response to a request.
  private func acceptedView(_ id: Int, _ index: Int) throws(WhiteboardFailure) -> Output {
    let member = members[index]
    var view = RoomState.Patch(
      cameraState: .value(try CameraState.Patch(setting: member.cameraState)),
      broadcastState: .value(try BroadcastState.Patch(setting: broadcastState(for: member))),
      zoomScale: .value(member.cameraState.scale))
    if broadcaster == nil {
      view.broadcastState = .value(
        BroadcastState.Patch(mode: member.mode, broadcasterID: .null, broadcasterInformation: .null))
    }
    return accepted(id, for: member.id, view)
  }
}

// MARK: - Scenes

extension LocalRoom {
  private mutating func changeScenes(
    _ action: RoomAction, id: Int, by memberID: Int
  ) throws(WhiteboardFailure) -> Output {
    let before = (scenes.sceneState, scenes.pageState)
    let moved = try scenes.carryOut(action)
    var change = RoomState.Patch()
    if scenes.sceneState != before.0 { change.sceneState = .value(try SceneState.Patch(setting: scenes.sceneState)) }
    if scenes.pageState != before.1 { change.pageState = .value(try PageState.Patch(setting: scenes.pageState)) }
    let others = change.isEmpty ? [] : patch(change, exceptFor: memberID)
    return others + accepted(id, for: memberID, change, value: moved.map { .bool($0) })
  }
}

extension SceneTree {
  /// Performs an action on scenes.
  /// - Returns: whether another page is shown, for actions that turn pages.
  fileprivate mutating func carryOut(_ action: RoomAction) throws(WhiteboardFailure) -> Bool? {
    switch action {
    case .setScenePath(let action): try setScenePath(action.path)
    case .setSceneIndex(let action): try setSceneIndex(action.index)
    case .putScenes(let action): try putScenes(in: action.directory, action.scenes, at: action.index ?? .max)
    case .removeScenes(let action): try removeScenes(action.path)
    case .addPage(let action): try addPage(action.scene, afterCurrent: action.afterCurrent)
    case .removePage(let action): try removePage(action.index)
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
  private mutating func changeStore(_ action: RoomAction, id: Int, by index: Int) -> Output {
    let memberID = members[index].id
    switch action {
    case .connectStore(let action):
      members[index].stores.insert(action.name)
      members[index].lostStores[action.name] = nil
      // Members without write access see the default values, but do not create the store.
      if stores[action.name] == nil, members[index].isWritable {
        stores[action.name] = action.values
        return tellStore(action.name, id: id, by: memberID)
      }
      return accepted(id, for: memberID, value: .object(stores[action.name] ?? action.values))
    case .disconnectStore(let action):
      members[index].stores.remove(action.name)
      return accepted(id, for: memberID)
    case .setStore(let action):
      var values = SyncedStoreState(values: stores[action.name] ?? [:])
      _ = values.set(action.values)
      stores[action.name] = values.values
      return tellStore(action.name, id: id, by: memberID)
    case .resetStore(let action):
      var values = SyncedStoreState(values: stores[action.name] ?? [:])
      _ = values.replace(by: action.values)
      stores[action.name] = values.values
      return tellStore(action.name, id: id, by: memberID)
    case .deleteStore(let action):
      stores[action.name] = nil
      let output = tellStore(action.name, id: id, by: memberID)
      for member in members.indices {
        let wasConnected = members[member].stores.remove(action.name) != nil
        if wasConnected, member != index { members[member].lostStores[action.name] = members[member].link.revision + 1 }
      }
      return output
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .setScenePath, .setSceneIndex, .putScenes,
      .removeScenes, .addPage, .removePage, .nextPage, .previousPage, .insertImage, .sendEvent, .setWritable,
      .entireScenes, .scenePathType, .synchronize:
      return []
    }
  }

  private func tellStore(_ name: String, id: Int, by memberID: Int) -> Output {
    let others = members.filter { $0.id != memberID && $0.stores.contains(name) }.map(\.id)
    let change = StoreChange(name: name, state: stores[name])
    return [Post(members: others) { .store(revision: $0, payload: change) }]
      + accepted(id, for: memberID, value: stores[name].map { .object($0) } ?? .null)
  }
}
