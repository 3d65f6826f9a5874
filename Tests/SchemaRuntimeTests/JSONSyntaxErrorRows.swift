import SchemaRuntime

extension JSONSyntaxErrorTests {
  /// A table: a text, in which `<hh>` represents a byte, and `offset line:column: message`.
  static let rows: [Row] = structure + scalars + strings + limits

  private static func invalidEscape(_ found: String) -> String {
    "expected '\"', '\\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\\' in a string, found \(found); "
      + "write '\\\\' for a backslash"
  }

  private static let structure = [
    Row("an empty text", "", "0 1:1: expected a JSON value, found an empty text"),
    Row("nothing but white space", " \n\t\r ", "0 1:1: expected a JSON value, found an empty text"),
    Row(
      "a byte order mark", "<ef><bb><bf>{}",
      "0 1:1: expected a JSON value, found a byte order mark; remove it"),
    Row(
      "a byte order mark and nothing else", "<ef><bb><bf>",
      "0 1:1: expected a JSON value, found a byte order mark; remove it"),
    Row("half a byte order mark", "<ef><bb>", "0 1:1: expected a value, found byte 0xef"),
    Row("a no-break space before a value", "\u{a0}1", "0 1:1: expected a value, found byte 0xc2"),
    Row("a vertical tab before a value", "<0b>1", "0 1:1: expected a value, found byte 0x0b"),
    Row("a comment", "/* */ 1", "0 1:1: expected a value, found '/'"),
    Row("a single quote", "'a'", "0 1:1: expected a value, found a single quote"),
    Row("a bracket that closes nothing", "]", "0 1:1: expected a value, found ']'"),
    Row("a brace that closes nothing", "}", "0 1:1: expected a value, found '}'"),
    Row("a comma alone", ",", "0 1:1: expected a value, found ','"),
    Row("an array that ends at once", "[", "1 1:2: expected a value or ']', found the end of the text"),
    Row("an array that begins with a comma", "[,1]", "1 1:2: expected a value or ']', found ','"),
    Row("an array closed by a brace", "[}", "1 1:2: expected a value or ']', found '}'"),
    Row("an array without a comma", "[1 2]", "3 1:4: expected ',' or ']', found '2'"),
    Row("an array that ends after an element", "[1", "2 1:3: expected ',' or ']', found the end of the text"),
    Row("an array closed by a brace after an element", "[1}", "2 1:3: expected ',' or ']', found '}'"),
    Row("an array that ends after a comma", "[1,", "3 1:4: expected a value, found the end of the text"),
    Row("an array with a comma too many", "[1,\n ]", "5 2:2: expected a value, found ']'"),
    Row("an array with two commas", "[1,,2]", "3 1:4: expected a value, found ','"),
    Row("an inner array that is not closed", "[[1]", "4 1:5: expected ',' or ']', found the end of the text"),
    Row("a colon in an array", "[\"a\":1]", "4 1:5: expected ',' or ']', found ':'"),
    Row(
      "an object that ends at once", "{",
      "1 1:2: expected a member name in double quotes or '}', found the end of the text"),
    Row(
      "a number as the first name", "{1:2}", "1 1:2: expected a member name in double quotes or '}', found '1'"),
    Row(
      "a single quote around the first name", "{'a':2}",
      "1 1:2: expected a member name in double quotes or '}', found a single quote"),
    Row(
      "an object closed by a bracket", "{]", "1 1:2: expected a member name in double quotes or '}', found ']'"),
    Row("an object that ends after a name", "{\"a\"", "4 1:5: expected ':', found the end of the text"),
    Row("a name without a colon", "{\"a\" 1}", "5 1:6: expected ':', found '1'"),
    Row("a name and a brace", "{\"a\"}", "4 1:5: expected ':', found '}'"),
    Row("an object that ends after a colon", "{\"a\":", "5 1:6: expected a value, found the end of the text"),
    Row("a colon and a brace", "{\"a\":}", "5 1:6: expected a value, found '}'"),
    Row("two colons", "{\"a\"::1}", "5 1:6: expected a value, found ':'"),
    Row("an object that ends after a value", "{\"a\":1", "6 1:7: expected ',' or '}', found the end of the text"),
    Row("an object closed by a bracket after a value", "{\"a\":1]", "6 1:7: expected ',' or '}', found ']'"),
    Row("members without a comma", "{\"a\":1 \"b\":2}", "7 1:8: expected ',' or '}', found '\"'"),
    Row(
      "an object that ends after a comma", "{\"a\":1,",
      "7 1:8: expected a member name in double quotes, found the end of the text"),
    Row(
      "an object with a comma too many", "{\"a\":1,\r\n}",
      "9 2:1: expected a member name in double quotes, found '}'"),
    Row("a comma after the value", "1,", "1 1:2: expected the end of the text, found ',' after the value"),
    Row("two values", "{} []", "3 1:4: expected the end of the text, found '[' after the value"),
    Row("a bracket too many", "[]]", "2 1:3: expected the end of the text, found ']' after the value"),
    Row(
      "a byte zero after the value", "[]<00>", "2 1:3: expected the end of the text, found byte 0x00 after the value"),
    Row(
      "a form feed after the value", "1<0c>", "1 1:2: expected the end of the text, found byte 0x0c after the value"),
    Row("a text in UTF-16", "<00>1", "0 1:1: expected a value, found byte 0x00"),
    Row(
      "lines and columns in scalars, not bytes", "[\"é😀\",\n\"\u{304b}\u{3099}\" x]",
      "20 2:6: expected ',' or ']', found 'x'"),
    Row(
      "a missing end after white space, placed after what was read", "[1 \n\n",
      "2 1:3: expected ',' or ']', found the end of the text"),
  ]

