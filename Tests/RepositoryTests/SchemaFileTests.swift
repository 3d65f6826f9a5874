import SchemaRuntime
import Testing

/// The schemas serve as documentation: each has a description and an example.
@Suite struct SchemaFileTests {
  static let schemas = Repository.files.filter { $0.path.hasPrefix("Schemas/") && $0.name.hasSuffix(".schema.json") }

  @Test("a schema has its dialect, its own URI, a title, a description and examples", arguments: Self.schemas)
  func isComplete(_ file: Repository.File) throws {
    let schema = try JSONValue(parsing: try #require(file.text))
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    let path = file.path.dropFirst("Schemas/".count)
    #expect(schema["$id"]?.string?.hasSuffix("/schemas/" + path) == true, "'$id' ends in /schemas/\(path)")
    #expect(schema["title"]?.string?.isEmpty == false, "a title")
    #expect(schema["description"]?.string?.isEmpty == false, "a description")
    #expect(schema["examples"]?.array?.isEmpty == false, "examples")
  }

  @Test("a schema contains no name twice", arguments: Self.schemas)
  func hasUniqueNames(_ file: Repository.File) throws {
    let document = try JSONDocument(parsing: Array(try #require(file.text).utf8))
    #expect(document.withRoot { $0.firstRepeatedName()?.string } == nil)
  }

  @Test("no two schemas have the same URI, and all belong to one family")
  func haveAddressesOfTheirOwn() throws {
    let addresses = try Self.schemas.map { try JSONValue(parsing: $0.text ?? "")["$id"]?.string ?? "" }
    #expect(Set(addresses).count == Self.schemas.count)
    #expect(Self.schemas.count > 50)
    let bases = zip(addresses, Self.schemas).map { $0.dropLast($1.path.utf8.count - "Schemas/".utf8.count) }
    #expect(Set(bases).count == 1)
  }
}
