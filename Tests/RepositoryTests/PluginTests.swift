import Testing

/// Plugins cannot import modules, and what a build expects has to be what the tool writes: the build plugin has copies
/// of the sources that say which files are schemas and what the files made of them are called.
@Suite struct PluginTests {
  @Test(
    "the build plugin's copies are the originals; run `make plugins` when this fails",
    arguments: [
      "Sources/CodegenCore/Naming/FileNames.swift", "Sources/JSONSchema/Glob.swift",
      "Sources/SchemaLoading/FolderWalk.swift",
    ])
  func copies(_ path: String) throws {
    let original = Repository.File(path: path)
    // A plugin belongs to no package.
    let text = try #require(original.text).replacing("package ", with: "")
    #expect(Repository.File(path: "Plugins/CodegenPlugin/" + original.name).text == text)
  }

  @Test("the example of a template is the built-in one, with its own advice and one section more")
  func exampleOfTemplate() throws {
    func lines(_ path: String) throws -> [Substring] {
      try #require(Repository.File(path: path).text).split(separator: "\n", omittingEmptySubsequences: false)
    }
    let original = try lines("Templates/Swift/model.swift.mustache").dropLast()
    let example = try lines("Examples/Command Plugin/Templates/Swift/model.swift.mustache")
    #expect(example.first == original.first)
    #expect(Array(example.dropFirst(2).prefix(original.count - 2)) == Array(original.dropFirst(2)))
    #expect(example.dropFirst(original.count + 1).first == "// MARK: - Debugging")
  }
}
