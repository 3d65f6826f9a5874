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
  /// One version.
  package struct Version: Sendable {
    package var graph: SchemaGraph
    package var configuration: Configuration
    /// What the names of documents begin with, such as `Schemas/`; the rest is the schema's path.
    package var folder: String
    /// The content of the name lock; nil when there is none.
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

  /// What a comparison may cost.
  package struct Options: Sendable {
    /// Steps of the proof for one schema in one direction; beyond them it is not decided.
    package var steps = Prover.usualBudget
    /// Payloads that are tried on a schema whose proof found gaps and no example.
    package var samples = 60
    /// The verdicts whose breaking asks for a new major version.
    package var breaking: Set<Verdict.Question> = [.newReadsOld, .source]

    package init() {}
  }

  /// Compares two versions.
  /// - Throws: why one of them has no program or no plan of types.
  package static func compare(
    old: Version, new: Version, options: Options = Options()
  ) throws(ComparisonFailure) -> ComparisonReport {
    // 1. Find which schema stands for which.
    let matching = SchemaMatching(old: old, new: new)
    // 2. Compare what they admit, in both directions.
    var data = DataComparison(
      sides: [try side(old, .old), try side(new, .new)], matching: matching, options: options)
    data.run()
    // 3. Compare the Swift that is generated from them.
    let surfaces = (try surface(old, .old), try surface(new, .new))
    let source = SourceComparison(old: surfaces.0, new: surfaces.1, places: matching.places)
    // 4. Compare what is said beside.
    let words = WordsComparison(matching: matching).changes
    return ReportBuilder(
      matching: matching, verdicts: data.verdicts, changes: data.changes + source.changes + words, options: options
    ).report
  }

  private static func side(_ version: Version, _ place: ComparisonFailure.Version) throws(ComparisonFailure) -> Side {
    do {
      // What changes is proven of all values, and shown without the sensitive ones.
      return try Side(graph: version.graph.markingSensitive, options: version.configuration.compilerOptions)
    } catch {
      let location = version.graph.location(of: error.schema, keyword: error.keyword)
      throw ComparisonFailure(
        version: place, diagnostics: [Diagnostic(severity: .error, location: location, message: error.message)])
    }
  }

  private static func surface(
    _ version: Version, _ place: ComparisonFailure.Version
  ) throws(ComparisonFailure) -> SwiftSurface {
    do {
      var surface = try CodegenPipeline.surface(
        of: CodegenPipeline.Input(
          graph: version.graph, configuration: version.configuration, folder: version.folder, lock: version.lock,
          templates: []))
      // Nothing is known of the types of documents that are not available.
      surface.types.removeAll { version.graph.standIns.contains(version.graph[$0.schema].document) }
      return surface
    } catch {
      throw ComparisonFailure(version: place, diagnostics: error.diagnostics)
    }
  }
}

/// Why two versions cannot be compared.
package struct ComparisonFailure: Error, Sendable {
  /// One of the two.
  package enum Version: String, Sendable {
    case old, new
  }

  /// The one that is at fault.
  package var version: Version
  /// What is wrong with it.
  package var diagnostics: [Diagnostic]
}
