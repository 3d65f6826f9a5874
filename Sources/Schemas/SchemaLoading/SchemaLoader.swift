internal import Foundation
package import JSONSchema
package import SchemaRuntime

/// Reads schema documents from a folder: the stage before resolving, and the only one that accesses files.
///
///     let loader = SchemaLoader(root: "Schemas", workingDirectory: FileManager.default.currentDirectoryPath)
///     let resolution = try loader.resolve()
package struct SchemaLoader: Sendable {
  /// The options of the loader.
  package struct Options: Sendable {
    /// Patterns of paths below the root; matching files are loaded. `**` matches any number of folders.
    package var include: [String]
    /// Patterns of paths below the root; matching files are excluded, unless they are referenced.
    package var exclude: [String]
    /// Whether to load every JSON or YAML file that is a schema, whatever its name, ignoring `include`.
    package var isWhole = false
    /// The files that are never schemas.
    package var own = OwnFiles()
    /// Local files for URIs, so that references need no network access: a path, relative to the root, by URI. For a URI
    /// that ends in a slash, a folder for all URIs that begin with it.
    package var files: [String: String]
    /// The folders whose files are also found by the URIs that they say they have; nil for the root folder.
    package var neighborFolders: [String]?
    /// The location of the object whose members are the schemas; nil if each file is a schema.
    package var root: JSONPointer?
    /// The additions to the files.
    package var overlay = SchemaOverlay()
    /// Documents of other folders, by their absolute URIs.
    package var shared: [String: SchemaDocument] = [:]
    /// The limits for a file.
    package var limits: JSONLimits

    /// The usual pattern. If no file matches it, the schemas are the JSON and YAML files that say what they are.
    package static let usualPattern = "**/*.schema.{json,yaml,yml}"

    package init(
      include: [String] = [usualPattern], exclude: [String] = [], files: [String: String] = [:],
      root: JSONPointer? = nil, limits: JSONLimits = JSONLimits()
    ) {
      self.include = include
      self.exclude = exclude
      self.files = files
      self.root = root
      self.limits = limits
    }
  }

  /// The folder, as an absolute path.
  package let root: String
  /// The absolute path of the folder to which names are relative.
  package let workingDirectory: String
  package let options: Options
  /// The offline map.
  private let files: [String: String]
  /// Files by the URIs that they say they have; nil before the first is looked for.
  private let neighbors = Mutex<[String: String]?>(nil)

  /// Creates a loader for a folder, given absolute or relative to `workingDirectory`, which must be absolute.
  package init(root: String, workingDirectory: String, options: Options = Options()) {
    self.workingDirectory = FilePath.absolute(workingDirectory, in: "/")
    self.root = FilePath.absolute(root, in: self.workingDirectory)
    self.options = options
    // Normalized in the same way as the URIs of references.
    let entries = options.files.map { (URIReference($0)?.withoutFragment.description ?? $0, $1) }
    files = Dictionary(entries.sorted { $0.1 < $1.1 }) { first, _ in first }
  }

  /// Loads the documents that the options select, sorted by path in Unicode scalar order.
  ///
  /// A file or folder that several paths reach through symbolic links is loaded only by the first. Entries whose names
  /// begin with a dot are ignored.
  /// - Throws: an error for every file that is neither JSON nor YAML, for every pattern that matches nothing, and for
  ///   every address in the offline map that no reference can match.
  package func load() throws(LoadErrors) -> [SchemaDocument] {
    let paths = try chosenPaths()
    var documents: [SchemaDocument] = []
    var errors = options.files.filter { !(URIReference($0.key)?.isAbsolute ?? false) }.sorted { $0.key < $1.key }
      .map { LoadError(name: name(of: FilePath.absolute($0.value, in: root)), kind: .invalidURI($0.key)) }
    for path in paths {
      do throws(LoadError) {
        let document = try document(at: path, uri: FilePath.uri(of: path))
        // Every selected file must have schemas there; one that is only referenced may be a schema itself.
        let container = options.root ?? DocumentContent.container(ofHost: document.root)
        documents.append(container.map { document.holding(.members(of: $0)) } ?? document)
      } catch {
        errors.append(error)
      }
    }
    guard errors.isEmpty else { throw LoadErrors(errors: errors) }
    return documents
  }

  /// A schema file, not necessarily well-formed.
  package struct File: Hashable, Sendable {
    /// The absolute path.
    package let path: String
    package let uri: String
    /// The display name.
    package let name: String
  }

  /// The files that the options select, in the order of ``load()``.
  package func chosenFiles() throws(LoadErrors) -> [File] { try chosenPaths().map { file(at: $0) } }

  /// The absolute paths of all files below a folder, of any type; nil if there is no such folder.
  package static func files(below folder: String) -> [String]? {
    FolderWalk.files(below: folder)?.map { FilePath.absolute($0, in: folder) }
  }

  /// The file at an absolute path.
  package func file(at path: String) -> File { File(path: path, uri: FilePath.uri(of: path), name: name(of: path)) }

  /// Loads the documents and resolves their references, loading other files when they are referenced.
  /// - Throws: ``LoadErrors`` if a file cannot be used; otherwise `ResolveErrors`.
  package func resolve(
    _ resolverOptions: SchemaResolver.Options = SchemaResolver.Options()
  ) throws -> SchemaResolver.Resolution {
    let documents = try load()
    var byFile: [String: SchemaDocument] = [:]
    for document in documents {
      if let path = FilePath.path(ofURI: document.uri) { byFile[FileReading.realPath(path)] = document }
    }
    var errors: [LoadError] = []
    do throws(ResolveErrors) {
      let resolution = try SchemaResolver.resolve(documents, options: resolverOptions) { uri in
        if let document = options.shared[uri] { return document }
        do throws(LoadError) {
          guard let path = path(of: uri) ?? neighbor(at: uri) else { return nil }
          // Another path to a file that is already loaded: use the same document.
          let file = FileReading.realPath(path)
          if let known = byFile[file] { return known }
          try checkLinks(uri, path)
          let document = try document(at: path, uri: uri)
          byFile[file] = document
          return document
        } catch {
          errors.append(error)
          return nil
        }
      }
      if errors.isEmpty { return resolution }
    } catch {
      // An unusable file is the cause of unresolved references.
      if errors.isEmpty { throw error }
    }
    throw LoadErrors(errors: errors)
  }

  /// How many files beside the schemas are read to find one by its identifier.
  private static let neighborLimit = 1_000

  /// The file beside the schemas that says that it has a URI: a meta-schema, for example, that is not one of the schemas.
  private func neighbor(at uri: String) -> String? {
    if uri.hasPrefix("file:") { return nil }
    return neighbors.withLock { known in
      let paths = known ?? neighborPaths()
      known = paths
      return paths[uri]
    }
  }

  private func neighborPaths() -> [String: String] {
    var found: [String: String] = [:]
    let paths = (options.neighborFolders ?? [root]).flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter(SourceText.isReadable).sorted().map { FilePath.absolute($0, in: folder) }
    }
    for path in paths.prefix(Self.neighborLimit) {
      // Of most of these files, nothing else is needed.
      guard !options.own.isWritten(path), let source = try? source(at: path).json,
        let id = source.withRoot({ root in
          (root.member("$id") ?? root.member("id")).flatMap { $0.isString ? $0.string : nil }
        }),
        let uri = URIReference(id)?.withoutFragment, uri.isAbsolute, found[uri.description] == nil
      else { continue }
      found[uri.description] = path
    }
    return found
  }

  /// The document with an absolute URI; nil if it is neither in the offline map nor in the root folder.
  package func document(at uri: String) throws(LoadError) -> SchemaDocument? {
    if let document = options.shared[uri] { return document }
    guard let path = path(of: uri) ?? neighbor(at: uri) else { return nil }
    try checkLinks(uri, path)
    return try document(at: path, uri: uri)
  }

  /// The display name of a file.
  func name(of path: String) -> String { FilePath.relative(path, to: workingDirectory) }

  private func document(at path: String, uri: String) throws(LoadError) -> SchemaDocument {
    let read = try source(at: path)
    var document = SchemaDocument(uri: uri, name: name(of: path), source: read.json)
    document.looseness = read.looseness
    guard let root = options.root, document.root[root]?.object != nil else { return document }
    return document.holding(.members(of: root))
  }

  /// Returns the text of a file with its overlay.
  private func source(at path: String) throws(LoadError) -> (json: JSONDocument, looseness: String?) {
    let name = name(of: path)
    if let control = name.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) {
      throw LoadError(name: name, kind: .controlInPath(control))
    }
    if options.own.isWritten(path) { throw LoadError(name: name, kind: .own) }
    let text = try FileReading.bytes(at: path, name: name, limit: options.limits.maximumByteCount)
    do throws(JSONSyntaxError) {
      let written = try SourceText.onlyDocument(text, format: SourceText.Format(ofFile: name), limits: options.limits)
      let json = try options.overlay.applied(
        to: written.json, at: FilePath.relative(path, to: root), limits: options.limits)
      return (json, written.looseness)
    } catch {
      throw LoadError(name: name, kind: .syntax(error))
    }
  }
}

