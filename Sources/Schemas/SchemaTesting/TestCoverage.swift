package import JSONSchema
package import SchemaRuntime
package import SchemaValidation

/// Which keywords of schemas have rejected a value in a test.
///
/// Only keywords that can reject a value themselves count.
package struct TestCoverage: Sendable {
  /// What tests have made of a keyword.
  package enum Use: String, CaseIterable, Comparable, Sendable {
    case neverApplied = "never-applied"
    case neverRejecting = "never-rejecting"
    case rejecting

    package static func < (a: Self, b: Self) -> Bool { a.order < b.order }

    private var order: Int {
      switch self {
      case .neverApplied: 0
      case .neverRejecting: 1
      case .rejecting: 2
      }
    }

    /// A clause about a keyword.
    package var words: String {
      switch self {
      case .neverApplied: "no test applies this to a value"
      case .neverRejecting: "this rejects no value in any test"
      case .rejecting: "this rejects a value in a test"
      }
    }
  }

  private var uses: [SourceLocation: Use] = [:]
  /// The names of the files whose keywords count; nil for all that tests reach.
  private let files: Set<String>?

  package init(of files: Set<String>? = nil) { self.files = files }

  /// Adds the keywords of a program, and what payloads made of them.
  package mutating func add(
    _ output: Compiler.Output, of graph: SchemaGraph, _ found: KeywordUses = KeywordUses(),
    besides suite: TestSuite? = nil
  ) {
    for (id, schema) in output.indices.pairs where counts(graph.document(of: id), suite) {
      for keyword in output.program.assertingKeywords(of: schema) {
        let location = graph.location(of: id, keyword: keyword.keyword)
        let use: Use =
          found.rejecting.contains(keyword)
          ? .rejecting : found.applied.contains(keyword) ? .neverRejecting : .neverApplied
        uses[location] = max(uses[location] ?? .neverApplied, use)
      }
    }
  }

  private func counts(_ document: SchemaDocument, _ suite: TestSuite?) -> Bool {
    if let files { return files.contains(document.name) }
    if let suite, suite.isInline, suite.schema.uri == document.uri { return false }
    return !MetaSchema.uris.contains(document.uri)
  }

  /// The number of keywords.
  package var count: Int { uses.count }
  /// The number of keywords that have rejected a value.
  package var rejectingCount: Int { uses.values.count { $0 == .rejecting } }
  /// The share of keywords that have rejected a value, in percent, rounded down.
  package var percentage: Int { uses.isEmpty ? 100 : rejectingCount * 100 / count }

  /// The keywords that have rejected no value, by file and position.
  package var gaps: [(location: SourceLocation, use: Use)] {
    uses.filter { $0.value != .rejecting }.sorted { first, second in
      let (a, b) = (first.key, second.key)
      if a.document != b.document {
        return a.document.unicodeScalars.lexicographicallyPrecedes(b.document.unicodeScalars)
      }
      return (a.position.offset, a.pointer.description) < (b.position.offset, b.pointer.description)
    }.map { ($0.key, $0.value) }
  }
}
