import SchemaRuntime

/// Resolves documents into a graph: the stage between loading and compiling.
///
///     let resolution = try SchemaResolver.resolve(documents)
///     let root = resolution.graph.roots[0]
public enum SchemaResolver {
  /// Settings of the resolver.
  public struct Options: Sendable {
    /// The dialect of a document without `$schema`.
    public var defaultDialect: Dialect {
      get { givenDialect ?? .draft2020 }
      set { givenDialect = newValue }
    }
    /// Nil for the newest draft, whose tables are built where a document needs them.
    private var givenDialect: Dialect?
    /// Additional dialects for `$schema`, besides the built-in ones and those whose meta-schemas are given or looked
    /// up.
    public var dialects: [Dialect]
    /// Whether a keyword that looks misspelled is an error; otherwise it is a warning.
    public var isStrict: Bool
    /// Whether the root of a document must look like a schema (``DocumentContent``). If not, every object is one, as in
    /// the specification; use this for texts known to be schemas.
    public var requiresSchemas: Bool
    /// How a document is read.
    public var reading: @Sendable (_ document: SchemaDocument) -> Reading = { _ in Reading() }
    /// Whether a document, by its absolute URI without fragment, is replaced by a stub if no given document has the
    /// URI: it is not looked up, and references into it accept every value. A dialect that it describes is read as
    /// ``defaultDialect``.
    public var isStub: @Sendable (_ uri: String) -> Bool = { _ in false }
    /// Whether references to unavailable documents are allowed. Each leads to a schema of which only the URI is known
    /// (``Resolution/unavailable``). References to files are still errors.
    package var allowsUnavailableDocuments = false
    /// The maximum number of errors, and of other findings, to report; at least one of each.
    public var maximumFindings: Int
    /// The maximum number of copies of schemas for dynamic scopes in a graph.
    public var maximumScopedSchemas: Int

    public init(
      defaultDialect: Dialect, dialects: [Dialect] = [], isStrict: Bool = false, requiresSchemas: Bool = true,
      maximumFindings: Int = 1_000, maximumScopedSchemas: Int = 20_000
    ) {
      self.init(
        dialects: dialects, isStrict: isStrict, requiresSchemas: requiresSchemas, maximumFindings: maximumFindings,
        maximumScopedSchemas: maximumScopedSchemas)
      givenDialect = defaultDialect
    }

    /// Creates the settings with the newest draft for documents without `$schema`.
    public init(
      dialects: [Dialect] = [], isStrict: Bool = false, requiresSchemas: Bool = true, maximumFindings: Int = 1_000,
      maximumScopedSchemas: Int = 20_000
    ) {
      self.dialects = dialects
      self.isStrict = isStrict
      self.requiresSchemas = requiresSchemas
      self.maximumFindings = maximumFindings
      self.maximumScopedSchemas = maximumScopedSchemas
    }
  }

  /// How the schemas of a document are read.
  public struct Reading: Sendable {
    /// Whether mistakes are warnings: keywords with a mistake are ignored, and schemas with unresolvable references
    /// leave every value undecided. Our own keywords (`x-…`) must still be correct.
    public var isLenient = false
    /// What decides the meaning of schemas; nil for the practice in OpenAPI, Swagger and AsyncAPI, and the standard
    /// elsewhere.
    public var authority: Authority?
    /// The kinds of schemas that later versions may extend, so that they admit more than they list.
    public var open: Set<OpenKind> = []
    /// The operations of an API whose schemas are read, with all that these reach; nil for the schemas that the API
    /// description names.
    public var operations: OperationSelection?

    public init(
      isLenient: Bool = false, authority: Authority? = nil, open: Set<OpenKind> = [],
      operations: OperationSelection? = nil
    ) {
      self.isLenient = isLenient
      self.authority = authority
      self.open = open
      self.operations = operations
    }

    /// A kind of schemas that later versions may extend.
    public enum OpenKind: String, Hashable, Sendable, CaseIterable {
      /// Lists of strings (`enum`, choices between constants) admit other strings too, except where something depends
      /// on them.
      case enumerations = "enums"
      /// Choices between objects that a member tells apart admit objects with other values of the member.
      case unions
    }

