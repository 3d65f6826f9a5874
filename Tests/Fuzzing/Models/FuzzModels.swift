// Payloads in generated code and in the evaluator: the same verdict, and decoded values are written and accepted.
//
// Input: a byte that chooses the model, the payload.
import CollaborationModels
import FuzzSupport
import FuzzedModels
import SchemaRuntime
import SchemaSampling
import TestSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let model = models[input.index(below: models.count)]
  checkPayload(input.rest, model)
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

private let models: [any SchemaModel.Type] =
  (CollaborationModels.ModelCatalog.schemas.entries + FuzzedModels.ModelCatalog.schemas.entries).map(\.model)

/// Samples of every model: initial texts, and the words with a meaning in one of them.
private let samplers = models.map { model in
  SchemaSampler(
    model.schema.evaluator.program, schema: model.schema.id,
    options: SchemaSampler.Options(maximumValues: 2_000, maximumDepth: 4, maximumLength: 64, maximumCount: 3))
}

private let words: [String] = {
  var words: Set<String> = []
  for sampler in samplers {
    for size in SchemaSampler.Size.allCases {
      if case .value(let value) = sampler.sample(seed: 1, size: size) { words.formUnion(value.words) }
    }
  }
  return words.sorted()
}()

private let mutation: JSONMutation = {
  var mutation = JSONMutation(names: words, values: words.map { .string($0) }, headerCount: 1)
  mutation.fresh = { header, random in
    let sampler = samplers[Int(header[0]) % samplers.count]
    if random.isOnce(in: 3), let miss = random.pick(sampler.nearMisses(seed: random.next())) {
      return miss.value.json()
    }
    let size = random.pick(SchemaSampler.Size.allCases) ?? .typical
    guard case .value(let value) = sampler.sample(seed: random.next(), size: size) else { return nil }
    return value.json()
  }
  return mutation
}()

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  mutation.mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked(words)
  return 0
}

@_cdecl("FuzzModels_main")
public func unusedMain() -> Int32 { 0 }

private func checkPayload<Model: SchemaModel>(_ text: [UInt8], _: Model.Type) {
  let limits = JSONLimits(maximumDepth: 128)
  var reader = JSONReader(limits: limits)
  var second = JSONReader(limits: limits)
  let schema = Model.schema
  text.withUnsafeBufferPointer { buffer in
    guard let root = try? reader.read(buffer) else { return }
    let verdict = schema.evaluator.isValid(root, schema: schema.id)
    checkEqual(Model.isValid(buffer, using: &second), verdict, "\(Model.self): generated code and the evaluator")
    let issues = schema.evaluator.explanation(of: root, buffer, schema: schema.id)
    checkEqual(issues.isEmpty, verdict, "\(Model.self): the verdict and its explanation")
  }
  do throws(SchemaError) {
    let model = try Model(json: text, using: &reader)
    check(Model.isValid(text, using: &reader), "\(Model.self): decoded what is not valid")
    if let writable = model as? any WritableModel { checkWritten(writable, text) }
  } catch {
    switch error {
    case .notRepresentable: check(Model.isValid(text, using: &reader), "\(Model.self): not representable and not valid")
    case .internalInconsistency(let reason): reportFinding("\(Model.self): \(reason)")
    case .syntax, .invalid, .unwritable:
      check(!Model.isValid(text, using: &reader), "\(Model.self): did not decode what is valid: \(error)")
    }
  }
}

/// The written form of a decoded value is valid, decodes to the same value and is written in the same bytes.
private func checkWritten<Model: WritableModel>(_ model: Model, _ text: [UInt8]) {
  do throws(SchemaError) {
    let written = try model.json()
    try model.validate()
    let again = try Model(json: written)
    check(again == model, "\(Model.self): what was written decodes to another value")
    checkEqual(again.hashValue, model.hashValue, "\(Model.self): the hashes of equal values")
    checkEqual(try again.json(), written, "\(Model.self): what was written is written otherwise")
  } catch {
    reportFinding("\(Model.self): what was written is refused: \(error)")
  }
}
