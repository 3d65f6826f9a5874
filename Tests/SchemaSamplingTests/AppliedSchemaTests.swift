import SchemaRuntime
import Testing

@testable import SchemaSampling

/// Which schemas a keyword applies, to what, and when.
@Suite struct AppliedSchemaTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    let expected: [String]

    init(_ description: String, _ schema: String, _ expected: [String]) {
      (testDescription, self.schema, self.expected) = (description, schema, expected)
    }
  }

  @Test(
    "a keyword applies schemas to parts of the value",
    arguments: [
      Row("a reference", ##"{"$ref": "#/$defs/a", "$defs": {"a": {"minLength": 1}}}"##, ["/$ref value always"]),
      Row(
        "all of several", #"{"allOf": [{"minLength": 1}, {"maxLength": 2}]}"#,
        ["/allOf/0 value always", "/allOf/1 value always"]),
      Row("any of several", #"{"anyOf": [{"minLength": 1}]}"#, ["/anyOf/0 value choice(ofOne: false)"]),
      Row("one of several", #"{"oneOf": [{"minLength": 1}]}"#, ["/oneOf/0 value choice(ofOne: true)"]),
      Row("a negation", #"{"not": {"minLength": 1}}"#, ["/not value negated"]),
      Row(
        "a conditional", #"{"if": {"minLength": 1}, "then": {"minLength": 2}, "else": {"maxLength": 0}}"#,
        ["/if value test", "/then value then", "/else value else"]),
      Row(
        "a conditional without else", #"{"if": {"minLength": 1}, "then": {"minLength": 2}}"#,
        ["/if value test", "/then value then"]),
      Row(
        "what depends on a member", #"{"dependentSchemas": {"a": {"minProperties": 2}}}"#,
        ["/dependentSchemas/a value present(0)"]),
      Row("members by name", #"{"properties": {"a": {"minLength": 1}}}"#, ["/properties/a members named(0) always"]),
      Row(
        "members by pattern", #"{"patternProperties": {"^x": {"minLength": 1}}}"#,
        ["/patternProperties/^x members matching(0) always"]),
      Row(
        "other members", #"{"additionalProperties": {"minLength": 1}}"#, ["/additionalProperties other members always"]),
      Row("names", #"{"propertyNames": {"minLength": 1}}"#, ["/propertyNames names always"]),
      Row(
        "unevaluated members", #"{"unevaluatedProperties": {"minLength": 1}}"#,
        ["/unevaluatedProperties members unevaluated always"]),
      Row(
        "elements by index, and the rest", #"{"prefixItems": [{"minLength": 1}], "items": {"minLength": 2}}"#,
        ["/prefixItems/0 elements at(0) always", "/items elements from(1) always"]),
      Row("some elements", #"{"contains": {"minLength": 1}}"#, ["/contains elements some(evaluates: false) always"]),
      Row(
        "unevaluated elements", #"{"unevaluatedItems": {"minLength": 1}}"#,
        ["/unevaluatedItems elements unevaluated always"]),
      Row(
        "the content of a string", #"{"contentMediaType": "application/json", "contentSchema": {"minLength": 1}}"#,
        ["/contentMediaType content always"]),
      Row(
        "keywords without schemas", #"{"type": "object", "required": ["a"], "uniqueItems": true, "maxItems": 2}"#, []),
    ])
  func applies(row: Row) throws {
    let schema = try SampledSchema(row.schema)
    let program = schema.program
    let applications = program.applications(by: schema.index)
    let words = applications.map { application in
      let location = JSONPointer(program.tokens(of: application.token))
      return "\(location) \(Self.words(application.part)) \(application.condition)"
    }
    #expect(words == row.expected)
    #expect(applications.allSatisfy { program.schemaIDs.contains($0.schema) })
    #expect(program.appliedSchemas(by: schema.index) == Set(applications.map(\.schema)))
    let inPlace = applications.filter { $0.part == .value }.map(\.schema)
    #expect(Set(program.schemasInPlace([schema.index])) == Set(inPlace + [schema.index]))
  }

  private static func words(_ part: Program.Part) -> String {
    switch part {
    case .members(.others): "other members"
    case .members(let members): "members \(members)"
    case .elements(let elements): "elements \(elements)"
    case .names: "names"
    case .value, .content: "\(part)"
    }
  }

  @Test("a proof looks at every schema that the same value may have to satisfy")
  func countsParts() throws {
    let schema = try SampledSchema(
      #"{"anyOf": [{"minItems": 1}, {"minLength": 1}], "dependentSchemas": {"a": {"minProperties": 2}}, "not": {"const": 1}}"#
    )
    #expect(ProgramOracle(schema.program).parts(of: schema.index).count == 4)
  }
}
