import Testing

@_spi(Generated) @testable import SchemaRuntime

/// The text form of programs: it survives a round trip, and invalid text is an error.
@Suite struct ProgramTests {
  /// A step of every instruction, in a program of three schemas.
  static let steps = instructionSteps + limitKeywords.map { #"["\#($0)",7]"# }

  /// A table.
  private static let instructionSteps = [
    #"["false"]"#, #"["type"]"#, #"["type","null"]"#,
    #"["type","null","boolean","integer","number","string","array","object"]"#,
    #"["enum"]"#, #"["enum",1,1.0,"a\n",null,[{"b":[]}]]"#, #"["const",{"b":1.50,"a":[1e400]}]"#, #"["const",null]"#,
    #"["multipleOf",0.01]"#, #"["maximum",123456789012345678901234567890.5]"#, #"["exclusiveMaximum",-1]"#,
    #"["exclusiveMinimum",1e-7]"#, #"["minLength",9223372036854775807]"#,
    #"["pattern","^[a-z]\\d\"$"]"#, #"["format","date-time"]"#,
    #"["uniqueItems"]"#, #"["prefixItems",[0,1,2]]"#, #"["prefixItems",[]]"#, #"["items",2,3]"#,
    #"["contains",1,1,-1]"#,
    #"["contains",1,0,5]"#, #"["required",["a","é","","a/b~"]]"#,
    #"["required",[]]"#, #"["dependentRequired",{"a":["b","c"],"d":[]}]"#, #"["properties",{"b":1,"a":2,"":0}]"#,
    #"["patternProperties",{"^a":1,"b$":2}]"#, #"["additionalProperties",2]"#, #"["propertyNames",1]"#,
    #"["dependentSchemas",{"x":1,"y":2}]"#, #"["x-localOnly",["a","b"]]"#, #"["$ref",1]"#, #"["allOf",[1,2]]"#,
    #"["anyOf",[0]]"#,
    #"["oneOf",[2,1,0]]"#, #"["not",1]"#, #"["if",0,1,2]"#, #"["if",0,-1,2]"#, #"["if",0,1,-1]"#,
    #"["contains",1,0,5,true]"#, #"["unevaluatedItems",1]"#, #"["unevaluatedProperties",2]"#,
    #"["content@contentEncoding","base64","application/json",1]"#,
    #"["content@contentMediaType",null,"application/json",-1]"#,
    #"["type","null","plain integer"]"#, #"["annotation@title","T"]"#, #"["annotation@",1]"#,
    #"["annotation@contentSchema",{},true]"#, #"["unusable@$ref","one"]"#,
    #"["items@additionalItems",1,2]"#, #"["prefixItems@items",[1]]"#, #"["$ref@$dynamicRef",1]"#,
  ]

  @Test("a step survives a round trip", arguments: Self.steps)
  func roundTrips(_ step: String) throws {
    let text = #"[["urn:s#",[\#(step)]],["urn:s#/1",[]],["urn:s#/2",[["uniqueItems"]]]]"#
    let program = try Program(json: text)
    #expect(program.json.text() == text)
    #expect(try Program(json: program.json.text(.pretty)).json == program.json)
  }

  @Test("every instruction has a step in the table", arguments: InstructionName.allCases)
  func covers(_ name: InstructionName) throws {
    let program = try Program(json: "[[\"urn:s#\",[\(Self.steps.joined(separator: ","))]],[\"\",[]],[\"\",[]]]")
    #expect(program.steps.contains { InstructionName($0.instruction) == name })
  }

  @Test("a program of many schemas survives a round trip with its locations, in order, and finds them")
  func keepsLocations() throws {
    let text = #"""
      [["https://example.com/user.json#",[["type","object"],["properties",{"id":1}],["additionalProperties",2]]],["https://example.com/user.json#/properties/id",[["type","string"],["maxLength",64]],"x-sensitive"],["https://example.com/user.json#/a~1b%20é",[["false"]]]]
      """#
    let program = try Program(json: text)
    #expect(program.json.text() == text)
    #expect(program.schema(at: "https://example.com/user.json#/properties/id") == 1)
    #expect(program.schema(at: "https://example.com/user.json") == nil)
    #expect(program.schemas.map(\.steps.count) == [3, 2, 1])
  }

  @Test("the operands of a step can be read from the pools")
  func readsPools() throws {
    let steps = Self.steps.joined(separator: ",")
    let program = try Program(json: "[[\"urn:s#\",[\(steps)]],[\"\",[]],[\"\",[]]]")
    for step in program.steps {
      switch step.instruction {
      case .object(.required(let run)): #expect(program.names(of: run) == ["a", "é", "", "a/b~"] || run.count == 0)
      case .object(.properties(let run)):
        #expect(program.members(of: run).map { "\($0.name)\($0.schema)" } == ["b1", "a2", "0"])
      case .object(.patternProperties(let run)):
        #expect(program.patterned(of: run).map { "\($0.pattern)\($0.schema)" } == ["^a1", "b$2"])
      case .object(.dependentRequired(let run)):
        #expect(program.dependencies(of: run).map { "\($0.name)\($0.required)" } == [#"a["b", "c"]"#, "d[]"])
      case .anyType(.never): #expect(program.keyword(of: step) == nil)
      case .array(.prefixItems(let run)) where run.count == 3:
        #expect(program.rows(of: run).map(\.schema) == [0, 1, 2])
      default: #expect(program.keyword(of: step) != nil)
      }
    }
  }

  @Test("additional members are those that the properties and patterns of the same schema do not cover")
  func bindsAdditionalProperties() throws {
    let program = try Program(
      json: #"[["a",[["properties",{"p":1}],["additionalProperties",1]]],["b",[["additionalProperties",0]]]]"#)
    let runs = program.steps.compactMap { step in
      if case .object(.additionalProperties(_, let named, let patterned)) = step.instruction {
        [named.count, patterned.count]
      } else {
        nil
      }
    }
    #expect(runs == [[1, 0], [0, 0]])
  }
}

/// Texts that are not programs.
@Suite struct ProgramErrorTests {
  @Test(
    "a text that is not a program gives an error with the expectation",
    arguments: [
      Row("no JSON", "[", "1:2: expected a value or ']', found the end of the text"),
      Row("no array", "{}", "expected a program, which is an array of schemas; generate the code again"),
      Row("no schemas", "[]", "expected at least one schema"),
      Row("a schema that is not an array", "[1]", "expected a schema's location first"),
      Row("a schema that is empty", "[[]]", "expected a schema's location first"),
      Row("a location that is not a string", "[[1,[]]]", "expected a schema's location first"),
      Row("a schema without steps", #"[["a"]]"#, "expected a schema's steps after its location"),
      Row("steps that are no array", #"[["a",{}]]"#, "expected a schema's steps after its location"),
      Row(
        "an unknown mark", #"[["a",[],"x-secret"]]"#,
        "expected the marks 'x-sensitive' and 'x-lossy' after a schema's steps"),
      Row(
        "a mark that is not a string", #"[["a",[],true]]"#,
        "expected the marks 'x-sensitive' and 'x-lossy' after a schema's steps"),
      Row(step: "1", "expected a step to begin with a keyword"),
      Row(step: "[]", "expected a step to begin with a keyword"),
      Row(step: "[1]", "expected a step to begin with a keyword"),
      Row(step: #"[""]"#, "expected a step to begin with a keyword"),
      Row(step: #"["@"]"#, "expected a step to begin with a keyword"),
      Row(step: #"["@type","null"]"#, "expected a step to begin with a keyword"),
      Row(step: #"["type@","null"]"#, "expected a step to begin with a keyword"),
      Row(step: #"["typo"]"#, "expected a known keyword in a step 'typo'"),
      Row(step: #"["type","float"]"#, "expected types in a step 'type'"),
      Row(step: #"["type",1]"#, "expected types in a step 'type'"),
      Row(step: #"["const"]"#, "expected an operand in a step 'const'"),
      Row(step: #"["maximum","1"]"#, "expected a number in a step 'maximum'"),
      Row(step: #"["multipleOf"]"#, "expected an operand in a step 'multipleOf'"),
      Row(step: #"["maxLength",1.5]"#, "expected an integer in a step 'maxLength'"),
      Row(step: #"["maxLength",99999999999999999999]"#, "expected an integer in a step 'maxLength'"),
      Row(step: #"["pattern","("]"#, "expected a regular expression in a step 'pattern'"),
      Row(step: #"["pattern",1]"#, "expected a string in a step 'pattern'"),
      Row(step: #"["format","colour"]"#, "expected a known format in a step 'format'"),
      Row(step: #"["prefixItems",0]"#, "expected indices of schemas in a step 'prefixItems'"),
      Row(step: #"["allOf",{"a":0}]"#, "expected indices of schemas in a step 'allOf'"),
      Row(step: #"["anyOf",[0,1]]"#, "expected indices of schemas in a step 'anyOf'"),
      Row(step: #"["oneOf",[-1]]"#, "expected indices of schemas in a step 'oneOf'"),
      Row(step: #"["oneOf",["0"]]"#, "expected indices of schemas in a step 'oneOf'"),
      Row(step: #"["items",1,0]"#, "expected the index of a schema in a step 'items'"),
      Row(step: #"["items",0]"#, "expected 2 operands in a step 'items'"),
      Row(step: #"["contains",0,1]"#, "expected 3 operands in a step 'contains'"),
      Row(step: #"["$ref",-1]"#, "expected the index of a schema in a step '$ref'"),
      Row(step: #"["$ref",4294967296]"#, "expected the index of a schema in a step '$ref'"),
      Row(step: #"["not",1]"#, "expected the index of a schema in a step 'not'"),
      Row(step: #"["if",-1,0,0]"#, "expected the index of a schema in a step 'if'"),
      Row(step: #"["if",0,-2,0]"#, "expected the index of a schema in a step 'if'"),
      Row(step: #"["if",0,0]"#, "expected 3 operands in a step 'if'"),
      Row(step: #"["required","a"]"#, "expected an array of names in a step 'required'"),
      Row(step: #"["required",[1]]"#, "expected an array of names in a step 'required'"),
      Row(step: #"["x-localOnly",{}]"#, "expected an array of names in a step 'x-localOnly'"),
      Row(step: #"["dependentRequired",[]]"#, "expected an object in a step 'dependentRequired'"),
      Row(step: #"["dependentRequired",{"a":"b"}]"#, "expected an array of names in a step 'dependentRequired'"),
      Row(step: #"["properties",{"a":1}]"#, "expected indices of schemas in a step 'properties'"),
      Row(step: #"["properties",[]]"#, "expected an object in a step 'properties'"),
      Row(step: #"["patternProperties",{"[":0}]"#, "expected a regular expression in a step 'patternProperties'"),
      Row(step: #"["patternProperties",{"a":null}]"#, "expected indices of schemas in a step 'patternProperties'"),
      Row(step: #"["dependentSchemas",{"a":9}]"#, "expected indices of schemas in a step 'dependentSchemas'"),
    ])
  func refuses(_ row: Row) {
    do throws(ProgramError) {
      _ = try Program(json: row.text)
      Issue.record("the text was read as a program")
    } catch {
      #expect(error.description == row.expected)
    }
  }

  @Test(
    "the program of an invalid text refuses everything with an issue",
    arguments: [
      "", "[", "{}", "[]", "garbage", #"[["a",[["typo"]]]]"#, #"[["a",[["$ref",1]]]]"#,
    ])
  func refusesEverything(_ text: String) throws {
    let evaluator = Evaluator(Program.embedded(text))
    for instance in ["null", "1", "{}", #"[{"a":"b"}]"#] {
      let issues = try evaluator.issues(in: Array(instance.utf8))
      #expect(issues.map(\.keyword) == ["false"])
      #expect(issues.map(\.absoluteKeywordLocation) == ["urn:schemata:unreadable-program#"])
      #expect(try !JSONDocument(parsing: Array(instance.utf8)).withRoot { evaluator.isValid($0) })
      // Generated types refer to schemas of the missing program.
      #expect(try evaluator.issues(in: Array(instance.utf8), schema: 7).count == 1)
    }
    #expect(ModelSchema(Program.embedded(text), 7).location == "urn:schemata:unreadable-program#")
  }

  @Test("the program of a valid text is that program")
  func embeds() {
    #expect(Program.embedded(#"[["a",[["uniqueItems"]]]]"#).json.text() == #"[["a",[["uniqueItems"]]]]"#)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: String

    init(_ name: String, _ text: String, _ expected: String) {
      testDescription = name
      self.text = text
      self.expected = expected
    }

    /// A program of one schema with one step.
    init(step: String, _ expected: String) { self.init("the step \(step)", "[[\"a\",[\(step)]]]", expected) }
  }
}
