import CodegenCore
import Foundation
import JSONSchema
import SchemaLint
import SchemaLoading
import SchemaRuntime

/// What `lint` works on: texts of schema files, what rules are told, and where other documents are.
struct LintInput {
  var sources: [LintSource]
  var configuration = LintConfiguration()
  let loader: SchemaLoader

  /// The files of the configured folder, or those that `operands` name. Those inside the folder are linted with all
  /// that it holds, so that references by URI arrive.
  init(_ operands: [String], configurationAt path: String?, paths: Paths) throws {
    let project =
      operands.isEmpty
      ? try Project(configurationAt: path, paths: paths) : try Project.ifPresent(configurationAt: path, paths: paths)
    let wanted = try operands.flatMap { try Self.files($0, paths) }
    let home = project.map { $0.folder + "/" }
    let usesProject = wanted.isEmpty || wanted.contains { file in home.map(file.hasPrefix) ?? false }
    let loader = Self.loader(project, wanted, usesProject: usesProject, paths)
    var files = usesProject ? try project.map { _ in try loader.chosenFiles() } ?? [] : []
    let known = Set(files.map(\.path))
    files += wanted.filter { !known.contains($0) }.map { loader.file(at: $0) }
    sources = try files.map { file in
      let text = try ByteSource.contents(of: file.path, name: file.name, limit: JSONLimits.hardMaximumByteCount)
      let below = home.flatMap { file.path.hasPrefix($0) ? String(file.path.dropFirst($0.count)) : nil }
      return LintSource(
        uri: file.uri, name: file.name, path: below ?? file.name, text: text,
        isReported: wanted.isEmpty || wanted.contains(file.path),
        extent: below == nil ? .whole : project?.root.map { .members(of: $0) } ?? .whole)
    }
    self.loader = loader
    // Rules of a folder are for its files; elsewhere they are those that somebody asks for.
    if let project, usesProject || path != nil { configuration = LintConfiguration(project.configuration) }
    if !operands.isEmpty {
      // What concerns other files has no use here, and is none the worse for it.
      let reported = sources.filter(\.isReported).map(\.path)
      configuration.suppressions.removeAll { row in !reported.contains { Glob(row.path).matches($0) } }
    }
  }

  /// The files that an operand stands for: itself, or the schemas below it.
  private static func files(_ operand: String, _ paths: Paths) throws -> [String] {
    let path = paths.absolute(operand)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FileError(name: operand, use: .read, reason: .missing)
    }
    guard isFolder.boolValue else { return [path] }
    let loader = SchemaLoader(root: path, workingDirectory: paths.workingDirectory)
    return try loader.chosenFiles().map(\.path)
  }

  /// Finds documents by URI: those of the project, or else files anywhere and, for a schema that gives itself a URI,
  /// the files beside it.
  private static func loader(
    _ project: Project?, _ wanted: [String], usesProject: Bool, _ paths: Paths
  ) -> SchemaLoader {
    let references = project?.configuration.references ?? [:]
    if usesProject, let project {
      let schemas = project.configuration.schemas
      return SchemaLoader(
        root: project.folder, workingDirectory: paths.workingDirectory,
        options: SchemaLoader.Options(
          include: schemas.include, exclude: schemas.exclude, files: references, root: project.root))
    }
    var files = references.mapValues { paths.absolute($0, in: project?.folder) }
    for file in wanted {
      guard let text = try? ByteSource.contents(of: file, name: file), let value = try? JSONValue(parsing: text),
        let id = (value["$id"] ?? value["id"])?.string, let scheme = id.range(of: "://"),
        let slash = id[scheme.upperBound...].lastIndex(of: "/")
      else { continue }
      files[String(id[...slash])] = files[String(id[...slash])] ?? paths.folder(of: file)
    }
    return SchemaLoader(
      root: "/", workingDirectory: paths.workingDirectory, options: SchemaLoader.Options(files: files))
  }
}

extension LintConfiguration {
  /// What the configuration of a project says.
  init(_ configuration: Configuration) {
    self.init()
    rules = configuration.lint.rules.compactMapValues(Level.init)
    overrides = configuration.lint.overrides.map {
      Override(paths: $0.paths, rules: $0.rules.compactMapValues(Level.init))
    }
    suppressions = configuration.lint.suppressions.map {
      Suppression(rule: $0.rule, path: $0.path, pointer: $0.pointer, reason: $0.reason, location: $0.location)
    }
    compilerOptions = configuration.compilerOptions
  }
}

/// Looks documents up for the linter, each file once, and keeps why one cannot be used.
final class LintLookup {
  private let loader: SchemaLoader
  private var documents: [String: SchemaDocument?] = [:]
  private(set) var failures: [String] = []

  init(_ loader: SchemaLoader) { self.loader = loader }

  func document(at uri: String) -> SchemaDocument? {
    if let known = documents[uri] { return known }
    var document: SchemaDocument?
    do throws(LoadError) {
      document = try loader.document(at: uri)
    } catch {
      failures.append(error.description)
    }
    documents[uri] = document
    return document
  }
}
