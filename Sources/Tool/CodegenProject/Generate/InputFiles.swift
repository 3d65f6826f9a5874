import CodegenCore
import Foundation
import SchemaAnalysis
import SchemaLoading

/// The files that a run reads, with their states.
struct InputFiles: Equatable {
  /// The absolute paths of inputs and outputs.
  struct Roots: Equatable {
    /// Folders of input files.
    var trees: [String]
    /// Single input files.
    var files: [String] = []
    /// Folders and files that runs write.
    var outputs: [String] = []
    /// The name lock, which users edit and runs write.
    var lock: String?
  }

  private var stamps: [String: FileStamp] = [:]
  /// The targets of symbolic links, as written.
  private var links: [String: String] = [:]
  /// The folders of the files, and those in which missing files may appear.
  private(set) var folders: Set<String> = []
  /// Folders with inputs and outputs, which only their header tells apart.
  private let mixed: [String]

  init(_ roots: Roots) {
    mixed = roots.outputs.filter { output in roots.trees.contains { $0 == output || $0.hasPrefix(output + "/") } }
    for tree in roots.trees { add(tree: tree, outputs: roots.outputs.filter { $0 != tree }) }
    for file in roots.files {
      stamp(file)
      addFolder(around: file)
    }
  }

  static func == (a: Self, b: Self) -> Bool { a.stamps == b.stamps && a.links == b.links }

  /// Returns the stamp of a file, with all links resolved.
  mutating func stamp(_ path: String) {
    var status = stat()
    stamps[path] = stat(path, &status) == 0 ? FileStamp(status) : nil
  }

  private mutating func add(tree: String, outputs: [String]) {
    var status = stat()
    guard stat(tree, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return addFolder(around: tree) }
    // Links may form a cycle.
    var seen: Set<[UInt64]> = []
    var pending = [(path: tree, number: [UInt64(status.st_dev), UInt64(status.st_ino)])]
    while let folder = pending.popLast() {
      guard !outputs.contains(folder.path), seen.insert(folder.number).inserted else { continue }
      folders.insert(folder.path)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      // The names of editors' temporary files begin with a dot or end with a tilde.
      for name in names where !name.hasPrefix(".") && !name.hasSuffix("~") {
        let path = folder.path == "/" ? "/" + name : folder.path + "/" + name
        guard !outputs.contains(path), lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFLNK {
          links[path] = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
          guard stat(path, &status) == 0 else { continue }
        }
        if status.st_mode & S_IFMT == S_IFDIR {
          pending.append((path, [UInt64(status.st_dev), UInt64(status.st_ino)]))
        } else {
          stamps[path] = FileStamp(status)
        }
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

extension InputFiles {
  /// The bytes up to which the content of every file counts.
  private static let usualSize = 1 << 20

  /// Whether a change of a file's content changes ``hash(relativeTo:)``: the largest files do not count that cannot be
  /// schemas by their names.
  func reads(_ path: String) -> Bool {
    guard let stamp = stamps[path] else { return false }
    return stamp.size <= Self.usualSize || SourceText.isReadable(path)
      || Project.templateEndings.contains { path.hasSuffix($0) }
  }

  /// Whether a file is in a folder of outputs and generated.
  private func isGenerated(_ path: String) -> Bool {
    guard mixed.contains(where: { path.hasPrefix($0 + "/") }) else { return false }
    var start: [UInt8] = []
    try? ByteSource(path: path, name: path).read(256, into: &start)
    return GeneratedHeader.isFound(in: start)
  }

  /// Returns a hash of the names of all files that are no outputs, relative to a folder, and of their contents.
  func hash(relativeTo folder: String, lock: String?) -> ContentHash {
    let hashing = FileHashing()
    var hash = ContentHash()
    for path in Set(stamps.keys).union(links.keys).sorted() where path != lock && !isGenerated(path) {
      hash.add(FilePath.relative(path, to: folder))
      hash.add(links[path] ?? "")
      if reads(path) { hash.add(hashing.hash(ofFileAt: path) ?? ContentHash()) }
    }
    return hash
  }
}

extension Generation {
  /// The configuration of a run, and the paths of what it reads and writes.
  struct Inputs {
    /// Only the configuration; nil if it cannot be read.
    var project: Project?
    var roots: InputFiles.Roots
  }

  /// Returns the current inputs.
  func inputs() -> Inputs {
    let configuration = paths.absolute(options.project.configuration.path ?? Project.defaultPath(paths))
    var inputs = Inputs(roots: InputFiles.Roots(trees: [paths.folder(of: configuration)]))
    if let templates = options.templates { inputs.roots.trees.append(paths.absolute(templates)) }
    let reading = options.project.reading.values
    inputs.project = try? Project(
      describedAt: options.project.configuration.path, modelsAt: options.models, reading: reading, paths: paths)
    guard let project = inputs.project else { return inputs }
    inputs.roots.lock = project.lockPath
    let file = project.configuration.outputs.openapi.map { paths.absolute($0, in: project.folder) }
    inputs.roots.outputs = project.outputFolders + [file].compactMap { $0 }
    if let folder = project.configuration.templates {
      inputs.roots.trees.append(paths.absolute(folder, in: project.folder))
    }
    var pending = [project]
    var seen: Set<String> = []
    while let project = pending.popLast() {
      guard seen.insert(project.folder).inserted else { continue }
      inputs.roots.trees.append(project.folder)
      for (uri, path) in project.configuration.references.sorted(by: { $0.key < $1.key }) {
        let path = paths.absolute(path, in: project.folder)
        if uri.hasSuffix("/") { inputs.roots.trees.append(path) } else { inputs.roots.files.append(path) }
      }
      if seen.count > 1 { inputs.roots.files.append(project.lockPath) }
      for dependency in project.configuration.dependencies {
        let folder = paths.absolute(dependency.schemas, in: project.folder)
        inputs.roots.trees.append(folder)
        let file = OwnFiles.configurationNames.map { folder + "/" + $0 }.first { FileKind(at: $0) == .file }
        let other = file.flatMap { try? Project(describedAt: $0, reading: reading, paths: paths) }
        if let other { pending.append(other) }
      }
    }
    return inputs
  }
}
