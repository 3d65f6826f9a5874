import Foundation
import SchemaRuntime

// What generated code says of instances of the official suite: compiled with the models of a shard.
//
// Argument: a file `{schema: [instance text]}`. Output: one line a schema, `{"name": …, "answers": [[word]]}`.
// The words of an instance: validator, decoder, what writing the value gives, what JSONEncoder gives, JSONDecoder, what
// writing its value gives.

/// Whether a written value is the instance, or would be with each number as near as `Double` comes to it; `none` where
/// there is no value.
func compared(_ written: () throws -> [UInt8]?, _ instance: JSONValue) -> String {
  do {
    guard let text = try written() else { return "none" }
    let value = try JSONValue(parsing: text)
    return value == instance ? "equal" : rounded(value) == rounded(instance) ? "rounded" : "different"
  } catch {
    return "unwritable"
  }
}

func written(_ value: (any WritableModel)?, _ instance: JSONValue) -> String {
  compared({ try value?.json() }, instance)
}

func encoded(_ value: (any WritableModel)?, _ instance: JSONValue) -> String {
  compared({ try value.map { [UInt8](try JSONEncoder().encode($0)) } }, instance)
}

/// A value with each number as near as `Double` comes to it.
func rounded(_ value: JSONValue) -> JSONValue {
  switch value {
  case .null, .bool, .string: value
  case .number(let number): .number(number.double.flatMap(JSONNumber.init) ?? number)
  case .array(let elements): .array(elements.map(rounded))
  case .object(let members): .object(JSONObject(members.members.map { ($0.name, rounded($0.value)) }))
  }
}

/// What the decoder says, and the value.
func decoded<Model: WritableModel>(_ model: Model.Type, _ text: [UInt8]) -> (word: String, value: Model?) {
  do throws(SchemaError) {
    return ("valid", try Model(json: text))
  } catch {
    switch error {
    case .invalid: return ("invalid", nil)
    case .notRepresentable(let fact): return ("notRepresentable \(fact.type)", nil)
    case .syntax, .unwritable, .internalInconsistency: return ("\(error)", nil)
    }
  }
}

/// What `JSONDecoder` says, and the value.
func decodedByFoundation<Model: WritableModel>(
  _ model: Model.Type, _ text: [UInt8]
) -> (word: String, value: Model?) {
  do {
    return ("valid", try JSONDecoder().decode(model, from: Data(text)))
  } catch {
    return ("invalid", nil)
  }
}

func answers<Model: WritableModel>(of model: Model.Type, on text: [UInt8]) throws -> [String] {
  let instance = try JSONValue(parsing: text)
  let own = decoded(model, text)
  let foundation = decodedByFoundation(model, text)
  return [
    model.isValid(text) ? "valid" : "invalid", own.word, written(own.value, instance), encoded(own.value, instance),
    foundation.word, written(foundation.value, instance),
  ]
}

let input = try JSONValue(parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))))
for schema in input.object ?? JSONObject() {
  // No schema of the suite is local only.
  let model = ModelCatalog.schemas[schema.name]?.model as? any WritableModel.Type
  let words = try (schema.value.array ?? []).compactMap(\.string).map { text -> JSONValue in
    guard let model else { return .array(["missing"]) }
    return .array(try answers(of: model, on: Array(text.utf8)).map { .string($0) })
  }
  let line: JSONValue = ["name": .string(schema.name), "answers": .array(words)]
  FileHandle.standardOutput.write(Data(line.json() + [0x0a]))
}
