import JSONSchema
import Testing

/// The grammar of types in `x-swift`: a text in, the type as written in code or an error out.
@Suite struct SwiftTypeTests {
  static let types: [(text: String, type: String)] = [
    ("Money", "Money"),
    ("Kit.Money", "Kit.Money"),
    ("`class`.`default`", "`class`.`default`"),
    ("Größe", "Größe"),
    ("_Private2", "_Private2"),
    ("Int?", "Int?"),
    ("Int??", "Int??"),
    ("[Int]", "[Int]"),
    (" [ Int ] ", "[Int]"),
    ("[String:Money]", "[String: Money]"),
    ("[String: [Kit.Money?]]?", "[String: [Kit.Money?]]?"),
    ("Page<Item>", "Page<Item>"),
    ("Page<Item , [Other]>.Index?", "Page<Item, [Other]>.Index?"),
    ("Map<A, Map<B, C?>>", "Map<A, Map<B, C?>>"),
    ("(Int, String)", "(Int, String)"),
    ("(x: Int, y: Double?)?", "(x: Int, y: Double?)?"),
    ("(Int)", "Int"),
    ("((Int))?", "Int?"),
    (
      String(repeating: "[", count: 31) + "A" + String(repeating: "]", count: 31),
      String(repeating: "[", count: 31) + "A" + String(repeating: "]", count: 31)
    ),
  ]

  @Test(arguments: types)
  func `types are read`(_ row: (text: String, type: String)) throws {
    let type = try SwiftType(row.text)
    #expect(type.description == row.type)
    #expect(try SwiftType(type.description) == type)
  }

  static let errors: [(text: String, error: String)] = [
    ("", "expected the name of a type at character 1, found the end"),
    ("String; let pwn = 1", "expected the end of the type at character 7, found ';'"),
    ("String\nlet pwn = 1", "expected the end of the type at character 7, found '\\u{a}'"),
    ("String // a", "expected the end of the type at character 8, found '/'"),
    ("String/**/", "expected the end of the type at character 7, found '/'"),
    ("String = \"a\"", "expected the end of the type at character 8, found '='"),
    ("String {", "expected the end of the type at character 8, found '{'"),
    ("Int!", "expected the end of the type at character 4, found '!'"),
    ("Int ?", "expected the end of the type at character 5, found '?'"),
    ("some P", "expected the name of a type at character 1, found 'some'"),
    ("any P", "expected the name of a type at character 1, found 'any'"),
    ("inout Int", "expected the name of a type at character 1, found 'inout'"),
    ("@escaping A", "expected the name of a type at character 1, found '@'"),
    ("A & B", "expected the end of the type at character 3, found '&'"),
    ("(Int) -> Int", "expected the end of the type at character 7, found '-'"),
    ("()", "expected the name of a type at character 2, found ')'"),
    ("(x: Int)", "expected a tuple of at least two types at character 9, found the end"),
    ("[Int", "expected ']' at character 5, found the end"),
    ("[Int: ]", "expected the name of a type at character 7, found ']'"),
    ("A<", "expected the name of a type at character 3, found the end"),
    ("A<B", "expected ',' or '>' at character 4, found the end"),
    ("A.", "expected the name of a type at character 3, found the end"),
    ("A.Type", "expected the name of a type at character 3, found 'Type'"),
    ("A.self", "expected the name of a type at character 3, found 'self'"),
    ("class", "expected the name of a type at character 1, found 'class'"),
    ("_", "expected the name of a type at character 1, found '_'"),
    ("1A", "expected the name of a type at character 1, found '1A'"),
    ("`a b`", "expected the name of a type at character 1, found '`'"),
    ("`A", "expected the name of a type at character 1, found '`'"),
    ("A\u{0}", "expected the end of the type at character 2, found '\\u{0}'"),
    ("A\u{202e}", "expected the end of the type at character 2, found '\\u{202e}'"),
    (String(repeating: "[", count: 100_000), "expected at most 32 types within each other at character 33, found '['"),
  ]

  @Test(arguments: errors)
  func `text that is not exactly a type is refused`(_ row: (text: String, error: String)) {
    let error = #expect(throws: SwiftTypeError.self) { try SwiftType(row.text) }
    #expect(error?.description == row.error)
  }
}
