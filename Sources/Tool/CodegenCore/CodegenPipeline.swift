package import JSONSchema
package import Mustache
package import SchemaRuntime
package import SchemaValidation

/// Turns a graph into the text of every Swift file. It opens no files and prints nothing.
package enum CodegenPipeline {
  /// The input of the pipeline.
  package struct Input: Sendable {
    package var graph: SchemaGraph
    package var configuration: Configuration
    /// The common prefix of document names, such as `Schemas/`; the rest is the schema's name.
    package var folder: String
    /// The content of the name lock; nil if there is none yet.
    package var lock: JSONValue?
    /// Other modules, whose types the schemas use.
    package var modules: [SharedModule] = []
    /// The templates by name; the last of several with the same name is used.
    package var templates: [(name: String, source: String)]
    /// The Swift files that a build expects; nil if every schema has its own file.
    package var modelFiles: Set<String>?

    package init(
      graph: SchemaGraph, configuration: Configuration, folder: String, lock: JSONValue?,
      templates: [(name: String, source: String)]
    ) {
      self.graph = graph
      self.configuration = configuration
      self.folder = folder
      self.lock = lock
      self.templates = templates
    }
  }

  /// The plan of the types, and the compiled program.
  package struct CompiledPlan {
    package let plan: TypePlan
    let lock: NameLock
    /// The schemas, and additional ones for types of their own.
    package let graph: SchemaGraph
    package let program: PlannedProgram
    package let options: Compiler.Options
    package let diagnostics: [Diagnostic]
    /// Whether a run with the new name lock has fewer diagnostics, because former names are no longer in it.
    package let forgetsNames: Bool
  }

  /// Plans, compiles and renders.
  ///
  /// - Parameter progress: called with the number of files rendered so far and the total.
  package static func run(
    _ input: Input, progress: ((_ done: Int, _ total: Int) -> Void)? = nil
  ) throws(CodegenFailure) -> CodegenOutput {
    let input = portable(input)
    // 1. Plan the types and compile the program.
    let planned = try plan(input)
    // 2. Render the templates.
    let library = try templates(input)
    var files: [GeneratedFile] = []
    let texts = SchemaTexts(planned.plan, planned.graph, input.configuration)
    if input.configuration.outputs.models != nil { files += try models(planned, input, texts, library, progress) }
    if input.configuration.outputs.testSupport != nil { files.append(try testSupport(planned, input, library)) }
    let locations = Set(planned.plan.names.keys.map { $0.lockLocation(in: planned.graph) })
    return CodegenOutput(
      files: files, lock: planned.lock.content(keeping: locations),
      diagnostics: planned.diagnostics + texts.diagnostics, planned: planned,
      templates: library)
  }

  /// Returns the plan as text, for `dump plan`.
  package static func dumpPlan(_ input: Input) throws(CodegenFailure) -> String {
    let planned = try plan(portable(input))
    return PlanDump.text(planned.plan, sensitive: planned.graph.sensitiveSchemas)
  }

  /// Returns the contexts of the Swift templates as JSON, for `dump context`.
  package static func dumpContext(_ input: Input) throws(CodegenFailure) -> String {
    let input = portable(input)
    let planned = try plan(input)
    let emitter = try emitter(planned, input)
    let context = ModelContext(
      input.configuration, SchemaTexts(planned.plan, planned.graph, input.configuration))
    let modules = planned.plan.modules
    let models = planned.plan.files.map { ($0.fileName, json(context.model($0, emitter, modules: modules).value)) }
    return JSONValue.object(JSONObject(models)).text(.pretty, .sortedKeys)
  }

  private static func json(_ value: TemplateValue) -> JSONValue {
    switch value {
    case .null: .null
    case .text(let text): .string(text)
    case .flag(let flag): .bool(flag)
    case .list(let list): .array(list.map { json($0) })
    case .table(let table): .array(table.rows.map { json($0) })
    case .object: .object(JSONObject((value.members ?? [:]).map { ($0.key, json($0.value)) }))
    }
  }

  /// Returns the public surface of the generated Swift, for comparisons.
  package static func surface(of input: Input) throws(CodegenFailure) -> SwiftSurface {
    let planned = try plan(portable(input), hasComments: false)
    return SwiftSurface(
      types: planned.plan.files.flatMap(\.types).flatMap { type in
        [SwiftSurface.TypeSurface(type, in: planned.graph)]
          + (SwiftSurface.TypeSurface(protocolOf: type, in: planned.graph).map { [$0] } ?? [])
      },
      accessLevel: input.configuration.accessLevel)
  }

  // MARK: - Stages

  /// - Parameter hasComments: whether declarations get comments.
  package static func plan(_ input: Input, hasComments: Bool = true) throws(CodegenFailure) -> CompiledPlan {
    let (planner, plan, lock) = try planned(input, hasComments: hasComments)
    do {
      let program = try PlannedProgram(of: plan, in: planner.graph, options: input.configuration.compilerOptions)
      return CompiledPlan(
        plan: plan, lock: lock, graph: planner.graph, program: program,
        options: input.configuration.compilerOptions,
        diagnostics: ImpossibleSchemas.diagnostics(of: planner.survey.roots, in: input.graph)
          + planner.diagnostics,
        forgetsNames: planner.forgetsNames)
    } catch {
      throw CodegenFailure(diagnostics: planner.graph.diagnostics(of: error))
    }
  }

  /// Plans the types of an input, named as in its lock.
  private static func planned(
    _ input: Input, hasComments: Bool
  ) throws(CodegenFailure) -> (planner: Planner, plan: TypePlan, lock: NameLock) {
    var lock = NameLock(input.lock)
    let survey = Survey(of: input.graph, input.configuration, modules: input.modules)
    var planner = Planner(survey, folder: input.folder)
    planner.hasComments = hasComments
    let plan = planner.plan(lock: &lock)
    let errors = planner.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { throw CodegenFailure(diagnostics: errors) }
    return (planner, plan, lock)
  }

  /// Returns a module for schemas that refer to those of an input: its types have the names that generating the module
  /// would give them, without their code.
  ///
  /// - Parameter folder: the URI of the folder of its schemas, with a trailing slash.
  package static func module(
    _ name: String, in folder: String, _ input: Input
  ) throws(CodegenFailure) -> SharedModule {
    let (planner, plan, _) = try planned(input, hasComments: false)
    return SharedModule(
      name: name, folder: folder, plan: plan, graph: planner.graph, others: input.modules,
      options: input.configuration.compilerOptions)
  }

  /// Returns the input with locations that do not depend on the folder's path, so that generated text is the same
  /// everywhere.
  package static func portable(_ input: Input) -> Input {
    var input = input
    for module in input.modules {
      input.graph = input.graph.relocated(from: module.folder, to: "schema://\(module.name)/")
    }
    for document in input.graph.documents where document.name.hasPrefix(input.folder) {
      let path = document.name.dropFirst(input.folder.count)
      guard document.uri.hasPrefix("file:"), document.uri.hasSuffix(path) else { continue }
      input.graph = input.graph.relocated(from: String(document.uri.dropLast(path.count)), to: "schema:///")
      return input
    }
    return input
  }

  private static func templates(_ input: Input) throws(CodegenFailure) -> TemplateLibrary {
    do {
      return try TemplateLibrary(parsing: input.templates)
    } catch {
      throw CodegenFailure(error)
    }
  }

  private static func emitter(_ planned: CompiledPlan, _ input: Input) throws(CodegenFailure) -> ModelEmitter {
    let validators = ValidatorEmitter(
      program: planned.program, graph: planned.graph, plan: planned.plan,
      foreign: input.modules.reduce(into: [:]) { types, module in
        types.merge(module.validators(in: planned.graph, planned.options)) { first, _ in first }
      }, style: input.configuration.validators)
    if let schema = validators.schemasWithoutValidator.first {
      throw CodegenFailure(
        message:
          "\(planned.program.output.program.schemas[schema.index].location): error: this schema would have no validator. "
          + "That is a mistake in Schemata; please report it with the schema.")
    }
    return ModelEmitter(
      plan: planned.plan, accessLevel: input.configuration.accessLevel, validators: validators)
  }

  private static func models(
    _ planned: CompiledPlan, _ input: Input, _ texts: SchemaTexts, _ library: TemplateLibrary,
    _ progress: ((Int, Int) -> Void)?
  ) throws(CodegenFailure) -> [GeneratedFile] {
    let emitter = try emitter(planned, input)
    let configuration = input.configuration
    let context = ModelContext(
      configuration, texts,
      partials: configuration.hasPartials
        ? PartialEmitter(planned.plan, access: configuration.accessLevel.prefix) : nil)
    var files: [GeneratedFile] = []
    func add(_ path: String, _ template: String, _ context: SwiftTemplateValue) throws(CodegenFailure) {
      files.append(GeneratedFile(kind: .models, path: path, contents: try swift(template, context, library)))
    }
    let models = planned.plan.files(among: input.modelFiles)
    for (index, file) in models.enumerated() {
      progress?(index, models.count)
      try add(file.fileName, "Swift/model.swift.mustache", context.model(file, emitter, modules: planned.plan.modules))
    }
    try add(
      FileNames.program, "Swift/program.swift.mustache",
      context.program(planned.program.output.program, emitter.validators, planned.plan))
    try add(FileNames.catalog, "Swift/catalog.swift.mustache", context.catalog(planned.plan))
    let expected = input.modelFiles?.union([FileNames.others]) ?? []
    for path in expected.subtracting(files.map(\.path)).sorted() {
      files.append(GeneratedFile(kind: .models, path: path, contents: ModelContext.placeholder.text))
    }
    return files
  }

  /// Returns the file with samples of the models.
  private static func testSupport(
    _ planned: CompiledPlan, _ input: Input, _ library: TemplateLibrary
  ) throws(CodegenFailure) -> GeneratedFile {
    let context = ModelContext(input.configuration)
      .samples(planned.plan, module: input.configuration.testSupport.module)
    let text = try swift("Swift/samples.swift.mustache", context, library)
    return GeneratedFile(kind: .testSupport, path: "Schemas.Samples.swift", contents: text)
  }

  /// Returns a Swift file.
  private static func swift(
    _ name: String, _ context: SwiftTemplateValue, _ library: TemplateLibrary
  ) throws(CodegenFailure) -> String {
    guard let template = library[name] else {
      throw CodegenFailure(message: "templates: error: there is no template '\(name)'")
    }
    do {
      let options = RenderingOptions(escape: .none, isStrict: true)
      return try template.render(context.value, partials: library, options: options)
    } catch {
      throw CodegenFailure(error)
    }
  }
}

