import CodegenCore
import CodegenProject
import CommandLineTool
import Foundation
import JSONSchema
import SchemaLint
import SchemaLoading
import SchemaRuntime
import SchemaValidation

/// The files of an editor: open ones as they are typed, others as they are on disk.
final class Workspace {
  /// The folder to which names in messages are relative.
  let paths: Paths
  private(set) var files: [String: SourceFile] = [:]
  private(set) var openPaths: Set<String> = []
  private var scopes: [String: Scope] = [:]
  /// Those of configurations before they were changed, which apply while there are mistakes in the new ones.
  private var formerScopes: [String: Scope] = [:]
  private var configurationPaths: [String: String?] = [:]
  /// Grows with every change of a file.
  private(set) var generation = 0
  /// The targets of each file's references, for one state of it.
  private var edges: [String: (file: SourceFile, targets: Set<String>)] = [:]
  /// The graphs that questions needed, with the states of the files that they are of.
  var graphs: [String: (used: [SourceFile], graph: SchemaGraph?)] = [:]
  /// The files that declare a URI of their own.
  private var namesByURI: [String: (path: String, entry: Int)]?

  init(root: String) { paths = Paths(workingDirectory: root) }

  // MARK: - Files

  /// Takes over the text of an editor.
  func open(_ path: String, _ text: EditorText, version: Int?) -> (old: SourceFile?, new: SourceFile) {
    let old = file(path)
    let new = SourceFile(path: path, text: text, version: version, former: old)
    openPaths.insert(path)
    set(new, at: path)
    return (old, new)
  }

  func close(_ path: String) {
    openPaths.remove(path)
    set(nil, at: path)
  }

  /// Forgets a file that has changed on disk, unless the editor has it.
  func forget(_ path: String) {
    if openPaths.contains(path) { return }
    set(nil, at: path)
    for scope in scopes.values { scope.chosen = nil }
  }

  private func set(_ file: SourceFile?, at path: String) {
    let before = files[path]?.references?.names.count ?? 1
    files[path] = file
    generation += 1
    if before > 1 || file?.references?.names.count ?? 1 > 1 { namesByURI = nil }
    if Self.isConfiguration(path) { reload() }
  }

  /// Reads the configurations again.
  func reload() {
    formerScopes.merge(scopes) { $1 }
    (scopes, configurationPaths) = ([:], [:])
  }

  static func isConfiguration(_ path: String) -> Bool {
    OwnFiles.configurationNames.contains { path.hasSuffix("/" + $0) }
  }

  /// Returns a file, from disk if the editor does not have it; nil if it cannot be read.
  func file(_ path: String) -> SourceFile? {
    if let known = files[path] { return known }
    guard FileKind(at: path) == .file,
      var bytes = try? ByteSource.contents(of: path, name: path, limit: JSONLimits.hardMaximumByteCount)
    else { return nil }
    if bytes.starts(with: SourceText.byteOrderMark) { bytes.removeFirst(SourceText.byteOrderMark.count) }
    let file = SourceFile(path: path, text: EditorText(bytes), version: nil)
    files[path] = file
    return file
  }

  func name(of path: String) -> String { paths.name(of: path) }
  func path(ofName name: String) -> String { paths.absolute(name) }

  // MARK: - Scopes

  /// The configuration that applies to a file, or the neighborhood of one without.
  func scope(of path: String) -> Scope {
    let folder = paths.folder(of: path)
    if let configuration = configurationPath(for: folder), (path + "/").hasPrefix(paths.folder(of: configuration) + "/")
    {
      if let known = scopes[configuration] { return known }
      if let project = try? Project(readOnlyAt: configuration, paths: paths) {
        let scope = Scope(project, paths)
        scopes[configuration] = scope
        return scope
      }
      if let former = formerScopes[configuration] {
        scopes[configuration] = former
        return former
      }
    }
    let root = file(path)?.root
    let key = folder + "\n" + ((root?["$id"] ?? root?["id"])?.string ?? "")
    if let known = scopes[key] { return known }
    let scope = Scope(loader: .ofFiles([(path: path, root: root ?? .null)], [:], paths), folder: folder)
    scopes[key] = scope
    return scope
  }

  private func configurationPath(for folder: String) -> String? {
    if let known = configurationPaths[folder] { return known }
    let found = Project.foundPaths(Paths(workingDirectory: folder)).first
    configurationPaths[folder] = .some(found)
    return found
  }

  /// All files that may be schemas and refer to one another: those of the configuration, and the open ones.
  func knownPaths(around path: String? = nil) -> [String] {
    let scopes = (path.map { [$0] } ?? openPaths.sorted()).map(scope)
    var seen: Set<String> = []
    return (scopes.flatMap(\.chosenPaths) + openPaths.sorted()).filter { seen.insert($0).inserted }
  }

  // MARK: - References

  /// Finds the file and value to which a reference leads.
  func target(of reference: ReferenceIndex.Reference, in path: String) -> (path: String, entry: Int)? {
    guard let (found, resource) = resource(reference.uri, from: path), let file = file(found),
      let outline = file.outline
    else { return nil }
    if reference.fragment.isEmpty { return (found, resource) }
    if let pointer = JSONPointer(reference.fragment) {
      var entry: Int? = resource
      for token in pointer.tokens { entry = entry.flatMap { outline.child(token, of: $0) } }
      return entry.map { (found, $0) }
    }
    let uris = Set(file.references?.names.filter { $0.entry == resource }.map(\.uri) ?? [])
    return file.references?.names.first { $0.anchor == reference.fragment && uris.contains($0.uri) }
      .map { (found, $0.entry) }
  }

