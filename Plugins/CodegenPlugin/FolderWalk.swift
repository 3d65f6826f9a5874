internal import Foundation

/// A walk over the files below a folder. If several paths lead to one file or folder, only the first counts. Links out
/// of the folder, or back to an enclosing folder, are not followed.
struct FolderWalk {
  /// A symbolic link that was not followed.
  struct Link {
    /// The path relative to the folder.
    let path: String
    /// The absolute path of the target.
    let target: String
    /// Whether it leads to an enclosing folder, as opposed to out of the folder.
    let isLoop: Bool
    let isFolder: Bool
  }

  /// The absolute path of the folder.
  private let root: String
  /// The same with all links resolved.
  private let realRoot: String
  /// The links that were not followed, in no particular order.
  private(set) var refused: [Link] = []
  private var seen: Set<String> = []
  /// The files' paths relative to the folder, sorted by Unicode scalars.
  private(set) var files: [String] = []
  /// The folders to list, with their real paths.
  private var folders: [(entry: String, real: String)] = []
  /// Symbolic links, processed last, so that a link never takes precedence over a file's own path.
  private var links: [String] = []

  /// The files' paths relative to the folder, sorted by Unicode scalars; nil if there is no such folder.
  static func files(below root: String) -> [String]? { walk(below: root)?.files }

  /// Walks a folder; nil if there is none.
  static func walk(below root: String) -> FolderWalk? {
    guard isFolder(root) else { return nil }
    var walk = FolderWalk(root: root)
    walk.visit("", realPath: walk.realRoot)
    while true {
      if let folder = walk.folders.popLast() {
        walk.list(folder)
      } else if let link = walk.links.popLast() {
        walk.follow(link)
      } else {
        walk.files.sort(by: precedes)
        return walk
      }
    }
  }

  private init(root: String) {
    self.root = root
    realRoot = Self.realPath(root)
  }

  private mutating func list(_ folder: (entry: String, real: String)) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: folder.entry))) ?? []
    // The top of the stack comes first.
    for name in names.sorted(by: { Self.precedes($1, $0) }) where !name.hasPrefix(".") {
      let entry = folder.entry.isEmpty ? name : folder.entry + "/" + name
      if Self.isLink(path(of: entry)) {
        links.append(entry)
      } else {
        // What is no link has its name in the real folder, too.
        visit(entry, realPath: (folder.real == "/" ? "" : folder.real) + "/" + name)
      }
    }
  }

  private mutating func visit(_ entry: String, realPath: String) {
    guard seen.insert(realPath).inserted else { return }
    if Self.isFolder(path(of: entry)) { folders.append((entry, realPath)) } else { files.append(entry) }
  }

  private mutating func follow(_ link: String) {
    let target = Self.realPath(path(of: link))
    let around = Self.realPath(path(of: link.split(separator: "/").dropLast().joined(separator: "/")))
    let isLoop = Self.contains(target, around) && Self.isFolder(target)
    if isLoop || !Self.contains(realRoot, target) {
      refused.append(
        Link(
          path: link, target: target, isLoop: isLoop && Self.contains(realRoot, target), isFolder: Self.isFolder(target)
        ))
    } else {
      visit(link, realPath: target)
    }
  }

  /// Whether a path is a folder or lies below it.
  static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  private func path(of entry: String) -> String { entry.isEmpty ? root : root + "/" + entry }

  /// The path with all symbolic links resolved.
  private static func realPath(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
