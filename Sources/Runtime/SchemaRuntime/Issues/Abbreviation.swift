// Values, names and locations that are too long for a message. Machine-readable outputs contain all of them.

extension String {
  /// Returns the text, or its beginning and its end with `…` between them if all its scalars together cost more than
  /// `limit`. Only looks at as much of the text as it returns.
  ///
  /// - Parameter cost: the cost of a scalar; by default, each costs 1.
  package func abbreviated(to limit: Int, cost: (Unicode.Scalar) -> Int = { _ in 1 }) -> String {
    let scalars = unicodeScalars
    guard scalars.index(after: limit, cost) < scalars.endIndex else { return self }
    let rest = Swift.max(0, limit - cost("…"))
    let head = scalars[..<scalars.index(after: rest - rest / 2, cost)]
    let tail = scalars[scalars.index(before: rest / 2, cost)...]
    return String(head) + "…" + String(tail)
  }
}

extension String.UnicodeScalarView {
  /// The end of the longest beginning that costs at most `limit`.
  fileprivate func index(after limit: Int, _ cost: (Unicode.Scalar) -> Int) -> Index {
    var (index, left) = (startIndex, limit)
    while index < endIndex {
      left -= cost(self[index])
      if left < 0 { break }
      formIndex(after: &index)
    }
    return index
  }

  /// The start of the longest end that costs at most `limit`.
  fileprivate func index(before limit: Int, _ cost: (Unicode.Scalar) -> Int) -> Index {
    var (index, left) = (endIndex, limit)
    while index > startIndex {
      let previous = self.index(before: index)
      left -= cost(self[previous])
      if left < 0 { break }
      index = previous
    }
    return index
  }
}

extension JSONPointer {
  /// The pointer for a message: if it is long, long tokens are abbreviated, and `…` replaces tokens in its middle.
  package var abbreviated: JSONPointer { abbreviated { $0 == "~" || $0 == "/" ? 2 : UTF8.width($0) } }

  /// The pointer at the beginning of a message, abbreviated if it is long: `/pointer: `; empty for the root.
  package var prefix: String { tokens.isEmpty ? "" : "\(abbreviated): " }

  /// ``uriFragment`` for a message.
  var abbreviatedURIFragment: String {
    abbreviated { scalar in
      switch scalar {
      case "~", "/": 2
      default: scalar.isASCII && Self.isFragmentByte(UInt8(scalar.value)) ? 1 : 3 * UTF8.width(scalar)
      }
    }.uriFragment
  }

  /// The maximum size of an abbreviated pointer in bytes.
  static let abbreviatedByteCount = 1_024

  private func abbreviated(_ cost: (Unicode.Scalar) -> Int) -> JSONPointer {
    let limit = Self.abbreviatedByteCount
    let short = tokens.map { $0.abbreviated(to: limit / 4, cost: cost) }
    let costs = short.map { token in token.unicodeScalars.reduce(1) { $0 + cost($1) } }
    guard costs.reduce(0, +) > limit else { return JSONPointer(short) }
    let half = (limit - 1 - cost("…")) / 2
    func count(_ costs: some Sequence<Int>) -> Int {
      var left = half
      return costs.prefix {
        left -= $0
        return left >= 0
      }.count
    }
    return JSONPointer(
      Array(short.prefix(count(costs))) + ["…"] + Array(short.suffix(count(costs.reversed()))))
  }
}
