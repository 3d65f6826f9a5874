// Texts in every structural pass, which must agree with each other and with a naive implementation of RFC 8259.
//
// Input: a byte for the depth allowed, a byte for the pieces of lines, the text.
import FuzzSupport
import GuardedMemory

@_spi(Generated) @testable import SchemaRuntime

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let depth = [512, 0, 1, 2, 3, 8, 64, 2_048][input.index(below: 8)]
  let pieceLength = 1 + input.index(below: 64)
  let text = input.rest
  ReaderCheck(text: text, depth: depth).run()
  checkLines(text, pieceLength: pieceLength)
  return 0
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked([
    "{", "}", "[", "]", ":", ",", "\"", "\\", "true", "false", "null", "-", "0", "1e5", "-0.0E-1", "\\u0000", "\\ud800",
    "\\udc00", "\\\"", "\\\\", "\\/", "\\n", "\u{e9}", "\u{20ac}", "\u{1f600}", "\u{feff}", "\n", "\r\n", "\t", " ",
    "[[[[", "{\"a\":", "\"\":", "\\\\\\",
  ])
  return 0
}

@_cdecl("FuzzReader_main")
public func unusedMain() -> Int32 { 0 }

/// Checks one text, read in every way.
private struct ReaderCheck {
  let text: [UInt8]
  let depth: Int

  /// Memory for the text, and for the text as the reader prepares it.
  private nonisolated(unsafe) static let guarded = GuardedBytes(capacity: 1 << 16)
  private nonisolated(unsafe) static let guardedCopy = GuardedBytes(capacity: 1 << 16)

  func run() {
    guard let guarded = Self.guarded, text.count < 1 << 16 else { return }
    // The memory ends with the text, so that a read past it stops the process without any sanitizer.
    guarded.withText(text) { buffer in
      var reader = JSONReader(limits: JSONLimits(maximumDepth: depth))
      let expected = Grammar(bytes: text, depth: depth).isText
      do throws(JSONSyntaxError) {
        let root = try reader.read(buffer)
        check(expected, "the reader accepted a text that is not JSON")
        comparePasses(index: Array(UnsafeBufferPointer(start: root.entries, count: root.nextIndex)))
        ContentCheck(root: root).run()
      } catch {
        check(!expected, "the reader refused JSON: \(error)")
        comparePasses(index: nil)
        check(0...text.count ~= error.position.offset, "an error beyond the text: \(error)")
        checkLengthLimit(buffer)
      }
    }
  }

  /// Runs each pass over the text as the reader prepares it.
  private func comparePasses(index: [UInt64]?) {
    var end = text.count
    while end > 0, JSONReader.isWhitespace(text[end - 1]) { end -= 1 }
    guard end > 0 else { return check(index == nil, "the reader accepted an empty text") }
    var prepared = Array(text[..<end])
    if let last = prepared.last, last != UInt8(ascii: "}"), last != UInt8(ascii: "]") { prepared.append(0) }
    Self.guardedCopy?.withText(prepared) { buffer in
      guard let bytes = buffer.baseAddress else { return }
      checkEqual(byteByByte(bytes, end), index, "the pass byte by byte and the reader")
      for set in 0..<StructuralPass.bestInstructionSet {
        checkEqual(withVectors(bytes, end, set + 1), index, "the pass with instruction set \(set + 1) and the reader")
      }
    }
  }

  private func byteByByte(_ bytes: UnsafePointer<UInt8>, _ end: Int) -> [UInt64]? {
    var pass = IndexingPass(bytes: bytes, end: end, entries: .allocate(capacity: 4), capacity: 4, depthLeft: depth)
    defer { pass.entries.deallocate() }
    do { try pass.run() } catch { return nil }
    return index(pass.entries, bytes)
  }

  private func withVectors(_ bytes: UnsafePointer<UInt8>, _ end: Int, _ set: Int32) -> [UInt64]? {
    let offsets = UnsafeMutablePointer<UInt32>.allocate(capacity: StructuralPass.offsetCapacity)
    defer { offsets.deallocate() }
    var pass = StructuralPass(
      bytes: bytes, end: end, entries: .allocate(capacity: 4), capacity: 4, depth: depth, offsets: offsets,
      instructionSet: set)
    let isText = pass.run()
    defer { pass.entries.deallocate() }
    return isText ? index(pass.entries, bytes) : nil
  }

  private func index(_ entries: UnsafePointer<UInt64>, _ bytes: UnsafePointer<UInt8>) -> [UInt64] {
    let root = UnsafeJSONNode(bytes: bytes, entries: entries, index: 0)
    return Array(UnsafeBufferPointer(start: entries, count: root.nextIndex))
  }

