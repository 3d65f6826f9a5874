public import CollaborationModels
public import SchemaRuntime

/// A room's request to the service.
public enum RoomRequest: Hashable, Sendable {
  // MARK: Changes that the local member sees at once

  /// Merges members into the global state; null removes one.
  case setGlobalState(JSONObject)
  /// Merges settings into the tool of the local member.
  indirect case setMemberState(MemberState)
  /// Changes how the local member sees the room. The modes in requests are capitalized in JSON.
  case setViewMode(ViewModeKey)
  /// Moves the local member's view.
  case setCamera(CameraState)

  // MARK: Changes that the service decides upon

  /// Shows another scene.
  case setScenePath(String)
  /// Shows another scene in the same folder.
  case setSceneIndex(Int)
  /// Adds scenes to a folder without showing them.
  case putScenes(directory: String, scenes: [WhiteboardScene], index: Int)
  /// Removes a scene, or a folder with all its contents.
  case removeScenes(String)
  /// Adds a page; nil is a blank one.
  indirect case addPage(WhiteboardScene?, afterCurrent: Bool)
  /// Removes a page; nil is the current one.
  case removePage(Int?)
  /// Shows the next page; the value of the response indicates whether there was one.
  case nextPage
  /// Shows the previous page; the value of the response indicates whether there was one.
  case previousPage
  /// Inserts a picture into the current scene.
  indirect case insertImage(WhiteboardImage)
  /// Sends a custom event to all others.
  case sendEvent(name: String, payload: JSONValue?)
  /// Sets some values of a store; the response contains all of them.
  case setStore(name: String, partial: JSONObject)
  /// Resets a store to its default values.
  case resetStore(name: String, initial: JSONObject)
  /// Removes a store for all members.
  case deleteStore(name: String)

  // MARK: Questions, and what readers may do too

  /// Requests or gives up write access.
  case setWritable(Bool)
  /// Connects to a store; the response contains its values.
  case connectStore(name: String, initial: JSONObject)
  /// Disconnects from a store.
  case disconnectStore(name: String)
  /// Requests all scenes by folder.
  case entireScenes
  /// Requests the type of a path.
  case scenePathType(String)
  /// Only requests a response: when it arrives, all earlier changes have arrived.
  case synchronize

  /// Whether the request is refused in a read-only room. Members may always move their own view.
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

  /// Whether the request is more than a question.
  var isChange: Bool {
    switch self {
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .setScenePath, .setSceneIndex, .putScenes,
      .removeScenes, .addPage, .removePage, .nextPage, .previousPage, .insertImage, .sendEvent, .setStore, .resetStore,
      .deleteStore, .setWritable, .connectStore, .disconnectStore:
      true
    case .entireScenes, .scenePathType, .synchronize: false
    }
  }

  /// Whether the cache changes immediately, before the service has answered.
  var isImmediate: Bool {
    switch self {
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera: true
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage,
      .previousPage, .insertImage, .sendEvent, .setStore, .resetStore, .deleteStore, .setWritable, .connectStore,
      .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      false
    }
  }

  /// Validates all parts of the request.
  /// - Throws: ``WhiteboardFailure/invalidPayload(_:)``, also for numbers that are not finite, and for JSON that is
  ///   nested more deeply than a reader accepts; ``WhiteboardFailure/illegalScenePath(_:)`` for a path or a scene's
  ///   name.
  public func validate() throws(WhiteboardFailure) {
    try validatePaths()
    do throws(SchemaError) {
      // In the message in which it is sent, so that the service can read everything that is valid here.
      try RoomRequestFrame.act(RoomRequestFrame.Act(session: "", id: 1, seen: 0, action: action)).validate()
    } catch {
      throw .invalidPayload(error)
    }
  }
}

extension RoomRequest {
  /// Validates what schemas cannot express.
  func validatePaths() throws(WhiteboardFailure) {
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
  /// The id of the picture, chosen by the member who inserts it.
  public var uuid: String
  /// The address of the picture.
  public var src: String
  /// The center and size of the picture, in whiteboard coordinates.
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
}

extension ViewModeKey {
  /// The mode in the form of a state, which is lower case; requests are capitalised.
  public var mode: ViewMode {
    switch self {
    case .freedom: .freedom
    case .follower: .follower
    case .broadcaster: .broadcaster
    }
  }
}

extension ViewMode {
  /// The mode in the form of a request.
  public var key: ViewModeKey {
    switch self {
    case .freedom: .freedom
    case .follower: .follower
    case .broadcaster: .broadcaster
    }
  }
}
