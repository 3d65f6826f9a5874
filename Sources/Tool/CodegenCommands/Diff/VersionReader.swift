import CodegenCore
package import CodegenProject
package import CommandLineTool
import Foundation
import JSONSchema
import SchemaAnalysis
package import SchemaComparison
import SchemaLoading
import SchemaRuntime

/// A version of schemas, as named in `diff`.
package struct NamedVersion {
  package var version: SchemaComparison.Version
  /// Whether it has its own configuration.
  package var isConfigured = false
  /// The git revision that contains it.
  var revision: String?
  /// The name of the file that was named; nil for a folder.
  var file: String?
  /// The names of documents as the user knows them, by the names in the graph; only of those that differ.
  fileprivate(set) var writtenNames: [String: String] = [:]
  /// Messages about skipped files and unavailable documents.
  var notes: [String] = []
  /// The content of the file if it is all that was read, without a mistake that a file beside it could mend.
  fileprivate(set) var source: SchemaDocument?

  /// Returns a location as the user named it, such as one in `main:Schemas`.
  func title(_ location: SourceLocation) -> SourceLocation {
    let name = writtenNames[location.document] ?? location.document
    return SourceLocation(
      document: revision.map { $0 + ":" + name } ?? name, pointer: location.pointer, position: location.position)
  }

  /// Returns a location that ``title(_:)`` returned without the revision.
  func untitled(_ location: SourceLocation) -> SourceLocation {
    let name = revision.map { String(location.document.dropFirst($0.count + 1)) } ?? location.document
    return SourceLocation(document: name, pointer: location.pointer, position: location.position)
  }

  /// Returns the version with the names that another file and its neighbors have: two files are versions of one schema,
  /// whatever their names.
  private func named(like other: NamedVersion) -> NamedVersion {
    guard let file, let otherFile = other.file else { return self }
    let (folder, otherFolder) = (version.folder, other.version.folder)
    if file == otherFile, folder == otherFolder { return self }
    var renamed = self
    var names: [String: String] = [:]
    for document in version.graph.documents where document.name.hasPrefix(folder) {
      let neighbor = otherFolder + document.name.dropFirst(folder.count)
      let name = document.name == file ? otherFile : neighbor
      if document.name == file || neighbor != otherFile { names[document.name] = name }
    }
    for (written, name) in names { renamed.writtenNames[name] = written }
    renamed.version.graph = version.graph.renamingDocuments(names)
    renamed.version.api = version.api?.renamingDocuments(names)
    renamed.version.folder = otherFolder
    return renamed
  }

  /// Compares with a newer version. If only one of them is configured, its configuration applies to both.
  package func compared(
    with new: NamedVersion, _ options: SchemaComparison.Options = SchemaComparison.Options()
  ) throws(CommandFailure) -> ComparisonReport {
    var (old, new) = (named(like: new), new)
    if !old.isConfigured, new.isConfigured { old.version.configuration = new.version.configuration }
    if !new.isConfigured, old.isConfigured { new.version.configuration = old.version.configuration }
    do throws(ComparisonFailure) {
      var report = try SchemaComparison.compare(old: old.version, new: new.version, options: options)
      for index in report.changes.indices {
        report.changes[index].old = report.changes[index].old.map(old.title)
        report.changes[index].new = report.changes[index].new.map(new.title)
      }
      for index in report.uncompared.indices {
        report.uncompared[index].old = report.uncompared[index].old.map(old.title)
        report.uncompared[index].new = report.uncompared[index].new.map(new.title)
      }
      return report
    } catch {
      let side = error.version == .old ? old : new
      let diagnostics = error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.location = side.title(diagnostic.location)
        return diagnostic
      }
      throw CommandFailure(diagnostics: diagnostics.inOrderOfText)
    }
  }
}

