import CodegenCore

/// The types in generated files.
enum GeneratedTypes {
  /// The largest size of a value, in bytes: the promise of `StoragePlanner`.
  static let largestSize = 512

  /// The qualified names, found in the text.
  static func names(in output: CodegenOutput) -> [String] {
    output.files.flatMap { $0.contents.split(separator: "\n") }.adjacentPairs().compactMap { line, next in
      guard line.hasPrefix("extension "), line.hasSuffix(" {"), next.contains("init(decoding json: UnsafeJSONNode)")
      else {
        return nil
      }
      return String(line.dropFirst("extension ".count).dropLast(" {".count))
    }
  }

  /// Returns a function that reports the types whose values are too large.
  static func sizeCheck(of output: CodegenOutput) -> String {
    let checks = names(in: output).map { "  check(\"\($0)\", MemoryLayout<\($0)>.size)\n" }
    return """
      func checkSizes() {
        func check(_ name: String, _ size: Int) {
          expect(size <= \(largestSize), "at most \(largestSize) bytes for a value of \\(name), found \\(size)")
        }
      \(checks.joined())}

      """
  }
}

extension Array {
  fileprivate func adjacentPairs() -> [(Element, Element)] { Array<(Element, Element)>(zip(self, dropFirst())) }
}