    /// What decides the meaning of schemas.
    public enum Authority: String, Hashable, Sendable, CaseIterable {
      /// The letter of the specification.
      case standard
      /// What authors mean and servers do.
      case practice
    }

    /// Whether any kind is open.
    var opens: Bool { !open.isEmpty }

    /// Returns a dialect with these settings.
    ///
    /// - Parameter isOfHost: whether the text is an API description, even if its schemas have another dialect.
    func adapted(_ dialect: Dialect, isOfHost: Bool = false) -> Dialect {
      let isPractice = authority.map { $0 == .practice } ?? (isOfHost || dialect.isOfHost)
      return isPractice && !dialect.isPractice ? dialect.inPractice : dialect
    }
  }

  /// A graph, and the findings about it.
  public struct Resolution: Sendable {
    public internal(set) var graph: SchemaGraph
    /// Warnings and notes: by document, and by position within one.
    public let diagnostics: [Diagnostic]
    /// The graph of the custom meta-schemas used by schemas of ``graph``, and of their own meta-schemas; nil if there
    /// are none. Find the root of one by its dialect's URI.
    public let metaSchemas: SchemaGraph?
    /// The URIs of unavailable documents, where those are allowed.
    package var unavailable: [String] = []
    /// The warnings about mistakes and missing documents that verdicts may depend on.
    package var concessions: [Diagnostic] = []
    /// The names of the documents in which mistakes are warnings where possible.
    package var lenientDocuments: Set<String> = []
    /// The resolver's own findings among ``diagnostics``, as data for lint rules.
    package let facts: [ResolveError]

    package init(
      graph: SchemaGraph, diagnostics: [Diagnostic], metaSchemas: SchemaGraph?, facts: [ResolveError] = []
    ) {
      self.graph = graph
      self.diagnostics = diagnostics
      self.metaSchemas = metaSchemas
      self.facts = facts
    }
  }

  /// Resolves every reference of `documents`.
  ///
  /// Calls `lookup` with an absolute URI, without fragment, for each document that a reference or `$schema` names and
  /// that is not among `documents`; at most once per URI. The meta-schemas of the drafts are built in.
  ///
  /// - Throws: all errors, not only the first.
  public static func resolve(
    _ documents: [SchemaDocument], options: Options = Options(),
    lookup: @escaping (String) -> SchemaDocument? = { _ in nil }
  ) throws(ResolveErrors) -> Resolution {
    guard options.allowsUnavailableDocuments else { return try resolve(documents, options, lookup: lookup) }
    var options = options
    options.dialects.append(UnavailableDocuments.dialect)
    var unavailable = UnavailableDocuments()
    // Each round may find more of them: the replacement of a document has only the locations named by errors so far.
    while true {
      do throws(ResolveErrors) {
        var resolution = try resolve(documents, options) { lookup($0) ?? unavailable.document(at: $0) }
        resolution.unavailable = unavailable.uris
        let documents = resolution.graph.documents
        let uris = Set(resolution.unavailable)
        resolution.graph.standIns += documents.indices.filter { uris.contains(documents[$0].uri) }
        return resolution
      } catch {
        if !unavailable.add(error.errors) { throw error }
      }
    }
  }

  private static func resolve(
    _ documents: [SchemaDocument], _ options: Options, lookup: @escaping (String) -> SchemaDocument?
  ) throws(ResolveErrors) -> Resolution {
    let registry = DocumentRegistry(given: documents, options: options, lookup: lookup)
    let (graph, located) = try connect(documents, options, registry)
    // Meta-schemas are schemas too, and may have their own custom dialects, which are found only now.
    var metaSchemas: (graph: SchemaGraph, located: Findings.Located)?
    var count = 0
    while registry.metaSchemas.count > count {
      count = registry.metaSchemas.count
      metaSchemas = try connect(registry.metaSchemas, options, registry)
    }
    let known = Set(graph.documents.map(\.name))
    let others = metaSchemas?.located.diagnostics.filter { !known.contains($0.document) } ?? []
    let otherFacts = metaSchemas?.located.others.filter { !known.contains($0.document) } ?? []
    var resolution = Resolution(
      graph: graph, diagnostics: located.diagnostics + others, metaSchemas: metaSchemas?.graph,
      facts: located.others + otherFacts)
    resolution.concessions = located.concessions
    resolution.lenientDocuments = Set(
      (graph.documents + registry.metaSchemas).filter { options.reading($0).isLenient }.map(\.name))
    return resolution
  }

