public import CollaborationModels

/// What a scene path stands for.
public enum ScenePathType: String, Hashable, Sendable {
  case none
  case directory = "dir"
  case page
}

/// All scenes of a room, in folders, with the one that is shown. There is always one.
public struct SceneTree: Hashable, Sendable {
  private struct Folder: Hashable {
    var path: ScenePath
    var scenes: [WhiteboardScene]
  }

  /// The folders that have scenes, in the order in which they came.
  private var folders: [Folder]
  private var currentFolder = 0
  private var currentIndex = 0

  /// The scenes of a new room: "/init" alone.
  public init() { folders = [Folder(path: .root, scenes: SceneState.initial.scenes)] }

  private var current: Folder { folders[currentFolder] }

  /// The scene that is shown and those around it, as the state of a room has it.
  public var sceneState: SceneState {
    let name = current.scenes[currentIndex].name
    let folder = current.path.text
    return SceneState(
      scenes: current.scenes, scenePath: folder == "/" ? "/\(name)" : "\(folder)/\(name)", sceneName: name,
      contextPath: folder, index: currentIndex)
  }

  /// The place of the scene that is shown among those of its folder.
  public var pageState: PageState { PageState(index: currentIndex, length: current.scenes.count) }

  /// All scenes by the path of their folder.
  public var entireScenes: [String: [WhiteboardScene]] {
    Dictionary(folders.map { ($0.path.text, $0.scenes) }, uniquingKeysWith: { first, _ in first })
  }

  /// What a path stands for; nothing for one that is illegal.
  public func pathType(_ text: String) -> ScenePathType {
    guard let path = try? ScenePath(text) else { return .none }
    if place(of: path) != nil { return .page }
    return isFolder(path) ? .directory : .none
  }

  private func isFolder(_ path: ScenePath) -> Bool { path == .root || folders.contains { $0.path.isWithin(path) } }

  private func place(of path: ScenePath) -> (folder: Int, index: Int)? {
    guard let name = path.names.last else { return nil }
    let parent = path.parent
    guard let folder = folders.firstIndex(where: { $0.path == parent }) else { return nil }
    return folders[folder].scenes.firstIndex { $0.name == name }.map { (folder, $0) }
  }
}

// MARK: - Going

extension SceneTree {
  /// Shows another scene.
  /// - Throws: a failure for an illegal path, for one that is not there, and for the path of a folder.
  public mutating func setScenePath(_ text: String) throws(WhiteboardFailure) {
    let path = try ScenePath(text)
    guard let place = place(of: path) else {
      throw isFolder(path) ? .scenePathIsDirectory(text) : .sceneNotFound(text)
    }
    (currentFolder, currentIndex) = place
  }

  /// Shows another scene of the same folder.
  public mutating func setSceneIndex(_ index: Int) throws(WhiteboardFailure) {
    guard current.scenes.indices.contains(index) else { throw .sceneIndexOutOfRange(index) }
    currentIndex = index
  }

  /// Goes on to the next scene of the folder.
  /// - Returns: false when there is none; then nothing changes.
  public mutating func nextPage() -> Bool {
    guard currentIndex + 1 < current.scenes.count else { return false }
    currentIndex += 1
    return true
  }

  /// Goes back to the scene before.
  /// - Returns: false when there is none; then nothing changes.
  public mutating func previousPage() -> Bool {
    guard currentIndex > 0 else { return false }
    currentIndex -= 1
    return true
  }
}

// MARK: - Changing

extension SceneTree {
  /// Puts scenes into a folder, before the scene that has the index; with an index past the end, at its end.
  ///
  /// The scene that is shown stays the same. A scene of a name that the folder has already takes the place of the old
  /// one, as of two new ones of one name the later does.
  /// - Throws: a failure for an illegal path or name, a folder that is a scene, and a negative index.
  public mutating func putScenes(
    in directory: String, _ scenes: [WhiteboardScene], at index: Int
  ) throws(WhiteboardFailure) {
    let path = try ScenePath(directory)
    guard index >= 0 else { throw .sceneIndexOutOfRange(index) }
    for length in path.names.indices {
      // No folder on the way may be a scene.
      let ancestor = try ancestor(of: path, length: length + 1)
      if place(of: ancestor) != nil { throw .scenePathIsScene(ancestor.text) }
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
      if let place = folders[folder].scenes.firstIndex(where: { $0.name == scene.name }) {
        folders[folder].scenes[place] = scene
      } else if let place = added.firstIndex(where: { $0.name == scene.name }) {
        added[place] = scene
      } else {
        added.append(scene)
      }
    }
    folders[folder].scenes.insert(contentsOf: added, at: min(index, folders[folder].scenes.count))
  }

  /// Shows a scene that is known to be there.
  private mutating func show(_ path: String) {
    guard let path = try? ScenePath(path), let place = place(of: path) else { return }
    (currentFolder, currentIndex) = place
  }

  /// Removes a scene, or a folder with all that is in it. When nothing is left, "/init" is.
  ///
  /// When the scene that is shown goes, the one in its place in the same folder is shown, or the first there is.
  /// - Throws: a failure for an illegal path and for one that is not there.
  public mutating func removeScenes(_ text: String) throws(WhiteboardFailure) {
    let path = try ScenePath(text)
    let shown = sceneState
    if let place = place(of: path) {
      folders[place.folder].scenes.remove(at: place.index)
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

  /// Adds a page after the one that is shown, or at the end of its folder. What is shown stays the same.
  /// - Parameter scene: The page; without one, a blank page with a name of its own.
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

  /// Removes a page of the folder that is shown.
  ///
  /// The index 0 is the first page; only without an index the current page is meant.
  /// - Throws: ``WhiteboardFailure/lastPage`` when it is the only one,
  ///   ``WhiteboardFailure/pageIndexOutOfRange(_:)`` when there is none, also for a negative index.
  public mutating func removePage(_ index: Int?) throws(WhiteboardFailure) {
    guard current.scenes.count > 1 else { throw .lastPage }
    let index = index ?? currentIndex
    guard current.scenes.indices.contains(index) else { throw .pageIndexOutOfRange(index) }
    folders[currentFolder].scenes.remove(at: index)
    if index < currentIndex || currentIndex == current.scenes.count { currentIndex -= 1 }
  }

  /// Counts one more thing that is drawn on the scene that is shown.
  mutating func countComponent() {
    folders[currentFolder].scenes[currentIndex].componentsCount &+= 1
  }
}
