import Testing

/// The template of the command plugin's example.
@Suite struct PluginTests {
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
