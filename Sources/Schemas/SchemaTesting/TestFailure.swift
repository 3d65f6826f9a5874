package import JSONSchema
import SchemaAnalysis
package import SchemaRuntime
package import SchemaValidation

/// Why a test failed.
package struct TestFailure: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case rejected, accepted, undecided, unreadable
    case otherErrors = "other-errors"

    /// A sentence.
    package var meaning: String {
      switch self {
      case .rejected: "A payload that has to be valid is rejected."
      case .accepted: "A payload that has to be invalid is accepted."
      case .undecided: "There is no verdict, because of a limit."
      case .unreadable: "The payload is not JSON."
      case .otherErrors: "An invalid payload does not have an error that the test expects."
      }
    }
  }

  package var kind: Kind
  package var message: String
  package var location: SourceLocation
  /// The other errors of the payload.
  package var others: [(location: SourceLocation, message: String)] = []
}

extension TestCase {
  /// Validates the payload, adds the keywords that are applied to it, and returns why the test fails; nil if it passes.
  package func failure(_ validator: SchemaValidator, _ uses: inout KeywordUses) -> TestFailure? {
    let result: ValidationResult
    switch content {
    case .success(let document):
      result = validator.validate(document, at: pointer)
      validator.addUses(of: document, at: pointer, to: &uses)
    case .failure(let error): result = .unreadable(error)
    }
    switch result {
    case .valid:
      return isValid
        ? nil : TestFailure(kind: .accepted, message: "expected an invalid payload, found a valid one", location: start)
    case .invalid:
      return isValid ? failure(.rejected, "expected a valid payload, found", result) : missingError(in: result)
    case .undecided: return failure(.undecided, "expected a verdict, found", result)
    case .unreadable:
      if isValid { return failure(.unreadable, "expected a valid payload, found", result) }
      if errors.isEmpty {
        return failure(
          .unreadable, #"expected JSON, unless an error with {"keyword":"parse"} is expected, found"#, result)
      }
      return missingError(in: result)
    }
  }

  /// The failure if the result lacks one of the expected errors.
  private func missingError(in result: ValidationResult) -> TestFailure? {
    let found = result.listOutput(in: origin)["errors"]?.array ?? []
    let missing = errors.first { expected in
      !found.contains { error in expected.allSatisfy { error[$0.key] == $0.value } }
    }
    return missing.flatMap {
      failure(.otherErrors, "expected an error with \(JSONValue.object($0).text()), found", result)
    }
  }

  private func failure(_ kind: TestFailure.Kind, _ message: String, _ result: ValidationResult) -> TestFailure? {
    let found = result.closestErrorUnits(in: origin).map { unit in
      let position = SourcePosition(offset: unit.offset, line: unit.line, column: unit.column)
      let pointer = JSONPointer(pointer.tokens + unit.instanceLocation.tokens)
      return (
        location: SourceLocation(document: origin.file, pointer: pointer, position: position),
        message: "\(unit.instanceLocation.prefix)\(unit.message) (\(unit.keyword))"
      )
    }
    var failure = TestFailure(kind: kind, message: message + " no error", location: start)
    if let first = found.first {
      (failure.location, failure.message) = (first.location, "\(message) an error: \(first.message)")
    }
    failure.others = Array(found.dropFirst())
    return failure
  }

  /// The location of the payload.
  package var start: SourceLocation {
    var position = (try? content.get())?.position(of: pointer) ?? SourcePosition(offset: 0, line: 1, column: 1)
    position = SourcePosition(
      offset: origin.bytesBefore + position.offset, line: origin.linesBefore + position.line, column: position.column)
    return SourceLocation(document: origin.file, pointer: pointer, position: position)
  }
}
