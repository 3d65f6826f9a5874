// Payloads in pieces: verdicts, issues and elements are those of the whole text.
//
// Input: two bytes that choose where the text is cut, a byte for limits, a schema and, after NUL, a payload.
import FuzzSupport
import JSONSchema
import SchemaSampling
import SchemaValidation
import TestSupport

@_spi(Generated) @testable import SchemaRuntime
@testable import SchemaStreaming

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let (seed, longest, choice) = (input.byte(), [1, 3, 64, 700, 5_000][input.index(below: 5)], input.byte())
  let parts = input.parts(2)
  guard parts.count == 2, let schema = model(parts[0]) else { return 0 }
  // Long pieces are read in another way.
  var text = choice & 1 != 0 ? lengthened(parts[1]) : parts[1]
  // The reader takes white space at the end for none of the text, even in an open string.
  while let last = text.last, last <= 0x20 { text.removeLast() }
  let limits = JSONLimits(
    maximumDepth: choice & 2 != 0 ? 4 : 128, maximumByteCount: choice & 4 != 0 ? 100 : JSONLimits.hardMaximumByteCount)
  var check = StreamCheckOfOneText(schema, text, limits, SeededRandom(seed: UInt64(seed)), longest: longest)
  check.run()
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

private let keywords = Set(Dialect.all.flatMap(\.keywordNames)).sorted()
private let mutation: JSONMutation = {
  var mutation = JSONMutation(
    names: keywords + ["a", "b", "x", "^a"],
    values: [
      ["type": "object"], ["type": ["string", "null"]], ["$ref": "#"], ["minimum": 1], ["not": true],
      ["enum": [1, "a", [1]]], ["required": ["a"]], ["properties": ["a": ["type": "integer"]]],
      ["items": ["$ref": "#"]],
      ["oneOf": [["maxItems": 1], ["type": "string"]]], ["maxLength": 2], ["uniqueItems": true], ["const": nil],
      ["contains": ["type": "integer"], "maxContains": 1], ["additionalProperties": false], ["x-sensitive": true],
      ["propertyNames": ["maxLength": 1]], ["dependentRequired": ["a": ["b"]]], ["prefixItems": [true, false]],
    ] + ["object", "array", "string", "number", "integer", "boolean", "null"].map { .string($0) }, headerCount: 3)
  mutation.fresh = { _, random in
    guard let schema = model(random.pick(samples) ?? []) else { return nil }
    let sampler = SchemaSampler(schema.evaluator.program, schema: schema.id)
    guard case .value(let value) = sampler.sample(seed: random.next(), size: .typical) else { return nil }
    return value.json()
  }
  return mutation
}()

private let samples = mutation.values.filter { $0.object != nil }.map { $0.json() }

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  mutation.mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked(keywords + ["\\u", "\\ud83d\\ude00", "\u{e9}", "{\"a\":", "[[", "]]", "1e5", "-0.0"])
  return 0
}

@_cdecl("FuzzStreams_main")
public func unusedMain() -> Int32 { 0 }

private func model(_ text: [UInt8]) -> ModelSchema? {
  guard let source = try? JSONDocument(parsing: text, limits: JSONLimits(maximumDepth: 64)) else { return nil }
  let document = SchemaDocument(uri: "https://fuzz.example/s", name: "s", source: source)
  guard let graph = try? SchemaResolver.resolve([document]).graph, let root = graph.roots.first,
    let output = try? Compiler.compile([root], of: graph, options: Compiler.Options())
  else { return nil }
  return output.indices[root].map { ModelSchema(output.program, $0) }
}

/// A text with copies of its root's elements or members, so that it is long.
private func lengthened(_ text: [UInt8]) -> [UInt8] {
  guard let last = text.lastIndex(where: { $0 == UInt8(ascii: "]") }),
    let first = text.firstIndex(of: UInt8(ascii: "["))
  else { return text }
  let content = text[(first + 1)..<max(last, first + 1)]
  guard !content.isEmpty else { return text }
  let copies = Array(repeatElement(content, count: min(200, 4_000 / content.count + 1)).joined(separator: [0x2c]))
  return text[...first] + copies + text[last...]
}

