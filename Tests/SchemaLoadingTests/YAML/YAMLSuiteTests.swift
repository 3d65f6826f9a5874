import SchemaLoading
import SchemaRuntime
import Testing

/// The YAML test suite, which `SCHEMATA_CORPORA` has.
@Suite(.enabled(if: !YAMLSuiteCase.all.isEmpty, "needs the YAML test suite in SCHEMATA_CORPORA"))
struct YAMLSuiteTests {
  @Test("a text with a JSON form becomes that JSON", arguments: YAMLSuiteCase.all.filter { $0.json != nil })
  func becomesJSON(_ row: YAMLSuiteCase) throws {
    let found = try YAMLText.documents(in: row.yaml).map(\.json.value)
    #expect(found == row.expected)
  }

  /// Texts that most readers accept, with a collection or a quoted scalar that is indented too little.
  private static let loose: Set = ["9C9N/0", "QB6E/0", "VJP3/0"]

  @Test(
    "a text that is not well-formed is refused, or read with the reason",
    arguments: YAMLSuiteCase.all.filter(\.mustFail))
  func refuses(_ row: YAMLSuiteCase) throws {
    guard Self.loose.contains(where: row.testDescription.hasPrefix) else {
      #expect(throws: JSONSyntaxError.self) { try YAMLText.documents(in: row.yaml) }
      return
    }
    #expect(try YAMLText.documents(in: row.yaml).allSatisfy { $0.looseness != nil })
  }

  /// Texts with a block scalar whose meaning depends on the indentation around it, or on spaces behind it.
  private static let dependent: Set = ["4WA9/0", "JEF9/", "K858/0", "L24T/"]

  @Test(
    "the bytes of a string in a text's tree are a text with that string",
    arguments: YAMLSuiteCase.all.filter { $0.json != nil && !$0.yaml.contains(UInt8(ascii: "!")) })
  func hasTree(_ row: YAMLSuiteCase) throws {
    if Self.dependent.contains(where: row.testDescription.hasPrefix) { return }
    let mark = row.yaml.starts(with: SourceText.byteOrderMark) ? SourceText.byteOrderMark.count : 0
    // What cannot be edited is refused, for example an explicit key.
    guard try YAMLText.documents(in: row.yaml).count == 1,
      let tree = try? TextTree(yaml: Array(row.yaml.dropFirst(mark)))
    else { return }
    for index in tree.nodes.indices where tree.nodes[index].kind == .sequence || tree.nodes[index].kind == .mapping {
      let members = tree.members(of: index).map(\.value)
      for child in members.isEmpty ? tree.children(of: index) : members {
        let node = tree.nodes[child]
        guard node.kind == .scalar, let string = tree.string(of: child) else { continue }
        let bytes = Array(tree.text[node.range])
        let found = try? YAMLText.documents(in: bytes).first?.json.value.string
        #expect(
          found?.split(separator: "\n") == string.split(separator: "\n"), "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
