public import CollaborationModels
import SchemaRuntime

extension RoomRequest {
  /// The request in the form in which it is sent.
  public var action: RoomAction {
    switch self {
    case .setGlobalState(let state): .setGlobalState(RoomAction.SetGlobalState(state: state))
    case .setMemberState(let state): .setMemberState(RoomAction.SetMemberState(state: state))
    case .setViewMode(let mode): .setViewMode(RoomAction.SetViewMode(mode: mode))
    case .setCamera(let camera): .setCamera(RoomAction.SetCamera(camera: camera))
    case .setScenePath(let path): .setScenePath(RoomAction.SetScenePath(path: path))
    case .setSceneIndex(let index): .setSceneIndex(RoomAction.SetSceneIndex(index: index))
    case .putScenes(let directory, let scenes, let index):
      .putScenes(RoomAction.PutScenes(directory: directory, scenes: scenes, index: index == .max ? nil : index))
    case .removeScenes(let path): .removeScenes(RoomAction.RemoveScenes(path: path))
    case .addPage(let scene, let afterCurrent):
      .addPage(RoomAction.AddPage(scene: scene, afterCurrent: afterCurrent))
    case .removePage(let index): .removePage(RoomAction.RemovePage(index: index))
    case .nextPage: .nextPage(RoomAction.NextPage())
    case .previousPage: .previousPage(RoomAction.PreviousPage())
    case .insertImage(let image): .insertImage(RoomAction.InsertImage(image))
    case .sendEvent(let name, let payload): .sendEvent(RoomAction.SendEvent(name: name, payload: payload))
    case .connectStore(let name, let initial): .connectStore(RoomAction.ConnectStore(name: name, values: initial))
    case .disconnectStore(let name): .disconnectStore(RoomAction.DisconnectStore(name: name))
    case .setStore(let name, let partial): .setStore(RoomAction.SetStore(name: name, values: partial))
    case .resetStore(let name, let initial): .resetStore(RoomAction.ResetStore(name: name, values: initial))
    case .deleteStore(let name): .deleteStore(RoomAction.DeleteStore(name: name))
    case .setWritable(let isWritable): .setWritable(RoomAction.SetWritable(isWritable: isWritable))
    case .entireScenes: .entireScenes(RoomAction.EntireScenes())
    case .scenePathType(let path): .scenePathType(RoomAction.ScenePathType(path: path))
    case .synchronize: .synchronize(RoomAction.Synchronize())
    }
  }

  /// The request of a received action.
  public init(_ action: RoomAction) {
    switch action {
    case .setGlobalState(let action): self = .setGlobalState(action.state)
    case .setMemberState(let action): self = .setMemberState(action.state)
    case .setViewMode(let action): self = .setViewMode(action.mode)
    case .setCamera(let action): self = .setCamera(action.camera)
    case .setScenePath(let action): self = .setScenePath(action.path)
    case .setSceneIndex(let action): self = .setSceneIndex(action.index)
    case .putScenes(let action):
      self = .putScenes(directory: action.directory, scenes: action.scenes, index: action.index ?? .max)
    case .removeScenes(let action): self = .removeScenes(action.path)
    case .addPage(let action): self = .addPage(action.scene, afterCurrent: action.afterCurrent)
    case .removePage(let action): self = .removePage(action.index)
    case .nextPage: self = .nextPage
    case .previousPage: self = .previousPage
    case .insertImage(let action): self = .insertImage(WhiteboardImage(action))
    case .sendEvent(let action): self = .sendEvent(name: action.name, payload: action.payload)
    case .connectStore(let action): self = .connectStore(name: action.name, initial: action.values)
    case .disconnectStore(let action): self = .disconnectStore(name: action.name)
    case .setStore(let action): self = .setStore(name: action.name, partial: action.values)
    case .resetStore(let action): self = .resetStore(name: action.name, initial: action.values)
    case .deleteStore(let action): self = .deleteStore(name: action.name)
    case .setWritable(let action): self = .setWritable(action.isWritable)
    case .entireScenes: self = .entireScenes
    case .scenePathType(let action): self = .scenePathType(action.path)
    case .synchronize: self = .synchronize
    }
  }
}

extension RoomAction.InsertImage {
  fileprivate init(_ image: WhiteboardImage) {
    self.init(
      uuid: image.uuid, src: image.src, centerX: image.centerX, centerY: image.centerY, width: image.width,
      height: image.height, locked: image.isLocked)
  }
}

extension WhiteboardImage {
  fileprivate init(_ image: RoomAction.InsertImage) {
    self.init(
      uuid: image.uuid, src: image.src, centerX: image.centerX, centerY: image.centerY, width: image.width,
      height: image.height, isLocked: image.locked)
  }
}