private struct StreamCheckOfOneText {
  let schema: ModelSchema
  let text: [UInt8]
  let limits: JSONLimits
  var random: SeededRandom
  let longest: Int
  let evaluator: Evaluator

  init(_ schema: ModelSchema, _ text: [UInt8], _ limits: JSONLimits, _ random: SeededRandom, longest: Int) {
    (self.schema, self.text, self.limits, self.random, self.longest) = (schema, text, limits, random, longest)
    var evaluator = schema.evaluator
    evaluator.maximumIssueCount = 10_000
    self.evaluator = evaluator
  }

  private mutating func pieces() -> [ArraySlice<UInt8>] {
    var (pieces, rest) = ([ArraySlice<UInt8>](), text[...])
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...longest, using: &random))
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }

  mutating func run() {
    var issues: [ValidationIssue]?
    var syntax: JSONSyntaxError?
    do { issues = try evaluator.issues(in: text, schema: schema.id, limits: limits) } catch { syntax = error }
    checkStream(issues, syntax)
    if limits.maximumByteCount == JSONLimits.hardMaximumByteCount { checkParts(issues, syntax) }
  }

  /// The verdict is never another than that of the whole text, and the index is the reader's.
  private mutating func checkStream(_ issues: [ValidationIssue]?, _ syntax: JSONSyntaxError?) {
    var stream = StreamValidation(schema, limits: limits)
    for piece in pieces() {
      _ = piece.withUnsafeBufferPointer { stream.append($0) }
      if random.isOnce(in: 8) { _ = stream.partialJSON?.jsonValue }
    }
    switch stream.verdict {
    case .open: break
    case .refused(.syntax(let error)):
      // Before that of its length, a text that is too long may have others.
      if text.count <= limits.maximumByteCount {
        checkEqual(syntax, error, "the error of the whole text and of a part")
      }
    case .refused(.invalid(let found)):
      guard let issues else { break }
      check(
        found.contains { early in
          issues.contains {
            // Of repeated names, only the first in the outermost object is an issue of the whole text.
            $0.keywordLocation == early.keywordLocation
              && (early.keyword == "uniqueNames"
                || $0.instanceLocation == early.instanceLocation && $0.position == early.position)
          }
        }, "a stream was refused for \(found), and the whole text for \(issues)")
    case .refused(let error): reportFinding("a stream was refused for \(error)")
    }
    let isValid = stream.isValid
    if isValid { checkEqual(issues, [], "a stream was valid") }
    guard issues != nil, case .open = stream.verdict else { return }
    text.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(limits: limits)
      guard let root = try? reader.read(buffer) else { return }
      if issues?.isEmpty == true, root.isObject || root.isArray {
        check(isValid, "a valid text was not valid at its end")
      }
      guard root.isObject || root.isArray else { return }
      checkEqual(
        stream.scanner.entries.prefix(stream.scanner.entries.count), (0..<root.nextIndex).map { root[at: $0].entry },
        "the index")
    }
  }

  /// Issues of parts are those of the whole text.
  private mutating func checkParts(_ issues: [ValidationIssue]?, _ syntax: JSONSyntaxError?) {
    var parts = PartwiseCheck(evaluator, schema: schema.id, limits: limits, heldSize: [0, 40][random.below(2)])
    var progress = PartwiseCheck.Progress.needsBytes
    for piece in pieces() where progress == .needsBytes {
      piece.withUnsafeBufferPointer { parts.append($0) }
      progress = parts.advance { _, _ in nil }
    }
    if progress == .needsBytes {
      parts.end()
      progress = parts.advance { _, _ in nil }
    }
    if case .syntax(let error)? = parts.error { return checkEqual(error, syntax, "the error of parts") }
    guard let issues else { reportFinding("parts have no error, and the whole text has \(syntax as Any)") }
    checkEqual(Set(parts.foundIssues), Set(issues), "the issues of parts and of the whole text")
  }
}
