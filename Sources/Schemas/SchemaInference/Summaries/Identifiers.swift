/// The texts that look like names of kinds or states: `in_progress`, `user.created`, `text/html`.
enum Identifiers {
  static func contain(_ text: [UInt8]) -> Bool {
    guard let first = text.first, isLetter(first) || first == UInt8(ascii: "_") else { return false }
    return text.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || "_-./:".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }
}
