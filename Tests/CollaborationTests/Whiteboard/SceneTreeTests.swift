import CollaborationModels
import Testing

@testable import Collaboration

@Suite struct SceneTreeTests {
  typealias Change = @Sendable (inout SceneTree) throws -> Void

  struct Case: Sendable {
    var change: Change
    /// The current path and the names in its folder, or the reason why nothing changes.
    var result: Result<String, WhiteboardFailure>
  }

  /// "/init", and "/deck" with a, b and c; b is the current scene.
  static func sample() throws -> SceneTree {
    var tree = SceneTree()
    try tree.putScenes(in: "/deck", ["a", "b", "c"].map { WhiteboardScene(name: $0) }, at: 0)
    try tree.setScenePath("/deck/b")
    return tree
  }

  static func row(_ name: String, _ shown: String, _ change: @escaping Change) -> Named<Case> {
    Named(name, Case(change: change, result: .success(shown)))
  }

  static func row(_ name: String, refused: WhiteboardFailure, _ change: @escaping Change) -> Named<Case> {
    Named(name, Case(change: change, result: .failure(refused)))
  }

  static func scene(_ name: String, count: Int? = nil) -> WhiteboardScene {
    WhiteboardScene(name: name, componentsCount: count)
  }

  static let going: [Named<Case>] = [
    row("3b: a path that is there is shown", "/init: init") { try $0.setScenePath("/init") },
    row("3b: a path must begin with a slash", refused: .illegalScenePath("init")) { try $0.setScenePath("init") },
    row("an empty path is illegal", refused: .illegalScenePath("")) { try $0.setScenePath("") },
    row("a path with an empty part is illegal", refused: .illegalScenePath("/deck//b")) {
      try $0.setScenePath("/deck//b")
    },
    row("a path may not end with a slash", refused: .illegalScenePath("/deck/")) { try $0.setScenePath("/deck/") },
    row("3b: a path must be there", refused: .sceneNotFound("/deck/z")) { try $0.setScenePath("/deck/z") },
    row("names are told apart by case", refused: .sceneNotFound("/deck/A")) { try $0.setScenePath("/deck/A") },
    row("a folder is no scene", refused: .scenePathIsDirectory("/deck")) { try $0.setScenePath("/deck") },
    row("the root is no scene", refused: .scenePathIsDirectory("/")) { try $0.setScenePath("/") },
    row("an index shows a scene of the folder", "/deck/c: a b c") { try $0.setSceneIndex(2) },
    row("an index past the end is refused", refused: .sceneIndexOutOfRange(3)) { try $0.setSceneIndex(3) },
    row("a negative index is refused", refused: .sceneIndexOutOfRange(-1)) { try $0.setSceneIndex(-1) },
    row("a huge index is refused", refused: .sceneIndexOutOfRange(.max)) { try $0.setSceneIndex(.max) },
    row("3b: the next page", "/deck/c: a b c") {
      let isThere = $0.nextPage()
      #expect(isThere)
    },
    row("3b: after the last page there is none", "/deck/c: a b c") {
      _ = $0.nextPage()
      let isThere = $0.nextPage()
      #expect(!isThere)
    },
    row("3b: before the first page there is none", "/deck/a: a b c") {
      let turned = [$0.previousPage(), $0.previousPage()]
      #expect(turned == [true, false])
    },
  ]

  static let putting: [Named<Case>] = [
    row("3b: scenes are put before the index, and nothing else is shown", "/deck/b: x a b c") {
      try $0.putScenes(in: "/deck", [scene("x")], at: 0)
    },
    row("3b: an index past the end appends", "/deck/b: a b c x") {
      try $0.putScenes(in: "/deck", [scene("x")], at: .max)
    },
    row("a negative index is refused", refused: .sceneIndexOutOfRange(-1)) {
      try $0.putScenes(in: "/deck", [scene("x")], at: -1)
    },
    row("a scene of the same name replaces the old one", "/deck/b: a b c") {
      try $0.putScenes(in: "/deck", [scene("a", count: 7)], at: 2)
      #expect($0.sceneState.scenes.first?.componentsCount == 7)
    },
    row("of two new scenes of one name the later stays", "/deck/b: a b c x") {
      try $0.putScenes(in: "/deck", [scene("x", count: 1), scene("x", count: 2)], at: 9)
      #expect($0.sceneState.scenes.last?.componentsCount == 2)
    },
    row("no scenes change nothing", "/deck/b: a b c") {
      try $0.putScenes(in: "/new", [], at: 0)
      #expect($0.pathType("/new") == .none)
    },
    row("a folder may not be a scene", refused: .scenePathIsScene("/deck/a")) {
      try $0.putScenes(in: "/deck/a/deeper", [scene("x")], at: 0)
    },
    row("a scene may not be a folder", refused: .scenePathIsDirectory("/deck")) {
      try $0.putScenes(in: "/", [scene("deck")], at: 0)
    },
    row("a name may not have a slash", refused: .illegalScenePath("x/y")) {
      try $0.putScenes(in: "/deck", [scene("x/y")], at: 0)
    },
    row("a name may not be empty", refused: .illegalScenePath("")) {
      try $0.putScenes(in: "/deck", [scene("")], at: 0)
    },
    row("of several scenes one wrong name keeps all out", refused: .illegalScenePath("")) {
      try $0.putScenes(in: "/deck", [scene("x"), scene("")], at: 0)
    },
    row("a page is added at the end", "/deck/b: a b c page-4") { try $0.addPage(nil, afterCurrent: false) },
    row("a page is added after the one that is shown", "/deck/b: a b x c") {
      try $0.addPage(scene("x"), afterCurrent: true)
    },
    row("blank pages never have the same name", "/deck/b: a b c page-4 page-5") {
      try $0.addPage(nil, afterCurrent: false)
      try $0.addPage(nil, afterCurrent: false)
    },
  ]

