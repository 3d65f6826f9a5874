// What usage.swift of every case may call. Compiled into each program of cases.

internal import Foundation
internal import SchemaRuntime

nonisolated(unsafe) private var failures = 0

func fail(_ message: String, _ line: UInt) {
  failures += 1
  print("usage.swift:\(line): \(message)")
}

/// Runs what usage.swift of a case says, after a line that names the case.
func run(_ name: String, _ usage: () throws -> Void) {
  print("case \(name)")
  do { try usage() } catch { fail("expected no error, found \(error)", 0) }
}

/// Ends the program: the driver puts a call to it after all cases.
func finish() -> Never { exit(failures == 0 ? 0 : 1) }

func expect(_ condition: Bool, _ what: String = "a condition", line: UInt = #line) {
  if !condition { fail("expected \(what)", line) }
}

func expect<Value: Equatable>(_ actual: Value, _ expected: Value, line: UInt = #line) {
  if actual != expected { fail("expected \(expected), found \(actual)", line) }
}

/// Decodes a valid payload; the other ways to the value agree: the verdicts, Codable, and the way back.
@discardableResult
func accept<Model: WritableModel>(
  _ type: Model.Type, _ json: String, canonical: String? = nil, codable: Bool = true, line: UInt = #line
) -> Model? {
  let bytes = Array(json.utf8)
  expect(type.isValid(bytes), "isValid to accept \(json)", line: line)
  do {
    let issues = try type.issues(in: bytes)
    expect(issues.isEmpty, "no issue in \(json), found \(issues)", line: line)
    let model = try Model(json: bytes)
    let text = String(decoding: try model.json(), as: UTF8.self)
    expect(text, canonical ?? json, line: line)
    try model.validate()
    expect(try Model(json: text) == model, "\(text) to give an equal value", line: line)
    if codable {
      let decoded = try JSONDecoder().decode(Model.self, from: Data(bytes))
      expect(decoded == model, "JSONDecoder to give \(model), found \(decoded)", line: line)
      let encoded = try JSONValue(parsing: [UInt8](try JSONEncoder().encode(model)))
      expect(encoded == (try JSONValue(parsing: text)), "JSONEncoder to give \(text), found \(encoded)", line: line)
    }
    return model
  } catch {
    fail("expected \(json) to be accepted, found \(error)", line)
    return nil
  }
}

/// Refuses an invalid payload in every way, with an issue `place keyword` among those reported.
func refuse<Model: SchemaModel>(
  _ type: Model.Type, _ json: String, _ issue: String, codable: Bool = true, line: UInt = #line
) {
  func all(_ issues: [ValidationIssue]) -> [String] {
    issues.flatMap { ["\($0.instanceLocation) \($0.keyword)"] + all($0.causes) }
  }
  let bytes = Array(json.utf8)
  expect(!type.isValid(bytes), "isValid to refuse \(json)", line: line)
  do {
    let found = all(try type.issues(in: bytes))
    expect(found.contains(issue), "the issue '\(issue)' of \(json), found \(found)", line: line)
  } catch { fail("expected JSON, found \(error)", line) }
  do throws(SchemaError) {
    _ = try Model(json: bytes)
    fail("expected init(json:) to refuse \(json)", line)
  } catch {
    if case .invalid = error { return } else { fail("expected issues, found \(error)", line) }
  }
  if codable, (try? JSONDecoder().decode(Model.self, from: Data(bytes))) != nil {
    fail("expected JSONDecoder to refuse \(json)", line)
  }
}
