// The members of models: a name and a value in one call.
@_spi(Generated) extension JSONWriter {
  /// Writes a member's name and colon. The name must need no escapes beyond those it has.
  @inline(__always)
  private mutating func open(_ name: StaticString) {
    let count = name.utf8CodeUnitCount
    reserve(count &+ 8)
    cursor.pointee = UInt8(ascii: "\"")
    cursor += 1
    if count >= 8, count <= 16 {
      copyWords(name.utf8Start, count, as: UInt64.self)
    } else if count >= 4, count < 8 {
      copyWords(name.utf8Start, count, as: UInt32.self)
    } else {
      cursor.update(from: name.utf8Start, count: count)
    }
    cursor += count
    pair("\"", ":")
  }

  /// Copies one to two words: the first and the last bytes, which may overlap.
  @inline(__always)
  private func copyWords<Word: FixedWidthInteger & BitwiseCopyable>(
    _ source: UnsafePointer<UInt8>, _ count: Int, as type: Word.Type
  ) {
    let last = count &- MemoryLayout<Word>.size
    let (source, target) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(cursor))
    let (head, tail) = (source.loadUnaligned(as: type), source.loadUnaligned(fromByteOffset: last, as: type))
    target.storeBytes(of: head, as: type)
    target.storeBytes(of: tail, toByteOffset: last, as: type)
  }

  /// Writes a member's name, with the escapes that JSON requires, and the colon.
  public mutating func name(_ name: StaticString) { open(name) }

  public mutating func null(_ name: StaticString) {
    open(name)
    writeNull()
  }

  public mutating func member(_ name: StaticString, _ value: String) {
    open(name)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: Bool) {
    open(name)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Bool?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: Int) {
    open(name)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Int?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: Double) {
    open(name)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Double?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: [String]) {
    open(name)
    value.write(to: &self)
  }

  public mutating func member(_ name: StaticString, _ value: [String]?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: [Int]) {
    open(name)
    value.write(to: &self)
  }

  public mutating func member(_ name: StaticString, _ value: [Int]?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: [Double]) {
    open(name)
    value.write(to: &self)
  }

  public mutating func member(_ name: StaticString, _ value: [Double]?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: JSONValue) {
    open(name)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: JSONValue?) {
    if let value { member(name, value) }
  }
}
