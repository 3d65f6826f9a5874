package import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaValidation

/// The errors that make a configuration unusable; at least one.
package struct ConfigurationErrors: Error, Hashable, Sendable {
  package let diagnostics: [Diagnostic]
}

extension ConfigurationErrors: CustomStringConvertible {
  /// The errors, one per line.
  package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// Checks a configuration against its schema and the few rules that a schema cannot express.
struct ConfigurationCheck {
  let document: JSONDocument
  let name: String
  private var errors: [Diagnostic] = []

  private init(document: JSONDocument, name: String) {
    self.document = document
    self.name = name
  }

  /// Returns all errors in a configuration, those that the schema finds first.
  static func errors(in document: JSONDocument, name: String) -> [Diagnostic] {
    switch validator.validate(document) {
    case .unreadable(let error):
      let location = SourceLocation(document: name, pointer: JSONPointer(), position: error.position)
      return [Diagnostic(severity: .error, location: location, message: error.message)]
    case .invalid(let issues), .undecided(let issues):
      return issues.map { issue in
        Diagnostic(
          severity: .error,
          location: SourceLocation(
            document: name, pointer: issue.instanceLocation,
            position: issue.position ?? SourcePosition(offset: 0, line: 1, column: 1)),
          message: message(issue))
      }
    case .valid:
      var check = ConfigurationCheck(document: document, name: name)
      check.checkTypes(document.value)
      check.checkReferences(document.value["references"])
      check.checkNamespace(document.value)
      check.checkOverrides(document.value["overrides"])
      check.checkDependencies(document.value["dependencies"])
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
      preconditionFailure(
        "internal error: the built-in schema of the configuration does not compile: \(error); please report it")
    }
  }()

  private static let schema = try? JSONValue(parsing: ConfigurationSchema.text)
}

// MARK: - Rules across members

extension ConfigurationCheck {
  private mutating func checkTypes(_ configuration: JSONValue) {
    for member in configuration["types"]?.object ?? JSONObject() {
      guard let kind = SchemaKind(member.key), let mapped = Configuration.mappedType(valid: member.value) else {
        continue
      }
      let path = ["types", member.key]
      if member.value.string == nil {
        checkOwnType(mapped, path)
        if !mapped.isKnown { continue }
      }
      if !kind.swiftTypes.contains(mapped.type) {
        let types = kind.swiftTypes.map { "'\($0)'" }
        let isOwn = member.value.string != nil && !MappedType(mapped.type).isKnown
        let nearest = Spelling.nearest(to: mapped.type, among: kind.swiftTypes)
        let own = isOwn && nearest == nil ? #"; write a type of your own as {"type": …, "import": …}"# : ""
        add(
          path,
          "expected \(Self.alternatives(types)) for '\(member.key)', found \(mapped.type.quoted)"
            + (nearest.map { "; did you mean '\($0)'?" } ?? "") + own)
      }
    }
  }

  /// Checks a user's type and its module.
  private mutating func checkOwnType(_ mapped: MappedType, _ path: [String]) {
    do {
      _ = try SwiftType(mapped.type)
    } catch {
      add(path + ["type"], "\(mapped.type.quoted) is not a Swift type: \(error)")
    }
    if mapped.module != nil { checkModule(document.value, path + ["import"]) }
  }

  /// `a, b or c`
  private static func alternatives(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }

  /// Checks that every name under `references` is a URI that a reference can resolve to. Two URIs that differ only in
  /// spelling would be the same entry.
  private mutating func checkReferences(_ references: JSONValue?) {
    var seen: [String: String] = [:]
    for member in references?.object ?? JSONObject() {
      let path = ["references", member.key]
      guard let uri = URIReference(member.key), uri.isAbsolute else {
        add(path, "expected an absolute URI, found '\(member.key)'")
        continue
      }
      if uri.fragment != nil {
        add(path, "expected a URI without a fragment, found '\(member.key)'")
      } else if let first = seen.updateValue(member.key, forKey: uri.description) {
        add(path, "expected unique URIs, found '\(member.key)', which is equivalent to '\(first)'")
      }
    }
  }

  /// Checks that every location under `overrides` is a JSON Pointer.
  private mutating func checkOverrides(_ overrides: JSONValue?) {
    for file in overrides?.object ?? JSONObject() {
      for member in file.value.object ?? JSONObject()
      where Configuration.Override(at: member.key, member.value) == nil {
        add(
          ["overrides", file.key, member.key],
          "expected a JSON Pointer such as '#/components/schemas/Price', found \(member.key.quoted)")
      }
    }
  }

  /// Checks that each module is listed once.
  private mutating func checkDependencies(_ dependencies: JSONValue?) {
    var seen: Set<String> = []
    for (index, dependency) in (dependencies?.array ?? []).enumerated() {
      let path = ["dependencies", String(index), "module"]
      checkModule(document.value, path)
      guard let module = dependency["module"]?.string, !seen.insert(module).inserted else { continue }
      add(path, "expected one entry per module, found \(module.quoted) again")
    }
  }

  /// Checks that a module name, an identifier according to the schema, is not a Swift keyword.
  private mutating func checkModule(_ value: JSONValue, _ path: [String]) {
    guard let name = value[JSONPointer(path)]?.string,
      !SwiftIdentifier.isIdentifier(name) || SwiftIdentifier.keywords.contains(name)
    else { return }
    add(path, "expected the name of a Swift module, found \(name.quoted)")
  }

  /// Checks that the namespace does not shadow a type that generated code or its users mention.
  private mutating func checkNamespace(_ value: JSONValue) {
    guard let name = value["namespace"]?.string else { return }
    let mentioned = (value["types"]?.object ?? [:]).compactMap { Configuration.mappedType(valid: $0.value)?.type }
    let known = KnownTypes.reserved.union(KnownTypes.hidden).union(mentioned)
    if SwiftIdentifier.isIdentifier(name), !SwiftIdentifier.keywords.contains(name), !known.contains(name) { return }
    add(
      ["namespace"],
      "'\(name)' cannot be the namespace: it is a Swift keyword, or a type of Swift, Foundation, SchemaRuntime or "
        + "'types'; choose another name")
  }

  private mutating func add(_ pointer: [String], _ message: String) {
    let pointer = JSONPointer(pointer)
    let location = SourceLocation(document: name, pointer: pointer, position: document.position(of: pointer))
    errors.append(Diagnostic(severity: .error, location: location, message: message))
  }
}

// MARK: - Messages

extension ConfigurationCheck {
  private static func message(_ issue: ValidationIssue) -> String {
    guard case .undeclared(_, let name, let nearest) = issue.kind else { return issue.message }
    return "unknown member '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
  }
}
