import Testing

/// The templates that `make derived` embeds in the tool.
@Suite struct TemplateTests {
  @Test("there is a template, and no other file among them")
  func areListed() {
    #expect(!Self.templates.isEmpty)
    let others = Repository.files.filter {
      $0.path.hasPrefix("Templates/") && !Self.templates.map(\.path).contains($0.path)
    }
    #expect(
      others.map(\.path) == [
        "Templates/PageTemplates+Generated.swift", "Templates/README.md", "Templates/SwiftTemplates+Generated.swift",
      ])
  }

  private static let templates = Repository.files.filter {
    $0.path.hasPrefix("Templates/") && ([".mustache", ".css", ".js"].contains(where: $0.name.hasSuffix))
  }.sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
}
