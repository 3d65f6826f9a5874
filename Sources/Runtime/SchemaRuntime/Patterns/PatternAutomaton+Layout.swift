/// Memory of a table created at run time.
private final class PatternTable: Sendable {
  nonisolated(unsafe) let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ content: [UInt8]) {
    bytes = .allocate(capacity: content.count)
    _ = bytes.initialize(from: content)
  }

  deinit { bytes.deallocate() }
}

extension PatternAutomaton {
  /// Lays out `automaton`; nil if that takes more than `maximumByteCount` bytes.
  init?(_ automaton: ByteAutomaton, maximumByteCount: Int) {
    guard let layout = Layout(stateCount: automaton.stateCount, columnCount: automaton.columns.count),
      layout.byteCount <= maximumByteCount
    else { return nil }
    self.init(owning: layout.write(automaton))
  }

  private init(owning bytes: [UInt8]) {
    let table = PatternTable(bytes)
    // An initialized buffer of more than zero bytes has an address.
    self.init(base: UnsafePointer(table.bytes.baseAddress.unsafelyUnwrapped), owner: table)
  }

  /// Validates and copies a table that ``serialized`` returned; nil if the bytes are not a table.
  package init?(serialized: [UInt8]) {
    let isTable = serialized.withUnsafeBufferPointer { bytes in Layout(reading: bytes)?.isSound(bytes) ?? false }
    guard isTable else { return nil }
    self.init(owning: serialized)
  }

  /// The bytes of the table, including the header: printable ASCII.
  package var serialized: [UInt8] {
    withLayout { _, bytes in Array(bytes) }
  }

