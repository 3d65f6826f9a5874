// Checks strings against a format and against a second implementation of the same format.
//
// Input: a byte that chooses the format, the string.
import FuzzSupport
import JSONSchema

@testable import SchemaRuntime

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let format = Format.allCases[input.index(below: Format.allCases.count)]
  let bytes = input.rest
  guard let text = String(validating: bytes, as: UTF8.self) else { return 0 }
  let isValid = bytes.withUnsafeBufferPointer { format.isValid($0) }
  checkEqual(format.isValid(text), isValid, "'\(text)' as bytes and as a string")
  SecondReading(text: text, bytes: bytes).check(format, isValid)
  return 0
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked([
    "2024-02-29", "T23:59:60Z", "+23:59", "-00:00", "P1Y2M3DT4H5M6S", "P1W", "PT", "@", "\"", "[IPv6:::1]",
    "[127.0.0.1]",
    "xn--", "a.b-c", "::", "::ffff:1.2.3.4", "fe80::1", "http://", "urn:", "//", "?", "#", "%41", "%2F", "[::1]",
    "[v1.a]",
    ":80", "user:pw@", "../", "{?a,b*}", "{+x:3}", "{#y}", "/~0~1", "0#", "1/a", "00000000-0000-0000-0000-000000000000",
    "\u{e9}", "\u{df}", "\u{3c2}", "\u{200d}", "\u{94d}", "\u{30fb}", "\u{660}", "\u{6f0}", "\u{5f3}", "\u{b7}",
    "\u{3002}", "\u{1f600}", "\u{5d0}", "\u{627}", "(?:", "[a-z]", "\\d", "{1,2}",
  ])
  return 0
}

@_cdecl("FuzzFormats_main")
public func unusedMain() -> Int32 { 0 }