extension SchemaDocument {
  fileprivate func holding(_ extent: Extent) -> SchemaDocument {
    var document = SchemaDocument(uri: uri, name: name, source: source, extent: extent)
    document.looseness = looseness
    return document
  }
}

// MARK: - URIs

extension SchemaLoader {
  /// The file of a URI; nil if there is none.
  private func path(of uri: String) -> String? {
    let mapped = mappedPath(of: uri)
    guard let path = mapped ?? FilePath.path(ofURI: uri) else { return nil }
    // Entries of the map may lead anywhere, other references only below the root.
    guard mapped != nil || FilePath.remainder(of: path, below: root) != nil else { return nil }
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The absolute path of the file to which a URI leads, without regard to its fragment; nil if there is none.
  package func filePath(of uri: String) -> String? {
    URIReference(uri).flatMap { path(of: $0.withoutFragment.description) }
  }

  /// Rejects a file if its URI leads through a symbolic link out of the URI's folder.
  private func checkLinks(_ uri: String, _ path: String) throws(LoadError) {
    var base = root
    if mappedPath(of: uri) != nil {
      // A file listed in the map may be anywhere.
      guard files[uri] == nil, let folder = mappedFolder(of: uri) else { return }
      base = folder.path
    }
    let target = FileReading.realPath(path)
    guard !FolderWalk.contains(FileReading.realPath(base), target) else { return }
    throw LoadError(name: name(of: path), kind: .leadsOutside(target: target))
  }

  /// The display name of the file that the offline map assigns to a URI but that does not exist; nil if there is no
  /// such entry, or if the file exists.
  package func missingFile(for uri: String) -> String? {
    guard let path = mappedPath(of: uri), !FileManager.default.fileExists(atPath: path) else { return nil }
    return name(of: path)
  }

  /// The file in the offline map: that of the URI itself, otherwise below the longest matching folder.
  private func mappedPath(of uri: String) -> String? {
    if let file = files[uri] { return FilePath.absolute(file, in: root) }
    guard let folder = mappedFolder(of: uri) else { return nil }
    // Parsed as a separate path, so that no encoded slash or dots leave the folder.
    return FilePath.path(ofURI: "file:///" + uri.dropFirst(folder.uri.count)).map { folder.path + $0 }
  }

  /// The longest folder of the offline map that is a prefix of a URI.
  private func mappedFolder(of uri: String) -> (uri: String, path: String)? {
    let folders = files.keys.filter { $0.hasSuffix("/") && uri.hasPrefix($0) }
    guard let folder = folders.max(by: { $0.utf8.count < $1.utf8.count }), let path = files[folder] else { return nil }
    return (folder, FilePath.absolute(path, in: root))
  }
}