  static let removing: [Named<Case>] = [
    row("3b: removing all scenes leaves /init", "/init: init") { try $0.removeScenes("/") },
    row("a folder goes with all in it", "/init: init") { try $0.removeScenes("/deck") },
    row("the scene that is shown goes, the next is shown", "/deck/c: a c") { try $0.removeScenes("/deck/b") },
    row("another scene goes, the same is shown", "/deck/b: b c") { try $0.removeScenes("/deck/a") },
    row("the last scene of a folder takes the folder along", "/deck/b: a b c") {
      try $0.removeScenes("/init")
      #expect($0.entireScenes["/"] == nil)
    },
    row("removing scene by scene leaves /init", "/init: init") {
      for path in ["/deck/a", "/deck/b", "/deck/c", "/init"] { try $0.removeScenes(path) }
    },
    row("what is not there cannot be removed", refused: .sceneNotFound("/none")) { try $0.removeScenes("/none") },
    row("an illegal path is refused", refused: .illegalScenePath("deck")) { try $0.removeScenes("deck") },
    row("3c: index 0 removes the first page, not the current one", "/deck/b: b c") { try $0.removePage(0) },
    row("without an index the current page is removed", "/deck/c: a c") { try $0.removePage(nil) },
    row("the current page at the end goes, the one before is shown", "/deck/b: a b") {
      try $0.setSceneIndex(2)
      try $0.removePage(nil)
    },
    row("a page after the current one goes", "/deck/b: a b") { try $0.removePage(2) },
    row("3c: a negative index is refused", refused: .pageIndexOutOfRange(-1)) { try $0.removePage(-1) },
    row("3b: an index out of range is refused", refused: .pageIndexOutOfRange(3)) { try $0.removePage(3) },
    row("a huge index is refused", refused: .pageIndexOutOfRange(.max)) { try $0.removePage(.max) },
    row("the least index there is is refused", refused: .pageIndexOutOfRange(.min)) { try $0.removePage(.min) },
    row("3b: the last page cannot be removed", refused: .lastPage) {
      try $0.setScenePath("/init")
      try $0.removePage(0)
    },
  ]

  @Test("scenes", arguments: going + putting + removing)
  func changes(_ row: Named<Case>) throws {
    var tree = try Self.sample()
    switch row.value.result {
    case .success(let shown):
      try row.value.change(&tree)
      let state = tree.sceneState
      #expect("\(state.scenePath): \(state.scenes.map(\.name).joined(separator: " "))" == shown)
      #expect(state.scenes[state.index].name == state.sceneName)
      #expect(tree.pageState == PageState(index: state.index, length: state.scenes.count))
    case .failure(let failure):
      #expect(throws: failure) { try row.value.change(&tree) }
      var expected = try Self.sample()
      if failure == .lastPage { try expected.setScenePath("/init") }
      #expect(tree == expected)
    }
  }

  @Test("3b: refused page changes have the service's texts")
  func describesPages() {
    #expect(WhiteboardFailure.lastPage.description == "removePage warning, can't remove the last page")
    #expect(WhiteboardFailure.pageIndexOutOfRange(7).description == "removePage warning, index out of range")
  }

  @Test("3a: a path is a scene, a folder, or neither")
  func tellsPaths() throws {
    var tree = try Self.sample()
    try tree.putScenes(in: "/far/away", [WhiteboardScene(name: "x")], at: 0)
    let types = ["/deck/a", "/deck", "/", "/far", "/far/away/x", "/none", "deck", ""].map { tree.pathType($0).rawValue }
    #expect(types == ["page", "dir", "dir", "dir", "page", "none", "none", "none"])
    #expect(Set(tree.entireScenes.keys) == ["/", "/deck", "/far/away"])
  }
}