  /// A text over the byte limit is refused for that reason, whatever its content.
  private func checkLengthLimit(_ buffer: UnsafeBufferPointer<UInt8>) {
    guard text.count > 1 else { return }
    var reader = JSONReader(limits: JSONLimits(maximumByteCount: text.count - 1))
    do throws(JSONSyntaxError) {
      _ = try reader.read(buffer)
      reportFinding("a text over the limit of bytes was accepted")
    } catch {
      checkEqual(error.kind, .tooLong(limit: text.count - 1), "the error of a text over the limit of bytes")
    }
  }
}

/// Compares nodes with strings that are decoded one escape at a time.
private struct ContentCheck {
  let root: UnsafeJSONNode

  func run() {
    checkEqual(hasRepeatedNames(root), root.firstRepeatedName() != nil, "whether names are repeated")
    let value = JSONValue(root)
    let copy = JSONValue(root)
    check(value == copy && value.hashValue == copy.hashValue, "two copies of a value differ")
  }

  private func hasRepeatedNames(_ node: UnsafeJSONNode) -> Bool {
    var isRepeated = false
    switch node.kind {
    case .object:
      var names: Set<[UInt8]> = []
      for (name, value) in node.members {
        isRepeated = !names.insert(checkString(name)).inserted || isRepeated
        isRepeated = hasRepeatedNames(value) || isRepeated
      }
    case .array: for element in node.elements { isRepeated = hasRepeatedNames(element) || isRepeated }
    case .asciiString, .string, .escapedString: _ = checkString(node)
    case .null, .false, .true, .integer, .decimal, .exponential: break
    }
    return isRepeated
  }

  /// The content of a string in UTF-8.
  private func checkString(_ node: UnsafeJSONNode) -> [UInt8] {
    let expected = unescaped(Array(node.text))
    let string = node.string
    checkEqual(Array(string.utf8), expected, "the content of a string")
    checkEqual(node.withUTF8 { Array($0) }, expected, "the bytes of a string")
    checkEqual(node.utf8Count, expected.count, "the length of a string in bytes")
    checkEqual(node.scalarCount, string.unicodeScalars.count, "the length of a string in scalars")
    check(expected.withUnsafeBufferPointer { node.equals($0) }, "a string is not equal to its content")
    return expected
  }

  private func unescaped(_ text: [UInt8]) -> [UInt8] {
    var scalars = String.UnicodeScalarView()
    var units: [UInt16] = []
    var rest = String(decoding: text, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let letter = rest.popFirst() else {
        scalars.append(scalar)
        continue
      }
      switch letter {
      case "b": scalars.append("\u{8}")
      case "f": scalars.append("\u{c}")
      case "n": scalars.append("\n")
      case "r": scalars.append("\r")
      case "t": scalars.append("\t")
      case "u":
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        rest = rest.dropFirst(4)
        units.append(UInt16(digits, radix: 16) ?? 0)
        if units.count == 2 || !(0xd800..<0xdc00).contains(units[0]) {
          scalars.append(contentsOf: String(decoding: units, as: UTF16.self).unicodeScalars)
          units = []
        }
      default: scalars.append(letter)
      }
    }
    return Array(String(scalars).utf8)
  }
}

/// The lines of a text must not depend on its chunks.
private func checkLines(_ text: [UInt8], pieceLength: Int) {
  let limit = 64
  let whole = lines(text, pieceLength: max(1, text.count), limit: limit)
  checkEqual(lines(text, pieceLength: pieceLength, limit: limit), whole, "lines in pieces and lines at once")
  let expected = text.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0.prefix(limit + 1)) }
  let isEnded = text.isEmpty || text.last == 0x0a
  checkEqual(
    whole.map { Array($0.prefix(limit + 1)) }, isEnded ? expected.dropLast() : expected, "lines and a plain division")
}

private func lines(_ text: [UInt8], pieceLength: Int, limit: Int) -> [[UInt8]] {
  var buffer = LineBuffer(limit: limit)
  var found: [[UInt8]] = []
  var start = 0
  func take() {
    while let line = buffer.nextLine() { found.append(buffer.withLine(line) { Array($0.prefix(limit + 1)) }) }
  }
  while start < text.count {
    let end = min(text.count, start + pieceLength)
    text[start..<end].withUnsafeBufferPointer { buffer.append($0) }
    start = end
    take()
  }
  buffer.end()
  take()
  check(buffer.isAtEnd, "lines are left at the end of the text")
  return found
}
