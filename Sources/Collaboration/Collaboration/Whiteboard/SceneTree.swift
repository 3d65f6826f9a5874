public import CollaborationModels

/// The type of a scene path.
public enum ScenePathType: String, Hashable, Sendable {
  case none
  case directory = "dir"
  case page
}

/// All scenes of a room, in folders, and the current one. There is always at least one.
public struct SceneTree: Hashable, Sendable {
  private struct Folder: Hashable {
    var path: ScenePath
    var scenes: [WhiteboardScene]
  }

  /// The folders that contain scenes, in the order in which they were added.
  private var folders: [Folder]
  private var currentFolder = 0
  private var currentIndex = 0

  /// Creates the scenes of a new room: only "/init".
  public init() { folders = [Folder(path: .root, scenes: SceneState.initial.scenes)] }

  private var current: Folder { folders[currentFolder] }

  /// The current scene and the others in its folder, as in the state of a room.
  public var sceneState: SceneState {
    let name = current.scenes[currentIndex].name
    let folder = current.path.text
    return SceneState(
      scenes: current.scenes, scenePath: folder == "/" ? "/\(name)" : "\(folder)/\(name)", sceneName: name,
      contextPath: folder, index: currentIndex)
  }

  /// The index of the current scene in its folder.
  public var pageState: PageState { PageState(index: currentIndex, length: current.scenes.count) }

