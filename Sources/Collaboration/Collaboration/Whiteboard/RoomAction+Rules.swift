public import CollaborationModels
import SchemaRuntime

// What a room asks of its service, as far as both sides have rules about it.

extension RoomAction {
  /// Whether the action is refused in a read-only room. Members may always move their own view.
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

  /// Whether the action is more than a question.
  var isChange: Bool {
    switch self {
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .setScenePath, .setSceneIndex, .putScenes,
      .removeScenes, .addPage, .removePage, .nextPage, .previousPage, .insertImage, .sendEvent, .setStore, .resetStore,
      .deleteStore, .setWritable, .connectStore, .disconnectStore:
      true
    case .entireScenes, .scenePathType, .synchronize: false
    }
  }

  /// Whether the local member sees the change at once, before the service has answered.
  var isImmediate: Bool { !part.isEmpty }

  /// The part of the state that the action changes immediately.
  var part: StateParts {
    switch self {
    case .setGlobalState: .globalState
    case .setMemberState: .tool
    case .setViewMode, .setCamera: .view
    case .setScenePath, .setSceneIndex, .putScenes, .removeScenes, .addPage, .removePage, .nextPage, .previousPage,
      .insertImage, .sendEvent, .setStore, .resetStore, .deleteStore, .setWritable, .connectStore, .disconnectStore,
      .entireScenes, .scenePathType, .synchronize:
      []
    }
  }

  /// Validates all parts of the action, as a request.
  /// - Throws: ``WhiteboardFailure/invalidPayload(_:)``, also for numbers that are not finite, and for JSON that is
  ///   nested more deeply than a reader accepts; ``WhiteboardFailure/illegalScenePath(_:)`` for a path or a scene's
  ///   name.
  public func validateRequest() throws(WhiteboardFailure) {
    try validatePaths()
    do throws(SchemaError) {
      // In the message in which it is sent, so that the service can read everything that is valid here.
      try RoomWire.request(self, id: 1, seen: 0, session: "").validate()
    } catch {
      throw .invalidPayload(error)
    }
  }

  /// Validates what schemas cannot express.
  package func validatePaths() throws(WhiteboardFailure) {
    switch self {
    case .setScenePath(let action): _ = try ScenePath(action.path)
    case .removeScenes(let action): _ = try ScenePath(action.path)
    case .putScenes(let action):
      let path = try ScenePath(action.directory)
      for scene in action.scenes { _ = try path.appending(scene.name) }
    case .addPage(let action):
      if let scene = action.scene { _ = try ScenePath.root.appending(scene.name) }
    case .setGlobalState, .setMemberState, .setViewMode, .setCamera, .setSceneIndex, .removePage, .nextPage,
      .previousPage, .insertImage, .sendEvent, .setStore, .resetStore, .deleteStore, .setWritable, .connectStore,
      .disconnectStore, .entireScenes, .scenePathType, .synchronize:
      break
    }
  }
}
