import SchemaAnalysis
import SchemaRuntime

extension Builder {
  /// Builds a number of a kind.
  mutating func number(_ kind: ValueKinds, _ demands: Demands, _ request: Request) -> JSONValue? {
    let limits = demands.number
    if limits.isEmpty { return nil }
    func isAdmitted(_ number: JSONNumber) -> Bool {
      ValueKinds(of: .number(number)) == kind && limits.admits(number) && !demands.excluded.contains(.number(number))
    }
    guard let grid = NumberGrid(limits, kind: kind) else {
      return random.shuffled(Self.candidates(limits)).first(where: isAdmitted).map { .number($0) }
    }
    if grid.isEmpty { return nil }
    // Non-multiples lie between multiples: half a step and a tenth of a step away.
    let between = limits.nonMultiples.compactMap { ExactDecimal($0) }.flatMap { step in
      [5, 11, -5].compactMap { tenths in
        step.mantissa.multiplied(by: WideInteger(tenths))
          .flatMap { JSONNumber(ExactDecimal($0, exponent: step.exponent - 1).text) }
      }
    }
    if let number = between.first(where: isAdmitted) { return .number(number) }
    let start = startIndex(on: grid, isFraction: kind == .fraction, request)
    for distance in 0..<64 {
      for case let index? in distance == 0 ? [start] : [distance, -distance].map({ start.adding(WideInteger($0)) }) {
        if let number = grid.number(at: index), isAdmitted(number) { return .number(number) }
      }
    }
    return nil
  }

  /// Returns the grid index at which the search begins.
  private mutating func startIndex(on grid: NumberGrid, isFraction: Bool, _ request: Request) -> WideInteger {
    switch size {
    case .minimal: return grid.index(near: WideInteger(0))
    case .maximal:
      if let high = grid.high { return high }
      let index = grid.index(near: WideInteger(1_000_000))
      return index == grid.low ? index.moved(by: 1_000) : index
    case .typical:
      if let usual = request.name.flatMap({ Words.numbers(named: $0) }) {
        let value = usual.lowerBound + random.below(usual.upperBound - usual.lowerBound + 1)
        // Between two integers, if the grid has numbers there.
        return grid.index(near: WideInteger(value)).moved(by: isFraction ? random.below(100) : 0)
      }
      if let count = grid.count, let low = grid.low {
        return low.moved(by: random.below(min(count.int ?? .max, 1_000_000_000)))
      }
      let start = grid.index(near: WideInteger(0))
      let offset = random.below(isFraction ? 10_000 : 100)
      return start.moved(by: grid.high == nil ? offset : -offset)
    }
  }

  /// Returns numbers to try when exact arithmetic would overflow.
  private static func candidates(_ limits: NumberDemands) -> [JSONNumber] {
    var numbers = [limits.lower, limits.upper].compactMap { $0?.number } + limits.multiples
    let digits = numbers.map(\.text)
    for text in digits where !text.contains(where: { "eE.".contains($0) }) {
      // Ten times as large, and slightly different.
      numbers += [text + "0", text + ".5"].compactMap { JSONNumber($0) }
    }
    for text in digits where text.contains(where: { "eE".contains($0) }) {
      let parts = text.split(whereSeparator: { "eE".contains($0) })
      guard parts.count == 2, let exponent = Int(parts[1]), abs(exponent) < 1_000_000 else { continue }
      numbers += [-2, -1, 1, 2].compactMap { JSONNumber("\(parts[0])e\(exponent + $0)") }
    }
    for step in limits.nonMultiples where !step.text.contains(where: { "eE".contains($0) }) {
      let text = step.text + (step.text.contains(".") ? "5" : ".5")
      if let number = JSONNumber(text) { numbers.append(number) }
    }
    return numbers + ["0", "1", "-1", "0.5", "-0.5", "1e400", "-1e400", "1e-400", "0.0"].compactMap { JSONNumber($0) }
  }
}

extension NumberDemands {
  func admits(_ number: JSONNumber) -> Bool {
    if let lower, number < lower.number || lower.isExclusive && number == lower.number { return false }
    if let upper, number > upper.number || upper.isExclusive && number == upper.number { return false }
    return multiples.allSatisfy { number.isMultiple(of: $0) } && !nonMultiples.contains { number.isMultiple(of: $0) }
  }
}