/// Reads a version of schemas: a folder, a schema file, or either of them in a git revision.
package struct VersionReader {
  package let paths: Paths
  package let reading: ReadingOptions.Values
  /// References to other hosts are compared by their URIs: nothing is fetched.
  private static let resolverOptions = {
    var options = SchemaResolver.Options()
    options.allowsUnavailableDocuments = true
    return options
  }()

  /// Reads the version that an operand identifies, by default the configured folder, with the operations of API
  /// descriptions.
  ///
  /// - Parameter other: the version to compare with.
  package func version(
    _ operand: String?, configurationAt configuration: String?, besides other: NamedVersion? = nil
  ) throws -> NamedVersion {
    var version = try read(operand, configurationAt: configuration, besides: other)
    guard version.version.graph.describesAPI, version.version.api == nil else { return version }
    var reading = reading
    reading.comparesOperations = true
    do {
      let api = try VersionReader(paths: paths, reading: reading).read(operand, configurationAt: configuration)
      version.version.api = api.version.graph
      if api.source == nil { version.source = nil }
    } catch let error as CommandFailure {
      let reason = error.report.first.map { ": " + $0.text } ?? ""
      (version.version.hasUnreadAPI, version.source) = (true, nil)
      version.notes.append("note: the operations are not compared, because they cannot be read" + reason)
    }
    return version
  }

  /// Reads a file that is compared with another of the same content and form, as a version with the schemas of
  /// operations; nil for other operands, and if that needs more than the file or gives notes.
  package func file(_ operand: String, equalTo other: String) -> NamedVersion? {
    let (path, otherPath) = (paths.absolute(operand), paths.absolute(other))
    guard FileKind(at: path) == .file, FileKind(at: otherPath) == .file,
      let document = try? SchemaChoice.document(at: path, paths, reading.references(paths)),
      let copy = try? SchemaChoice.document(at: otherPath, paths, reading.references(paths)), document.isSame(as: copy)
    else { return nil }
    var reading = reading
    reading.comparesOperations = true
    guard let version = try? VersionReader(paths: paths, reading: reading).file(path, paths, read: document),
      version.source != nil, version.notes.isEmpty
    else { return nil }
    return version
  }

  private func read(
    _ operand: String?, configurationAt configuration: String?, besides other: NamedVersion? = nil
  ) throws -> NamedVersion {
    guard let operand else {
      return try configured(Project(configurationAt: configuration, reading: reading, paths: paths))
    }
    let path = paths.absolute(operand)
    if let configuration {
      let project = try Project(configurationAt: configuration, reading: reading, paths: paths)
      guard project.folder == path else {
        throw CommandFailure(
          "expected NEW to be the folder of \(configuration.quoted) with '--config', found \(operand.quoted)")
      }
      return try configured(project)
    }
    switch FileKind(at: path) {
    case .folder?: return try folder(path, paths)
    case .file?: return try file(path, paths, besides: other)
    case nil where operand.contains(":"): return try revision(operand)
    case nil:
      throw CommandFailure(
        "expected a folder, a file or a git revision with a path such as 'main:Schemas', found \(operand.quoted)")
    }
  }

  private func configured(_ project: Project) throws -> NamedVersion {
    let resolution = try project.resolve(Self.resolverOptions)
    let graph = resolution.graph
    let version = SchemaComparison.Version(
      graph: graph, configuration: project.configuration, folder: project.namePrefix,
      lock: try project.input(graph).lock)
    let notes = try project.skippedFiles(graph) + Self.notes(resolution, of: project.name)
    return NamedVersion(version: version, isConfigured: true, notes: notes)
  }

  private func folder(_ path: String, _ paths: Paths) throws -> NamedVersion {
    let places = OwnFiles.configurationNames.map { path + "/" + $0 }
    if let configuration = places.first(where: { FileKind(at: $0) != nil }) {
      return try configured(Project(configurationAt: configuration, reading: reading, paths: paths))
    }
    let name = paths.name(of: path)
    let loader = SchemaLoader(root: path, workingDirectory: paths.workingDirectory, options: .whole)
    do {
      let resolution = try loader.resolve(reading.options(Self.resolverOptions, project: nil)).checked()
      let title = name.isEmpty ? "." : name
      let skipped = try loader.notes().skipped.sentence().map { title + ": note: " + $0 }
      return NamedVersion(
        version: SchemaComparison.Version(
          graph: resolution.graph, configuration: .unconfigured, folder: name.isEmpty ? "" : name + "/"),
        notes: [skipped].compactMap { $0 } + Self.notes(resolution, of: title))
    } catch let error as ResolveErrors {
      throw CommandFailure(error, loader: loader, configuration: nil, root: .none)
    }
  }

  private func file(
    _ path: String, _ paths: Paths, besides other: NamedVersion? = nil, read: SchemaDocument? = nil
  ) throws -> NamedVersion {
    let (name, folder) = (paths.name(of: path), paths.name(of: paths.folder(of: path)))
    let document = try read ?? SchemaChoice.document(at: path, paths, reading.references(paths))
    if var copy = other, let source = copy.source, let file = copy.file, source.isSame(as: document) {
      (copy.file, copy.revision) = (name, nil)
      copy.version.graph = copy.version.graph.renamingDocuments([file: name])
      copy.version.api = copy.version.api?.renamingDocuments([file: name])
      copy.version.folder = folder.isEmpty ? "" : folder + "/"
      return copy
    }
    let resolution = try SchemaChoice.resolve(
      path, nil, paths, nil, reading, read: document, rootOption: .none, options: Self.resolverOptions)
    var version = NamedVersion(
      version: SchemaComparison.Version(
        graph: resolution.graph, configuration: .unconfigured, folder: folder.isEmpty ? "" : folder + "/"),
      file: name, notes: Self.notes(resolution, of: name))
    let isAlone = resolution.graph.documents.allSatisfy { $0.name == name } && resolution.metaSchemas == nil
    if isAlone, resolution.unavailable.isEmpty, resolution.concessions.isEmpty { version.source = document }
    return version
  }

  private static func notes(_ resolution: SchemaResolver.Resolution, of name: String) -> [String] {
    resolution.unavailable.map { uri in
      "\(name): note: no file is known for \(uri.quoted), so its content is not compared; a reference to it counts as "
        + "unchanged if both versions have it"
    }
  }

  /// Returns a path of a git revision, read from a temporary copy. Errors name the revision.
  private func revision(_ operand: String) throws -> NamedVersion {
    let copy = try GitCopy(of: operand, paths: paths)
    let inside = Paths(workingDirectory: copy.folder)
    let path = inside.absolute(copy.path)
    do {
      if FileKind(at: path) == .folder { try copy.bringReferences(of: path) }
      var version = try FileKind(at: path) == .file ? file(path, inside) : folder(path, inside)
      version.notes = version.notes.map { copy.revision + ":" + $0 }
      version.revision = copy.revision
      return version
    } catch {
      let report = CommandFailure(error).report
      throw CommandFailure(report.map { $0.isAboutCommand ? $0 : Message(copy.revision + ":" + $0.text) })
    }
  }
}

extension SchemaDocument {
  /// Whether both files have the same content and form.
  fileprivate func isSame(as other: SchemaDocument) -> Bool {
    SourceText.Format(ofFile: name) == SourceText.Format(ofFile: other.name) && looseness == other.looseness
      && source.text == other.source.text
  }
}

extension Configuration {
  /// The configuration of schemas that have none: all known formats are checked, as by the other verbs.
  fileprivate static var unconfigured: Configuration {
    var configuration = Configuration()
    configuration.formats.assert = Format.allCases.map(\.keyword)
    return configuration
  }
}
