import SchemaRuntime

/// A text with something of everything that JSON has, and more escapes than anyone needs.
let richText = #"""
  {"": null, "a b": [true, false, null, [], {}, [[]], {"x": {}}], "\u00e9\n": "caf\u00e9 \ud83d\ude00 \"\\\/\b\f\n\r\t",
   "ключ": "значение — 値 😀", "n": [0, -0, 1, -1, 1.5, -0.0e-0, 6.02E+23, 1e400, 123456789012345678901234567890],
   "long": "0123456789abcdef0123456789abcdef 0123456789abcdef", "e": [ ] , "o": { } }
  """#

/// The bytes of a text in which `<hh>` stands for one byte.
func bytes(_ text: String) -> [UInt8] {
  var result: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let first = rest.first {
    if first == UInt8(ascii: "<"), rest.count >= 4, rest[rest.startIndex + 3] == UInt8(ascii: ">"),
      let byte = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
    {
      result.append(byte)
      rest = rest.dropFirst(4)
    } else {
      result.append(first)
      rest = rest.dropFirst()
    }
  }
  return result
}

/// A text of arrays inside one another.
func nestedArrays(_ depth: Int) -> String {
  String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

/// A text of objects inside one another.
func nestedObjects(_ depth: Int) -> String {
  String(repeating: #"{"a":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
}

extension JSONNode {
  /// Asks a node, and all below it, for everything it can tell, so that reading past a text is noticed.
  func touchEverything() -> Int {
    var sum = type == .null ? 0 : 1
    if isString {
      sum += utf8Count + scalarCount + string.utf8.count
      sum += equals("0123456789abcdef") ? 1 : 0
    }
    if isNumber { sum += (int ?? 0) & 1 + (double == nil ? 0 : 1) + (isInteger ? 1 : 0) }
    for element in elements { sum += element.touchEverything() }
    for (name, value) in members { sum += name.touchEverything() + value.touchEverything() }
    return sum
  }
}
