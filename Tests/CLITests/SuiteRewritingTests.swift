import JSONSchema
import SchemaComparison
import SchemaFormatting
import SchemaRewriting
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

/// The official suite over rewritten schemas.
@Suite(.enabled(if: OfficialSuite.isPresent, "needs the official suite"))
struct SuiteRewritingTests {
  @Test(
    "an upgraded schema has the verdicts of the old one",
    arguments: [Dialect.draft2020, .v1].flatMap { target in
      OfficialSuite.drafts.filter { $0.dialect.draft < target.draft }.map { ($0, target) }
    })
  func upgrade(_ draft: OfficialSuite.Draft, _ target: Dialect) throws {
    var counts = (upgraded: 0, refused: 0)
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 6, thorough: 3) {
      // Until draft-04, 1.0 is no integer, which no later draft can say.
      if group.file == "optional/zeroTerminatedFloats" { continue }
      let options = SchemaResolver.Options(defaultDialect: draft.dialect, requiresSchemas: false)
      guard let graph = try? Self.graph(group.schema, options) else { continue }
      // The suite's other documents have no '$schema', either.
      let others = graph.documents.filter { OfficialSuite.remotes[$0.uri] != nil }
      let documents = [group.schema] + others
      do throws(RewritingError) {
        let upgrade = try SchemaUpgrader.upgrade(
          documents, to: target, assertedFormats: group.assertion == .formats ? Set(Format.allCases) : [],
          options: options
        ) { OfficialSuite.remotes[$0] }
        var new: [String: SchemaDocument] = [:]
        for (document, text) in zip(documents, upgrade.texts) {
          let source = try? JSONDocument(parsing: text.text)
          new[document.uri] = source.map { SchemaDocument(uri: document.uri, name: document.name, source: $0) }
        }
        guard let first = new[group.schema.uri] else {
          Issue.record("\(group.name): the new text is no JSON")
          continue
        }
        compare(group, graph, first, SchemaResolver.Options(requiresSchemas: false)) {
          new[$0] ?? OfficialSuite.remotes[$0]
        }
        counts.upgraded += 1
      } catch {
        counts.refused += 1
        print("\(group.name) \(group.description): \(error.message)")
      }
    }
    #expect(counts.upgraded > (Effort.isThorough ? 30 : 20) && counts.refused < 10, "\(counts)")
  }

  @Test("a bundle has the verdicts of its schema, with and without identifiers", arguments: OfficialSuite.drafts)
  func bundle(_ draft: OfficialSuite.Draft) throws {
    var counts = [true: (made: 0, refused: 0), false: (made: 0, refused: 0)]
    for group in try OfficialSuite.groups(of: draft) {
      let options = SchemaResolver.Options(defaultDialect: draft.dialect, requiresSchemas: false)
      guard let graph = try? Self.graph(group.schema, options) else { continue }
      for keepsIdentifiers in [true, false] {
        do throws(RewritingError) {
          let bundle = try Bundler.bundle(group.schema, keepsIdentifiers: keepsIdentifiers, options: options) {
            OfficialSuite.remotes[$0]
          }
          guard bundle != group.schema.root || !keepsIdentifiers else { continue }
          guard let source = try? JSONDocument(parsing: SchemaFormatter.text(of: bundle)) else { continue }
          let document = SchemaDocument(uri: "https://other.example/a", name: "bundle", source: source)
          // Only meta-schemas of other dialects may be outside.
          compare(group, graph, document, options) { uri in
            graph.documents.contains { $0.uri == uri } ? nil : OfficialSuite.remotes[uri]
          }
          counts[keepsIdentifiers]?.made += 1
        } catch {
          counts[keepsIdentifiers]?.refused += 1
          if keepsIdentifiers { print("\(group.name) \(group.description): \(error.message)") }
        }
      }
    }
    print(draft, counts)
    #expect((counts[true]?.made ?? 0) > 3 && (counts[false]?.made ?? 0) > 5, "\(counts)")
  }

  @Test(
    "what a schema admits, the subset of a provider admits, or the report says otherwise",
    arguments: OfficialSuite.drafts, ProviderProfile.Name.allCases)
  func subset(_ draft: OfficialSuite.Draft, _ provider: ProviderProfile.Name) throws {
    var counts = (written: 0, refused: 0, narrowed: 0)
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 4, thorough: 3) {
      let options = SchemaResolver.Options(defaultDialect: draft.dialect, requiresSchemas: false)
      guard let graph = try? Self.graph(group.schema, options) else { continue }
      do throws(RewritingError) {
        let subset = try ProviderSubset(of: group.schema, for: ProviderProfile(provider), options: options) {
          OfficialSuite.remotes[$0]
        }
        counts.written += 1
        if isNarrowed(group, graph, subset) { counts.narrowed += 1 }
      } catch {
        counts.refused += 1
      }
    }
    #expect(counts.written > 5, "\(counts)")
  }

  /// Whether a valid instance is not admitted; then the proof has to fail.
  private func isNarrowed(_ group: OfficialSuite.Group, _ old: SchemaGraph, _ subset: ProviderSubset) -> Bool {
    do {
      let graphs = try [subset.original, subset.relaxed].map { schema in
        let document = SchemaDocument(
          uri: "https://other.example/a", name: "a", source: try JSONDocument(parsing: schema.json()))
        return try SchemaResolver.resolve([document], options: SchemaResolver.Options(requiresSchemas: false)) {
          OfficialSuite.remotes[$0]
        }.graph
      }
      let validators = try ([old] + graphs).map { graph in
        try SchemaValidator(graph: graph, schema: graph.roots[0], options: Compiler.Options())
      }
      let lost = group.instances.filter { instance in
        let verdicts = validators.map { $0.validate(Array(instance.text.utf8)).isValid }
        return verdicts[0] && verdicts[1] && !verdicts[2]
      }
      guard let first = lost.first else { return false }
      let found = try SchemaComparison.narrowings(from: graphs[0], to: graphs[1])
      #expect(!found.isEmpty, "\(group.title(of: first)) \(subset.relaxed.text())")
      return true
    } catch {
      Issue.record("\(group.name) \(group.description): \(error)")
      return false
    }
  }

  private static func graph(_ document: SchemaDocument, _ options: SchemaResolver.Options) throws -> SchemaGraph {
    try SchemaResolver.resolve([document], options: options) { OfficialSuite.remotes[$0] }.graph
  }

  /// Compares verdicts of both engines.
  private func compare(
    _ group: OfficialSuite.Group, _ old: SchemaGraph, _ new: SchemaDocument, _ options: SchemaResolver.Options,
    lookup: @escaping (String) -> SchemaDocument?
  ) {
    let text = String(decoding: new.source.text, as: UTF8.self)
    do {
      let graph = try SchemaResolver.resolve([new], options: options, lookup: lookup).graph
      var checks = Compiler.Options()
      if group.assertion == .formats { checks.assertedFormats = Set(Format.allCases) }
      checks.assertsContent = group.assertion == .content
      let validators = try [old, graph].map { try SchemaValidator(graph: $0, schema: $0.roots[0], options: checks) }
      var reader = JSONReader(limits: JSONLimits())
      for instance in group.instances {
        let payload = Array(instance.text.utf8)
        let expected = validators[0].validate(payload).isValid
        #expect(validators[1].validate(payload).isValid == expected, "\(group.title(of: instance)) \(text)")
        #expect(validators[1].isValid(payload, using: &reader) == expected, "\(group.title(of: instance)) \(text)")
      }
    } catch {
      Issue.record("\(group.name) \(group.description): \(error) \(text)")
    }
  }
}
