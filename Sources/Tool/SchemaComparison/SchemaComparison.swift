package import CodegenCore
package import JSONSchema
package import SchemaRuntime
import SchemaValidation

/// Compares two versions of a folder of schemas: whether each reads the other's data, and whether Swift source that
/// uses the old models compiles with the new ones. Opens no files.
///
///     let report = try SchemaComparison.compare(old: old, new: new)
///     report[.newReadsOld].answer    // .holds
package enum SchemaComparison {
  /// A version of the schemas.
  package struct Version: Sendable {
    package var graph: SchemaGraph
    /// The graph with the schemas of an API's operations too; nil if there are none.
    package var api: SchemaGraph?
    /// Whether it has operations that cannot be read.
    package var hasUnreadAPI = false
    package var configuration: Configuration
    /// The common prefix of the documents' names, such as `Schemas/`; the rest is the schema's path.
    package var folder: String
    /// The content of the name lock; nil if there is none.
    package var lock: JSONValue?

    package init(
      graph: SchemaGraph, configuration: Configuration = Configuration(), folder: String = "", lock: JSONValue? = nil
    ) {
      self.graph = graph
      self.configuration = configuration
      self.folder = folder
      self.lock = lock
    }
  }

  /// The limits of a comparison.
  package struct Options: Sendable {
    /// The maximum number of proof steps for one schema in one direction; with more, it is undecided.
    package var steps = Prover.usualBudget
    /// The number of payloads to try if a proof found gaps but no example.
    package var samples = 60
    /// The verdicts that, if broken, require a new major version; nil for ``Verdict/Question/api`` and
    /// ``Verdict/Question/source``, and where there is no API, ``Verdict/Question/newReadsOld`` in place of the former.
    package var breaking: Set<Verdict.Question>?

    /// The current day, as in `2026-12-31`, for acceptances that end; nil if none do.
    package var today: String?

    package init() {}
  }

  /// Compares two versions.
  /// - Throws: The errors of a version that cannot be compiled or planned.
  package static func compare(
    old: Version, new: Version, options: Options = Options()
  ) throws(ComparisonFailure) -> ComparisonReport {
    if let report = try unchanged(old, new, options) { return report }
    // 1. Match the schemas of both versions.
    let sides = [
      try side(old, .old, graph: views(of: old, .old)), try side(new, .new, graph: views(of: new, .new)),
    ]
    let equality = Equality(sides: sides)
    let matching = SchemaMatching(old: old, new: new) { equality.number(of: Ref(side: $0, schema: $1)) }
    // 2. Compare the values that they admit, in both directions.
    var data = DataComparison(sides: sides, equality: equality, matching: matching, options: options)
    data.run()
    // 3. Compare the generated Swift.
    let surfaces = (try surface(old, .old), try surface(new, .new))
    let source = SourceComparison(old: surfaces.0, new: surfaces.1, lookup: matching.sourceLookup)
    // 4. Compare annotations.
    let words = WordsComparison(matching: matching).changes
    // 5. Compare operations.
    let operations = try OperationComparison.compared(old, new, options)
    var verdicts = data.verdicts
    verdicts[.api] = operations?.verdict
    return ReportBuilder(
      matching: matching, verdicts: verdicts,
      changes: data.changes + source.changes + words + (operations?.changes ?? []), options: options,
      uncompared: operations?.uncompared
    ).report
  }

  /// Returns the report about equal texts, which need no proofs; nil for others. Values that may contain references mean
  /// the same only in the same place, so that equal texts with such unknown keywords are undecided.
  private static func unchanged(
    _ old: Version, _ new: Version, _ options: Options
  ) throws(ComparisonFailure) -> ComparisonReport? {
    guard old.isSame(as: new) else { return nil }
    let graph = try views(of: old, .old)
    try check(old, .old, graph: graph)
    guard isDecided(graph) else { return nil }
    let operations = try OperationComparison.unchanged(old, new, options)
    return ReportBuilder.unchanged([old, new], operations?.verdict, options)
  }

  /// Returns the report about a version that is compared with itself, if equality decides and it has no errors.
  ///
  /// - Parameter version: one whose graph has the schemas of an API's operations too.
  package static func unchanged(_ version: Version, options: Options) -> ComparisonReport? {
    let graph = OperationComparison.withViews(version.graph)
    guard isDecided(graph), (try? check(version, .old, graph: graph)) != nil else { return nil }
    let verdict = graph.operations.isEmpty ? nil : Verdict(question: .api, answer: .holds)
    return ReportBuilder.unchanged([version, version], verdict, options)
  }

  private static func isDecided(_ graph: SchemaGraph) -> Bool {
    graph.standIns.isEmpty
      && graph.nodes.allSatisfy { node in
        !KeywordRoles.standard.unknown(in: node).values.contains(where: \.mayContainReference)
      }
  }

  static func side(
    _ version: Version, _ role: ComparisonFailure.Version, graph: SchemaGraph
  ) throws(ComparisonFailure) -> Side {
    try compiling(graph, of: version, role) { graph, options throws(CompileError) in
      try Side(graph: graph, options: options)
    }
  }

  /// Throws the errors of a version that cannot be compiled.
  static func check(
    _ version: Version, _ role: ComparisonFailure.Version, graph: SchemaGraph
  ) throws(ComparisonFailure) {
    _ = try compiling(graph, of: version, role) { graph, options throws(CompileError) in
      try Compiler.check(graph, options: options)
    }
  }

  private static func compiling<Result>(
    _ graph: SchemaGraph, of version: Version, _ role: ComparisonFailure.Version,
    _ compile: (SchemaGraph, Compiler.Options) throws(CompileError) -> Result
  ) throws(ComparisonFailure) -> Result {
    do throws(CompileError) {
      // Proofs use all values; reports omit the sensitive ones.
      return try compile(graph.markingSensitive, version.configuration.compilerOptions)
    } catch {
      let location = graph.location(of: error.schema, keyword: error.keyword)
      throw ComparisonFailure(
        version: role, diagnostics: [Diagnostic(severity: .error, location: location, message: error.message)])
    }
  }

  /// Returns the graph with the schemas of requests and responses, if the version has types for them.
  private static func views(
    of version: Version, _ role: ComparisonFailure.Version
  ) throws(ComparisonFailure) -> SchemaGraph {
    guard let root = version.graph.roots.first else { return version.graph }
    if let graph = version.graph.withTwins(for: version.configuration) { return graph }
    let message =
      #"too many schemas to compare requests and responses separately; set "views": [] in the configuration"#
    throw ComparisonFailure(
      version: role, diagnostics: [version.graph.diagnostic(.error, at: root, message)])
  }

  private static func surface(
    _ version: Version, _ role: ComparisonFailure.Version
  ) throws(ComparisonFailure) -> SwiftSurface {
    do {
      var surface = try CodegenPipeline.surface(
        of: CodegenPipeline.Input(
          graph: version.graph, configuration: version.configuration, folder: version.folder, lock: version.lock,
          templates: []))
      // The types of unavailable documents are unknown.
      surface.types.removeAll { version.graph.standIns.contains(version.graph[$0.schema].document) }
      return surface
    } catch {
      throw ComparisonFailure(version: role, diagnostics: error.diagnostics)
    }
  }
}

/// The reason why two versions cannot be compared.
package struct ComparisonFailure: Error, Sendable {
  /// One of the two versions.
  package enum Version: String, Sendable {
    case old, new
  }

  /// The version with errors.
  package var version: Version
  /// Its errors.
  package var diagnostics: [Diagnostic]
}
