import Testing

/// Targets without a product declare nothing public.
@Suite struct AccessTests {
  /// The targets in the package's library products, and the folder of templates, whose file is written by a script.
  private static let exported: Set<String> = {
    guard let manifest = Repository.files.first(where: { $0.path == "Package.swift" })?.text else { return [] }
    let lists = manifest.matches(of: /\.library\(name: "\w+", targets: \[([^\]]*)\]/).map { String($0.1) }
    return Set(lists.flatMap { $0.matches(of: /"(\w+)"/).map { String($0.1) } })
  }()

  @Test("the manifest's libraries are found")
  func findsLibraries() {
    #expect(Self.exported.isSuperset(of: ["SchemaRuntime", "JSONSchema", "Collaboration"]))
    #expect(!Self.exported.contains("CodegenCore"))
  }

  /// The files that are copied to the build plugin: a plugin belongs to no package.
  private static let copied = Set(Repository.swiftFiles(in: "Plugins").map(\.name))

  @Test(
    "a target that no library exports declares nothing public",
    arguments: Repository.swiftFiles(in: "Sources").filter { file in
      !exported.contains(String(file.path.split(separator: "/")[2])) && !copied.contains(file.name)
    })
  func hasNoPublicDeclarations(_ file: Repository.File) {
    for (index, line) in file.outline.lines.enumerated() where line.contains("public") {
      #expect(
        line.firstMatch(of: /(^|[^.\w])public (?!,)\w/) == nil, "\(file.path):\(index + 1): use 'package' instead")
    }
  }
}
