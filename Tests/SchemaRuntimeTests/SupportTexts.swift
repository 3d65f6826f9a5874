@_spi(Generated) import SchemaRuntime

/// A text with every construct of JSON, and more escapes than necessary.
let richText = #"""
  {"": null, "a b": [true, false, null, [], {}, [[]], {"x": {}}], "\u00e9\n": "caf\u00e9 \ud83d\ude00 \"\\\/\b\f\n\r\t",
   "ключ": "значение — 値 😀", "n": [0, -0, 1, -1, 1.5, -0.0e-0, 6.02E+23, 1e400, 123456789012345678901234567890],
   "long": "0123456789abcdef0123456789abcdef 0123456789abcdef", "e": [ ] , "o": { } }
  """#

/// The bytes of a text in which `<hh>` represents one byte.
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

/// A text of nested arrays.
func nestedArrays(_ depth: Int) -> String {
  String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

/// A text of nested objects.
func nestedObjects(_ depth: Int) -> String {
  String(repeating: #"{"a":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
}

extension UnsafeJSONNode {
  /// Calls every accessor of a node and its descendants, so that reads past a text are noticed.
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
