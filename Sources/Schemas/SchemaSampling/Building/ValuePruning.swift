import SchemaRuntime

/// Removes everything from a valid value that it does not need to be valid. Which of a schema's branches requires the
/// least is not known in advance.
struct ValuePruning {
  /// The number of removals to try. Larger values need not be minimal.
  private static let maximumTrials = 400

  let oracle: ProgramOracle
  let schema: Program.SchemaID

  init(_ oracle: ProgramOracle, _ schema: Program.SchemaID) {
    self.oracle = oracle
    self.schema = schema
  }

  /// Returns the value without the parts that could be removed within some steps, which are charged.
  func pruned(_ value: JSONValue, spending steps: inout Int) -> JSONValue {
    var value = value
    var trials = Self.maximumTrials
    var open: [[String]] = [[]]
    while trials > 0, steps > 0, let location = open.popLast() {
      switch value[JSONPointer(location)] {
      case .object(let object)?:
        var kept = object
        // Without one member, others may no longer be required.
        var count = kept.count + 1
        while kept.count < count {
          count = kept.count
          for name in kept.keys.reversed() where trials > 0 && steps > 0 {
            var smaller = kept
            smaller[name] = nil
            if replace(&value, location, .object(smaller), &trials, &steps) { kept = smaller }
          }
        }
        open += kept.keys.map { location + [$0] }
      case .array(var elements)?:
        while !elements.isEmpty, steps > 0,
          replace(&value, location, .array(elements.dropLast()), &trials, &steps)
        {
          elements.removeLast()
        }
        open += elements.indices.map { location + [String($0)] }
      case .null, .bool, .number, .string, nil: break
      }
    }
    return value
  }

  /// Replaces the value at a location if the result is valid.
  private func replace(
    _ value: inout JSONValue, _ location: [String], _ part: JSONValue, _ trials: inout Int, _ steps: inout Int
  ) -> Bool {
    guard trials > 0 else { return false }
    trials -= 1
    let smaller = value.replacing(location[...], with: part)
    guard oracle.hold([Conjunct(schema)], smaller, spending: &steps) else { return false }
    value = smaller
    return true
  }
}
