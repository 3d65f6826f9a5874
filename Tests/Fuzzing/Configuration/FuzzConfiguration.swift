// The tool's own files: bytes read by json-c and by our reader, and a configuration from them.
//
// Input: the text of a codegen.json.
import CodegenCore
import FuzzSupport
import JSONSchema
import SchemaRuntime

@testable import SchemaLoading

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = FuzzInput(start, count).rest
  checkBridge(text)
  checkConfiguration(text)
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

/// The words of the schema of configurations.
private let words = ((try? JSONValue(parsing: ConfigurationSchema.text)) ?? nil).words
private let mutation = JSONMutation(
  names: words + Format.allCases.map(\.keyword),
  values: (words + ["Timestamp", "UUID", "../x", "/x", "https://example.com/", "urn:a", "#/a", "**/*.json"]).map {
    .string($0)
  })

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  mutation.mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked(
    words + ["{", "}", "[", "]", ":", ",", "\"", "\\", "\\u0000", "true", "false", "null", "1e999"])
  return 0
}

@_cdecl("FuzzConfiguration_main")
public func unusedMain() -> Int32 { 0 }

/// json-c refuses what our reader refuses, and its output reads back unchanged.
private func checkBridge(_ text: [UInt8]) {
  guard let value = try? JSONValue(parsing: text) else { return }
  guard let written = try? JSONFile.text(of: value) else { return }
  guard let read = try? JSONValue(parsing: written) else {
    reportFinding("json-c writes what is not JSON: \(String(decoding: written, as: UTF8.self))")
  }
  // json-c changes large numbers and cuts names at a NUL; reading refuses such a file.
  guard let bridged = try? JSONCDocument.value(of: text), bridged == value else { return }
  check(read == value, "json-c writes a value that reads back as another")
}

private func checkConfiguration(_ text: [UInt8]) {
  guard let document = try? JSONDocument(parsing: text) else { return }
  do throws(ConfigurationErrors) {
    let configuration = try Configuration(document, name: "codegen.json")
    let again = try Configuration(document, name: "codegen.json")
    checkEqual(configuration, again, "two configurations of one text")
    // Layout does not change a file that the schema accepts.
    let pretty = document.value.json(.pretty)
    guard let reread = try? JSONDocument(parsing: pretty) else { reportFinding("a pretty text is no JSON") }
    checkEqual(try Configuration(reread, name: "codegen.json"), configuration, "a pretty configuration")
  } catch {
    check(!error.diagnostics.isEmpty, "an error without a diagnostic")
    for diagnostic in error.diagnostics {
      let position = diagnostic.location.position
      check(position.offset <= text.count && position.line > 0, "an error beyond the text: \(diagnostic)")
      check(!diagnostic.message.isEmpty, "an error without words")
    }
  }
}
