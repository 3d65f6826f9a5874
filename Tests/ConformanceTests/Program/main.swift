import Foundation
import SchemaRuntime

// Reports the results of generated code for instances of the official suite. Compiled with the models of a shard.
//
// Argument: a file `{schema: [instance text]}`. Output: one line per schema, `{"name": …, "answers": [[word]]}`.
// The words of an instance: validator, decoder, result of writing the value, result of JSONEncoder, JSONDecoder, result
// of writing its value, mistakes in the values themselves.

/// Whether a written value equals the instance, exactly or with each number rounded to `Double`; `none` if there is no
/// value.
func compared(_ written: () throws -> [UInt8]?, _ instance: JSONValue) -> String {
  do {
    guard let text = try written() else { return "none" }
    let value = try JSONValue(parsing: text)
    return value == instance ? "equal" : rounded(value) == rounded(instance) ? "rounded" : "different"
  } catch {
    return "unwritable"
  }
}

func written(_ value: (any SchemaModel)?, _ instance: JSONValue) -> String {
  // Values of local-only types are never written.
  compared({ try (value as? any WritableModel)?.json() }, instance)
}

func encoded(_ value: (any SchemaModel)?, _ instance: JSONValue) -> String {
  compared({ try (value as? any WritableModel).map { [UInt8](try JSONEncoder().encode($0)) } }, instance)
}

/// Returns a value with each number rounded to `Double`.
func rounded(_ value: JSONValue) -> JSONValue {
  switch value {
  case .null, .bool, .string: value
  case .number(let number): .number(number.double.flatMap(JSONNumber.init) ?? number)
  case .array(let elements): .array(elements.map(rounded))
  case .object(let members): .object(members.mapValues(rounded))
  }
}

/// Returns the result of the decoder, and the value.
func decoded<Model: SchemaModel>(_ model: Model.Type, _ text: [UInt8]) -> (word: String, value: Model?) {
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

/// Returns the result of `JSONDecoder`, and the value.
func decodedByFoundation<Model: SchemaModel>(
  _ model: Model.Type, _ text: [UInt8]
) -> (word: String, value: Model?) {
  do {
    return ("valid", try JSONDecoder().decode(model, from: Data(text)))
  } catch {
    return ("invalid", nil)
  }
}

/// Returns the mistake in the decoded value of an instance, or `none`; `written` is the result of writing it.
func inconsistency<Model: SchemaModel>(
  of value: Model, _ foundation: Model?, _ text: [UInt8], _ written: String
) -> String {
  guard let again = try? Model(json: text) else { return "expected a value again, found none" }
  if again != value || again.hashValue != value.hashValue { return "expected equal values of one text, found others" }
  var report = LossReport()
  if (try? Model(json: text, lossy: &report)) != value || !report.drops.isEmpty {
    return "expected init(json:lossy:) to keep a valid value, found it changed"
  }
  // The schema may not admit a rounded number.
  if written == "rounded" { return "none" }
  do { try value.validate() } catch { return "expected validate() to find nothing, found \(error)" }
  if let foundation, foundation != value { return "expected JSONDecoder to give an equal value, found another" }
  if let model = value as? any WritableModel {
    do {
      if try Model(json: model.json()) == value { return "none" }
      return "expected what is written to be read as an equal value, found another"
    } catch {
      return "expected what is written to be read, found \(error)"
    }
  }
  return "none"
}

func answers<Model: SchemaModel>(of model: Model.Type, on text: [UInt8]) throws -> [String] {
  let instance = try JSONValue(parsing: text)
  let own = decoded(model, text)
  let foundation = decodedByFoundation(model, text)
  let ownWritten = written(own.value, instance)
  return [
    model.isValid(text) ? "valid" : "invalid", own.word, ownWritten, encoded(own.value, instance),
    foundation.word, written(foundation.value, instance),
    own.value.map { inconsistency(of: $0, foundation.value, text, ownWritten) } ?? "none",
  ]
}

let input = try JSONValue(parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))))
for schema in input.object ?? JSONObject() {
  let model = ModelCatalog.schemas[schema.key]?.model
  let words = try (schema.value.array ?? []).compactMap(\.string).map { text -> JSONValue in
    guard let model else { return .array(["missing"]) }
    return .array(try answers(of: model, on: Array(text.utf8)).map { .string($0) })
  }
  let line: JSONValue = ["name": .string(schema.key), "answers": .array(words)]
  FileHandle.standardOutput.write(Data(line.json() + [0x0a]))
}
