import CodegenCore
import Foundation

/// `codegen generate --watch`: generates, and again whenever a file changes that the configuration leads to.
///
/// The system only says that something happened. Whether it matters, a comparison of the files' stamps says, so that
/// no event is missed between two runs, and what a run itself writes starts no other.
struct Watch {
  let generate: Generate

  private var terminal: Terminal { generate.terminal }
  private var paths: Paths { generate.paths }

  /// Goes on until the process is interrupted.
  func run() throws -> ExitCode {
    let interruption = try Interruption()
    let watcher = try FolderWatcher(interruption)
    var known: WatchedFiles?
    while true {
      let roots = roots()
      var files = WatchedFiles(roots)
      // Watched before they are looked at: what comes between is an event.
      try watcher.watch(files.folders)
      files = WatchedFiles(roots)
      if files != known {
        let code = generate.runOnce()
        if code == .unusable, !generate.arguments.has(.json) { terminal.output.writeLine("not generated") }
        terminal.output.flush()
        if terminal.output.failure != nil { return .unusable }
        if let lock = roots.lock { files.stamp(lock) }
        known = files
        // The run may have been about other folders.
        if self.roots() != roots { continue }
      }
      if try watcher.wait() == .interrupted { return .done }
    }
  }

  /// What the configuration leads to now.
  private func roots() -> WatchedFiles.Roots {
    let configuration = paths.absolute(generate.arguments[.config] ?? Project.defaultConfigurationPath)
    var roots = WatchedFiles.Roots(trees: [paths.folder(of: configuration)])
    if let templates = generate.arguments[.templates] { roots.trees.append(paths.absolute(templates)) }
    guard let project = try? Project(configurationAt: generate.arguments[.config], paths: paths) else { return roots }
    roots.lock = project.lockPath
    roots.outputs = [.models, .documentation].compactMap(project.outputFolder)
    for (uri, path) in project.configuration.references.sorted(by: { $0.key < $1.key }) {
      let path = paths.absolute(path, in: project.folder)
      if uri.hasSuffix("/") { roots.trees.append(path) } else { roots.files.append(path) }
    }
    return roots
  }
}

/// The files that a run reads, with what tells one state of them from another.
struct WatchedFiles: Equatable {
  /// Where they are; all paths are absolute.
  struct Roots: Equatable {
    /// Folders that count with all that is in them.
    var trees: [String]
    /// Files that count by themselves.
    var files: [String] = []
    /// Folders that runs write.
    var outputs: [String] = []
    /// The name lock, which people edit and runs write.
    var lock: String?
  }

  private var stamps: [String: FileStamp] = [:]
  /// The folders in which an event may say that something changed, those outside of the trees that hold a file included.
  private(set) var folders: Set<String> = []

  init(_ roots: Roots) {
    for tree in roots.trees { add(tree: tree, outputs: roots.outputs.filter { $0 != tree }) }
    for file in roots.files {
      stamp(file)
      addFolder(around: file)
    }
  }

  /// Two states are the same when the files are.
  static func == (a: Self, b: Self) -> Bool { a.stamps == b.stamps }

  /// Looks at a file anew.
  mutating func stamp(_ path: String) {
    stamps[path] = Self.status(of: path).map { FileStamp($0) }
  }

  private mutating func add(tree: String, outputs: [String]) {
    guard Self.isFolder(tree) else {
      addFolder(around: tree)
      return
    }
    var seen: Set<String> = []
    var pending = [tree]
    while let folder = pending.popLast() {
      // Links may lead back.
      let real = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      guard !outputs.contains(folder), seen.insert(real).inserted else { continue }
      folders.insert(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // What editors put beside a file while they work on it begins with a dot or ends with a tilde.
      for name in names where !name.hasPrefix(".") && !name.hasSuffix("~") {
        let path = folder == "/" ? "/" + name : folder + "/" + name
        if Self.isFolder(path) { pending.append(path) } else { stamp(path) }
      }
    }
  }

  /// The nearest folder around a path that is there.
  private mutating func addFolder(around path: String) {
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    while !Self.isFolder(folder), folder.count > 1 {
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
    folders.insert(folder)
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func isFolder(_ path: String) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }
}