/// The result of a run of the pipeline.
package struct CodegenOutput {
  package var files: [GeneratedFile]
  /// The name lock to write.
  package var lock: JSONValue
  /// Diagnostics that do not stop the run.
  package var diagnostics: [Diagnostic]
  /// What the files were made of, for other outputs.
  package var planned: CodegenPipeline.CompiledPlan
  package var templates: TemplateLibrary
}

/// One generated file.
package struct GeneratedFile: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case models, documentation, docc, openapi, testSupport
  }

  package var kind: Kind
  /// The path relative to the output folder, with `/` as the separator.
  package var path: String
  package var contents: String

  package init(kind: Kind, path: String, contents: String) {
    (self.kind, self.path, self.contents) = (kind, path, contents)
  }
}

/// Why a run of the pipeline failed.
package struct CodegenFailure: Error, Sendable {
  /// Errors in the schemas, each `file:line:column: error: message`.
  package var diagnostics: [Diagnostic]
  /// Other diagnostics of the run.
  package var messages: [String]
  /// An error in a template.
  package var template: TemplateFailure?

  init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
    messages = []
  }

  init(message: String) {
    diagnostics = []
    messages = [message]
  }

  package init(_ error: TemplateError) {
    diagnostics = []
    messages = []
    template = TemplateFailure(error)
  }

  /// Why a template cannot be used, and the position. Only the caller knows the template's file name.
  package struct TemplateFailure: Hashable, Sendable {
    /// The template's name in the input.
    package var name: String
    package var line: Int
    package var column: Int
    package var message: String

    package init(_ error: TemplateError) {
      name = error.template
      line = error.line
      column = error.column
      message = error.message
    }

    /// `folder/Swift/model.swift.mustache:3:7: error: expected …`; a built-in template has no folder.
    package func description(in folder: String?) -> String {
      "\(folder.map { $0 + "/" } ?? "")\(name):\(line):\(column): error: \(message)"
    }
  }
}

