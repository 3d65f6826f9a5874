import SchemaRuntime
import SchemaSampling
import Testing

@Suite struct SamplerTests {
  @Test("samples are valid, proofs are correct, and the same seed gives the same sample", arguments: SamplerRow.all)
  func row(_ row: SamplerRow) throws {
    let schema = try SampledSchema(row.schema, dialect: row.dialect)
    let sampler = schema.sampler()
    let other = schema.sampler()
    for size in SchemaSampler.Size.allCases {
      // The order of the requests must not matter.
      let again = (UInt64(0)..<4).reversed().map { other.sample(seed: $0, size: size) }
      for seed in UInt64(0)..<4 {
        let outcome = sampler.sample(seed: seed, size: size)
        #expect(outcome == again[3 - Int(seed)])
        switch (outcome, row.expected) {
        case (.value(let value), .value): #expect(try schema.issues(of: value).isEmpty, "\(value)")
        case (.admitsNothing, .admitsNothing), (.notFound, .notFound): break
        default: Issue.record("seed \(seed), \(size): \(outcome)")
        }
      }
    }
    #expect(Emptiness.admitsNothing(schema.program, schema: schema.index) == (row.expected == .admitsNothing))
  }

  @Test(
    "a schema that admits {} has a sample, whatever the number of its conditions",
    arguments: SchemaSampler.Size.allCases)
  func conditions(_ size: SchemaSampler.Size) throws {
    let schema = try SampledSchema("{\(SamplerRow.manyConditions)}")
    #expect(schema.sampler().sample(seed: 1, size: size) == .value([:]))
  }

  @Test("near misses violate the keyword that they name, at the location that they name", arguments: SamplerRow.all)
  func nearMisses(_ row: SamplerRow) throws {
    let schema = try SampledSchema(row.schema, dialect: row.dialect)
    let misses = schema.sampler().nearMisses(seed: 3)
    #expect(misses == schema.sampler().nearMisses(seed: 3))
    #expect(misses.isEmpty == (row.expected != .value))
    for miss in misses {
      let issues = try schema.issues(of: miss.value)
      #expect(issues.contains { $0.keyword == miss.keyword && $0.keywordLocation == miss.keywordLocation })
      #expect(miss.isOnlyIssue == (issues.count == 1))
    }
    #expect(Set(misses.map(\.absoluteKeywordLocation)).count == misses.count)
  }

  @Test("every keyword of a schema has its own near miss")
  func coverage() throws {
    let schema = try SampledSchema(
      """
      {"type": "object", "required": ["id"], "minProperties": 1, "maxProperties": 4, "additionalProperties": false,
       "propertyNames": {"maxLength": 9}, "dependentRequired": {"tags": ["id"]},
       "properties": {
         "id": {"type": "string", "pattern": "^[a-z]+$", "minLength": 2, "maxLength": 8},
         "age": {"type": "integer", "minimum": 0, "exclusiveMaximum": 150, "multipleOf": 2},
         "tags": {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": true, "minItems": 1, "maxItems": 3,
                  "contains": {"const": "a"}},
         "when": {"type": "string", "format": "date-time"}}}
      """)
    let misses = schema.sampler().nearMisses(seed: 1)
    let keywords = Set(misses.map(\.keyword))
    #expect(
      keywords.isSuperset(of: [
        "type", "required", "minProperties", "maxProperties", "additionalProperties", "maxLength", "dependentRequired",
        "pattern", "minLength", "minimum", "exclusiveMaximum", "multipleOf", "enum", "uniqueItems", "minItems",
        "maxItems", "contains", "format",
      ]), "\(keywords)")
  }

  @Test("sizes have their meaning")
  func sizes() throws {
    let schema = try SampledSchema(
      """
      {"type": "object", "required": ["a"], "properties": {
        "a": {"type": "string", "minLength": 2, "maxLength": 30}, "b": {"type": "integer", "maximum": 12},
        "c": {"type": "array", "items": {"type": "boolean"}, "maxItems": 4}}}
      """)
    guard case .value(let minimal) = schema.sampler().sample(seed: 1, size: .minimal),
      case .value(let maximal) = schema.sampler().sample(seed: 1, size: .maximal)
    else {
      Issue.record("no sample")
      return
    }
    #expect(minimal.object?.keys == ["a"])
    #expect(minimal["a"]?.string?.count == 2)
    #expect(maximal.object?.keys == ["a", "b", "c"])
    #expect(maximal["a"]?.string?.count == 30)
    #expect(maximal["b"] == 12)
    #expect(maximal["c"]?.array?.count == 4)
  }

  @Test("no member or item of a minimal value can be left out")
  func minimal() throws {
    let schema = try SampledSchema(
      """
      {"type": "object", "required": ["a"], "properties": {"a": {"type": "array"}, "s": {"enum": ["x", "y"]}},
       "anyOf": [{"required": ["p"]}, {"required": ["q", "r"]}],
       "if": {"required": ["s"], "properties": {"s": {"const": "x"}}}, "then": {"required": ["t"]}}
      """)
    for seed in UInt64(0)..<8 {
      guard case .value(let value) = schema.sampler().sample(seed: seed, size: .minimal) else {
        Issue.record("no sample")
        continue
      }
      let names = value.object?.keys ?? []
      #expect(names.contains("a") && names.allSatisfy { ["a", "p", "q", "r"].contains($0) }, "\(value)")
    }
  }

  @Test("examples are used if the program contains them")
  func examples() throws {
    let schema = try SampledSchema(
      #"{"type": "string", "minLength": 3, "examples": ["Ada", "x"], "title": "A name"}"#, hasAnnotations: true)
    let samples = (UInt64(0)..<20).map { schema.sampler().sample(seed: $0) }
    #expect(samples.contains(.value("Ada")))
    #expect(!samples.contains(.value("x")) && !samples.contains(.value("A name")))
  }

  @Test("other seeds give other samples")
  func seeds() throws {
    let sampler = try SampledSchema(
      #"{"type": "object", "properties": {"id": {"type": "string"}, "n": {"type": "integer"}}, "required": ["id", "n"]}"#
    )
    .sampler()
    #expect(Set((UInt64(0)..<20).map { sampler.sample(seed: $0) }).count > 10)
  }
}
