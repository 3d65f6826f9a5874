import CodegenProject
import CommandLineTool
import Foundation
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

/// A temporary copy of a path of a git revision, made from the object store without touching the working tree.
final class GitCopy {
  /// The folder of the copy, absolute; paths below are those of the repository.
  var folder: String { transient.path }
  private let transient: TransientFolder
  /// The name of the commit or tag, such as `main`.
  let revision: String
  /// The path within the repository.
  let path: String
  private let git: Git
  private let commit: String

  /// Copies `REVISION:PATH`. As in git, only paths with `./` or `../` are relative to the working directory.
  init(of operand: String, paths: Paths) throws {
    let parts = operand.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    revision = parts[0]
    git = Git(workingDirectory: paths.workingDirectory)
    let prefix = try git.line(["rev-parse", "--show-prefix"]) ?? ""
    guard let commit = try git.line(["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"])
    else {
      throw CommandFailure("unknown git revision \(revision.quoted); in a shallow clone, fetch it first")
    }
    self.commit = commit
    let written = parts.count > 1 ? parts[1] : ""
    let isRelative = written == "." || written.hasPrefix("./") || written.hasPrefix("../")
    let absolute = Paths(workingDirectory: "/").absolute(isRelative ? prefix + written : written)
    path = String(absolute.dropFirst())
    transient = try TransientFolder(prefix: "codegen-diff-")
    var count = try copy(path)
    if count > 0, try git.line(["cat-file", "-t", commit + ":" + path]) == "blob" {
      // The file may reference neighboring files.
      let top = path.split(separator: "/").dropLast().first.map(String.init) ?? ""
      count += try copy(top) { SourceText.isReadable($0) }
    }
    guard count > 0 else {
      throw CommandFailure(
        "\(revision.quoted) has no path \(path.quoted); paths start at the root of the repository, unless they begin "
          + "with './'")
    }
  }

  /// Copies the files outside a folder that its configuration names. The reader of the configuration reports missing
  /// ones.
  func bringReferences(of home: String) throws {
    let configurations = OwnFiles.configurationNames.lazy.compactMap { name in
      FileManager.default.contents(atPath: home + "/" + name).flatMap { bytes in
        try? SourceText.document(Array(bytes), format: SourceText.Format(ofFile: name)).value
      }
    }
    guard let value = configurations.first else { return }
    let inside = Paths(workingDirectory: folder)
    let references = value["references"]?.object?.map(\.value) ?? []
    let modules = (value["dependencies"]?.array ?? []).map { $0["schemas"] }
    for reference in (references + modules + [value["lock"]]).compactMap(\.?.string) {
      let path = inside.absolute(reference, in: home)
      let name = inside.name(of: path)
      if !name.hasPrefix(".."), !name.isEmpty, FileKind(at: folder + "/" + name) == nil {
        _ = try copy(name)
        // The folder of another module has a configuration of its own.
        if FileKind(at: path) == .folder { try bringReferences(of: path) }
      }
    }
  }

  /// Copies the files at or below a path, and counts them.
  private func copy(_ path: String, where isWanted: (String) -> Bool = { _ in true }) throws -> Int {
    let arguments = ["ls-tree", "-r", "-z", "--full-tree", commit] + (path.isEmpty ? [] : ["--", path])
    let listing = try git.output(arguments) ?? []
    var rows: [(name: String, object: String)] = []
    for entry in listing.split(separator: 0) {
      // `MODE TYPE OBJECT<tab>PATH`
      guard let tab = entry.firstIndex(of: 0x09) else { continue }
      let words = entry[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      let name = String(decoding: entry[entry.index(after: tab)...], as: UTF8.self)
      // Links and submodules are skipped: their targets are not part of the revision's path.
      guard words.count == 3, words[1] == "blob", words[0] != "120000", Self.isPlain(name), isWanted(name) else {
        continue
      }
      rows.append((name, words[2]))
    }
    do {
      try write(rows)
    } catch let error as CocoaError {
      throw CommandFailure("could not create a temporary copy of \(path.quoted): file error \(error.code.rawValue)")
    }
    return rows.count
  }

  private func write(_ rows: [(name: String, object: String)]) throws {
    if rows.isEmpty { return }
    // A file avoids the deadlock of two pipes that wait for each other.
    let list = URL(fileURLWithPath: folder + "/.objects")
    try Data(rows.map { $0.object + "\n" }.joined().utf8).write(to: list)
    var rest = (try git.output(["cat-file", "--batch"], reading: list) ?? [])[...]
    for row in rows {
      // `OBJECT blob SIZE`, a line feed, the content, a line feed.
      let head = rest.prefix { $0 != 0x0a }
      let size = head.split(separator: 0x20).last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      let content = rest.dropFirst(head.count + 1)
      guard let size, 0...content.count ~= size else {
        throw CommandFailure("git cannot find the content of \(row.name.quoted); the repository may be incomplete")
      }
      let file = URL(fileURLWithPath: folder + "/" + row.name)
      try Interruptions.shared.hold {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.prefix(size)).write(to: file)
      }
      rest = content.dropFirst(size + 1)
    }
    try FileManager.default.removeItem(at: list)
  }

  /// Whether a path stays inside its folder.
  private static func isPlain(_ path: String) -> Bool {
    !path.hasPrefix("/")
      && !path.split(separator: "/", omittingEmptySubsequences: false).contains { ["", ".", ".."].contains($0) }
  }
}

/// The program `git` in a folder.
private struct Git {
  let workingDirectory: String

  /// Returns the first line of a command's output; nil when the command fails without a message.
  func line(_ arguments: [String]) throws -> String? {
    try output(arguments).map { String(decoding: $0.prefix { $0 != 0x0a }, as: UTF8.self) }
  }

  /// Returns the output of a command; nil when it fails without a message, and otherwise throws git's message.
  func output(_ arguments: [String], reading input: URL? = nil) throws -> [UInt8]? {
    let missing = CommandFailure("the program 'git', which reads revisions, is missing; install it")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: workingDirectory)
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { throw missing }
    let bytes = Array((try? output.fileHandleForReading.readToEnd()) ?? Data())
    let messages = Array((try? errors.fileHandleForReading.readToEnd()) ?? Data())
    process.waitUntilExit()
    if process.terminationStatus == 0 { return bytes }
    if process.terminationStatus == 127, bytes.isEmpty { throw missing }
    guard let message = messages.split(separator: 0x0a).first else { return nil }
    throw CommandFailure("git: \(String(decoding: message, as: UTF8.self).trimmingPrefix("fatal: "))")
  }
}
