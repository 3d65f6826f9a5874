#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of one execution: first those that choose, then those that are chosen for.
package struct FuzzInput {
  private var bytes: UnsafeBufferPointer<UInt8>

  package init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start, count: count)
  }

  /// The next byte; 0 when there is none.
  package mutating func byte() -> UInt8 {
    guard let first = bytes.first else { return 0 }
    bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst())
    return first
  }

  /// The next byte as an offset below `count`.
  package mutating func index(below count: Int) -> Int { count > 0 ? Int(byte()) % count : 0 }

  /// Everything that is left.
  package var rest: [UInt8] { Array(bytes) }

  /// Everything that is left as text; what is not UTF-8 is replaced.
  package var restText: String { String(decoding: bytes, as: UTF8.self) }

  /// What is left, divided by NUL into at most `count` parts.
  package func parts(_ count: Int) -> [[UInt8]] {
    bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false).map { Array($0) }
  }
}

/// What libFuzzer asks for before the first execution: writes the dictionary to the file that `FUZZ_DICTIONARY` names, and
/// ends the process. The words come from the tables of the product, so that no list of them is kept.
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
