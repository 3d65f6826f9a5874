// The text form of a program, which generated code carries as a string: one array per schema, one array per step, named
// by keyword. Reading it back gives an equal program.
//
//     [["https://example.com/user.json#",[["type","object"],["properties",{"id":1}]]],
//      ["https://example.com/user.json#/properties/id",[["type","string"],["maxLength",64]]]]
//
// A step is its keyword and the operands. If the dialect writes the keyword differently, that name follows the keyword
// after an `@`; nothing follows in the step `$ref@`, which no keyword applies. Marks (`x-sensitive`, `x-lossy`) follow the
// steps, and an object with the schema's own messages by keyword (`x-errorMessage`).

/// Why a text is not a program.
package struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

extension Program {
  /// The program as JSON.
  package var json: JSONValue {
    .array(
      zip(schemaIDs, schemas).map { id, schema in
        var row: [JSONValue] = [.string(schema.location), .array(steps[schema.steps].map { json(of: $0) })]
        if schema.isSensitive { row.append("x-sensitive") }
        if schema.isLossy { row.append("x-lossy") }
        if let messages = messages[id] { row.append(.object(messages)) }
        return .array(row)
      })
  }

  private func json(of step: Step) -> JSONValue {
    let operands = operands(of: step.instruction)
    let isWithout = step.keyword < 0 && operands.keyword == "$ref"
    let written = isWithout ? "" : keyword(of: step) ?? operands.keyword
    let word = written == operands.keyword ? written : operands.keyword + "@" + written
    return .array([.string(word)] + operands.values)
  }

  /// The newest dialect's keyword for an instruction, and the operands. A flat switch.
  private func operands(of instruction: Instruction) -> (keyword: String, values: [JSONValue]) {
    func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
    func named(_ run: Instruction.Run) -> JSONValue {
      .object(JSONObject(members(of: run).map { ($0.name, JSONValue($0.schema)) }))
    }
    func list(_ run: Instruction.Run) -> JSONValue { .array(rows(of: run).map { JSONValue($0.schema) }) }
    func strings(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
    func constant(_ index: Int32) -> JSONValue { .number(numbers[Int(index)]) }
    switch instruction {
    case .anyType(.never): return ("false", [])
    case .anyType(.type(let types)): return ("type", types.words.map { .string($0) })
    case .anyType(.enumeration(let run)): return ("enum", values(of: run))
    case .anyType(.const(let index)): return ("const", [values[Int(index)]])
    case .number(.multipleOf(let index)): return ("multipleOf", [constant(index)])
    case .number(.bound(let limit, let index)): return (limit.keyword, [constant(index)])
    case .length(let measure, let limit): return (measure.keyword(of: limit), [number(limit.count)])
    case .text(let test): return test.operands(in: self)
    case .array(.uniqueItems): return ("uniqueItems", [])
    case .array(.prefixItems(let run)): return ("prefixItems", [list(run)])
    case .array(.items(let items, let from)): return ("items", [JSONValue(items), number(from)])
    case .array(.contains(let item, let min, let max, let evaluates)):
      return ("contains", [JSONValue(item), number(min), number(max)] + (evaluates ? [true] : []))
    case .array(.unevaluatedItems(let items)): return ("unevaluatedItems", [JSONValue(items)])
    case .object(.unevaluatedProperties(let members)): return ("unevaluatedProperties", [JSONValue(members)])
    case .object(.required(let run)): return ("required", [strings(names(of: run))])
    case .object(.dependentRequired(let run)):
      let members = dependencies(of: run).map { ($0.name, strings($0.required)) }
      return ("dependentRequired", [.object(JSONObject(members))])
    case .object(.properties(let run)): return ("properties", [named(run)])
    case .object(.patternProperties(let run)):
      let members = patterned(of: run).map { ($0.pattern, JSONValue($0.schema)) }
      return ("patternProperties", [.object(JSONObject(members))])
    case .object(.additionalProperties(let additional, _, _)): return ("additionalProperties", [JSONValue(additional)])
    case .object(.applied(let keyword, let applied)): return (keyword.rawValue, [JSONValue(applied)])
    case .inPlace(.dependentSchemas(let run)): return ("dependentSchemas", [named(run)])
    case .object(.localOnly(let run)): return ("x-localOnly", [strings(names(of: run))])
    case .inPlace(.ref(let target)): return ("$ref", [JSONValue(target)])
    case .inPlace(.allOf(let run)): return ("allOf", [list(run)])
    case .inPlace(.anyOf(let run)): return ("anyOf", [list(run)])
    case .inPlace(.oneOf(let run)): return ("oneOf", [list(run)])
    case .inPlace(.not(let negated)): return ("not", [JSONValue(negated)])
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      return ("if", [JSONValue(condition), JSONValue(then), JSONValue(otherwise)])
    case .anyType(.annotation(let index, let onStrings)):
      return ("annotation", [values[Int(index)]] + (onStrings ? [true] : []))
    case .anyType(.unusable(let reason)): return ("unusable", [values[Int(reason)]])
    }
  }
}

extension JSONValue {
  /// A schema in the text of a program: its index, or -1 for none.
  init(_ schema: Program.SchemaID?) { self = .number(JSONNumber(schema?.index ?? -1)) }
}
