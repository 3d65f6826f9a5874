import JSONSchema
package import SchemaRuntime

// The report as JSON.
extension ComparisonReport {
  /// The report as a JSON value: `verdicts` by question, `step`, `reason`, `changes`, and `notCompared`.
  package var json: JSONValue {
    let answers = verdicts.map { verdict -> (String, JSONValue) in
      let members: [(String, JSONValue)] = [
        ("answer", .string(verdict.answer.rawValue)), ("undeclaredMembersAlone", .bool(verdict.isBeyondDeclared)),
      ]
      return (verdict.question.rawValue, .object(JSONObject(members)))
    }
    return .object(
      JSONObject([
        ("verdicts", .object(JSONObject(answers))), ("step", .string(step.rawValue)), ("reason", .string(reason)),
        ("changes", .array(changes.map(\.json))), ("notCompared", .array(uncompared.map(\.json))),
      ]))
  }
}

extension Change {
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("rule", .string(rule.id)), ("schema", .string(schema)), ("message", .string(message)),
    ])
    if let old { object["old"] = Self.json(old) }
    if let new { object["new"] = Self.json(new) }
    object["effects"] = .object(effectsJSON)
    if let acceptance { object["accepted"] = .string(acceptance) }
    object["undeclaredMembersAlone"] = .bool(isBeyondDeclared && !effectsJSON.isEmpty)
    return .object(object)
  }

  /// The effects by verdict, each with an example payload if there is one.
  package var effectsJSON: JSONObject {
    var effects = JSONObject()
    for question in Verdict.Question.allCases {
      let word: String
      switch effect(on: question) {
      case .none: continue
      case .breaks: word = "breaks"
      case .mayBreak: word = "may break"
      }
      var effect = JSONObject([("effect", .string(word))])
      if let example = examples[question] {
        effect["example"] = example.value
        if let definition = example.definition { effect["exampleOf"] = .string(definition.description) }
      }
      effects[question.rawValue] = .object(effect)
    }
    return effects
  }

  fileprivate static func json(_ location: SourceLocation) -> JSONValue {
    .object(
      JSONObject([
        ("file", .string(location.document)), ("line", .number(JSONNumber(location.position.line))),
        ("column", .number(JSONNumber(location.position.column))), ("pointer", .string(location.pointer.description)),
      ]))
  }
}

extension ComparisonReport.UncomparedPart {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["difference": .string(words)]
    if let old { object["old"] = Change.json(old) }
    if let new { object["new"] = Change.json(new) }
    return .object(object)
  }
}
