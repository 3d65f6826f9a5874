package import JSONSchema
import SchemaLint
package import SchemaRuntime
package import SchemaValidation

/// A schema, and payloads with what is expected of them.
package struct TestSuite: Sendable {
  /// The name of its file or folder.
  package let file: String
  /// What it is about; empty for a folder.
  package let title: String
  package let schema: SchemaDocument
  /// Whether the schema is a part of the suite, so that it is not what is being tested.
  package let isInline: Bool
  /// Whether the schema is only a reference to the one that is being tested.
  package let isReference: Bool
  package var tests: [TestCase]

  package init(
    file: String, title: String = "", schema: SchemaDocument, isInline: Bool = false, isReference: Bool = false,
    tests: [TestCase] = []
  ) {
    self.file = file
    self.title = title
    self.schema = schema
    self.isInline = isInline
    self.isReference = isReference
    self.tests = tests
  }
}

/// A payload, and what is expected of it.
package struct TestCase: Sendable {
  package let name: String
  package let isValid: Bool
  /// The errors that an invalid payload must have: each the members of one in `validate --output json`.
  package var errors: [JSONObject]
  /// The text that contains the payload, or why it cannot be read.
  package let content: Result<JSONDocument, JSONSyntaxError>
  /// The payload in the text.
  package let pointer: JSONPointer
  /// The file of the text.
  package let origin: PayloadOrigin

  package init(
    name: String, isValid: Bool, errors: [JSONObject] = [], content: Result<JSONDocument, JSONSyntaxError>,
    pointer: JSONPointer = JSONPointer(), origin: PayloadOrigin
  ) {
    self.name = name
    self.isValid = isValid
    self.errors = errors
    self.content = content
    self.pointer = pointer
    self.origin = origin
  }
}

/// The mistakes in a suite; at least one.
package struct TestSuiteErrors: Error, Sendable {
  package let diagnostics: [Diagnostic]
}

// MARK: - Reading

extension TestSuite {
  /// Returns the suites of a text: an array of groups as in the official JSON Schema test suite, or one group.
  ///
  /// - Parameter payload: returns a test's `dataPath`, a file relative to the suite.
  package static func suites(
    in document: JSONDocument, uri: String, name: String, payload: (String) throws -> JSONDocument
  ) throws -> [TestSuite] {
    try check(document, name, at: "")
    let root = document.value
    let groups = root.array.map { Array($0.enumerated()).map { (JSONPointer([String($0)]), $1) } }
    return try (groups ?? [(JSONPointer(), root)]).map { pointer, group in
      var suite = TestSuite(
        file: name, title: group["description"]?.string ?? "",
        schema: try schema(of: group, at: pointer, document, uri, name), isInline: true,
        isReference: group["target"] != nil)
      let tests = pointer.appending("tests")
      for (index, test) in (group["tests"]?.array ?? []).enumerated() {
        let path = test["dataPath"]?.string
        suite.tests.append(
          TestCase(
            name: test["description"]?.string ?? path ?? "test \(index + 1)", isValid: test["valid"] == true,
            errors: test["errors"]?.array?.compactMap(\.object) ?? [],
            content: .success(try path.map(payload) ?? document),
            pointer: path == nil ? tests.appending(index).appending("data") : JSONPointer(),
            origin: PayloadOrigin(file: path.map { relative($0, to: name) } ?? name)))
      }
      return suite
    }
  }

  /// Returns the errors that a file beside a payload expects of it.
  package static func errors(in document: JSONDocument, name: String) throws(TestSuiteErrors) -> [JSONObject] {
    try check(document, name, at: "#/$defs/errors")
    return document.value.array?.compactMap(\.object) ?? []
  }

  /// The schema of a group: its own, or the one that it names.
  private static func schema(
    of group: JSONValue, at pointer: JSONPointer, _ document: JSONDocument, _ uri: String, _ name: String
  ) throws(JSONSyntaxError) -> SchemaDocument {
    let source =
      group["target"] == nil
      ? try document.value(at: pointer.appending("schema"))
      : try document.value(at: pointer.appending("target"), between: #"{"$ref":"#, and: "}")
    return SchemaDocument(uri: uri, name: name, source: source)
  }

  /// The name of a file that is given relative to another one.
  private static func relative(_ path: String, to name: String) -> String {
    name.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { $0 + "/" }.joined() + path
  }

  private static func check(
    _ document: JSONDocument, _ name: String, at fragment: String
  ) throws(TestSuiteErrors) {
    guard let validator = TestSuiteForm.validators[fragment] else { return }
    let result = validator.validate(document)
    if result.isValid { return }
    throw TestSuiteErrors(
      diagnostics: result.closestErrorUnits(in: PayloadOrigin(file: name)).map { unit in
        let position = SourcePosition(offset: unit.offset, line: unit.line, column: unit.column)
        return Diagnostic(
          severity: .error,
          location: SourceLocation(document: name, pointer: unit.instanceLocation, position: position),
          message: "\(unit.instanceLocation.prefix)\(unit.message)")
      })
  }
}

extension JSONDocument {
  /// Returns a value as a document of its own, in which everything has the positions that it has in this one.
  fileprivate func value(
    at pointer: JSONPointer, between start: String = "", and end: String = ""
  ) throws(JSONSyntaxError) -> JSONDocument {
    let range = withRoot { ($0.descendant(at: pointer, nearest: true) ?? $0).range(in: text) }
    let before = text[..<range.lowerBound].map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
    let parts = [before.dropLast(start.utf8.count), Array(start.utf8)[...], text[range], Array(end.utf8)[...]]
    return try JSONDocument(parsing: Array(parts.joined()), limits: JSONLimits(), sourceMap: sourceMap)
  }
}
