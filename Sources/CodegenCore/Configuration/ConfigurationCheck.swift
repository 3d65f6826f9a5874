package import JSONSchema
import SchemaRuntime
import SchemaStrings
import SchemaValidation

/// Why a configuration cannot be used; at least one error.
package struct ConfigurationErrors: Error, Hashable, Sendable {
  package let diagnostics: [Diagnostic]
}

extension ConfigurationErrors: CustomStringConvertible {
  /// One line an error.
  package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// Holds a configuration against its schema, and against the few rules that a schema cannot say.
struct ConfigurationCheck {
  let document: JSONDocument
  let name: String
  private var errors: [Diagnostic] = []

  private init(document: JSONDocument, name: String) {
    self.document = document
    self.name = name
  }

  /// What is wrong with a text: of its syntax the first error, of its content all, first those that the
  /// schema finds.
  static func errors(in text: [UInt8], name: String) -> [Diagnostic] {
    switch validator.validate(text) {
    case .unreadable(let error):
      let location = SourceLocation(document: name, pointer: JSONPointer(), position: error.position)
      return [Diagnostic(severity: .error, location: location, message: error.message)]
    case .invalid(let issues), .undecided(let issues):
      return issues.map { issue in
        Diagnostic(
          severity: .error,
          location: SourceLocation(document: name, pointer: issue.instanceLocation, position: issue.position),
          message: message(issue))
      }
    case .valid:
      guard let document = try? JSONDocument(parsing: text) else { return [] }
      var check = ConfigurationCheck(document: document, name: name)
      check.checkFormats(document.value["formats"])
      check.checkReferences(document.value["references"])
      check.checkModule(document.value, ["documentation", "module"])
      check.checkModule(document.value, ["testSupport", "module"])
      return check.errors
    }
  }

  /// The validator of the embedded schema.
  private static let validator: SchemaValidator = {
    do {
      let source = try JSONDocument(parsing: Array(ConfigurationSchema.text.utf8))
      let document = SchemaDocument(uri: "urn:schemata:configuration", name: "codegen.schema.json", source: source)
      let graph = try SchemaResolver.resolve([document]).graph
      return try SchemaValidator(graph: graph, schema: graph.roots[0])
    } catch {
      preconditionFailure("the embedded schema of the configuration compiles: \(error)")
    }
  }()

  private static let schema = try? JSONValue(parsing: ConfigurationSchema.text)
}

// MARK: - Rules between members

extension ConfigurationCheck {
  private mutating func checkFormats(_ formats: JSONValue?) {
    let asserted = formats?["assert"]?.array?.compactMap(\.string) ?? []
    for member in formats?["types"]?.object ?? JSONObject() {
      guard let type = member.value.string, type != "String" else { continue }
      let place = ["formats", "types", member.name]
      if Format(keyword: member.name)?.facts.swiftTypes.contains(type) != true {
        add(place, "expected a type that holds the format '\(member.name)', found '\(type)'")
      } else if !asserted.contains(member.name) {
        add(place, "expected the format '\(member.name)' under 'assert', because it becomes \(type), found it missing")
      }
    }
  }

  /// Whether every name under `references` is a URI that a reference can arrive at. Two that differ in spelling
  /// alone would be one entry.
  private mutating func checkReferences(_ references: JSONValue?) {
    var seen: [String: String] = [:]
    for member in references?.object ?? JSONObject() {
      let place = ["references", member.name]
      guard let uri = URIReference(member.name), uri.isAbsolute else {
        add(place, "expected an absolute URI, found '\(member.name)'")
        continue
      }
      if uri.fragment != nil {
        add(place, "expected a URI without a fragment, found '\(member.name)'")
      } else if let first = seen.updateValue(member.name, forKey: uri.description) {
        add(place, "expected URIs of their own, found '\(member.name)', which is the same as '\(first)'")
      }
    }
  }

  /// The name of a module, which the schema has seen to be an identifier, may not be a word of Swift.
  private mutating func checkModule(_ value: JSONValue, _ place: [String]) {
    guard let name = value[JSONPointer(place)]?.string,
      !SwiftIdentifier.isIdentifier(name) || SwiftIdentifier.keywords.contains(name)
    else { return }
    add(place, "expected the name of a Swift module, found \(name.quoted)")
  }

  private mutating func add(_ pointer: [String], _ message: String) {
    let pointer = JSONPointer(pointer)
    let location = SourceLocation(document: name, pointer: pointer, position: document.position(of: pointer))
    errors.append(Diagnostic(severity: .error, location: location, message: message))
  }
}

// MARK: - Words

extension ConfigurationCheck {
  /// The issue's sentence, with the nearest valid spelling where there is one.
  private static func message(_ issue: ValidationIssue) -> String {
    if case .never = issue.kind {
      let name = issue.instanceLocation.tokens.last ?? ""
      return "unknown member '\(name)'" + suggestion(Spelling.nearest(to: name, among: knownMembers(beside: issue)))
    }
    guard case .enumeration(let expected, let actual) = issue.kind else { return issue.message }
    let nearest = actual.string.flatMap { Spelling.nearest(to: $0, among: expected.compactMap(\.string)) }
    return issue.message + suggestion(nearest)
  }

  private static func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }

  /// The names under `properties` beside the `additionalProperties` that refused a member.
  private static func knownMembers(beside issue: ValidationIssue) -> [String] {
    guard let fragment = issue.absoluteKeywordLocation.split(separator: "#").dropFirst().first,
      let parent = JSONPointer(String(fragment))?.parent
    else { return schema?["properties"]?.object?.names ?? [] }
    return schema?[parent]?["properties"]?.object?.names ?? []
  }
}
