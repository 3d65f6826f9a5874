// The members of models: a name and a value in one call.
extension JSONWriter {
  /// Writes a member's name and colon. The name must need no escapes beyond those it has.
  @inline(__always)
  private mutating func open(_ name: StaticString, _ count: Int) {
    let length = name.utf8CodeUnitCount
    reserve(length &+ count &+ 8)
    cursor.pointee = UInt8(ascii: "\"")
    cursor += 1
    cursor.update(from: name.utf8Start, count: length)
    cursor += length
    pair("\"", ":")
  }

  /// Writes a member's name, with the escapes that JSON requires, and the colon.
  public mutating func name(_ name: StaticString) { open(name, 0) }

  public mutating func member(_ name: StaticString, _ value: String) {
    open(name, 0)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: Bool) {
    open(name, 0)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Bool?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: Int) {
    open(name, 0)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Int?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: Double) {
    open(name, 0)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: Double?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: [String]) {
    open(name, 0)
    value.write(to: &self)
  }

  public mutating func member(_ name: StaticString, _ value: [String]?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: [Int]) {
    open(name, 0)
    value.write(to: &self)
  }

  public mutating func member(_ name: StaticString, _ value: [Int]?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: [Double]) {
    open(name, 0)
    value.write(to: &self)
  }

  public mutating func member(_ name: StaticString, _ value: [Double]?) {
    if let value { member(name, value) }
  }

  public mutating func member(_ name: StaticString, _ value: JSONValue) {
    open(name, 0)
    write(value)
  }

  public mutating func member(_ name: StaticString, _ value: JSONValue?) {
    if let value { member(name, value) }
  }
}
