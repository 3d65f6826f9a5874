/// Swift source without its strings and comments, so that braces and words can be counted.
///
/// A scanner, not a parser: it recognizes comments, strings of all forms with interpolations, and names in backticks;
/// everything else is code.
struct SwiftOutline {
  /// A function, initializer, subscript or computed property that is not inside another.
  struct Function: Equatable {
    let name: String
    /// The line of its keyword, counted from one.
    let line: Int
    /// Lines from there to the closing brace.
    let length: Int
  }

  /// The source, each byte of a comment or string replaced by a space; line breaks stay.
  private(set) var code: [UInt8] = []
  /// The comments with the lines on which they begin.
  private(set) var comments: [(line: Int, text: String)] = []
  private let source: [UInt8]
  private var index = 0

  init(_ text: String) {
    source = Array(text.utf8)
    code.reserveCapacity(source.count)
    scanCode()
  }

  /// The code as lines.
  var lines: [String] {
    code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

// MARK: - Scanning

extension SwiftOutline {
  /// Whether `text` is `offset` bytes ahead.
  private func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let start = index + offset
    guard start + text.utf8CodeUnitCount <= source.count else { return false }
    return source[start..<start + text.utf8CodeUnitCount].elementsEqual(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func keep() {
    code.append(source[index])
    index += 1
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where index < source.count {
      code.append(source[index] == UInt8(ascii: "\n") ? UInt8(ascii: "\n") : UInt8(ascii: " "))
      index += 1
    }
  }

  /// Whether comments, strings or names in backticks may begin with a byte.
  private static let isDelimiter = (UInt8.min...UInt8.max).map { "/\"#`".utf8.contains($0) }

  /// Scans code up to the end, or, inside a string, up to the parenthesis that ends the interpolation.
  private mutating func scanCode(isInterpolated: Bool = false) {
    var parentheses = 1
    while index < source.count {
      // Most bytes begin nothing.
      if !isInterpolated, !Self.isDelimiter[Int(source[index])] {
        keep()
        continue
      }
      let hashes = source[index...].prefix { $0 == UInt8(ascii: "#") }.count
      if has("//") || has("/*") {
        scanComment(isLong: has("/*"))
      } else if has("\"", at: hashes) {
        scanString(hashes: hashes)
      } else if has("`") {
        blank()
        while index < source.count, !has("`"), !has("\n") { blank() }
        blank()
      } else if isInterpolated {
        if has("(") { parentheses += 1 }
        if has(")") { parentheses -= 1 }
        blank()
        if parentheses == 0 { return }
      } else {
        keep()
      }
    }
  }

  private mutating func scanComment(isLong: Bool) {
    let line = code.count { $0 == UInt8(ascii: "\n") } + 1
    let start = index
    var depth = 0
    repeat {
      if isLong, has("/*") {
        depth += 1
        blank(2)
      } else if isLong, has("*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while index < source.count && (isLong ? depth > 0 : !has("\n"))
    comments.append((line, String(decoding: source[start..<index], as: UTF8.self)))
  }

  private mutating func scanString(hashes: Int) {
    blank(hashes)
    let isLong = has("\"\"\"")
    blank(isLong ? 3 : 1)
    while index < source.count {
      if has("\\"), source[index...].dropFirst().prefix(hashes).allSatisfy({ $0 == UInt8(ascii: "#") }) {
        blank(1 + hashes)
        if has("(") {
          blank()
          scanCode(isInterpolated: true)
        } else {
          blank()
        }
      } else if isLong ? has("\"\"\"") : has("\""), endsString(hashes: hashes, isLong: isLong) {
        blank((isLong ? 3 : 1) + hashes)
        return
      } else {
        blank()
      }
    }
  }

  private func endsString(hashes: Int, isLong: Bool) -> Bool {
    source[index...].dropFirst(isLong ? 3 : 1).prefix(hashes).count { $0 == UInt8(ascii: "#") } == hashes
  }
}

// MARK: - Functions

extension SwiftOutline {
  private static let keywords: Set<String> = [
    "func", "init", "subscript", "var", "let", "struct", "class", "enum", "extension", "protocol", "actor", "case",
  ]

  /// The outermost functions, in order.
  var functions: [Function] {
    var functions: [Function] = []
    var line = 1
    var depth = 0
    var header = Header()
    var open: (function: Header.Function, depth: Int)?
    /// The nesting depth outside closures in the arguments of a header.
    var argumentDepth: Int?
    for byte in code {
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch byte {
      case UInt8(ascii: "{"):
        if header.isInBrackets, argumentDepth == nil { argumentDepth = depth }
        depth += 1
        if argumentDepth != nil { continue }
        if open == nil, let function = header.function { open = (function, depth) }
        header = Header()
      case UInt8(ascii: "}") where argumentDepth != nil:
        depth -= 1
        if argumentDepth == depth { argumentDepth = nil }
      case UInt8(ascii: "}"):
        if let ended = open, ended.depth == depth {
          let start = ended.function.line
          functions.append(Function(name: ended.function.name, line: start, length: line - start + 1))
          open = nil
        }
        depth -= 1
        header = Header()
      default:
        if argumentDepth == nil { header.add(byte, line: line) }
      }
    }
    return functions
  }

  /// The words between two braces that tell what the second one opens.
  private struct Header {
    struct Function {
      var name: String
      var line: Int
    }

    private var word: [UInt8] = []
    private var previous = ""
    private var brackets = 0
    private var candidate: (keyword: String, name: String, line: Int)?
    private var isNamed = false
    private var hasValue = false

    var isInBrackets: Bool { brackets > 0 }

    /// The kind of body that the brace opens, if any.
    var function: Function? {
      guard let candidate else { return nil }
      switch candidate.keyword {
      case "func", "init", "subscript": return Function(name: candidate.name, line: candidate.line)
      case "var": return hasValue ? nil : Function(name: candidate.name, line: candidate.line)
      default: return nil
      }
    }

    mutating func add(_ byte: UInt8, line: Int) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        word.append(byte)
        return
      default: break
      }
      endWord(line: line, isMember: byte == UInt8(ascii: ":"))
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        brackets += 1
        isNamed = true
      case UInt8(ascii: ")"), UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: "=") where brackets == 0: hasValue = true
      case UInt8(ascii: "."): previous = "."
      default: break
      }
    }

    private mutating func endWord(line: Int, isMember: Bool) {
      guard !word.isEmpty else { return }
      let text = String(decoding: word, as: UTF8.self)
      word = []
      if brackets == 0, previous != ".", !isMember, SwiftOutline.keywords.contains(text) {
        candidate = (text, text, line)
        isNamed = false
        hasValue = false
      } else if !isNamed, brackets == 0 {
        candidate?.name = text
        isNamed = true
      }
      previous = text
    }
  }
}