  private static func connect(
    _ documents: [SchemaDocument], _ options: Options, _ registry: DocumentRegistry
  ) throws(ResolveErrors) -> (graph: SchemaGraph, located: Findings.Located) {
    // 1. Find every schema and its names.
    var survey = SchemaSurvey(
      options: options, registry: registry, kept: try schemasOfSelection(documents, options, registry))
    for document in documents { survey.add(document, isGiven: true) }
    survey.checkSelection()
    // 2. Find the target of every reference.
    survey.connect()
    // 3. Number the schemas and parse their keywords.
    var findings = survey.findings
    let builder = GraphBuilder(survey: survey)
    var graph = builder.graph(findings: &findings)
    let defects = DefectFinder(builder, graph, options: options)
    defects.checkReferences(of: &graph, &findings)
    // 4. Determine the targets of dynamic references.
    let references = builder.dynamicReferences()
    if !findings.hasErrors, !references.isEmpty {
      let settled = DynamicScopes.settled(
        graph, references, candidates: builder.dynamicCandidates(), limit: options.maximumScopedSchemas)
      if let settled { defects.checkScopes(of: settled, before: graph, &findings) }
      graph = settled ?? graph
      if settled == nil, let first = references.first {
        findings.add(.dynamicScopes(limit: options.maximumScopedSchemas), at: builder.location(of: first.schema))
      }
    }
    // 5. Put schemas that are read in practice into the form that the letter requires.
    if !findings.hasErrors {
      graph = PracticeReading.applied(to: graph) { kind, schema in
        if case .practice = kind { return findings.add(kind, at: builder.location(of: schema), severity: .note) }
        findings.add(kind, at: builder.location(of: schema), severity: .warning)
      }
    }
    // 6. Find cycles of references.
    defects.checkCycles(of: &graph, &findings)
    let located = findings.located(in: survey.documents)
    if findings.hasErrors {
      throw ResolveErrors(errors: located.errors, diagnostics: located.diagnostics, facts: located.others)
    }
    graph.describesAPI = survey.documents.contains(where: \.describesAPI)
    graph.operations = survey.described.map { $0.mapSchemas(builder.id(at:)) }
    graph.channels = survey.channels.map { $0.mapSchemas(builder.id(at:)) }
    graph.descriptions = survey.descriptions
    return (OpenSchemas.opened(graph, options.reading), located)
  }

  /// Returns the schemas that selected operations reach, if operations are selected. They are known only after
  /// everything has been connected, because a base brings along the schemas that extend it. Mistakes in other schemas
  /// do not matter.
  private static func schemasOfSelection(
    _ documents: [SchemaDocument], _ options: Options, _ registry: DocumentRegistry
  ) throws(ResolveErrors) -> Set<NodeLocation>? {
    guard documents.contains(where: { options.reading($0).operations?.isWhole == false }) else { return nil }
    var survey = SchemaSurvey(options: options, registry: registry)
    for document in documents { survey.add(document, isGiven: true) }
    survey.connect()
    let builder = GraphBuilder(survey: survey)
    var findings = Findings(limit: 1)
    let graph = PracticeReading.applied(to: builder.graph(findings: &findings)) { _, _ in }
    let reached = Closure.of(survey.operationSchemas.compactMap(builder.id(at:)).sorted()) { schema in
      graph[schema].keywords.applied + graph[schema].keywords.references + graph[schema].subschemas.map(\.schema)
    }
    return Set(reached.filter { $0.index < survey.schemas.count }.map { builder.location(of: $0) })
  }
}