  private func resource(_ uri: String, from path: String) -> (path: String, entry: Int)? {
    if let own = file(path)?.references?.names.first(where: { $0.uri == uri && $0.anchor.isEmpty }) {
      return (path, own.entry)
    }
    if let named = named(uri) { return named }
    if let found = scope(of: path).loader.filePath(of: uri) { return (found, 0) }
    // An open file that has not been saved yet.
    return FilePath.path(ofURI: uri).flatMap { openPaths.contains($0) ? ($0, 0) : nil }
  }

  private func named(_ uri: String) -> (path: String, entry: Int)? {
    if uri.hasPrefix("file:") { return nil }
    let known =
      namesByURI
      ?? knownPaths().reduce(into: [:]) { names, path in
        for name in file(path)?.references?.names.dropFirst() ?? [] where name.anchor.isEmpty && names[name.uri] == nil
        {
          names[name.uri] = (path, name.entry)
        }
      }
    namesByURI = known
    return known[uri]
  }

  /// The files to which a file refers directly.
  func targets(of path: String) -> Set<String> {
    guard let file = file(path), let readable = file.readable else { return [] }
    if let known = edges[path], known.file === readable { return known.targets }
    var targets: Set<String> = []
    var seen: Set<String> = []
    for reference in readable.references?.references ?? [] where seen.insert(reference.uri).inserted {
      if let found = resource(reference.uri, from: path)?.path, found != path { targets.insert(found) }
    }
    if let schema = schemaPath(of: file) { targets.insert(schema) }
    edges[path] = (readable, targets)
    return targets
  }

  /// The references of a file, as absolute URIs.
  func uses(of path: String) -> Set<String> {
    Set(file(path)?.references?.references.map { $0.uri + "#" + $0.fragment } ?? [])
  }

  /// The files that refer to a file, directly or not.
  func dependents(of path: String) -> Set<String> {
    var referrers: [String: [String]] = [:]
    for other in knownPaths(around: path) {
      for target in targets(of: other) { referrers[target, default: []].append(other) }
    }
    var found: Set<String> = []
    var pending = [path]
    while let next = pending.popLast() {
      for other in referrers[next] ?? [] where other != path && found.insert(other).inserted { pending.append(other) }
    }
    return found
  }

  /// Forgets which files refer to which: a file has appeared or disappeared.
  func forgetEdges() {
    (edges, namesByURI) = ([:], nil)
    for scope in scopes.values { scope.chosen = nil }
  }

  // MARK: - Documents

  /// Returns the document of a file for the resolver.
  func document(at path: String, uri: String? = nil, _ scope: Scope) -> SchemaDocument? {
    file(path)?.schemaDocument(uri: uri, name: name(of: path), root: scope.project?.root)
  }

  /// Finds the documents that references name, as the editor has them.
  func lookup(_ scope: Scope, from path: String, used: ((SourceFile) -> Void)? = nil) -> (String) -> SchemaDocument? {
    { [self] uri in
      if let found = resource(uri, from: path)?.path, found != path || FilePath.path(ofURI: uri) == path {
        if scope.project?.own.isWritten(found) == true { return nil }
        if let file = file(found) { used?(file) }
        return document(at: found, uri: uri.hasPrefix("file:") ? nil : uri, scope)
      }
      // A neighbor, known only by its identifier.
      return (try? scope.loader.document(at: uri)).flatMap { $0 }
    }
  }

  /// The schema of a payload: the one that `$schema` or a comment for the YAML language server names.
  func schemaPath(of file: SourceFile) -> String? {
    let named = file.root?["$schema"]?.string ?? (file.format == .yaml ? Self.modeline(file.text) : nil)
    guard let named, let base = URIReference(file.uri), let uri = URIReference(named)?.resolved(against: base),
      Dialect.named(uri.description) == nil,
      let path = resource(uri.withoutFragment.description, from: file.path)?.path,
      path != file.path, let root = self.file(path)?.root, DocumentContent(of: root) == .schema,
      root["$vocabulary"] == nil, path.hasSuffix("/" + Project.editorSchema) == false
    else { return nil }
    return path
  }

  /// `# yaml-language-server: $schema=user.schema.json`.
  private static func modeline(_ text: EditorText) -> String? {
    for line in 0..<min(text.lineStarts.count, 20) {
      let words = String(decoding: text.bytes[text.lineStarts[line]..<text.lineEnd(line)], as: UTF8.self)
      guard words.hasPrefix("#") else { if words.isEmpty || words == "---" { continue } else { return nil } }
      if let range = words.firstRange(of: "yaml-language-server: $schema=") {
        return words[range.upperBound...].split(separator: " ").first.map(String.init)
      }
    }
    return nil
  }
}

/// A configuration with its schemas, or a folder without one.
final class Scope {
  let project: Project?
  let loader: SchemaLoader
  let folder: String
  let isStub: @Sendable (String) -> Bool
  var lint = LintConfiguration()
  /// The files that the configuration selects; nil until they are looked for.
  var chosen: [String]?
  /// What the generator makes of the schemas.
  var model: SwiftNamesOfSchemas?
  /// What it says of them, by document.
  var problems: [String: [Diagnostic]] = [:]
  /// ``Workspace/generation`` of the files when the types were planned.
  var plannedGeneration: Int?

  init(_ project: Project, _ paths: Paths) {
    self.project = project
    loader = project.loader
    folder = project.folder
    lint = LintConfiguration(project.configuration)
    isStub = project.options().isStub
  }

  init(loader: SchemaLoader, folder: String) {
    project = nil
    self.loader = loader
    self.folder = folder
    isStub = { _ in false }
    lint.compilerOptions.assertedFormats = Set(Format.allCases)
  }

  var chosenPaths: [String] {
    if let chosen { return chosen }
    let found = project == nil ? [] : (try? loader.chosenFiles().map(\.path)) ?? []
    chosen = found
    return found
  }
}
