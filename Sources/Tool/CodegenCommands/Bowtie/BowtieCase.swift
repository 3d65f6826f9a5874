import CommandLineTool
import JSONSchema
import SchemaRuntime
import SchemaValidation

/// One Bowtie case: a schema, the documents that it may reference, and instances.
struct BowtieCase {
  private let validator: SchemaValidator
  private let tests: [BowtieValue]

  /// Loads the schema of a case.
  init(_ value: BowtieValue?, dialect: ImplicitDialect) throws(BowtieFailure) {
    guard let value, value.node.isObject else {
      throw BowtieFailure("expected 'case' to be an object, found \(value?.typeName ?? "none")")
    }
    guard let schema = value["schema"] else {
      throw BowtieFailure("expected 'case' to have the member 'schema', found none")
    }
    guard let tests = value["tests"]?.elements else {
      throw BowtieFailure("expected 'tests' to be an array, found \(value["tests"]?.typeName ?? "none")")
    }
    self.tests = tests
    validator = try Self.validator(for: schema, registry: BowtieRegistry(value["registry"]), dialect: dialect)
  }

  private static func validator(
    for schema: BowtieValue, registry: BowtieRegistry, dialect: ImplicitDialect
  ) throws(BowtieFailure) -> SchemaValidator {
    let document = try registry.document(schema, uri: "schema:///case", name: "schema")
    // The case declares it to be a schema.
    var options = SchemaResolver.Options(requiresSchemas: false)
    switch dialect {
    case .known(let dialect): options.defaultDialect = dialect
    case .unknown(let uri):
      guard document.root["$schema"] != nil else {
        let found = uri.map { "the unknown dialect '\($0)'" } ?? "no dialect"
        throw BowtieFailure("expected the schema to have the member '$schema', found none and \(found) implied")
      }
    }
    var unusable: BowtieFailure?
    let graph: SchemaGraph
    do {
      graph = try SchemaResolver.resolve([document], options: options) { uri in
        do throws(BowtieFailure) {
          return try registry.document(at: uri)
        } catch {
          unusable = unusable ?? error
          return nil
        }
      }.graph
    } catch {
      // An unusable document causes unresolvable references.
      throw unusable ?? BowtieFailure(lines: error.errors.map(\.diagnostic.description))
    }
    do throws(CommandFailure) {
      return try graph.compiling { () throws(CompileError) in
        try SchemaValidator(graph: graph, schema: graph.roots[0])
      }
    } catch {
      throw BowtieFailure(lines: error.lines)
    }
  }

  /// Returns the results of the tests, in order.
  func results() -> [JSONValue] {
    var reader = JSONReader(limits: validator.limits)
    return tests.map { test in
      do throws(BowtieFailure) {
        return ["valid": .bool(try verdict(on: test, using: &reader))]
      } catch {
        return .object(error.outcome)
      }
    }
  }

  private func verdict(on test: BowtieValue, using reader: inout JSONReader) throws(BowtieFailure) -> Bool {
    guard let instance = test["instance"] else {
      throw BowtieFailure("expected the test to have the member 'instance', found none")
    }
    switch validator.validate(instance.bytes, using: &reader) {
    case .valid: return true
    case .invalid(let issues):
      if case .internalInconsistency? = issues.first?.kind { throw BowtieFailure(issues[0].message) }
      return false
    case .undecided(let issues): throw BowtieFailure(lines: issues.map(\.description))
    case .unreadable(let error): throw BowtieFailure("instance:\(error)")
    }
  }
}

/// The documents of a case, by URI. Each is parsed when a reference needs it.
private struct BowtieRegistry {
  private var entries: [String: BowtieValue] = [:]

  init(_ value: BowtieValue?) throws(BowtieFailure) {
    guard let value, !value.node.isNull else { return }
    guard let members = value.members else {
      throw BowtieFailure("expected 'registry' to be an object, found \(value.typeName)")
    }
    for (name, entry) in members {
      entries[URIReference(name)?.withoutFragment.description ?? name] = entry
    }
  }

  /// Returns the document with a URI; nil if there is none.
  func document(at uri: String) throws(BowtieFailure) -> SchemaDocument? {
    guard let entry = entries[uri] else { return nil }
    return try document(entry, uri: uri, name: uri)
  }

  /// Returns a value of the case as a document.
  func document(_ value: BowtieValue, uri: String, name: String) throws(BowtieFailure) -> SchemaDocument {
    do {
      return SchemaDocument(uri: uri, name: name, source: try JSONDocument(parsing: Array(value.bytes)))
    } catch {
      throw BowtieFailure("\(name):\(error)")
    }
  }
}
