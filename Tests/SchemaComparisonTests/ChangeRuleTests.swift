import Testing

@testable import SchemaComparison

@Suite struct ChangeRuleTests {
  @Test("no two rules have the same id")
  func idsAreUnique() {
    let ids = ChangeRule.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}
