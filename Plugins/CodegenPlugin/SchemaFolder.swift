internal import Foundation

/// The schemas of a target: what the build has to know of them before the tool has read any.
struct SchemaFolder {
  /// Where a target's configuration may be; the first that is there counts.
  static let places = ["codegen.json", "Schemas/codegen.json"]

  let configuration: URL
  /// The folder of the configuration, and the schemas below.
  private let folder: URL
  private let members: Members

  /// The configuration and the schemas of a target; nil when it has none.
  init?(in target: URL) {
    let files = Self.places.map { target.appending(path: $0, directoryHint: .notDirectory) }
    guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return nil }
    self.init(configuration: file)
  }

  init(configuration: URL) {
    self.configuration = configuration
    folder = configuration.deletingLastPathComponent()
    members = Members(configuration)
  }

  /// What the tool reads: all files of the folder in JSON and YAML except outputs, because schemas refer to files that are no schemas of their
  /// own, the files of the offline map, the schemas of other modules, and the templates.
  var inputs: [URL] {
    var paths = Set(schemaFiles(below: folder)).union([configuration.path])
    for place in members.references + members.dependencies + [members.lock] {
      let url = resolve(place)
      if FolderWalk.files(below: url.path) != nil {
        paths.formUnion(schemaFiles(below: url))
      } else if FileManager.default.fileExists(atPath: url.path) {
        paths.insert(url.path)
      }
    }
    if let templates = members.templates.map(resolve) {
      paths.formUnion(files(below: templates).filter { $0.hasSuffix(".mustache") })
    }
    return paths.sorted().map { URL(fileURLWithPath: $0) }
  }

  /// The files that the tool writes, by the paths of the schemas alone; of a schema, only the header of generated files
  /// is read.
  var outputs: [String] {
    let include = members.include.map(Glob.init)
    let exclude = members.exclude.map(Glob.init)
    let schemas = (FolderWalk.files(below: folder.path) ?? []).filter { path in
      include.contains { $0.matches(path) } && !exclude.contains { $0.matches(path) }
        && !own.contains(folder.path + "/" + path)
    }
    let models = Set(FileNames.bases(of: schemas).map { $0 + ".swift" })
    return models.sorted() + [FileNames.program, FileNames.catalog, FileNames.others]
  }

  /// The files that are never schemas.
  private var own: OwnFiles {
    OwnFiles(
      configuration: configuration.path, outputFolders: members.outputFolders.map { resolve($0).path },
      outputFiles: members.outputFiles.map { resolve($0).path })
  }

  private func resolve(_ path: String) -> URL { URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL }

  private func schemaFiles(below folder: URL) -> [String] {
    let own = own
    return files(below: folder).filter { file in
      [".json", ".yaml", ".yml"].contains(where: file.hasSuffix) && !own.isWritten(file)
    }
  }

  private func files(below folder: URL) -> [String] {
    (FolderWalk.files(below: folder.path) ?? []).map { folder.path + "/" + $0 }
  }
}

/// The members of a configuration that say where files are. What cannot be read is as if it were not there: the tool
/// reads the same file and says what is wrong with it, with line and column.
private struct Members {
  let include: [String]
  let exclude: [String]
  /// Files and folders of the offline map.
  let references: [String]
  /// Folders with the schemas of other modules.
  let dependencies: [String]
  let templates: String?
  let lock: String
  let outputFolders: [String]
  /// Single files that the tool writes.
  let outputFiles: [String]

  init(_ file: URL) {
    let data = (try? Data(contentsOf: file)) ?? Data()
    let object = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    let schemas = object["schemas"] as? [String: Any] ?? [:]
    include = schemas["include"] as? [String] ?? ["**/*.schema.{json,yaml,yml}"]
    exclude = schemas["exclude"] as? [String] ?? []
    references = (object["references"] as? [String: Any] ?? [:]).values.compactMap { $0 as? String }
    let modules = object["dependencies"] as? [[String: Any]] ?? []
    dependencies = modules.compactMap { $0["schemas"] as? String }
    templates = object["templates"] as? String
    lock = object["lock"] as? String ?? OwnFiles.lockName
    let outputs = object["outputs"] as? [String: Any] ?? [:]
    outputFolders = ["models", "documentation", "docc", "testSupport"].compactMap { outputs[$0] as? String }
    outputFiles = [lock] + [outputs["openapi"] as? String].compactMap { $0 }
  }
}
