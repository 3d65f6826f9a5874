internal import Foundation

/// A walk over the files below a folder. Of several paths to one file or folder only the first counts, so
/// that links that lead back end the walk.
struct FolderWalk {
  /// Absolute.
  private let root: String
  private var seen: Set<String> = []
  private var files: [String] = []
  private var folders: [String] = []
  /// Symbolic links, kept until all else is seen, so that a link never hides a file's own path.
  private var links: [String] = []

  /// The files' paths from the folder, in the order of Unicode scalars; nil when there is no such folder.
  static func files(below root: String) -> [String]? {
    guard isFolder(root) else { return nil }
    var walk = FolderWalk(root: root)
    walk.visit("")
    while true {
      if let folder = walk.folders.popLast() {
        walk.list(folder)
      } else if let link = walk.links.popLast() {
        walk.visit(link)
      } else {
        return walk.files.sorted(by: precedes)
      }
    }
  }

  private init(root: String) { self.root = root }

  private mutating func list(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: folder))) ?? []
    // The last of a stack comes first.
    for name in names.sorted(by: { Self.precedes($1, $0) }) where !name.hasPrefix(".") {
      let entry = folder.isEmpty ? name : folder + "/" + name
      if Self.isLink(path(of: entry)) { links.append(entry) } else { visit(entry) }
    }
  }

  private mutating func visit(_ entry: String) {
    let path = path(of: entry)
    guard seen.insert(Self.realPath(path)).inserted else { return }
    if Self.isFolder(path) { folders.append(entry) } else { files.append(entry) }
  }

  private func path(of entry: String) -> String { entry.isEmpty ? root : root + "/" + entry }

  /// The path with every symbolic link followed.
  private static func realPath(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }
}
