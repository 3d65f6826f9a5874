public import CollaborationModels
public import SchemaRuntime
import Synchronization

// What one changes here is seen at once by those who read, does not come back as a callback, and is sent to the others.
// It is refused unless the room is connected and writable; what is refused changes nothing.

extension Room {
  /// Merges members into the global state: objects are merged, lists replaced, null removes a member.
  public func setGlobalState(_ change: JSONObject) throws(WhiteboardFailure) { try commit(.setGlobalState(change)) }

  /// Merges the members of a value of the registered type into the global state. What the value leaves out stays.
  public func setCustomGlobalState<State: Codable & Sendable>(_ value: State) throws(WhiteboardFailure) {
    try context.globalState.requireRegistration(of: State.self)
    try setGlobalState(JSONObject(encoding: value))
  }

  /// The global state as a value of the registered type.
  /// - Throws: ``WhiteboardFailure/globalStateNotRegistered(_:)`` for another type, and why the state is no such value.
  public func globalState<State: Codable & Sendable>(as type: State.Type) throws(WhiteboardFailure) -> State {
    try context.globalState.read(globalState, as: type)
  }

  /// The global state as a value of whichever type is registered; nil when none is.
  public func customGlobalState() throws(WhiteboardFailure) -> (any Sendable)? {
    try context.globalState.read(globalState)
  }

  /// Merges settings into the local member's tool; what is nil stays. The tool "shape" draws triangles until another
  /// shape is chosen.
  public func setMemberState(_ change: MemberState) throws(WhiteboardFailure) { try commit(.setMemberState(change)) }

  /// Changes how the local member sees the room. Becoming the broadcaster takes over from the one there is; following
  /// has no effect while nobody leads.
  public func setViewMode(_ mode: ViewMode) throws(WhiteboardFailure) { try commit(.setViewMode(mode.key)) }

  /// Moves the local member's view. It needs a connection, but no right to write. A follower who moves follows no more.
  public func moveCamera(_ camera: CameraState) throws(WhiteboardFailure) { try commit(.setCamera(camera)) }

  private func commit(_ request: RoomRequest) throws(WhiteboardFailure) {
    try request.validate()
    try process(.request(request))
  }
}

// MARK: - Asking the service

extension Room {
  /// Sends a request and waits for its answer, unless the state says that there is no need to.
  func ask(
    _ request: RoomRequest, for store: SyncedStore? = nil, unless isNeedless: (State) -> Bool = { _ in false }
  ) async throws(WhiteboardFailure) -> Answer {
    try request.validate()
    let result = await withCheckedContinuation { continuation in
      let ended = guarded.withLock { state -> Result<Answer, WhiteboardFailure>? in
        if isNeedless(state) { return .success(Answer()) }
        do throws(WhiteboardFailure) {
          let effects = try state.machine.receive(.request(request))
          for case .send(let id, _) in effects { state.waiting[id] = Waiting(continuation: continuation, store: store) }
          for effect in effects { perform(effect, &state) }
          return nil
        } catch { return .failure(error) }
      }
      if let ended { continuation.resume(returning: ended) }
    }
    return try result.get()
  }

  /// Asks for the right to write, or gives it up.
  public func setWritable(_ isWritable: Bool) async throws(WhiteboardFailure) {
    _ = try await ask(.setWritable(isWritable))
  }

  /// Puts a picture on the scene that is shown. The URL interrupter may change its address.
  /// - Returns: the picture as it was inserted.
  @discardableResult
  public func insertImage(_ image: WhiteboardImage) async throws(WhiteboardFailure) -> WhiteboardImage {
    var image = image
    image.src = context.interrupt(image.src)
    _ = try await ask(.insertImage(image))
    return image
  }
}

// MARK: - Scenes

extension Room {
  /// Shows another scene, to everybody.
  /// - Throws: ``WhiteboardFailure/illegalScenePath(_:)`` for an illegal path, and ``WhiteboardFailure/service(_:)`` with
  ///   the reason for one that is not there or that is a folder's.
  public func setScenePath(_ path: String) async throws(WhiteboardFailure) { _ = try await ask(.setScenePath(path)) }

