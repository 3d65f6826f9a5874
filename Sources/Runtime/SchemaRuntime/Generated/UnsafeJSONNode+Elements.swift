// The elements of an array, for a generated validator. Arrays of scalars have dedicated loops, without a call for each
// element.
@_spi(Generated) extension UnsafeJSONNode {
  /// Whether all elements of an array satisfy a condition.
  @inline(never)
  public func allElements(_ isValid: (UnsafeJSONNode) -> Bool) -> Bool { all(isValid) }

  @inline(__always)
  private func all(_ isValid: (UnsafeJSONNode) -> Bool) -> Bool {
    var index = contentStart
    let end = contentEnd
    while index < end {
      let element = self[at: index]
      if !isValid(element) { return false }
      index = element.nextIndex
    }
    return true
  }

  // MARK: Strings

  /// Whether all elements of an array are strings.
  @inline(never)
  public func elementsAreStrings() -> Bool { all { $0.isString } }

  /// Whether all elements of an array are strings of at most `limit` scalars or bytes.
  @inline(never)
  public func elementsAreStrings(atMost limit: Int, _ measure: Measure) -> Bool {
    all { $0.isString(0, limit, measure) }
  }

  /// Whether all elements of an array are strings of at least `limit` scalars or bytes.
  @inline(never)
  public func elementsAreStrings(atLeast limit: Int, _ measure: Measure) -> Bool {
    all { $0.isString(limit, .max, measure) }
  }

  /// Whether all elements of an array are strings of `least` to `most` scalars or bytes.
  @inline(never)
  public func elementsAreStrings(atLeast least: Int, atMost most: Int, _ measure: Measure) -> Bool {
    all { $0.isString(least, most, measure) }
  }

  // MARK: Numbers

  /// Whether all elements of an array are integers.
  @inline(never)
  public func elementsAreIntegers() -> Bool { all { $0.isInteger } }

  /// Whether all elements of an array are integers of at most `limit`.
  @inline(never)
  public func elementsAreIntegers(atMost limit: Int) -> Bool { all { $0.isInteger && $0.order(to: limit) <= 0 } }

  /// Whether all elements of an array are integers of at least `limit`.
  @inline(never)
  public func elementsAreIntegers(atLeast limit: Int) -> Bool { all { $0.isInteger && $0.isAtLeast(limit) } }

  /// Whether all elements of an array are integers from `least` to `most`.
  @inline(never)
  public func elementsAreIntegers(atLeast least: Int, atMost most: Int) -> Bool {
    all { $0.isInteger && $0.isBetween(least, and: most) }
  }

  /// Whether all elements of an array are numbers.
  @inline(never)
  public func elementsAreNumbers() -> Bool { all { $0.isNumber } }

  /// Whether all elements of an array are numbers of at most `limit`.
  @inline(never)
  public func elementsAreNumbers(atMost limit: Int) -> Bool { all { $0.isNumber && $0.order(to: limit) <= 0 } }

  /// Whether all elements of an array are numbers of at least `limit`.
  @inline(never)
  public func elementsAreNumbers(atLeast limit: Int) -> Bool { all { $0.isNumber && $0.isAtLeast(limit) } }

  /// Whether all elements of an array are numbers from `least` to `most`.
  @inline(never)
  public func elementsAreNumbers(atLeast least: Int, atMost most: Int) -> Bool {
    all { $0.isNumber && $0.isBetween(least, and: most) }
  }
}
