/// Reads the tables of ``UnicodeData``, number by number.
///
/// A table is ASCII: the characters from `0` to `o` are digits with values from 0 to 63. A number has five bits per
/// digit, most significant first, and all digits except the last have 32 added to their bits: `5` is 5, `Q3` is 1 × 32
/// + 3. So a table is a string literal, which costs the compiler nothing and is read on first use, in microseconds.
///
/// - *Ranges*: the number of code points to skip, then the length of the range minus one, and so on: `1234` is 1…3,
///   7…11.
/// - *Runs* cover all code points: the length of a run minus one, and its value.
/// - *Records*: the length of the names, the names separated by spaces, the length of the table, the table.
struct UnicodeDataReader {
  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  init(_ table: StaticString) {
    self.init(next: table.utf8Start, end: table.utf8Start + table.utf8CodeUnitCount)
  }

  private init(next: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    self.next = next
    self.end = end
  }

  /// Finds the table of the record in `table` that has `name` among its names.
  init?(record name: String, in table: StaticString) {
    var name = name
    let found = name.withUTF8 { name -> UnicodeDataReader? in
      var records = UnicodeDataReader(table)
      while let (names, content) = records.nextRecord() {
        if names.split(separator: UInt8(ascii: " ")).contains(where: { $0.elementsEqual(name) }) { return content }
      }
      return nil
    }
    guard let found else { return nil }
    self = found
  }

  /// The next number; nil at the end.
  mutating func nextNumber() -> UInt32? {
    var value: UInt32 = 0
    while next < end {
      let digit = UInt32(next.pointee &- 0x30)
      next += 1
      value = value &<< 5 | digit & 31
      if digit < 32 { return value }
    }
    return nil
  }

  private mutating func nextRecord() -> (names: UnsafeBufferPointer<UInt8>, content: UnicodeDataReader)? {
    guard let names = nextPart(), let content = nextPart() else { return nil }
    return (UnsafeBufferPointer(start: names.next, count: names.end - names.next), content)
  }

  private mutating func nextPart() -> UnicodeDataReader? {
    guard let length = nextNumber(), Int(length) <= end - next else { return nil }
    let part = UnicodeDataReader(next: next, end: next + Int(length))
    next += Int(length)
    return part
  }
}

// MARK: - Complete tables

extension UnicodeDataReader {
  /// The remaining ranges, ascending.
  consuming func ranges() -> [ScalarRange] {
    var ranges: [ScalarRange] = []
    ranges.reserveCapacity((end - next) / 2)
    var code: UInt32 = 0
    while let skipped = nextNumber(), let length = nextNumber() {
      let first = code &+ skipped
      ranges.append(ScalarRange(first, first &+ length))
      code = first &+ length &+ 1
    }
    return ranges
  }

  /// Calls `body` with each remaining run.
  consuming func forEachRun(_ body: (_ range: ScalarRange, _ value: UInt8) -> Void) {
    var code: UInt32 = 0
    while let length = nextNumber(), let value = nextNumber() {
      body(ScalarRange(code, code &+ length), UInt8(truncatingIfNeeded: value))
      code = code &+ length &+ 1
    }
  }
}