  /// Shows another scene of the same folder.
  public func setSceneIndex(_ index: Int) async throws(WhiteboardFailure) {
    _ = try await ask(.setSceneIndex(index))
  }

  /// Puts scenes into a folder without showing them; with an index past the end, at its end. The URL interrupter may
  /// change the addresses of slides.
  public func putScenes(
    in directory: String, _ scenes: [WhiteboardScene], at index: Int = .max
  ) async throws(WhiteboardFailure) {
    let scenes = scenes.map { context.interrupt($0) }
    _ = try await ask(.putScenes(directory: directory, scenes: scenes, index: index))
  }

  /// Removes a scene, or a folder with all that is in it. When nothing is left, "/init" is.
  public func removeScenes(_ path: String) async throws(WhiteboardFailure) { _ = try await ask(.removeScenes(path)) }

  /// Adds a page after the one that is shown, or at the end, without showing it.
  public func addPage(
    _ scene: WhiteboardScene? = nil, afterCurrent: Bool = false
  ) async throws(WhiteboardFailure) {
    _ = try await ask(.addPage(scene.map { context.interrupt($0) }, afterCurrent: afterCurrent))
  }

  /// Removes a page; without an index the one that is shown. The last page cannot be removed.
  public func removePage(_ index: Int? = nil) async throws(WhiteboardFailure) { _ = try await ask(.removePage(index)) }

  /// Goes on to the next page.
  /// - Returns: false when there is none.
  @discardableResult
  public func nextPage() async throws(WhiteboardFailure) -> Bool { try await ask(.nextPage).value?.bool ?? false }

  /// Goes back to the page before.
  /// - Returns: false when there is none.
  @discardableResult
  public func prevPage() async throws(WhiteboardFailure) -> Bool { try await ask(.previousPage).value?.bool ?? false }

  /// What a path stands for.
  public func scenePathType(_ path: String) async throws(WhiteboardFailure) -> ScenePathType {
    let answer = try await ask(.scenePathType(path)).value?.string
    guard let type = answer.flatMap(ScenePathType.init) else { throw .invalidMessage("a path of no known type") }
    return type
  }

  /// All scenes of the room, by the path of their folder.
  public func entireScenes() async throws(WhiteboardFailure) -> [String: [WhiteboardScene]] {
    guard let folders = try await ask(.entireScenes).value?.object else {
      throw .invalidMessage("scenes that are no object")
    }
    var result: [String: [WhiteboardScene]] = [:]
    for folder in folders {
      guard let scenes = folder.value.array else { throw .invalidMessage("a folder that is no list") }
      do throws(SchemaError) {
        result[folder.name] = try scenes.map { scene throws(SchemaError) in
          try WhiteboardScene(json: scene.text)
        }
      } catch { throw .invalidPayload(error) }
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
  /// Sends an event to all other members. It does not come back.
  public func dispatchMagixEvent(_ name: String, payload: JSONValue? = nil) async throws(WhiteboardFailure) {
    _ = try await ask(.sendEvent(name: name, payload: payload))
  }

  /// Listens to the events of a name, one by one.
  public func addMagixEventListener(_ name: String) {
    // Nobody is refused to listen.
    try? process(.listen(to: name, everyMilliseconds: nil))
  }

  /// Listens to the events of a name, all those of an interval at once.
  /// - Parameter interval: At least 500 milliseconds; what is shorter is lengthened to that.
  public func addHighFrequencyEventListener(_ name: String, interval: Duration) {
    try? process(.listen(to: name, everyMilliseconds: interval.wholeMilliseconds))
  }

  /// Listens to the events of a name no more.
  public func removeMagixEventListener(_ name: String) { try? process(.stopListening(to: name)) }
}

extension Duration {
  /// The milliseconds that have passed when the duration has, at most `Int.max`.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, overflowsAgain) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000_000_000))
    return overflowsAgain ? (seconds < 0 ? .min : .max) : sum
  }
}