  /// All scenes by the path of their folder.
  public var entireScenes: [String: [WhiteboardScene]] {
    Dictionary(folders.map { ($0.path.text, $0.scenes) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the type of a path; none for an illegal one.
  public func pathType(_ text: String) -> ScenePathType {
    guard let path = try? ScenePath(text) else { return .none }
    if location(of: path) != nil { return .page }
    return isFolder(path) ? .directory : .none
  }

  private func isFolder(_ path: ScenePath) -> Bool { path == .root || folders.contains { $0.path.isWithin(path) } }

  private func location(of path: ScenePath) -> (folder: Int, index: Int)? {
    guard let name = path.names.last else { return nil }
    let parent = path.parent
    guard let folder = folders.firstIndex(where: { $0.path == parent }) else { return nil }
    return folders[folder].scenes.firstIndex { $0.name == name }.map { (folder, $0) }
  }
}

// MARK: - Going

extension SceneTree {
  /// Shows another scene.
  /// - Throws: a failure for an illegal path, a missing scene, or a folder.
  public mutating func setScenePath(_ text: String) throws(WhiteboardFailure) {
    let path = try ScenePath(text)
    guard let location = location(of: path) else {
      throw isFolder(path) ? .scenePathIsDirectory(text) : .sceneNotFound(text)
    }
    (currentFolder, currentIndex) = location
  }

  /// Shows another scene in the same folder.
  public mutating func setSceneIndex(_ index: Int) throws(WhiteboardFailure) {
    guard current.scenes.indices.contains(index) else { throw .sceneIndexOutOfRange(index) }
    currentIndex = index
  }

  /// Shows the next scene of the folder.
  /// - Returns: false if there is none; then nothing changes.
  public mutating func nextPage() -> Bool {
    guard currentIndex + 1 < current.scenes.count else { return false }
    currentIndex += 1
    return true
  }

  /// Shows the previous scene of the folder.
  /// - Returns: false if there is none; then nothing changes.
  public mutating func previousPage() -> Bool {
    guard currentIndex > 0 else { return false }
    currentIndex -= 1
    return true
  }
}

// MARK: - Changing

extension SceneTree {
  /// Inserts scenes into a folder, before the scene at the index; an index past the end appends them.
  ///
  /// The current scene stays the same. A new scene replaces one with the same name in the folder, and of two new ones
  /// with the same name, the later replaces the earlier.
  /// - Throws: a failure for an illegal path or name, a folder that is a scene, or a negative index.
  public mutating func putScenes(
    in directory: String, _ scenes: [WhiteboardScene], at index: Int
  ) throws(WhiteboardFailure) {
    let path = try ScenePath(directory)
    guard index >= 0 else { throw .sceneIndexOutOfRange(index) }
    for length in path.names.indices {
      // No folder along the path may be a scene.
      let ancestor = try ancestor(of: path, length: length + 1)
      if location(of: ancestor) != nil { throw .scenePathIsScene(ancestor.text) }
    }
    for scene in scenes {
      let scenePath = try path.appending(scene.name)
      if folders.contains(where: { $0.path.isWithin(scenePath) }) { throw .scenePathIsDirectory(scenePath.text) }
    }
    if scenes.isEmpty { return }
    let shown = sceneState.scenePath
    insert(scenes, into: path, at: index)
    show(shown)
  }

  private func ancestor(of path: ScenePath, length: Int) throws(WhiteboardFailure) -> ScenePath {
    var result = ScenePath.root
    for name in path.names.prefix(length) { result = try result.appending(name) }
    return result
  }

  private mutating func insert(_ scenes: [WhiteboardScene], into path: ScenePath, at index: Int) {
    if !folders.contains(where: { $0.path == path }) { folders.append(Folder(path: path, scenes: [])) }
    guard let folder = folders.firstIndex(where: { $0.path == path }) else { return }
    var added: [WhiteboardScene] = []
    for scene in scenes {
      if let sceneIndex = folders[folder].scenes.firstIndex(where: { $0.name == scene.name }) {
        folders[folder].scenes[sceneIndex] = scene
      } else if let sceneIndex = added.firstIndex(where: { $0.name == scene.name }) {
        added[sceneIndex] = scene
      } else {
        added.append(scene)
      }
    }
    folders[folder].scenes.insert(contentsOf: added, at: min(index, folders[folder].scenes.count))
  }

  /// Shows a scene that is known to exist.
  private mutating func show(_ path: String) {
    guard let path = try? ScenePath(path), let location = location(of: path) else { return }
    (currentFolder, currentIndex) = location
  }

  /// Removes a scene, or a folder with all its contents. If nothing is left, "/init" is created.
  ///
  /// If the current scene is removed, the one at its index in the same folder is shown, or else the first scene.
  /// - Throws: a failure for an illegal path or a missing scene.
  public mutating func removeScenes(_ text: String) throws(WhiteboardFailure) {
    let path = try ScenePath(text)
    let shown = sceneState
    if let location = location(of: path) {
      folders[location.folder].scenes.remove(at: location.index)
    } else {
      guard isFolder(path) else { throw .sceneNotFound(text) }
      folders.removeAll { $0.path.isWithin(path) }
    }
    folders.removeAll { $0.scenes.isEmpty }
    if folders.isEmpty { folders = SceneTree().folders }
    currentFolder = folders.firstIndex { $0.path.text == shown.contextPath } ?? 0
    currentIndex =
      folders[currentFolder].path.text == shown.contextPath
      ? min(shown.index, current.scenes.count - 1) : 0
    show(shown.scenePath)
  }

  /// Adds a page after the current one, or at the end of its folder. The current page stays the same.
  /// - Parameter scene: The page; nil for a blank page with a unique name.
  public mutating func addPage(_ scene: WhiteboardScene?, afterCurrent: Bool) throws(WhiteboardFailure) {
    let index = afterCurrent ? currentIndex + 1 : current.scenes.count
    try putScenes(in: current.path.text, [scene ?? WhiteboardScene(name: freeName)], at: index)
  }

  private var freeName: String {
    var number = current.scenes.count + 1
    while pathType(current.path.text == "/" ? "/page-\(number)" : "\(current.path.text)/page-\(number)") != .none {
      number += 1
    }
    return "page-\(number)"
  }

  /// Removes a page of the current folder.
  ///
  /// The index 0 is the first page; only nil means the current page.
  /// - Throws: ``WhiteboardFailure/lastPage`` if it is the only one, ``WhiteboardFailure/pageIndexOutOfRange(_:)`` if
  ///   there is no such page, also for a negative index.
  public mutating func removePage(_ index: Int?) throws(WhiteboardFailure) {
    guard current.scenes.count > 1 else { throw .lastPage }
    let index = index ?? currentIndex
    guard current.scenes.indices.contains(index) else { throw .pageIndexOutOfRange(index) }
    folders[currentFolder].scenes.remove(at: index)
    if index < currentIndex || currentIndex == current.scenes.count { currentIndex -= 1 }
  }

  /// Increments the component count of the current scene.
  package mutating func countComponent() {
    folders[currentFolder].scenes[currentIndex].componentsCount &+= 1
  }
}

// MARK: - Records

extension SceneTree {
  /// The folders as they are recorded.
  package var recordedFolders: [RoomRecord.Folder] {
    folders.map { RoomRecord.Folder(path: $0.path.text, scenes: $0.scenes) }
  }

  /// The indices of the current folder and of the current scene in it.
  package var position: (folder: Int, scene: Int) { (currentFolder, currentIndex) }

  /// The scenes of a recorded room; nil if the current one is not among them, or a path is not one.
  package init?(_ record: RoomRecord) {
    folders = []
    for folder in record.folders {
      guard let path = try? ScenePath(folder.path) else { return nil }
      folders.append(Folder(path: path, scenes: folder.scenes))
    }
    guard folders.indices.contains(record.currentFolder) else { return nil }
    guard folders[record.currentFolder].scenes.indices.contains(record.currentScene) else { return nil }
    (currentFolder, currentIndex) = (record.currentFolder, record.currentScene)
  }
}