  private static let scalars = [
    Row("a minus sign alone", "-", "1 1:2: expected a digit, found the end of the text"),
    Row("a minus sign before a bracket", "[-]", "2 1:3: expected a digit, found ']'"),
    Row("two minus signs", "--1", "1 1:2: expected a digit, found '-'"),
    Row("a plus sign", "+1", "0 1:1: expected a value, found '+'"),
    Row("a number that begins with a point", ".5", "0 1:1: expected a value, found '.'"),
    Row("a number that ends with a point", "1.", "2 1:3: expected a digit, found the end of the text"),
    Row("a point and an exponent", "[1.e1]", "3 1:4: expected a digit, found 'e'"),
    Row("an exponent without digits", "1e", "2 1:3: expected a digit, found the end of the text"),
    Row("a signed exponent without digits", "[1E+]", "4 1:5: expected a digit, found ']'"),
    Row("an exponent with a fraction", "1e1.5", "3 1:4: expected the end of the text, found '.' after the value"),
    Row("a leading zero", "01", "1 1:2: expected the end of the text, found '1' after the value"),
    Row("a leading zero in an array", "[-01]", "3 1:4: expected ',' or ']', found '1'"),
    Row("a number in hexadecimal", "0x1", "1 1:2: expected the end of the text, found 'x' after the value"),
    Row("NaN is not a number", "NaN", "0 1:1: expected a value, found 'N'"),
    Row("an infinity", "-Infinity", "1 1:2: expected a digit, found 'I'"),
    Row("a digit of another script", "\u{0661}", "0 1:1: expected a value, found byte 0xd9"),
    Row("half a literal", "tru", "0 1:1: expected 'true', 'false' or 'null', found 't'"),
    Row("a literal in capitals", "[1,\nnULL]", "4 2:1: expected 'true', 'false' or 'null', found 'n'"),
    Row("a literal with a letter too many", "truee", "4 1:5: expected the end of the text, found 'e' after the value"),
    Row("a literal cut by a bracket", "[fals]", "1 1:2: expected 'true', 'false' or 'null', found 'f'"),
  ]

