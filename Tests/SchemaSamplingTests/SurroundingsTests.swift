import JSONSchema
import SchemaRuntime
import Testing

@testable import SchemaSampling

/// Texts that suit the names around them.
@Suite struct SurroundingsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let member: String
    var owner: String?
    var siblings: [String] = []
    let expected: Surroundings.Named

    init(
      _ description: String, _ member: String, in owner: String? = nil, beside siblings: [String] = [],
      is expected: Surroundings.Named
    ) {
      testDescription = description
      (self.member, self.owner, self.siblings, self.expected) = (member, owner, siblings, expected)
    }
  }

  @Test(
    "a name is that of what surrounds it",
    arguments: [
      Row("a package's name says so", "packageName", is: .package),
      Row("an author's name is a person's", "author_name", is: .person),
      Row("a host's", "hostName", is: .host),
      Row("the name of an author", "name", in: "author", is: .person),
      Row("the name of one of several authors", "name", in: "authors", is: .person),
      Row("a name with dependencies is a package's", "name", beside: ["version", "dependencies"], is: .package),
      Row("a name with an address for mail is a person's", "name", beside: ["e-mail"], is: .person),
      Row("a column's name is an identifier", "columnName", is: .identifier),
      Row("nothing says what it names", "name", beside: ["id"], is: .thing),
      Row("a word that nothing is known of", "gardenName", in: "author", is: .thing),
    ])
  func namesThings(row: Row) {
    var random = SampleRandom(seed: 1)
    let surroundings = Surroundings().entering(row.owner, members: row.siblings, &random)
    #expect(surroundings.named(Words.words(of: row.member)) == row.expected)
  }

  @Test("country, currency, language and city of an object agree", arguments: 0..<20)
  func agrees(seed: UInt64) throws {
    var random = SampleRandom(seed: seed)
    let surroundings = Surroundings().entering("shop", members: ["country", "currency"], &random)
    let locality = try #require(Surroundings.Locality.all.first { $0.city == surroundings.locality.city })
    func text(_ name: String) -> String? { Words.text(named: name, in: surroundings, &random) }
    #expect(text("city") == locality.city)
    #expect(text("country") == locality.countryCode)
    #expect(text("countryName") == locality.country)
    #expect(text("currencyCode") == locality.currency)
    #expect(text("language") == locality.language)
  }

  @Test(
    "words of a name",
    arguments: [
      ("firstName", ["first", "name"]), ("first_name", ["first", "name"]), ("FIRST-NAME", ["first", "name"]),
      ("URL", ["url"]), ("", []), ("a1B", ["a1", "b"]),
    ])
  func splits(name: String, expected: [String]) {
    #expect(Words.words(of: name) == expected)
  }
}
