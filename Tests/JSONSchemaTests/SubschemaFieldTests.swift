import Testing

@testable import JSONSchema

/// The list of the keywords with schemas.
@Suite struct SubschemaFieldTests {
  @Test("the keywords with schemas are those of the newest dialect")
  func listsAllKeywordsWithSchemas() {
    let names = Dialect.draft2020.rules.filter { rule in
      if case .schema = rule.value { return true }
      if case .schemas = rule.value { return true }
      if case .namedSchemas = rule.value { return true }
      return false
    }.map(\.name)
    #expect(Keywords.subschemaFields.map(\.key).sorted() == names.filter { $0 != "definitions" }.sorted())
  }
}
