import Testing

/// Plugins cannot import modules, and a build's expected files must be those that the tool writes: the build plugin has
/// copies of the sources that decide which files are schemas and how the generated files are named.
@Suite struct PluginTests {
  @Test(
    "the build plugin's copies equal the originals; run `make plugins` when this fails",
    arguments: [
      "Sources/CodegenCore/Naming/FileNames.swift", "Sources/JSONSchema/Glob.swift",
      "Sources/SchemaLoading/FolderWalk.swift", "Sources/SchemaLoading/GeneratedHeader.swift",
      "Sources/SchemaLoading/OwnFiles.swift",
    ])
  func copies(_ path: String) throws {
    let original = Repository.File(path: path)
    // A plugin belongs to no package.
    let text = try #require(original.text).replacing("package ", with: "")
    #expect(Repository.File(path: "Plugins/CodegenPlugin/" + original.name).text == text)
  }

  @Test("the example of a template is the built-in one, with its own advice and one more section")
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
