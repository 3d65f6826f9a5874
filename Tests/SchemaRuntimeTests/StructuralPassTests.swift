import CJSONScan
import TestSupport
import Testing

@testable import SchemaRuntime

/// The vectorized structural pass, with every instruction set of this machine, compared with the byte-by-byte one.
@Suite struct StructuralPassTests {
  /// The result of a pass over a text: its index, or nil if the text is not JSON.
  private func index(
    _ text: [UInt8], depth: Int,
    _ pass: (UnsafePointer<UInt8>, inout UnsafeMutablePointer<UInt64>, Int) -> Bool
  ) -> [UInt64]? {
    // The sentinel byte, and nothing after it.
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 1)
    defer { bytes.deallocate() }
    for (offset, byte) in text.enumerated() { bytes[offset] = byte }
    bytes[text.count] = 0
    let capacity = text.count + 4
    var entries = JSONReader.resized(nil, to: capacity)
    defer { json_entries_free(entries) }
    entries.update(repeating: .max, count: capacity)
    guard pass(bytes, &entries, capacity) else { return nil }
    return (0..<capacity).map { entries[$0] }.filter { $0 != .max }
  }

  private func scalarIndex(_ text: [UInt8], depth: Int) -> [UInt64]? {
    index(text, depth: depth) { bytes, entries, capacity in
      var pass = IndexingPass(bytes: bytes, end: text.count, entries: entries, capacity: capacity, depthLeft: depth)
      defer { entries = pass.entries }
      do { try pass.run() } catch { return false }
      return true
    }
  }

  private func vectorIndex(_ text: [UInt8], depth: Int, _ instructionSet: Int32) -> [UInt64]? {
    let offsets = UnsafeMutablePointer<UInt32>.allocate(capacity: StructuralPass.offsetCapacity)
    defer { offsets.deallocate() }
    return index(text, depth: depth) { bytes, entries, capacity in
      var pass = StructuralPass(
        bytes: bytes, end: text.count, entries: entries, capacity: capacity, depth: depth, offsets: offsets,
        instructionSet: instructionSet)
      defer { entries = pass.entries }
      return pass.run()
    }
  }

  private func compare(_ text: [UInt8], depth: Int = 512, _ what: String = "") {
    var end = text.count
    while end > 0, JSONReader.isWhitespace(text[end - 1]) { end -= 1 }
    guard end > 0 else { return }
    let text = Array(text[..<end])
    let expected = scalarIndex(text, depth: depth)
    for set in 1...max(1, StructuralPass.bestInstructionSet) {
      let found = vectorIndex(text, depth: depth, set)
      if found != expected {
        Issue.record("set \(set): \(what) \(String(decoding: text, as: UTF8.self)) \(text.count) bytes")
      }
    }
  }

  private static let hasVectors = StructuralPass.bestInstructionSet > 0

  private static let samples: [String] = [
    #"{"a":1,"b":[true,false,null,-0.5e+10,"x"],"c":{},"d":[],"e":{"f":[[1,2],[3]]}}"#,
    #"["\"","\\","\\\"","\/\b\f\n\r\t","\u00e9\ud83d\ude00","é😀漢字","","\\\\\\"]"#,
    "[\n\t 1 ,\r\n 2\t,\t\"a b\" , { \"k\" : \"v\" } ]",
    #"[0,-0,10,0.25,1e5,1E-5,-12.5e+3,123456789012345678,0.12345678901234567890123]"#,
    #"{"":"","\u0061":{"\\":"\\\\"},"名":"前\"後"}"#,
    "12", "\"text\"", "true", "null", "-1.5", "[]", "{}",
  ]

  @Test(.enabled(if: hasVectors)) func `Samples, with every byte of them at every offset in a block`() {
    for sample in Self.samples {
      for before in 0..<130 {
        compare(Array(repeating: 0x20, count: before) + Array(sample.utf8))
        compare(Array("[\"\(String(repeating: "x", count: before))\",\(sample)]".utf8))
        compare(Array("[\"\(String(repeating: "é", count: before / 2))\",\(sample)]".utf8))
        compare(Array("[\"\(String(repeating: "\\\\", count: before))\",\(sample)]".utf8))
      }
    }
  }

  @Test(.enabled(if: hasVectors)) func `Samples cut at any offset, or with any byte at any offset`() {
    for sample in Self.samples {
      let text = Array(sample.utf8)
      for offset in Effort.sample(Array(text.indices), oneIn: 8) {
        compare(Array(text[..<offset]))
        compare(Array(text[..<offset]) + [0x5d])
        compare(Array(text[offset...]))
        for byte in UInt8.min...UInt8.max {
          var changed = text
          changed[offset] = byte
          compare(changed)
        }
      }
    }
  }

  @Test(.enabled(if: hasVectors)) func `Random sequences of significant bytes`() {
    var random = SeededRandom(seed: 7)
    let alphabet =
      Array(##"{}[]:,"\ 0123456789-+.eEtrufalsn/b"##.utf8) + [9, 10, 13, 0, 0x1f, 0x7f, 0xc3, 0xa9, 0xf0, 0x9f]
    for _ in 0..<Effort.rounds(quick: 2_000, thorough: 4_000) {
      let count = Int(random.next() % 200) + 1
      compare((0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
    }
  }

  @Test(.enabled(if: hasVectors))
  func `Random changes of larger texts, across block boundaries`() {
    var random = SeededRandom(seed: 11)
    let parts = Self.samples.prefix(5).joined(separator: ",")
    let text = Array("[\(Array(repeating: parts, count: 20).joined(separator: ", "))]".utf8)
    #expect(text.count > 4096)
    compare(text)
    for _ in 0..<Effort.rounds(quick: 200, thorough: 400) {
      var changed = text
      for _ in 0...(random.next() % 3) {
        changed[Int(random.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      compare(changed)
      compare(Array(changed[..<Int(random.next() % UInt64(changed.count))]) + [0x5d])
    }
  }

  @Test(.enabled(if: hasVectors)) func `Every sequence of bytes that could be UTF-8`() {
    let bytes: [UInt8] = [
      0x00, 0x22, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
      0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
    ]
    var offset = 0
    for a in bytes {
      for b in bytes {
        for c in [0x22, 0x41, 0x80, 0xbf, 0xc2, 0xf1] as [UInt8] {
          for d in [0x22, 0x80, 0xbf, 0xe1] as [UInt8] {
            // Each at another offset in its block.
            offset = (offset + 1) % 61
            compare([0x5b, 0x22] + Array(repeating: 0x78, count: offset) + [a, b, c, d, 0x22, 0x5d])
          }
        }
      }
    }
  }

  @Test(.enabled(if: hasVectors)) func `Brackets up to and beyond the depth limit`() {
    for depth in [1, 2, 63, 64, 65, 511, 512, 513, 600] {
      let open = String(repeating: "[", count: depth)
      let close = String(repeating: "]", count: depth)
      compare(Array((open + close).utf8))
      compare(Array((open + "1" + close).utf8))
      compare(Array((open + close.dropLast()).utf8))
      compare(Array((open + close + "]").utf8))
      compare(Array((String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)).utf8))
    }
  }
}