extension TypePlan {
  /// Returns the model files. If a build expects certain files, types of schemas without one go to
  /// ``FileNames/others``; otherwise every schema has a file, and each definition of a long one.
  func files(among expected: Set<String>?) -> [FilePlan] {
    guard let expected else {
      let taken = Set(files.map { $0.fileName.lowercased() })
      return files.flatMap { $0.parts(besides: taken) }
    }
    let types = files.filter { !expected.contains($0.fileName) }.flatMap(\.types)
    let others = FilePlan(
      name: "", sourcePath: "schemas without a file of their own", fileName: FileNames.others, types: types)
    return files.filter { expected.contains($0.fileName) } + (types.isEmpty ? [] : [others])
  }
}

extension FilePlan {
  /// The maximum number of types that stay in one file. The compiler needs more than twice the time for a file of twice
  /// the length, and compiles several files at once.
  private static let mostTypes = 50

  /// The file, or if it has too many types, one for each type inside of the root's, with the types inside of that:
  /// `Bom.Component.swift`.
  ///
  /// - Parameter taken: the names of all files in lower case.
  fileprivate func parts(besides taken: Set<String>) -> [FilePlan] {
    let base = fileName.dropLast(".swift".count)
    // Files of all schemas have names such as `Schemas.Program.swift`.
    if types.count <= Self.mostTypes || base == "Schemas" { return [self] }
    var order: [String] = []
    var parts: [String: FilePlan] = [:]
    for type in types {
      var names = type.name.local.split(separator: ".")
      // A partial update uses private members of its type.
      if type.key.isPatch { names.removeLast() }
      // A file in a folder of the name would have the same alias.
      let isFree = names.count > 1 && !taken.contains("\(base)+\(names[1]).swift".lowercased())
      let name = isFree ? "\(base).\(names[1]).swift" : fileName
      // File systems may ignore case.
      let key = name.lowercased()
      if parts[key] == nil {
        order.append(key)
        parts[key] = FilePlan(name: self.name, sourcePath: sourcePath, fileName: name, types: [])
      }
      parts[key]?.types.append(type)
    }
    return order.compactMap { parts[$0] }
  }
}
