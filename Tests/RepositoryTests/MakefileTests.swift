import Testing

/// The verbs of the Makefile, and those that pages name.
@Suite struct MakefileTests {
  private static func verbs() throws -> Set<String> {
    let text = try #require(Repository.File(path: "Makefile").text)
    let phony = try #require(text.firstMatch(of: /\.PHONY:((?:\\\n|[^\n])*)/)).output.1
    return Set(phony.split { !($0.isLetter || $0 == "-") }.map(String.init))
  }

  @Test("the list at the beginning has every verb, and at most 14 for every day")
  func listIsComplete() throws {
    let text = try #require(Repository.File(path: "Makefile").text)
    let list = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("#") }
    let listed = Set(list.flatMap { $0.split { !($0.isLetter || $0 == "-") }.map(String.init) })
    #expect(try Self.verbs().subtracting(listed).isEmpty)
    #expect((1...14).contains(list.count { $0.hasPrefix("#   make ") }))
  }

  @Test("a verb that a page or comment names exists")
  func namedVerbsExist() throws {
    let verbs = try Self.verbs()
    for file in Repository.files where !file.path.hasPrefix("Server/") {
      guard [".md", ".swift", ".py", ".sh"].contains(where: file.name.hasSuffix) else { continue }
      for match in (file.text ?? "").matches(of: /[`'#] ?make ([a-z][a-z-]+)[^a-z:]/) {
        #expect(verbs.contains(String(match.output.1)), "\(file.path): make \(match.output.1)")
      }
    }
  }
}