  private static let strings = [
    Row(
      "a string that is not closed", "\"a", "2 1:3: expected the closing '\"' of a string, found the end of the text"),
    Row(
      "a quotation mark alone", "\"", "1 1:2: expected the closing '\"' of a string, found the end of the text"),
    Row(
      "a string in an array that is not closed", "[\"a]",
      "4 1:5: expected the closing '\"' of a string, found the end of the text"),
    Row(
      "a name that is not closed", "{\"a}", "4 1:5: expected the closing '\"' of a string, found the end of the text"),
    Row(
      "a reverse solidus at the end", "\"\\",
      "2 1:3: expected the closing '\"' of a string, found the end of the text"),
    Row(
      "a closing quotation mark that is escaped", "\"\\\"",
      "3 1:4: expected the closing '\"' of a string, found the end of the text"),
    Row(
      "a line break in a string", "\"a\nb\"",
      "2 1:3: expected control characters in strings to be escaped, found byte 0x0a"),
    Row(
      "a tab in a string after sixteen bytes", "\"0123456789abcdef<09>\"",
      "17 1:18: expected control characters in strings to be escaped, found byte 0x09"),
    Row(
      "a byte zero in a string", "\"<00>\"",
      "1 1:2: expected control characters in strings to be escaped, found byte 0x00"),
    Row("an invalid escape", "\"ab\\x\"", "3 1:4: \(invalidEscape("'x'"))"),
    Row("an escape in capitals", "\"\\U0041\"", "1 1:2: \(invalidEscape("'U'"))"),
    Row("an escaped single quote", "\"\\'\"", "1 1:2: \(invalidEscape("a single quote"))"),
    Row("an escaped letter that is not ASCII", "\"\\é\"", "1 1:2: \(invalidEscape("byte 0xc3"))"),
    Row("a Unicode escape of three digits", "\"\\u12 \"", "1 1:2: expected four hexadecimal digits after '\\u'"),
    Row("a Unicode escape with another letter", "\"\\u00G0\"", "1 1:2: expected four hexadecimal digits after '\\u'"),
    Row("a Unicode escape at the end", "\"\\u12", "1 1:2: expected four hexadecimal digits after '\\u'"),
    Row("a Unicode escape with a sign", "\"\\u+123\"", "1 1:2: expected four hexadecimal digits after '\\u'"),
    Row(
      "a high surrogate alone", "\"a\\ud800\"",
      "2 1:3: expected escaped surrogates in pairs, high before low, found an unpaired one"),
    Row(
      "a low surrogate alone", "\"\\uDC00\"",
      "1 1:2: expected escaped surrogates in pairs, high before low, found an unpaired one"),
    Row(
      "two high surrogates", "\"\\ud800\\ud800\"",
      "1 1:2: expected escaped surrogates in pairs, high before low, found an unpaired one"),
    Row(
      "a low surrogate before a high one", "\"\\udc00\\ud800\"",
      "1 1:2: expected escaped surrogates in pairs, high before low, found an unpaired one"),
    Row(
      "a high surrogate before a letter", "\"\\ud800\\u0041\"",
      "1 1:2: expected escaped surrogates in pairs, high before low, found an unpaired one"),
    Row(
      "a high surrogate before another escape", "\"\\udbff\\n\"",
      "1 1:2: expected escaped surrogates in pairs, high before low, found an unpaired one"),
    Row(
      "a high surrogate before a low one that is cut", "\"\\ud800\\udc0\"",
      "7 1:8: expected four hexadecimal digits after '\\u'"),
    Row("a byte of Latin-1", "\"caf<e9>\"", "4 1:5: expected UTF-8, found invalid bytes"),
    Row("a byte of Latin-1 in a name", "{\"é<e9>\":1}", "4 1:4: expected UTF-8, found invalid bytes"),
    Row("an overlong solidus", "[\"<c0><af>\"]", "2 1:3: expected UTF-8, found invalid bytes"),
  ]

  private static let limits = [
    Row(
      "513 arrays", nestedArrays(513), "512 1:513: expected at most 512 levels of nested arrays and objects, found more"
    ),
    Row(
      "513 objects", nestedObjects(513),
      "2560 1:2561: expected at most 512 levels of nested arrays and objects, found more"),
    Row(
      "10,000 arrays", nestedArrays(10_000),
      "512 1:513: expected at most 512 levels of nested arrays and objects, found more"),
    Row(
      "10,000 unclosed arrays", String(repeating: "[", count: 10_000),
      "512 1:513: expected at most 512 levels of nested arrays and objects, found more"),
    Row(
      "one array where none is allowed", "[]", limits: JSONLimits(maximumDepth: 0),
      "0 1:1: expected at most 0 levels of nested arrays and objects, found more"),
    Row(
      "three levels where two are allowed", "[[1],{\"a\":\n[]}]", limits: JSONLimits(maximumDepth: 2),
      "11 2:1: expected at most 2 levels of nested arrays and objects, found more"),
    Row(
      "1,025 arrays where as many as possible are allowed", nestedArrays(1_025),
      limits: JSONLimits(maximumDepth: .max),
      "1024 1:1025: expected at most 1024 levels of nested arrays and objects, found more"),
    Row(
      "an array where the limit is below zero", "[]", limits: JSONLimits(maximumDepth: .min),
      "0 1:1: expected at most 0 levels of nested arrays and objects, found more"),
    Row(
      "six bytes where five are allowed", "[1,\n2]", limits: JSONLimits(maximumByteCount: 5),
      "5 2:2: expected at most 5 bytes, found more"),
    Row(
      "white space counts as bytes", "1 \n", limits: JSONLimits(maximumByteCount: 2),
      "2 1:3: expected at most 2 bytes, found more"),
    Row(
      "any text where the limit is below zero", "1", limits: JSONLimits(maximumByteCount: -1),
      "0 1:1: expected at most 0 bytes, found more"),
  ]
}
