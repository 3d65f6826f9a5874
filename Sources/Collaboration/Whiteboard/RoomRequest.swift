public import CollaborationModels
public import SchemaRuntime

/// What a room asks of the service.
public enum RoomRequest: Hashable, Sendable {
  // MARK: Changes that the local member sees at once

  /// Merges members into the global state; null removes one.
  case setGlobalState(JSONObject)
  /// Merges settings into the tool of the local member.
  indirect case setMemberState(MemberState)
  /// Changes how the local member sees the room. Modes to be set are capitalised on the wire.
  case setViewMode(ViewModeKey)
  /// Moves the local member's view.
  case setCamera(CameraState)

  // MARK: Changes that the service decides upon

  /// Shows another scene.
  case setScenePath(String)
  /// Shows another scene of the same folder.
  case setSceneIndex(Int)
  /// Puts scenes into a folder without showing them.
  case putScenes(directory: String, scenes: [WhiteboardScene], index: Int)
  /// Removes a scene, or a folder with all that is in it.
  case removeScenes(String)
  /// Adds a page; nil is a blank one.
  indirect case addPage(WhiteboardScene?, afterCurrent: Bool)
  /// Removes a page; nil is the current one.
  case removePage(Int?)
  /// Goes on to the next page; the answer's value says whether there was one.
  case nextPage
  /// Goes back to the page before; the answer's value says whether there was one.
  case previousPage
  /// Puts a picture on the scene that is shown.
  indirect case insertImage(WhiteboardImage)
  /// Sends a custom event to all others.
  case sendEvent(name: String, payload: JSONValue?)
  /// Sets some values of a store; the answer's value is all of them.
  case setStore(name: String, partial: JSONObject)
  /// Gives a store back its default values.
  case resetStore(name: String, initial: JSONObject)
  /// Removes a store for all.
  case deleteStore(name: String)

  // MARK: Questions, and what readers may do too

  /// Asks for the right to write, or gives it up.
  case setWritable(Bool)
  /// Hears of a store from now on; the answer's value is its values.
  case connectStore(name: String, initial: JSONObject)
  /// Hears of a store no more.
  case disconnectStore(name: String)
  /// All scenes by folder, as the answer's value.
  case entireScenes
  /// What a path stands for, as the answer's value.
  case scenePathType(String)
  /// Nothing but an answer: what happened before has arrived when it comes.
  case synchronize

  /// Whether the request is refused where the room can only be read. Members always may move their own view.
  public var needsWriting: Bool {
    switch self {
    case .setGlobalState, .setMemberState, .setViewMode, .setScenePath, .setSceneIndex, .putScenes, .removeScenes,
      .addPage, .removePage, .nextPage, .previousPage, .insertImage, .sendEvent, .setStore, .resetStore,
      .deleteStore:
      true
    case .setCamera, .setWritable, .connectStore, .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      false
    }
  }

  /// Whether the cache changes at once, before the service has answered.
  var isImmediate: Bool {
    switch self {
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera: true
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage,
      .previousPage, .insertImage, .sendEvent, .setStore, .resetStore, .deleteStore, .setWritable, .connectStore,
      .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      false
    }
  }

  /// Checks everything in the request against its schema.
  /// - Throws: ``WhiteboardFailure/invalidPayload(_:)``; also for numbers that are not finite, and for JSON that is
  ///   deeper than a reader accepts; ``WhiteboardFailure/illegalScenePath(_:)`` for a path or a scene's name.
  public func validate() throws(WhiteboardFailure) {
    try validatePaths()
    do throws(SchemaError) {
      switch self {
      case .setGlobalState(let state): try GlobalState(state).validate()
      case .setMemberState(let state): try state.validate()
      case .setCamera(let camera): try camera.validate()
      case .putScenes(_, let scenes, _): for scene in scenes { try scene.validate() }
      case .addPage(let scene, _): try scene?.validate()
      case .insertImage(let image): try image.frame.validate()
      case .sendEvent(let name, let payload):
        try WhiteboardEvent(eventName: name, payload: payload, uuid: "", scope: .custom, authorId: 0).validate()
      case .setStore(_, let values), .connectStore(_, let values), .resetStore(_, let values):
        try GlobalState(values).validate()
      case .setViewMode, .setScenePath, .setSceneIndex, .removeScenes, .removePage, .nextPage, .previousPage,
        .deleteStore, .setWritable, .disconnectStore, .entireScenes, .scenePathType, .synchronize:
        break
      }
    } catch {
      throw .invalidPayload(error)
    }
  }
}

extension RoomRequest {
  private func validatePaths() throws(WhiteboardFailure) {
    switch self {
    case .setScenePath(let path), .removeScenes(let path): _ = try ScenePath(path)
    case .putScenes(let directory, let scenes, _):
      let path = try ScenePath(directory)
      for scene in scenes { _ = try path.appending(scene.name) }
    case .addPage(let scene?, _): _ = try ScenePath.root.appending(scene.name)
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .setSceneIndex, .addPage, .removePage, .nextPage,
      .previousPage, .insertImage, .sendEvent, .setStore, .resetStore, .deleteStore, .setWritable, .connectStore,
      .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      break
    }
  }
}

/// A picture on the current scene.
public struct WhiteboardImage: Hashable, Sendable {
  /// The id of the picture, given by who inserts it.
  public var uuid: String
  /// The address of the picture.
  public var src: String
  /// The middle and the size of the picture, in the coordinates of the whiteboard.
  public var centerX, centerY, width, height: Double
  /// Whether the picture cannot be moved.
  public var isLocked: Bool

  public init(
    uuid: String, src: String, centerX: Double = 0, centerY: Double = 0, width: Double, height: Double,
    isLocked: Bool = false
  ) {
    self.uuid = uuid
    self.src = src
    self.centerX = centerX
    self.centerY = centerY
    self.width = width
    self.height = height
    self.isLocked = isLocked
  }

  /// The place as a schema describes places, which refuses numbers that are not finite.
  var frame: CameraState { CameraState(centerX: centerX, centerY: centerY, scale: 1, width: width, height: height) }
}

extension ViewModeKey {
  /// The mode as it is read. It is set with a capital letter and read in lower case.
  public var mode: ViewMode {
    switch self {
    case .freedom: .freedom
    case .follower: .follower
    case .broadcaster: .broadcaster
    }
  }
}

extension ViewMode {
  /// The mode as it is set.
  public var key: ViewModeKey {
    switch self {
    case .freedom: .freedom
    case .follower: .follower
    case .broadcaster: .broadcaster
    }
  }
}
