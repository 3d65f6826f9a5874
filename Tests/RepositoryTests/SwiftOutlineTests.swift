import Testing

/// The scanner that the line budgets depend on.
@Suite struct SwiftOutlineTests {
  @Test(
    "strings and comments are blank, everything else is unchanged",
    arguments: [
      ("a { b }", "a { b }"), ("a // { \"\nb", "a       \nb"), ("/* { /* } */ { */ b", "                  b"),
      ("/*/ { */ b", "         b"),
      ("x = \"{\" + y", "x =     + y"), (#"x = "\"{" }"#, "x =       }"), (##"x = #"{"\"# }"##, "x =         }"),
      (#"x = "\(a { "}" })" }"#, #"x =                }"#), ("x = \"\"\"\n { \"\n\"\"\" }", "x =    \n    \n    }"),
      (##"#if a { #expect(b) }"##, ##"#if a { #expect(b) }"##), ("`a {` }", "      }"),
      (##"#"\#("{")}"# }"##, "             }"),
    ])
  func blanks(_ text: String, _ expected: String) {
    #expect(String(decoding: SwiftOutline(text).code, as: UTF8.self) == expected)
  }

  @Test(
    "functions are found with their lines",
    arguments: [
      ("func a() {\n}", ["a 1 2"]), ("struct S {\n  init() {\n    b { c }\n  }\n}", ["init 2 3"]),
      ("var a: Int { 1 }\nvar b = { 2 }()\nlet c = [\n1]\n", ["a 1 1"]),
      ("func a(\n  _ b: () -> Void = { }\n) throws -> [Int]\n{\n}\n", ["a 1 5"]),
      ("extension E {\n  subscript(a: Int) -> Int {\n    get { 1 }\n    set {\n    }\n  }\n}", ["subscript 2 5"]),
      ("protocol P {\n  func a()\n  init()\n  var b: Int { get }\n}\nclass C {\n}", ["b 4 1"]),
      ("func a() {\n  func b() {\n  }\n}\nfunc c() { }", ["a 1 4", "c 5 1"]),
      ("func ==(a: A, b: A) -> Bool { \"}\" == \"{\" }", ["func 1 1"]),
      ("let x = a.init { }\nenum E { case a }", []), ("// func a() {\nfunc b() { }", ["b 2 1"]),
    ])
  func findsFunctions(_ text: String, _ expected: [String]) {
    #expect(SwiftOutline(text).functions.map { "\($0.name) \($0.line) \($0.length)" } == expected)
  }

  @Test("comments are kept with their lines")
  func keepsComments() {
    let outline = SwiftOutline("// a\nlet b = \"// no\" /* c\nd */\n/// e")
    #expect(outline.comments.map { "\($0.line) \($0.text)" } == ["1 // a", "2 /* c\nd */", "4 /// e"])
  }
}