  /// ``serialized``, escaped for a Swift string literal.
  package var literal: String {
    var text = ""
    for byte in serialized {
      if byte == UInt8(ascii: "\\") { text.append("\\") }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }

  /// The number of states, including those inside a scalar.
  package var stateCount: Int { withLayout { layout, _ in layout.stateCount } }

  /// The size of ``serialized`` in bytes.
  package var byteCount: Int { withLayout { layout, _ in layout.byteCount } }

  /// Runs the table byte by byte and counts the bytes, for tests of the running time.
  package func matchCountingSteps(_ utf8: UnsafeBufferPointer<UInt8>) -> (isMatch: Bool, steps: Int) {
    withLayout { layout, table in
      var steps = 0
      var state = layout.state(in: table, at: 4)
      for byte in utf8 {
        if state <= 1 { break }
        steps += 1
        state = layout.target(in: table, column: layout.column(in: table, of: Int(byte)), state: state)
      }
      return (state == 1 || state >= layout.state(in: table, at: 6), steps)
    }
  }

  private func withLayout<Result>(_ body: (Layout, UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withExtendedLifetime(owner) {
      let header = UnsafeBufferPointer(start: base, count: Self.headerByteCount)
      // Tables created here, and trusted literals, have a valid layout.
      guard let layout = Layout(readingHeader: header) else {
        preconditionFailure(
          "internal error: the table of a pattern is damaged; generate the code again, and report the error if it "
            + "remains")
      }
      return body(layout, UnsafeBufferPointer(start: base, count: layout.byteCount))
    }
  }
}

// MARK: - Layout

/// The layout of the bytes of a ``PatternAutomaton``, as described at that type.
private struct Layout {
  let stateCount: Int
  let columnCount: Int
  /// The base of the lower digit of a state in a wide table; 0 in a narrow one.
  let lowerBase: Int

  private static let zero = PatternAutomaton.zero
  private static let base = 91
  /// At least two, so that states 0 and 1 differ only in the lower digit.
  private static let lowerBases = 2...90

  var isWide: Bool { lowerBase > 0 }

  private init(stateCount: Int, columnCount: Int, lowerBase: Int) {
    self.stateCount = stateCount
    self.columnCount = columnCount
    self.lowerBase = lowerBase
  }

  /// The smallest layout; nil if there are more states or columns than digits can represent.
  init?(stateCount: Int, columnCount: Int) {
    if stateCount < Self.base, columnCount < Self.base {
      self.init(stateCount: stateCount, columnCount: columnCount, lowerBase: 0)
      return
    }
    let all = Self.lowerBases.map {
      Layout(stateCount: stateCount, columnCount: columnCount, lowerBase: $0)
    }
    guard let best = all.filter(\.isPossible).min(by: { $0.byteCount < $1.byteCount }) else { return nil }
    self = best
  }

  /// The layout that a header describes; nil if it is invalid.
  init?(readingHeader bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= PatternAutomaton.headerByteCount,
      bytes[0] == PatternAutomaton.narrow || bytes[0] == PatternAutomaton.wide,
      bytes[1..<PatternAutomaton.headerByteCount].allSatisfy({ (Self.zero..<Self.zero + 91).contains($0) })
    else { return nil }
    let isWide = bytes[0] == PatternAutomaton.wide
    lowerBase = Int(bytes[1] - Self.zero)
    stateCount = Self.number(in: bytes, at: 2, base: isWide ? lowerBase : Self.base)
    columnCount = Self.number(in: bytes, at: 8, base: Self.base)
    guard isWide == (lowerBase > 0), isPossible else { return nil }
  }

  init?(reading bytes: UnsafeBufferPointer<UInt8>) {
    self.init(readingHeader: bytes)
    guard bytes.count == byteCount else { return nil }
  }

  private var isPossible: Bool {
    guard stateCount >= 2, columnCount >= 1 else { return false }
    return isWide
      ? Self.lowerBases.contains(lowerBase) && stateCount < Self.base * lowerBase && groupCount <= Self.base
      : stateCount < Self.base && columnCount < Self.base
  }

  private var tableOffset: Int { PatternAutomaton.headerByteCount + (isWide ? 512 : 256) }
  /// Columns that share 512 bytes, at most 91, because their index in the group must be one digit.
  private var columnsPerGroup: Int { min(256 / lowerBase, Self.base) }
  private var groupCount: Int { (columnCount + columnsPerGroup - 1) / columnsPerGroup }
  private var groupByteCount: Int { (stateCount + lowerBase - 1) / lowerBase * 512 }

  var byteCount: Int {
    tableOffset + (isWide ? groupCount * groupByteCount : columnCount * stateCount)
  }

  private func offset(column: Int, state: Int) -> Int {
    guard isWide else { return tableOffset + column * stateCount + state }
    let (group, index) = column.quotientAndRemainder(dividingBy: columnsPerGroup)
    let (upper, lower) = state.quotientAndRemainder(dividingBy: lowerBase)
    return tableOffset + group * groupByteCount + upper * 512 + index * 2 * lowerBase + lower * 2
  }
}

// MARK: - Reading

extension Layout {
  private static func number(in table: UnsafeBufferPointer<UInt8>, at offset: Int, base: Int) -> Int {
    Int(table[offset] - zero) + base * Int(table[offset + 1] - zero)
  }

  /// A state in the header.
  func state(in table: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    Self.number(in: table, at: offset, base: isWide ? lowerBase : Self.base)
  }

  func column(in table: UnsafeBufferPointer<UInt8>, of byte: Int) -> Int {
    let offset = PatternAutomaton.headerByteCount
    guard isWide else { return Int(table[offset + byte] - Self.zero) }
    let (group, index) = (table[offset + 2 * byte] - Self.zero, table[offset + 2 * byte + 1] - Self.zero)
    return Int(group) * columnsPerGroup + Int(index)
  }

  func target(in table: UnsafeBufferPointer<UInt8>, column: Int, state: Int) -> Int {
    let offset = offset(column: column, state: state)
    return isWide ? Self.number(in: table, at: offset, base: lowerBase) : Int(table[offset] - Self.zero)
  }

  /// Whether matching never reads outside `bytes`, whatever the text, because every digit is in range.
  func isSound(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.allSatisfy({ (Self.zero..<Self.zero + 91).contains($0) }), state(in: bytes, at: 4) < stateCount,
      state(in: bytes, at: 6) <= stateCount
    else { return false }
    // A number below its limit does not imply that its lower digit is below the base.
    let lowerOffsets = isWide ? [2, 4, 6] : []
    guard lowerOffsets.allSatisfy({ bytes[$0] - Self.zero < UInt8(lowerBase) }) else { return false }
    let columns = (0..<256).allSatisfy { byte in
      let index = isWide ? Int(bytes[PatternAutomaton.headerByteCount + 2 * byte + 1] - Self.zero) : 0
      return column(in: bytes, of: byte) < columnCount && (!isWide || index < columnsPerGroup)
    }
    return columns
      && (0..<columnCount).allSatisfy { column in
        (0..<stateCount).allSatisfy { state in
          let lower = Int(bytes[offset(column: column, state: state)] - Self.zero)
          return target(in: bytes, column: column, state: state) < stateCount && (!isWide || lower < lowerBase)
        }
      }
  }
}

// MARK: - Writing

extension Layout {
  func write(_ automaton: ByteAutomaton) -> [UInt8] {
    var bytes = [UInt8](repeating: Self.zero, count: byteCount)
    func put(_ number: Int, at offset: Int, base: Int) {
      bytes[offset] += UInt8(number % base)
      bytes[offset + 1] += UInt8(number / base)
    }
    let stateBase = isWide ? lowerBase : Self.base
    bytes[0] = isWide ? PatternAutomaton.wide : PatternAutomaton.narrow
    bytes[1] += UInt8(lowerBase)
    put(stateCount, at: 2, base: stateBase)
    put(Int(automaton.start), at: 4, base: stateBase)
    put(Int(automaton.firstAccepting), at: 6, base: stateBase)
    put(columnCount, at: 8, base: Self.base)
    for (byte, column) in automaton.columnOfByte.enumerated() {
      if isWide {
        let (group, index) = column.quotientAndRemainder(dividingBy: columnsPerGroup)
        bytes[PatternAutomaton.headerByteCount + 2 * byte] += UInt8(group)
        bytes[PatternAutomaton.headerByteCount + 2 * byte + 1] += UInt8(index)
      } else {
        bytes[PatternAutomaton.headerByteCount + byte] += UInt8(column)
      }
    }
    for (column, targets) in automaton.columns.enumerated() {
      for (state, target) in targets.enumerated() {
        let offset = offset(column: column, state: state)
        if isWide { put(Int(target), at: offset, base: lowerBase) } else { bytes[offset] += UInt8(target) }
      }
    }
    return bytes
  }
}
