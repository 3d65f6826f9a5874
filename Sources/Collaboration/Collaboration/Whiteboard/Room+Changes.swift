public import CollaborationModels
public import SchemaRuntime

// Changes made here are visible to readers immediately, cause no callback, and are sent to the other members, after the
// room has reconnected if it does. They are refused unless the room is connected or reconnects, and is writable; a
// refused change has no effect. One that fails later is an event (``RoomEvent/changeFailed(_:_:)``).

extension Room {
  /// Merges members into the global state: objects are merged, arrays replaced, null removes a member.
  public func setGlobalState(_ change: JSONObject) throws(WhiteboardFailure) {
    try commit(.setGlobalState(state: change))
  }

  /// Sets the members of a value of the registered type. A member that is nil is removed, also in nested objects;
  /// members that the type does not have are unchanged. Literals are JSON objects.
  @_disfavoredOverload
  public func setGlobalState<State: Codable & Sendable>(_ value: State) throws(WhiteboardFailure) {
    try context.globalState.requireRegistration(of: State.self)
    var change = try JSONObject(encoding: value)
    // The members that the type has are those that it writes for the current state.
    if let old = try? JSONObject(encoding: globalState.decoded(as: State.self)) {
      change.removeMembers(absentFrom: old)
    }
    try setGlobalState(change)
  }

  /// Returns the global state as a value of the registered type.
  /// - Throws: ``WhiteboardFailure/globalStateNotRegistered(_:)`` for another type, or the reason why the state does
  ///   not match.
  public func globalState<State: Codable & Sendable>(as type: State.Type) throws(WhiteboardFailure) -> State {
    try context.globalState.read(globalState, as: type)
  }

  /// Returns the global state as a value of the registered type; nil if none is registered.
  public func customGlobalState() throws(WhiteboardFailure) -> (any Sendable)? {
    try context.globalState.read(globalState)
  }

  /// Merges settings into the local member's tool; nil settings stay. The tool "shape" draws triangles until another
  /// shape is chosen.
  public func setMemberState(_ change: MemberState) throws(WhiteboardFailure) {
    try commit(.setMemberState(state: change))
  }

  /// Changes how the local member sees the room. A new broadcaster replaces the current one; following has no effect
  /// without a broadcaster.
  public func setViewMode(_ mode: ViewMode) throws(WhiteboardFailure) { try commit(.setViewMode(mode: mode.key)) }

  /// Moves the local member's view. Requires a connection, but no write access. A follower who moves stops following.
  public func moveCamera(_ camera: CameraState) throws(WhiteboardFailure) { try commit(.setCamera(camera: camera)) }

  private func commit(_ action: RoomAction) throws(WhiteboardFailure) {
    try action.validateRequest()
    try change { state throws(WhiteboardFailure) in
      for effect in try effects(of: action, &state) { perform(effect, &state) }
    }
  }

  /// Passes an action to the machine, unless too much waits for the connection already. The lock must be held.
  private func effects(
    of action: RoomAction, _ state: inout State
  ) throws(WhiteboardFailure) -> [RoomMachine.Effect] {
    guard state.machine.phase == .reconnecting, state.machine.accepts(action),
      case .wait(let count, let bytes) = offlineChanges
    else {
      return try state.machine.receive(.action(action))
    }
    let oldest = state.line.link.oldestRequest ?? .max
    while let id = state.offline.first, id < oldest { state.offline.removeFirst() }
    let size = (try? action.json().count) ?? 0
    guard state.offline.count < count, size <= bytes - state.offline.size else {
      throw .tooManyOfflineChanges(count: count, bytes: bytes)
    }
    let effects = try state.machine.receive(.action(action))
    for case .send(let id, _) in effects { state.offline.append(id, size: size) }
    return effects
  }
}

// MARK: - Asking the service

// Functions that wait throw a ``WhiteboardFailure``, after the timeout for requests at the latest, or a
// `CancellationError` when their task is cancelled. In both cases the service may still do what was requested.

extension Room {
  /// Sends a request and waits for its response, unless the state makes it unnecessary.
  ///
  /// The wait ends after the timeout for requests, or when the task is cancelled. The request may have been sent then:
  /// if the service performs it, its changes are reported like those of others.
  func ask(
    _ action: RoomAction, for store: SyncedStore? = nil, unless isNeedless: (State) -> Bool = { _ in false }
  ) async throws -> Answer {
    try action.validateRequest()
    let wait = guarded.withLock { state in
      state.lastWait += 1
      return state.lastWait
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ended = change { state -> Result<Answer, any Error>? in
          if state.cancelled.remove(wait) != nil { return .failure(CancellationError()) }
          if isNeedless(state) { return .success(Answer()) }
          do {
            try begin(action, for: store, wait, continuation, &state)
            return nil
          } catch { return .failure(error) }
        }
        if let ended { continuation.resume(returning: ended) }
      }
    } onCancel: {
      cancel(wait)
    }
    guarded.withLock { _ = $0.cancelled.remove(wait) }
    return try result.get()
  }

  private func begin(
    _ action: RoomAction, for store: SyncedStore?, _ wait: Int, _ continuation: Waiting, _ state: inout State
  ) throws(WhiteboardFailure) {
    let effects = try effects(of: action, &state)
    for case .send(let id, _) in effects {
      state.waiting[wait] = continuation
      state.waits[id] = wait
      if let store { state.changing[id] = store }
    }
    for effect in effects { perform(effect, &state) }
  }

  private func cancel(_ wait: Int) {
    let waiting = change { state -> Waiting? in
      guard let waiting = state.waiting.removeValue(forKey: wait) else {
        state.cancelled.insert(wait)
        return nil
      }
      if let id = state.waits.first(where: { $0.value == wait })?.key {
        state.waits[id] = nil
        try? process(.abandoned(id: id), &state)
      }
      return waiting
    }
    waiting?.resume(returning: .failure(CancellationError()))
  }

  /// Requests or gives up write access.
  public func setWritable(_ isWritable: Bool) async throws {
    _ = try await ask(.setWritable(isWritable: isWritable))
  }

  /// Inserts a picture into the current scene. The URL interrupter may change its address.
  /// - Returns: the picture as inserted.
  @discardableResult
  public func insertImage(_ image: WhiteboardImage) async throws -> WhiteboardImage {
    var image = image
    image.src = context.interrupt(image.src)
    _ = try await ask(.insertImage(RoomAction.InsertImage(image)))
    return image
  }
}

