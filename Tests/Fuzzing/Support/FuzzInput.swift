#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of one execution: first the bytes for choices, then the data.
package struct FuzzInput {
  private var bytes: UnsafeBufferPointer<UInt8>

  package init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start, count: count)
  }

  /// Returns the next byte, or 0 if there is none.
  package mutating func byte() -> UInt8 {
    guard let first = bytes.first else { return 0 }
    bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst())
    return first
  }

  /// Returns the next byte as an offset below `count`.
  package mutating func index(below count: Int) -> Int { count > 0 ? Int(byte()) % count : 0 }

  /// The remaining bytes.
  package var rest: [UInt8] { Array(bytes) }

  /// The remaining bytes as text; invalid UTF-8 is replaced.
  package var restText: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the rest, split at NUL into at most `count` parts.
  package func parts(_ count: Int) -> [[UInt8]] {
    bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false).map { Array($0) }
  }
}

/// Called by libFuzzer before the first execution: writes the dictionary to the file that `FUZZ_DICTIONARY` names, and
/// ends the process. The words come from the tables of the product, so no list of them is kept.
package func writeDictionaryIfAsked(_ words: [String]) {
  guard let path = getenv("FUZZ_DICTIONARY") else { return }
  var text = ""
  for word in Set(words).sorted() where (1...64).contains(word.utf8.count) {
    let escaped = word.utf8.map { byte in
      let isPlain = byte >= 0x20 && byte < 0x7f && byte != 0x22 && byte != 0x5c
      return isPlain ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    text += "\"\(escaped.joined())\"\n"
  }
  guard let file = fopen(path, "w") else { exit(1) }
  fputs(text, file)
  fclose(file)
  exit(0)
}
