public import SchemaRuntime

// Machine-readable outputs: one JSON value per payload.
extension ValidationResult {
  /// `{"file", "valid", "errors"}`, each error with its locations, message, and expected and actual values; without a
  /// verdict, `valid` is false, and a member `undecided` is true; if there are more errors than the validator's maximum, a
  /// member `truncated` is true.
  ///
  ///     {"file":"a.json","valid":false,"errors":[{"instanceLocation":"/gender","keyword":"enum",…}]}
  ///
  /// - Parameter line: for JSON Lines, the payload's line, which becomes a member `line` after `file`.
  public func listOutput(in origin: PayloadOrigin, line: Int? = nil) -> JSONValue {
    var object: JSONObject = ["file": .string(origin.file)]
    if let line { object["line"] = .number(JSONNumber(line)) }
    object["valid"] = .bool(isValid)
    if case .undecided = self { object["undecided"] = true }
    if isTruncated { object["truncated"] = true }
    object["errors"] = .array(errorUnits(in: origin).map(\.listRow))
    return .object(object)
  }

  /// The format `basic` of draft 2020-12 (core, section 12.4.2): a flat list of output units.
  public var basicOutput: JSONValue { basicOutput(annotations: []) }

  /// The format `basic` with annotations for a valid payload.
  public func basicOutput(annotations: [Annotation]) -> JSONValue {
    if isValid {
      return annotations.isEmpty
        ? ["valid": true] : ["valid": true, "annotations": .array(annotations.map(\.basicUnit))]
    }
    let units = errorUnits(in: PayloadOrigin(file: ""))
    var output: JSONObject = ["valid": false, "errors": .array(units.map(\.basicUnit))]
    if isTruncated { output["truncated"] = true }
    return .object(output)
  }

  /// The format `flag` of draft 2020-12 (core, section 12.4.1): only the verdict.
  public var flagOutput: JSONValue { ["valid": .bool(isValid)] }
}

extension ErrorUnit {
  var listRow: JSONValue {
    [
      "instanceLocation": .string(instanceLocation.description),
      "keyword": .string(keyword),
      "keywordLocation": .string(keywordLocation.description),
      "absoluteKeywordLocation": .string(absoluteKeywordLocation),
      "error": .string(message),
      "expected": expected ?? .null,
      "actual": actual ?? .null,
      "line": .number(JSONNumber(line)),
      "column": .number(JSONNumber(column)),
      "offset": .number(JSONNumber(offset)),
    ]
  }

  /// An output unit. The absolute location, which must be a URI, is omitted if there is none.
  var basicUnit: JSONValue {
    var unit: JSONObject = ["valid": false, "keywordLocation": .string(keywordLocation.description)]
    if !absoluteKeywordLocation.isEmpty { unit["absoluteKeywordLocation"] = .string(absoluteKeywordLocation) }
    unit["instanceLocation"] = .string(instanceLocation.description)
    unit["error"] = .string(message)
    return .object(unit)
  }
}

extension Annotation {
  /// An output unit.
  fileprivate var basicUnit: JSONValue {
    [
      "valid": true, "keywordLocation": .string(keywordLocation.description),
      "absoluteKeywordLocation": .string(absoluteKeywordLocation),
      "instanceLocation": .string(instanceLocation.description), "annotation": value,
    ]
  }
}
