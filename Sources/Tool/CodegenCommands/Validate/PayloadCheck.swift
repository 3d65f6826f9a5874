import CodegenProject
import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime
import SchemaStreaming
import SchemaValidation

/// Validates payloads and describes the results.
struct PayloadCheck: Sendable {
  /// The form of the output.
  typealias Form = OutputForm<OwnForm>

  enum OwnForm: String, CaseIterable {
    case text, json, flag, basic, detailed
  }

  let validator: SchemaValidator
  let form: Form
  let limits: JSONLimits

  /// Validates the payload of a line or a file, and adds what was found.
  func isValid(
    _ payload: UnsafeBufferPointer<UInt8>, at origin: PayloadOrigin, line: Int?, using reader: inout JSONReader,
    _ findings: inout PayloadFindings
  ) -> Bool {
    let result = validator.validate(payload, using: &reader)
    describe(result, at: origin, line: line, &findings) { validator.annotations(of: payload, using: &reader) }
    return result.isValid
  }

  /// Validates the payloads of a file, one or several in YAML, and adds what was found.
  func isValid(
    _ payload: [UInt8], in file: String, format: SourceText.Format, _ findings: inout PayloadFindings
  ) -> Bool {
    // Offsets in messages are those in the file.
    let mark = payload.starts(with: SourceText.byteOrderMark) ? SourceText.byteOrderMark.count : 0
    let origin = PayloadOrigin(file: file, bytesBefore: mark)
    do throws(JSONSyntaxError) {
      let documents = try SourceText.documents(payload, format: format, limits: limits)
      if documents.isEmpty {
        let start = SourcePosition(offset: 0, line: 1, column: 1)
        throw JSONSyntaxError(
          kind: .notConvertible(message: "expected a YAML document, found none"), position: start)
      }
      var isValid = true
      for document in documents {
        let result = validator.validate(document.json)
        let line = documents.count > 1 ? document.line : nil
        describe(result, at: origin, line: line, &findings) { validator.annotations(of: document.json.text) }
        if !result.isValid { isValid = false }
      }
      return isValid
    } catch {
      if case .tooLong = error.kind, format == .json { findings.isTooLong = true }
      if case .contentAfterValue = error.kind, format == .json, error.position.column == 1 { findings.hasLines = true }
      describe(.unreadable(error), at: origin, line: nil, &findings) { [] }
      return false
    }
  }

  /// Validates the payload of a file while it is read, and adds what was found.
  func isValid(
    _ source: borrowing ByteSource, in file: String, _ findings: inout PayloadFindings
  ) throws(FileError) -> Bool {
    var stream = PartwiseCheck(validator.evaluator, schema: validator.schema, limits: limits)
    var origin = PayloadOrigin(file: file)
    var piece: [UInt8] = []
    var isStart = true
    var progress = PartwiseCheck.Progress.needsBytes
    while progress == .needsBytes {
      let before = piece.count
      try source.read(1 << 18, into: &piece)
      let isAtEnd = piece.count == before
      if isStart, piece.count < SourceText.byteOrderMark.count, !isAtEnd { continue }
      if isStart, piece.starts(with: SourceText.byteOrderMark) {
        origin.bytesBefore = SourceText.byteOrderMark.count
        piece.removeFirst(origin.bytesBefore)
      }
      isStart = false
      piece.withUnsafeBufferPointer { stream.append($0) }
      piece.removeAll(keepingCapacity: true)
      if isAtEnd { stream.end() }
      progress = stream.advance { _, _ in nil }
    }
    let result =
      if case .syntax(let error)? = stream.error {
        ValidationResult.unreadable(error)
      } else {
        ValidationResult(stream.foundIssues)
      }
    describe(result, at: origin, line: nil, &findings) { [] }
    return result.isValid
  }

  private func describe(
    _ result: ValidationResult, at origin: PayloadOrigin, line: Int?, _ findings: inout PayloadFindings,
    annotations: () -> [Annotation]
  ) {
    switch form {
    case .own(.text): for issue in result.textOutput(in: origin) { findings.addLine(Array(issue.utf8)) }
    case .own(.json): findings.addLine(result.listOutput(in: origin, line: line).json().withoutHiddenCharacters)
    case .own(.flag): findings.addLine(result.flagOutput.json())
    case .own(.basic):
      findings.addLine(
        result.basicOutput(annotations: result.isValid ? annotations() : []).json().withoutHiddenCharacters)
    case .own(.detailed): findings.addLine(result.detailedOutput.json().withoutHiddenCharacters)
    case .findings(let output):
      for unit in result.closestErrorUnits(in: origin) { findings.add(ReportedFinding(unit, in: origin), as: output) }
    }
  }
}

extension ReportedFinding {
  /// An error of a payload.
  fileprivate init(_ unit: ErrorUnit, in origin: PayloadOrigin) {
    let position = SourcePosition(offset: unit.offset, line: unit.line, column: unit.column)
    var properties: JSONObject = ["keywordLocation": .string(unit.keywordLocation.description)]
    if !unit.absoluteKeywordLocation.isEmpty {
      properties["absoluteKeywordLocation"] = .string(unit.absoluteKeywordLocation)
    }
    if let expected = unit.expected { properties["expected"] = expected }
    if let actual = unit.actual { properties["actual"] = actual }
    self.init(
      rule: unit.keyword, severity: .error, message: unit.instanceLocation.prefix + unit.message,
      location: SourceLocation(document: origin.file, pointer: unit.instanceLocation, position: position),
      properties: properties)
  }
}
