import CodegenCore
import CommandLineTool
import Foundation

/// `codegen generate --watch`: generates again whenever an input changes.
///
/// The system only reports that something happened. A comparison of file stamps decides whether to run, so that no
/// change between two runs is missed, and the output of a run does not trigger another one.
struct Watch {
  let generation: Generation

  /// Runs until the process is interrupted.
  func run() throws -> ExitCode {
    let terminal = generation.terminal
    let watcher = try FolderWatcher()
    Interruptions.shared.makeInterruptOrderly()
    var known: WatchedFiles?
    while true {
      let roots = roots()
      var files = WatchedFiles(roots)
      // Changes after this snapshot produce events.
      try watcher.watch(files.folders)
      files = WatchedFiles(roots)
      if files != known {
        let code = generation.run()
        terminal.pauseProgress()
        if code == .unusable, !generation.options.json {
          terminal.output.writeLine("not generated, because of the errors above; waiting for changes")
        }
        terminal.output.flush()
        if terminal.output.failure != nil { return .unusable }
        if let lock = roots.lock { files.stamp(lock) }
        known = files
        // The configuration may have changed during the run.
        if self.roots() != roots { continue }
      }
      watcher.wait()
    }
  }

  /// Returns the current inputs and outputs.
  private func roots() -> WatchedFiles.Roots {
    let (options, paths) = (generation.options, generation.paths)
    let configuration = paths.absolute(options.project.configuration.path ?? Project.defaultPath(paths))
    var roots = WatchedFiles.Roots(trees: [paths.folder(of: configuration)])
    if let templates = options.templates { roots.trees.append(paths.absolute(templates)) }
    guard let project = try? options.project.project(paths) else { return roots }
    roots.lock = project.lockPath
    roots.outputs = [.models, .documentation, .docc, .testSupport].compactMap(project.outputFolder)
    for (uri, path) in project.configuration.references.sorted(by: { $0.key < $1.key }) {
      let path = paths.absolute(path, in: project.folder)
      if uri.hasSuffix("/") { roots.trees.append(path) } else { roots.files.append(path) }
    }
    roots.trees += project.dependencies.map(\.project.folder)
    return roots
  }
}

/// The states of the files that a run reads.
struct WatchedFiles: Equatable {
  /// The absolute paths of inputs and outputs.
  struct Roots: Equatable {
    /// Folders of input files.
    var trees: [String]
    /// Single input files.
    var files: [String] = []
    /// Folders that runs write.
    var outputs: [String] = []
    /// The name lock, which users edit and runs write.
    var lock: String?
  }

  private var stamps: [String: FileStamp] = [:]
  /// The folders of the files, and those in which missing files may appear.
  private(set) var folders: Set<String> = []

  init(_ roots: Roots) {
    for tree in roots.trees { add(tree: tree, outputs: roots.outputs.filter { $0 != tree }) }
    for file in roots.files {
      stamp(file)
      addFolder(around: file)
    }
  }

  static func == (a: Self, b: Self) -> Bool { a.stamps == b.stamps }

  /// Returns the stamp of a file, with all links resolved.
  mutating func stamp(_ path: String) {
    var status = stat()
    stamps[path] = stat(path, &status) == 0 ? FileStamp(status) : nil
  }

  private mutating func add(tree: String, outputs: [String]) {
    if FileKind(at: tree) != .folder { return addFolder(around: tree) }
    var seen: Set<String> = []
    var pending = [tree]
    while let folder = pending.popLast() {
      // Links may form a cycle.
      let real = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      guard !outputs.contains(folder), seen.insert(real).inserted else { continue }
      folders.insert(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // The names of editors' temporary files begin with a dot or end with a tilde.
      for name in names where !name.hasPrefix(".") && !name.hasSuffix("~") {
        let path = folder == "/" ? "/" + name : folder + "/" + name
        if FileKind(at: path) == .folder { pending.append(path) } else { stamp(path) }
      }
    }
  }

  /// Adds the nearest existing parent folder of a path.
  private mutating func addFolder(around path: String) {
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    while FileKind(at: folder) != .folder, folder.count > 1 {
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
    folders.insert(folder)
  }
}
