// A name lock of any content, and the plan of a few schemas with it: names stay those of the lock, the written lock is
// stable, and it gives the same names again.
//
// Input: the text of a codegen.lock.json.
import CodegenTemplates
import FuzzSupport
import JSONSchema
import SchemaRuntime

@testable import CodegenCore

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = FuzzInput(start, count).rest
  guard let lock = try? JSONValue(parsing: text) else { return 0 }
  checkLock(lock)
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

private let bundle = Bundle.make()
private let mutation = JSONMutation(names: bundle.words, values: bundle.words.map { .string($0) })

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  mutation.mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked(bundle.words)
  return 0
}

@_cdecl("FuzzLock_main")
public func unusedMain() -> Int32 { 0 }

/// The schemas with names in the lock.
private struct Bundle {
  var input: CodegenPipeline.Input
  /// The possible content of a lock of the schemas, or of similar ones.
  var words: [String]

  static func make() -> Bundle {
    let texts: [(String, String)] = [
      (
        "order.schema.json",
        """
        {"title":"Order","type":"object","properties":{"total":{"type":"number"},"item":{"$ref":"#/$defs/line-item"},
        "state":{"enum":["open","closed","Open"]},"next":{"$ref":"order.schema.json"},
        "who":{"oneOf":[{"$ref":"user.schema.json"},{"type":"object","required":["kind"],"properties":{"kind":{"const":"x"}}}]}},
        "$defs":{"line-item":{"type":"object","properties":{"class":{"type":"string"},"Class":{"type":"integer"}}},
        "Order":{"type":"object","properties":{"a":{"type":"string"}}}},"x-patch":true}
        """
      ),
      (
        "user.schema.json",
        """
        {"type":"object","required":["kind"],"properties":{"kind":{"const":"user"},"id":{"type":"string"},
        "order":{"$ref":"order.schema.json#/$defs/Order"},"tags":{"type":"array","items":{"type":"object","properties":{
        "name":{"type":"string"}}}}}}
        """
      ),
    ]
    do {
      let documents = try texts.map { name, text in
        SchemaDocument(
          uri: "https://fuzz.example/" + name, name: name, source: try JSONDocument(parsing: Array(text.utf8)))
      }
      var configuration = Configuration()
      configuration.outputs.models = "Models"
      let input = CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all)
      let words = try CodegenPipeline.run(input).lock.words
      return Bundle(
        input: input,
        words: words + words.map { $0 + "2" } + [
          "version", "types", "shapes", "former", "members", "formerMembers", "namePrefix", "Order.total", "Order.old",
          "Self", "Type", "String", "self", "", "a b", "É", "_", "1", "`x`", "a\u{0}b", "a\nb",
          "https://fuzz.example/gone#",
        ])
    } catch {
      reportFinding("the schemas of the target cannot be generated: \(error)")
    }
  }
}

private func checkLock(_ lock: JSONValue) {
  guard let first = planned(lock) else { return }
  check(planned(lock).map { $0 == first } ?? false, "two plans with one lock")
  // The written lock is that of the next run, which changes nothing.
  guard let second = planned(first.lock) else { reportFinding("a lock that was written is refused") }
  checkEqual(second.lock.text(.pretty), first.lock.text(.pretty), "the lock of the next run")
  checkEqual(second.plan, first.plan, "the plan of the next run")
}

private struct Planned: Equatable {
  var lock: JSONValue
  var plan: String
}

/// Returns the plan of the schemas with a lock, and the written lock; nil for an unusable lock.
private func planned(_ lock: JSONValue) -> Planned? {
  var input = bundle.input
  input.lock = lock
  do throws(CodegenFailure) {
    let planned = try CodegenPipeline.plan(input)
    let locations = Set(planned.plan.names.keys.map { $0.lockLocation(in: input.graph) })
    let text = PlanDump.text(planned.plan, sensitive: input.graph.sensitiveSchemas)
    return Planned(lock: planned.lock.content(keeping: locations), plan: text)
  } catch {
    check(!error.diagnostics.isEmpty || !error.messages.isEmpty || error.template != nil, "a failure without words")
    return nil
  }
}
