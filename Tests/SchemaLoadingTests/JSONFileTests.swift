import Foundation
import SchemaLoading
import SchemaRuntime
import Testing

/// The tool's own files: reading, refusals and writing.
@Suite struct JSONFileTests {
  @Test func `members keep their order and numbers their text`() throws {
    let folder = try Folder(["a.json": #"{"z": 1.50, "a": [1e400, -1, 18446744073709551615], "é": "\u0000x"}"#])
    let value = try JSONFile.read(folder.path + "/a.json")
    #expect(value.text() == #"{"z":1.50,"a":[1e400,-1,18446744073709551615],"é":"\u0000x"}"#)
  }

  @Test(arguments: [
    ("a syntax error", "{\n  \"a\": 1,\n}", "a.json:3:1: error: expected a member name in double quotes, found '}'"),
    ("a trailing comma", "[1,]", "a.json:1:4: error: expected a value, found ']'"),
    (
      "equal names", #"{"a": 1, "b": {"c": 1, "c": 2}}"#,
      "a.json:1:24: error: expected unique member names, found 'c' twice in one object"
    ),
    (
      "an integer that json-c clamps", #"{"a": [1, 18446744073709551616]}"#,
      "a.json:1:11: error: json-c, the library that reads this file, cannot keep the value at '/a/1' exactly (an "
        + "integer beyond 64 bits, or a name with U+0000); change it"
    ),
    (
      "a name that json-c cuts", "{\n\"a\": {\"b\\u0000c\": 1}}",
      "a.json:2:19: error: json-c, the library that reads this file, cannot keep the value at '/a/b\\u{0}c' exactly "
        + "(an integer beyond 64 bits, or a name with U+0000); change it"
    ),
  ])
  func `unreadable files are reported`(name: String, text: String, expected: String) throws {
    let folder = try Folder(["a.json": text])
    let error = #expect(throws: LoadError.self) { try JSONFile.read(folder.path + "/a.json", name: "a.json") }
    #expect(error?.description == expected)
  }

  @Test func `a missing file and a folder are refused`() throws {
    let folder = try Folder()
    let missing = #expect(throws: LoadError.self) { try JSONFile.read(folder.path + "/a.json", name: "a.json") }
    #expect(missing?.description == "a.json: error: cannot be read: no such file")
    let wrong = #expect(throws: LoadError.self) { try JSONFile.read(folder.path, name: "folder") }
    #expect(wrong?.description == "folder: error: cannot be read: it is a folder")
  }

  @Test func `a file is formatted, ends in a line feed, and is unchanged if nothing changes`() throws {
    let folder = try Folder()
    let path = folder.path + "/out.json"
    let value: JSONValue = [
      "name": "a/b \"{ }\" \\", "empty": [:], "list": [], "nested": ["x": [1, [], [:], "[ ]"]], "null": nil,
    ]
    #expect(try JSONFile.write(value, to: path))
    #expect(
      try folder.text("out.json") == #"""
        {
          "name": "a/b \"{ }\" \\",
          "empty": {},
          "list": [],
          "nested": {
            "x": [
              1,
              [],
              {},
              "[ ]"
            ]
          },
          "null": null
        }

        """#)
    #expect(try folder.text("out.json") == value.text(.pretty) + "\n")
    let first = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(try !JSONFile.write(value, to: path))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == first)
    #expect(try JSONFile.read(path) == value)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.json"])
  }

  @Test func `an unwritable file is reported`() throws {
    let folder = try Folder()
    let error = #expect(throws: LoadError.self) {
      try JSONFile.write(1, to: folder.path + "/no/such/a.json", name: "a.json")
    }
    #expect(error?.description == "a.json: error: cannot be written: no such file")
  }
}