// MARK: - Scenes

extension Room {
  /// Shows another scene to everyone.
  /// - Throws: ``WhiteboardFailure/illegalScenePath(_:)`` for an illegal path, and ``WhiteboardFailure/service(_:)``
  ///   with the reason for a missing scene or a folder.
  public func setScenePath(_ path: String) async throws { _ = try await ask(.setScenePath(path: path)) }

  /// Shows another scene in the same folder.
  public func setSceneIndex(_ index: Int) async throws {
    _ = try await ask(.setSceneIndex(index: index))
  }

  /// Adds scenes to a folder without showing them; an index past the end appends them. The URL interrupter may change
  /// the addresses of slides.
  public func putScenes(
    in directory: String, _ scenes: [WhiteboardScene], at index: Int = .max
  ) async throws {
    let scenes = scenes.map { context.interrupt($0) }
    _ = try await ask(.putScenes(directory: directory, scenes: scenes, index: index == .max ? nil : index))
  }

  /// Removes a scene, or a folder with all its contents. If nothing is left, "/init" is created.
  public func removeScenes(_ path: String) async throws { _ = try await ask(.removeScenes(path: path)) }

  /// Adds a page after the current one, or at the end, without showing it.
  public func addPage(
    _ scene: WhiteboardScene? = nil, afterCurrent: Bool = false
  ) async throws {
    _ = try await ask(.addPage(scene: scene.map { context.interrupt($0) }, afterCurrent: afterCurrent))
  }

  /// Removes a page; without an index, the current one. The last page cannot be removed.
  public func removePage(_ index: Int? = nil) async throws { _ = try await ask(.removePage(index: index)) }

  /// Shows the next page.
  /// - Returns: false if there is none.
  @discardableResult
  public func nextPage() async throws -> Bool { try await ask(.nextPage()).value?.bool ?? false }

  /// Shows the previous page.
  /// - Returns: false if there is none.
  @discardableResult
  public func prevPage() async throws -> Bool { try await ask(.previousPage()).value?.bool ?? false }

  /// Returns the type of a path.
  public func scenePathType(_ path: String) async throws -> ScenePathType {
    let answer = try await ask(.scenePathType(path: path)).value?.string
    guard let type = answer.flatMap(ScenePathType.init) else {
      throw WhiteboardFailure.invalidMessage("a path of no known type")
    }
    return type
  }

  /// Returns all scenes of the room by the path of their folder.
  public func entireScenes() async throws -> [String: [WhiteboardScene]] {
    guard let folders = try await ask(.entireScenes()).value?.object else {
      throw WhiteboardFailure.invalidMessage("scenes that are not an object")
    }
    var result: [String: [WhiteboardScene]] = [:]
    for folder in folders {
      guard let scenes = folder.value.array else {
        throw WhiteboardFailure.invalidMessage("a folder that is not a list")
      }
      do throws(SchemaError) {
        result[folder.key] = try scenes.map { scene throws(SchemaError) in
          try WhiteboardScene(json: scene.text)
        }
      } catch { throw WhiteboardFailure.invalidPayload(error) }
    }
    return result
  }
}

extension JSONValue {
  fileprivate var text: [UInt8] {
    get throws(SchemaError) {
      do { return try JSONWriter.text { $0.write(self) } } catch { throw .unwritable(error) }
    }
  }
}

// MARK: - Custom events

extension Room {
  /// Sends an event to all other members, but not to this one.
  public func dispatchMagixEvent(_ name: String, payload: JSONValue? = nil) async throws {
    _ = try await ask(.sendEvent(name: name, payload: payload))
  }

  /// Listens to events with a name, individually.
  public func addMagixEventListener(_ name: String) {
    // Listening is never refused.
    try? process(.listen(to: name, everyMilliseconds: nil))
  }

  /// Listens to events with a name, delivered once per interval.
  /// - Parameter interval: At least 500 milliseconds; shorter intervals are extended.
  public func addHighFrequencyEventListener(_ name: String, interval: Duration) {
    try? process(.listen(to: name, everyMilliseconds: interval.wholeMilliseconds))
  }

  /// Stops listening to events with a name.
  public func removeMagixEventListener(_ name: String) { try? process(.stopListening(to: name)) }
}

extension JSONObject {
  /// Adds null to a partial update for the members of an old object that it lacks, also in nested objects.
  mutating func removeMembers(absentFrom old: JSONObject) { removeMembers(absentFrom: old, depth: 512) }

  private mutating func removeMembers(absentFrom old: JSONObject, depth: Int) {
    for (name, value) in old {
      if self[name] == nil {
        self[name] = .null
      } else if depth > 0, case .object(let before) = value, case .object(var after)? = self[name] {
        after.removeMembers(absentFrom: before, depth: depth - 1)
        self[name] = .object(after)
      }
    }
  }
}
