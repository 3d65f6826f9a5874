import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaLoading
import SchemaRuntime
import SchemaTesting
import SchemaValidation

/// The tests of a folder, or of the files and folders on the command line.
struct TestInput {
  private(set) var suites: [TestSuite] = []
  /// The configured folder, if there is one.
  let project: Project?
  /// What is wrong with tests that cannot be used.
  private(set) var failures: [Message] = []
  private let lookup: LintLookup?
  private let reading: ReadingOptions.Values
  private let paths: Paths

  init(
    _ operands: [String], _ option: ConfigurationOption, _ reading: ReadingOptions.Values, _ paths: Paths
  ) throws {
    project = try operands.isEmpty ? option.project(paths, reading) : option.projectIfPresent(paths, reading)
    lookup = project.map { LintLookup($0.loader) }
    (self.reading, self.paths) = (reading, paths)
    var files: [String] = []
    for operand in operands.isEmpty ? [project?.folder ?? ""] : operands {
      let path = paths.absolute(operand)
      guard let kind = FileKind(at: path) else { throw FileError(name: operand, use: .read, reason: .missing) }
      let found = kind == .file ? [path] : (SchemaLoader.files(below: path) ?? []).filter(isTest)
      if found.isEmpty {
        throw CommandFailure(
          "expected tests in \(paths.name(of: path)), found none; write NAME.test.json, or payloads in "
            + "NAME.tests/valid and NAME.tests/invalid beside NAME.schema.json")
      }
      files += found
    }
    var known: Set<String> = []
    files = files.filter { known.insert($0).inserted }
    for file in files { attempt { try $0.add(file) } }
  }

  private func isTest(_ file: String) -> Bool {
    role(of: file) != nil && !(project?.own.isWritten(file) ?? false)
  }

  /// What a file is for a test. Folders around the configured folder and the working directory do not matter.
  private func role(of file: String) -> TestFiles.Role? {
    let role = TestFiles.role(of: file)
    guard role == .misplaced else { return role }
    let bases = (isConfigured(file) ? [project?.folder ?? ""] : []) + [paths.workingDirectory]
    return bases.first { file.hasPrefix($0 + "/") }.map { TestFiles.role(of: String(file.dropFirst($0.count + 1))) }
      ?? role
  }

  private mutating func attempt(_ work: (inout Self) throws -> Void) {
    do {
      try work(&self)
    } catch let error as TestSuiteErrors {
      failures += CommandFailure(diagnostics: error.diagnostics).report
    } catch {
      failures += CommandFailure(error).report
    }
  }

  // MARK: - Reading

  private mutating func add(_ file: String) throws {
    let name = paths.name(of: file)
    switch role(of: file) {
    case .payload(let folder, let isValid): try addPayloads(file, of: folder, isValid: isValid)
    case .errors(_, let isValid):
      if isValid {
        throw CommandFailure(line: "\(name): error: expected no errors for a payload in 'valid', found this file")
      }
      let stem = TestFiles.stem(of: file)
      if !TestFiles.payloadEndings.contains(where: { FileKind(at: stem + $0) == .file }) {
        throw CommandFailure(line: "\(name): error: expected a payload beside this file, found none")
      }
    case .misplaced:
      if file.contains(".schema.") { break }
      throw CommandFailure(
        line: "\(name): error: expected payloads in the folders 'valid' and 'invalid', found this file")
    // Named on the command line, every file is a suite.
    case .suite, nil:
      let documents = try SourceText.documents(try text(of: file), of: name, format: SourceText.Format(ofFile: file))
      for document in documents {
        suites += try TestSuite.suites(in: document, uri: FilePath.uri(of: file), name: name) { [paths] path in
          let payload = paths.absolute(path, in: paths.folder(of: file))
          let text = try ByteSource.contents(
            of: payload, name: paths.name(of: payload), limit: JSONLimits.hardMaximumByteCount)
          let documents = try SourceText.documents(
            text, of: paths.name(of: payload), format: SourceText.Format(ofFile: payload))
          guard let first = documents.first, documents.count == 1 else {
            throw CommandFailure(
              line: "\(paths.name(of: payload)): error: expected one payload, found \(documents.count)")
          }
          return first
        }
      }
    }
  }

