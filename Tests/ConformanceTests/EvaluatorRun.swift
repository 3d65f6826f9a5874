import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation

/// The results of resolver, compiler and evaluator for one group.
struct EvaluatorRun: Sendable {
  /// The reason why a schema has no program; all of the suite should have one.
  struct Refusal: Error, Hashable, Sendable {
    let message: String
  }

  let group: OfficialSuite.Group
  /// The verdict on each instance.
  let outcome: Result<[Bool], Refusal>
  /// The URIs of schemas in the group's own document, and of those outside that it refers to.
  let own: Set<String>
  let foreign: Set<String>

  init(_ group: OfficialSuite.Group) {
    self.group = group
    do throws(Refusal) {
      let graph = try Self.resolve(group)
      var own: Set<String> = []
      var foreign: Set<String> = []
      for node in graph.nodes {
        let uri = String(node.location.prefix { $0 != "#" })
        if node.document == 0 { own.insert(uri) } else { foreign.insert(uri) }
      }
      for document in graph.documents.dropFirst() { foreign.insert(document.uri) }
      self.own = own
      self.foreign = foreign
      outcome = Result { () throws(Refusal) in try Self.verdicts(group, graph) }
    } catch {
      own = []
      foreign = []
      outcome = .failure(error)
    }
  }

  /// The group with the evaluator's verdicts instead of the suite's; nil if it has no program.
  var judged: OfficialSuite.Group? {
    guard case .success(let verdicts) = outcome else { return nil }
    var group = group
    for (index, verdict) in verdicts.enumerated() { group.instances[index].isValid = verdict }
    return group
  }

  /// Resolves the schema with the documents that the suite expects, like the generated run.
  static func options(_ draft: OfficialSuite.Draft) -> SchemaResolver.Options {
    SchemaResolver.Options(defaultDialect: draft.dialect)
  }

  private static func resolve(_ group: OfficialSuite.Group) throws(Refusal) -> SchemaGraph {
    do {
      return try SchemaResolver.resolve([group.schema], options: options(group.draft)) { OfficialSuite.remotes[$0] }
        .graph
    } catch {
      throw Refusal(message: error.description)
    }
  }

  private static func verdicts(_ group: OfficialSuite.Group, _ graph: SchemaGraph) throws(Refusal) -> [Bool] {
    let options = Compiler.Options(
      assertedFormats: group.assertion == .formats ? Set(Format.allCases) : [],
      assertsContent: group.assertion == .content)
    let validator: SchemaValidator
    do {
      validator = try SchemaValidator(graph: graph, schema: graph.roots[0], options: options)
    } catch {
      throw Refusal(message: "\(error.keyword ?? ""): \(error.message)")
    }
    var verdicts: [Bool] = []
    for instance in group.instances {
      let result = validator.validate(Array(instance.text.utf8))
      // The explaining engine is not asked for valid instances, but the two have to agree.
      var reader = JSONReader()
      let explanation = Array(instance.text.utf8).withUnsafeBufferPointer {
        validator.explanation(of: $0, using: &reader)
      }
      if explanation?.isEmpty != result.isValid {
        throw Refusal(message: "an explanation that contradicts the verdict on '\(instance.description)'")
      }
      if result == .invalid([]) { throw Refusal(message: "expected an issue of '\(instance.description)', found none") }
      verdicts.append(result.isValid)
    }
    return verdicts
  }
}
