import CollaborationModels
import SchemaRuntime
import SchemaValidation
import Testing

/// The evaluator gives every payload its verdict, location and keyword, and generated code gives the verdict.
@Suite struct FixtureTests {
  @Test func allFixturesAreThere() {
    #expect(Fixture.all.count == 140)
    #expect(Fixture.all.filter { ModelCatalog.schemas[$0.schema] == nil }.isEmpty)
  }

  @Test(arguments: Fixture.all)
  func evaluatorSaysWhatIsExpected(_ fixture: Fixture) throws {
    let validator = try #require(Schemas.validators[fixture.schema])
    switch validator.validate(fixture.bytes) {
    case .valid: #expect(fixture.isValid)
    case .unreadable(let error): #expect(!fixture.isReadable, "\(error)")
    case .invalid(let issues), .undecided(let issues):
      #expect(!fixture.isValid && fixture.isReadable, "\(issues)")
      let isFound = issues.withCauses.contains {
        fixture.locations.contains($0.instanceLocation.description) && fixture.keywords.contains($0.keyword)
      }
      #expect(isFound, "expected one of \(fixture.keywords) at one of \(fixture.locations), found \(issues)")
    }
  }

  @Test(arguments: Fixture.all)
  func generatedCodeSaysTheSame(_ fixture: Fixture) throws {
    let entry = try #require(ModelCatalog.schemas[fixture.schema])
    #expect(entry.isValid(fixture.bytes) == fixture.isValid)
    do throws(JSONSyntaxError) {
      let issues = try entry.issues(in: fixture.bytes)
      #expect(fixture.isReadable)
      #expect(
        Schemas.validators[fixture.schema]?.validate(fixture.bytes) == (issues.isEmpty ? .valid : .invalid(issues)))
    } catch {
      #expect(!fixture.isReadable, "\(error)")
    }
    do throws(SchemaError) {
      _ = try entry.decode(fixture.bytes)
      #expect(fixture.isValid)
    } catch {
      switch error {
      case .invalid: #expect(!fixture.isValid && fixture.isReadable)
      case .syntax: #expect(!fixture.isReadable)
      case .notRepresentable, .unwritable, .internalInconsistency: Issue.record("\(error)")
      }
    }
  }
}
