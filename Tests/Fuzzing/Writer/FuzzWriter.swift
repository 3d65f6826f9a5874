// Written values read back unchanged: values in every layout, and numbers.
//
// Input: a byte that chooses, the text of a value, two numbers or the bytes of a Double, or any string.
import FuzzSupport
import TestSupport

@testable import SchemaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  switch input.index(below: 4) {
  case 0: checkValue(input.rest)
  case 1: checkNumbers(input.parts(2))
  case 2: checkDouble(input.rest)
  default: checkString(input.restText)
  }
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  guard size > 0, data[0] & 3 == 0 else { return changeBytes(data, size, maximum) }
  return JSONMutation(headerCount: 1).mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked([
    "{", "}", "[", "]", ":", ",", "\"", "\\", "true", "false", "null", "-", ".", "e", "E+", "e-", "0.1", "1e308",
    "4.9e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "18446744073709551615", "00000000", "99999999", "\\u0000", "\\ud83d\\ude00", "\u{7f}",
    "\u{2028}",
  ])
  return 0
}

@_cdecl("FuzzWriter_main")
public func unusedMain() -> Int32 { 0 }

// MARK: - Values

private func checkValue(_ text: [UInt8]) {
  guard let value = try? JSONValue(parsing: text) else { return }
  let written = value.json()
  for format in [JSONFormat.compact, .pretty, .indented(by: 0), .sortedKeys] {
    let text = value.json(format)
    guard let read = try? JSONValue(parsing: text) else {
      reportFinding("written text is not JSON: \(String(decoding: text, as: UTF8.self))")
    }
    check(read == value && read.hashValue == value.hashValue, "a value reads back as another")
    if !format.sortsKeys { checkEqual(read.json(), written, "a value that was read back is written otherwise") }
    checkEqual(read.json(format), text, "a layout is not the same twice")
  }
}

private func checkString(_ text: String) {
  let written = JSONValue.string(text).json()
  guard case .string(let read)? = try? JSONValue(parsing: written) else { reportFinding("a string is written badly") }
  checkEqual(Array(read.utf8), Array(text.utf8), "a string reads back as another")
  let object: JSONObject = [text: .string(text)]
  check((try? JSONValue(parsing: JSONValue.object(object).json())) == .object(object), "a member reads back as another")
}

// MARK: - Numbers

private func checkDouble(_ bytes: [UInt8]) {
  var bits: UInt64 = 0
  for byte in bytes.prefix(8) { bits = bits << 8 | UInt64(byte) }
  let value = Double(bitPattern: bits)
  guard let number = JSONNumber(value) else { return check(!value.isFinite, "\(value) has no text") }
  check(value.isFinite, "\(value) has a text")
  check(JSONNumber(number.text) != nil, "\(value) is written as '\(number.text)', which is no number")
  checkEqual(number.double?.bitPattern, bits, "\(value) reads back as another")
  checkEqual(Double(number.text)?.bitPattern, bits, "\(value) reads back as another with the standard library")
  checkEqual(significantDigits(number.text), significantDigits("\(value)"), "\(value) is written with other digits")
  checkEqual((try? JSONWriter.text { $0.write(value) }) ?? [], Array(number.text.utf8), "two ways to write \(value)")
  let integer = Int(truncatingIfNeeded: bits)
  checkEqual((try? JSONWriter.text { $0.write(integer) }) ?? [], Array(String(integer).utf8), "an integer is written")
}

/// Returns the digits of a number without leading and trailing zeros, decimal point and exponent.
private func significantDigits(_ text: String) -> String {
  let significand = text.lowercased().split(separator: "e", maxSplits: 1)[0]
  let digits = significand.filter(\.isNumber).drop { $0 == "0" }
  return String(digits.reversed().drop { $0 == "0" }.reversed())
}

private func checkNumbers(_ parts: [[UInt8]]) {
  let numbers = parts.compactMap { JSONNumber(String(decoding: $0, as: UTF8.self)) }
  for number in numbers { checkNumber(number) }
  guard numbers.count == 2 else { return }
  let (a, b) = (numbers[0], numbers[1])
  checkEqual([a < b, a == b, b < a].count { $0 }, 1, "\(a) and \(b) are not in order")
  if a == b { checkEqual(a.hashValue, b.hashValue, "the hashes of \(a) and \(b)") }
  if let x = a.double, let y = b.double, x != y { checkEqual(a < b, x < y, "\(a) < \(b), and as Double") }
  if let x = a.int, let y = b.int {
    checkEqual(a < b, x < y, "\(a) < \(b), and as Int")
    if y != 0, y != -1 { checkEqual(a.isMultiple(of: b), x % y == 0, "\(a) is a multiple of \(b)") }
  }
  checkEqual(withoutFastPaths(a, b), a < b ? -1 : a == b ? 0 : 1, "\(a) and \(b) compared the long way")
}

private func withoutFastPaths(_ a: JSONNumber, _ b: JSONNumber) -> Int {
  a.withText { left in b.withText { NumberText.compareAnyTexts(left, $0).signum() } }
}

private func checkNumber(_ number: JSONNumber) {
  checkEqual(number.double?.bitPattern, finite(Double(number.text))?.bitPattern, "\(number) as Double")
  if number.double == nil { check(Double(number.text)?.isInfinite ?? true, "\(number) is no Double") }
  let isPlain = !number.text.contains { ".eE".contains($0) }
  if isPlain {
    checkEqual(number.int, Int(number.text), "\(number) as Int")
    checkEqual(number.int64, Int64(number.text), "\(number) as Int64")
    checkEqual(number.uint64, UInt64(number.text), "\(number) as UInt64")
    check(number.isInteger, "\(number) is an integer")
  }
  if let int = number.int {
    check(number.isInteger && JSONNumber(int) == number, "\(number) is not its Int")
    checkEqual(number.withText { NumberText.compare($0, toInt64: Int64(int)) }, 0, "\(number) compared with its Int")
  }
  if let double = number.double, let exact = JSONNumber(exactText(of: double)) {
    let order = number.withText { NumberText.compare($0, toDouble: double).signum() }
    checkEqual(order, number < exact ? -1 : number == exact ? 0 : 1, "\(number) compared with its Double \(double)")
  }
  checkEqual((try? JSONWriter.text { $0.write(number) }) ?? [], Array(number.text.utf8), "a number is written")
}

/// Returns all digits of a Double, of which there are at most 767.
private func exactText(of value: Double) -> String {
  var bytes = [CChar](repeating: 0, count: 1_100)
  let count = withVaList([value]) { vsnprintf(&bytes, bytes.count, "%.770e", $0) }
  return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
