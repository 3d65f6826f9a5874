import SchemaRuntime
import SchemaSampling
import Testing

/// Input that is too deep, too large or senseless terminates quickly and never traps.
@Suite struct SamplerLimitTests {
  private static func program(_ text: String) throws -> Program { try Program(json: text) }

  @Test(
    "a schema that applies itself in place has no sample",
    arguments: [
      ##"[["urn:a#",[["$ref",0]]]]"##, ##"[["urn:a#",[["not",0]]]]"##,
      ##"[["urn:a#",[["allOf",[1]]]],["urn:b#",[["anyOf",[0,1]]]]]"##,
      ##"[["urn:a#",[["if",0,0,0]]]]"##, ##"[["urn:a#",[["allOf",[1,1]]]],["urn:b#",[["not",0]]]]"##,
      ##"[["urn:a#",[["allOf",[1,2]]]],["urn:b#",[["not",0]]],["urn:c#",[["not",1],["anyOf",[0,1,2]]]]]"##,
    ])
  func cycles(_ text: String) throws {
    let program = try Self.program(text)
    let sampler = SchemaSampler(program, schema: 0)
    for size in SchemaSampler.Size.allCases { #expect(sampler.sample(seed: 1, size: size) == .notFound) }
    #expect(sampler.nearMisses(seed: 1).isEmpty)
  }

  @Test("required members nested in each other", arguments: [5, 60, 90, 400, 3_000])
  func depth(_ levels: Int) throws {
    let schemas = (0..<levels).map {
      ##"["urn:s\##($0)#",[["type","object"],["required",["a"]],["properties",{"a":\##($0 + 1)}]]]"##
    }
    let program = try Self.program(
      "[" + (schemas + [##"["urn:end#",[["type","null"]]]"##]).joined(separator: ",") + "]")
    let outcome = SchemaSampler(program, schema: 0).sample(seed: 1, size: .minimal)
    if levels < 100 {
      guard case .value = outcome else {
        Issue.record("\(outcome)")
        return
      }
    } else {
      #expect(outcome == .notFound)
    }
  }

  @Test("wide recursion takes no longer than its budget")
  func width() throws {
    let schema = try SampledSchema(
      ##"{"$defs": {"n": {"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}, "c": {"$ref": "#"}, "d": {"$ref": "#"}}}}, "type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": 4}"##
    )
    var options = SchemaSampler.Options()
    options.maximumDepth = 1_000
    options.maximumCount = 1_000
    for size in SchemaSampler.Size.allCases {
      guard case .value(let value) = schema.sampler(options).sample(seed: 1, size: size) else {
        Issue.record("\(size)")
        continue
      }
      #expect(try schema.issues(of: value).isEmpty)
    }
  }

  @Test("budgets of zero and less", arguments: [0, -1, Int.min])
  func budgets(_ limit: Int) throws {
    let schema = try SampledSchema(#"{"type": "array", "items": {"type": "string"}, "minItems": 1}"#)
    let options = SchemaSampler.Options(
      maximumValues: limit, maximumDepth: limit, maximumLength: limit, maximumCount: limit,
      maximumByteCount: limit)
    for size in SchemaSampler.Size.allCases { _ = schema.sampler(options).sample(seed: 1, size: size) }
    _ = schema.sampler(options).nearMisses(seed: 1)
  }

  @Test("the search for near misses of a large payload terminates, and reports that it was cut short")
  func largePayloads() throws {
    let names = (0..<200).map { "m\($0)" }
    let properties = names.map { ##""\##($0)": {"type": "string", "minLength": 30}"## }.joined(separator: ", ")
    let required = JSONValue.array(names.map { .string($0) }).text()
    let schema = try SampledSchema(
      ##"{"type": "object", "properties": {\##(properties)}, "required": \##(required)}"##)
    let whole = schema.sampler().nearMisses(seed: 1, atMost: .max)
    #expect(!whole.isCut && whole.misses.count > 400)
    let some = schema.sampler(SchemaSampler.Options(maximumByteCount: 200_000)).nearMisses(seed: 1, atMost: .max)
    #expect(some.isCut && 1..<30 ~= some.misses.count)
    let few = schema.sampler().nearMisses(seed: 1, atMost: 3)
    #expect(!few.isCut && few.misses.count == 3)
  }

  @Test(
    "samples and near misses end with their steps, and enough steps change nothing",
    arguments: SchemaSampler.Size.allCases)
  func steps(_ size: SchemaSampler.Size) throws {
    let properties = (0..<300).map {
      ##""m\##($0)": {"type": "object", "required": ["a"], "properties": {"a": {"minLength": 3}}}"##
    }
    let schema = try SampledSchema(
      ##"{"type": "object", "minProperties": 200, "properties": {\##(properties.joined(separator: ", "))}}"##)
    let sampler = schema.sampler()
    var few = 500
    #expect(sampler.value(seed: 1, size: size, spending: &few) == nil)
    // The last value may go on for a little.
    #expect(-5_000...0 ~= few, "\(few)")
    var many = 100_000_000
    #expect(sampler.value(seed: 1, size: size, spending: &many) == sampler.value(seed: 1, size: size))
    #expect(0..<100_000_000 ~= many)
    few = 20_000
    let misses = sampler.nearMisses(seed: 1, spending: &few)
    #expect(few <= 0 && misses.count < sampler.nearMisses(seed: 1).count)
    many = 100_000_000
    #expect(sampler.nearMisses(seed: 1, spending: &many) == sampler.nearMisses(seed: 1))
  }

  @Test("a schema that is not in the program", arguments: [1, 4_294_967_295])
  func unknownSchemas(_ index: Program.SchemaID) throws {
    let program = try Self.program(##"[["urn:a#",[["type","null"]]]]"##)
    let sampler = SchemaSampler(program, schema: index)
    #expect(sampler.sample(seed: 1) == .notFound)
    #expect(sampler.nearMisses(seed: 1).isEmpty)
    #expect(!Emptiness.admitsNothing(program, schema: index))
  }

  @Test(
    "limits that no count reaches",
    arguments: [
      ##"["minItems",9223372036854775807]"##, ##"["maxItems",-9223372036854775808]"##, ##"["contains",0,-5,-7]"##,
      ##"["contains",0,9223372036854775807,9223372036854775807]"##, ##"["items",0,-9223372036854775808]"##,
      ##"["minLength",-9223372036854775808]"##, ##"["x-minUTF8Bytes",9223372036854775807]"##,
      ##"["items",0,9223372036854775807]"##,
      ##"["maxProperties",-1]"##, ##"["minProperties",9223372036854775807]"##, ##"["multipleOf",0]"##,
      ##"["multipleOf",-3]"##,
      ##"["maximum",1e99999999]"##, ##"["minimum",-1e-99999999]"##, ##"["enum"]"##, ##"["type"]"##, ##"["anyOf",[]]"##,
      ##"["oneOf",[]]"##, ##"["prefixItems",[]]"##, ##"["required",[]]"##, ##"["properties",{}]"##,
      ##"["maxLength",-4]"##,
    ])
  func nonsense(_ step: String) throws {
    for text in [
      ##"[["urn:a#",[\##(step)]]]"##,
      ##"[["urn:a#",[["not",1]]],["urn:b#",[\##(step.replacing(",0,", with: ",1,"))]]]"##,
    ] {
      let program = try Self.program(text)
      let sampler = SchemaSampler(program, schema: 0)
      for size in SchemaSampler.Size.allCases { _ = sampler.sample(seed: 1, size: size) }
      _ = sampler.nearMisses(seed: 1)
    }
  }
}
