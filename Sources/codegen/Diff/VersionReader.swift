import CodegenCore
import Foundation
import JSONSchema
import SchemaComparison
import SchemaLoading
import SchemaRuntime

/// Reads one of the versions that `diff` compares: a folder, a schema file, or either of them in a git revision.
struct VersionReader {
  let paths: Paths

  /// A version, and what people call its places.
  struct Found {
    var version: SchemaComparison.Version
    /// Whether it has a configuration of its own.
    var isConfigured: Bool
    /// A place as people know it, such as one in `main:Schemas`.
    var title: @Sendable (SourceLocation) -> SourceLocation
    /// What was left out, in words.
    var note: String?
  }

  /// The version that an operand stands for; nil is the configured folder.
  func version(_ operand: String?, configurationAt configuration: String?) throws -> Found {
    guard let operand else {
      return try configured(Project(configurationAt: configuration, paths: paths))
    }
    let path = paths.absolute(operand)
    if let configuration {
      let project = try Project(configurationAt: configuration, paths: paths)
      guard project.folder == path else {
        throw CommandFailure(
          "expected NEW to be the folder of \(configuration.quoted) beside '--config', found \(operand.quoted)")
      }
      return try configured(project)
    }
    switch kind(of: path) {
    case .folder?:
      return try folder(path, paths, fallback: project(below: path))
    case .file?: return try file(path, paths)
    case nil:
      guard operand.contains(":") else {
        throw CommandFailure(
          "expected a folder, a file or a git revision with a path such as 'main:Schemas', found \(operand.quoted)")
      }
      return try revision(operand)
    }
  }

  private enum Kind {
    case file, folder
  }

  private func kind(of path: String) -> Kind? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder.boolValue ? .folder : .file
  }

  // MARK: - Folders and files

  private func configured(_ project: Project) throws -> Found {
    let graph = try project.resolve().graph
    let input = try project.input(graph)
    let version = SchemaComparison.Version(
      graph: graph, configuration: project.configuration, folder: project.namePrefix, lock: input.lock)
    return Found(version: version, isConfigured: true, title: { $0 }, note: try project.passedOver(graph))
  }

  /// The project of a folder that holds a configuration.
  private func project(below folder: String) throws -> Project? {
    let file = folder + "/codegen.json"
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    return try Project(configurationAt: file, paths: paths)
  }

  private func folder(_ path: String, _ paths: Paths, fallback project: Project?) throws -> Found {
    if let project { return try configured(project) }
    let name = paths.name(of: path)
    let loader = SchemaLoader(root: path, workingDirectory: paths.workingDirectory, options: .whole)
    do {
      let graph = try loader.resolve().checked().graph
      let version = SchemaComparison.Version(graph: graph, folder: name.isEmpty ? "" : name + "/")
      return Found(
        version: version, isConfigured: false, title: { $0 },
        note: try loader.passedOver().sentence().map { (name.isEmpty ? "." : name) + ": note: " + $0 })
    } catch let error as ResolveErrors {
      throw CommandFailure(error, loader: loader, configuration: nil, root: .none)
    }
  }

  private func file(_ path: String, _ paths: Paths) throws -> Found {
    let graph = try SchemaChoice.resolve(path, nil, paths, nil, rootOption: .none)
    var configuration = Configuration()
    configuration.formats.assert = Format.allCases.map(\.keyword)
    let folder = paths.name(of: paths.folder(of: path))
    let version = SchemaComparison.Version(
      graph: graph, configuration: configuration, folder: folder.isEmpty ? "" : folder + "/")
    return Found(version: version, isConfigured: false, title: { $0 })
  }

  // MARK: - Revisions

  /// What stands at a path of a git revision, read from a copy in a folder of its own that is gone afterwards.
  private func revision(_ operand: String) throws -> Found {
    let copy = try GitCopy(of: operand, paths: paths)
    let inside = Paths(workingDirectory: copy.folder)
    let path = inside.absolute(copy.path)
    var found: Found
    if kind(of: path) == .file {
      found = try located(copy) { try file(path, inside) }
    } else {
      found = try located(copy) {
        let file = path + "/codegen.json"
        guard FileManager.default.fileExists(atPath: file) else { return try folder(path, inside, fallback: nil) }
        try copy.bringReferences(of: file)
        return try configured(Project(configurationAt: file, paths: inside))
      }
    }
    let revision = copy.revision
    found.note = found.note.map { revision + ":" + $0 }
    found.title = { location in
      SourceLocation(
        document: revision + ":" + location.document, pointer: location.pointer, position: location.position)
    }
    return found
  }

  /// Errors of a copy, told as those of the revision.
  private func located(_ copy: GitCopy, _ read: () throws -> Found) throws -> Found {
    do {
      return try read()
    } catch {
      let lines = CommandFailure(error).lines
      throw CommandFailure(lines: lines.map { $0.hasPrefix("codegen: ") ? $0 : copy.revision + ":" + $0 })
    }
  }
}

extension ComparisonReport {
  /// The report with places as people know them.
  func naming(
    old: (SourceLocation) -> SourceLocation, new: (SourceLocation) -> SourceLocation
  ) -> ComparisonReport {
    var report = self
    for index in report.changes.indices {
      report.changes[index].old = report.changes[index].old.map(old)
      report.changes[index].new = report.changes[index].new.map(new)
    }
    return report
  }
}