  /// Adds the payloads of a file to the suite of their folder.
  private mutating func addPayloads(_ file: String, of folder: String, isValid: Bool) throws {
    let name = paths.name(of: folder)
    var index = suites.firstIndex { $0.file == name }
    if index == nil {
      let candidates = TestFiles.schemas(of: folder)
      guard let schema = candidates.first(where: { FileKind(at: $0) == .file }) else {
        let expected = paths.name(of: candidates[0]).split(separator: "/").last ?? ""
        throw CommandFailure(
          line: "\(name): error: expected a schema beside this folder, such as \(expected), found none")
      }
      let uri = FilePath.uri(of: schema)
      let loader = isConfigured(schema) ? project?.loader : nil
      let document = try (loader ?? .ofFiles(EmptyCollection(), [:], paths)).document(at: uri)
      guard let document else {
        throw FileError(name: paths.name(of: schema), use: .read, reason: .missing)
      }
      index = suites.count
      suites.append(TestSuite(file: name, schema: document))
    }
    guard let index else { return }
    let payloads = try payloads(file, named: String(file.dropFirst(folder.count + 1)))
    if payloads.isEmpty { throw CommandFailure(line: "\(paths.name(of: file)): error: expected a payload, found none") }
    let errors = isValid ? [] : try errors(beside: file)
    suites[index].tests += payloads.map { test in
      TestCase(
        name: test.name, isValid: isValid, errors: errors, content: test.content,
        origin: test.origin)
    }
  }

  /// The errors that the file beside an invalid payload expects; none if there is no such file.
  private func errors(beside file: String) throws -> [JSONObject] {
    let path = TestFiles.stem(of: file) + TestFiles.errorsEnding
    guard FileKind(at: path) == .file else { return [] }
    let name = paths.name(of: path)
    let documents = try SourceText.documents(try text(of: path), of: name, format: .json)
    return try documents.flatMap { try TestSuite.errors(in: $0, name: name) }
  }

  private typealias Payload = (name: String, content: Result<JSONDocument, JSONSyntaxError>, origin: PayloadOrigin)

  /// The payloads of a file: several in YAML and in lines.
  private func payloads(_ file: String, named name: String) throws -> [Payload] {
    let origin = PayloadOrigin(file: paths.name(of: file))
    let text = try text(of: file)
    if SourceText.endingsOfLines.contains(where: file.lowercased().hasSuffix) {
      var payloads: [Payload] = []
      var start = 0
      for (index, line) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
        let origin = PayloadOrigin(file: origin.file, linesBefore: index, bytesBefore: start)
        start += line.count + 1
        if line.allSatisfy({ [0x20, 0x09, 0x0d].contains($0) }) { continue }
        let content = Result { () throws(JSONSyntaxError) in try JSONDocument(parsing: Array(line)) }
        payloads.append(("\(name):\(index + 1)", content, origin))
      }
      return payloads
    }
    do throws(JSONSyntaxError) {
      let documents = try SourceText.documents(text, format: SourceText.Format(ofFile: file))
      return documents.map { ("\(name)" + (documents.count > 1 ? ":\($0.line)" : ""), .success($0.json), origin) }
    } catch {
      return [(name, .failure(error), origin)]
    }
  }

  private func text(of file: String) throws -> [UInt8] {
    try ByteSource.contents(of: file, name: paths.name(of: file), limit: JSONLimits.hardMaximumByteCount)
  }

  // MARK: - Schemas

  /// The configured folder if a suite is in it.
  func project(of suite: TestSuite) -> Project? { isConfigured(paths.absolute(suite.file)) ? project : nil }

  private func isConfigured(_ path: String) -> Bool { project.map { path.hasPrefix($0.folder + "/") } ?? false }

  /// Resolves the schema of a suite and everything that it references.
  func resolve(_ suite: TestSuite) throws -> (resolution: SchemaResolver.Resolution, schema: SchemaID) {
    let document = suite.schema
    let options = SchemaResolver.Options(requiresSchemas: !suite.isInline)
    let resolution: SchemaResolver.Resolution
    if let project = project(of: suite), let lookup {
      let known = lookup.failures.count
      do {
        resolution = try SchemaResolver.resolve(
          [document], options: project.options(options), lookup: lookup.document(at:)
        )
        .checked()
      } catch let error as ResolveErrors {
        let failures = Array(lookup.failures.dropFirst(known))
        if !failures.isEmpty { throw CommandFailure(lines: failures) }
        throw CommandFailure(error, loader: project.loader, configuration: project.name, root: RootOption.none)
      }
    } else {
      let path = FilePath.path(ofURI: document.uri) ?? paths.absolute(document.name)
      resolution = try SchemaChoice.resolve(
        path, nil, paths, project, reading, read: document, rootOption: .none, options: options)
    }
    let graph = resolution.graph
    let schema = graph.roots.first { id in
      graph.document(of: id).uri == document.uri && graph[id].pointer.tokens.isEmpty
    }
    guard let schema else {
      throw CommandFailure(
        line: "\(document.name): error: expected one schema, found a document with several; "
          + "test each with a suite that names it, such as \"target\": \"\(document.name)#/components/schemas/NAME\"")
    }
    // What a suite names as its target is applied without the reference.
    return (resolution, suite.isReference ? graph[schema].keywords.ref ?? schema : schema)
  }
}
