import Foundation
import SchemaRuntime
import SwiftCompilation
import Testing

/// API descriptions with every form of a discriminator, and payloads with the branch that each means, written from the
/// rules of `Documentation/Other-formats.md` (`Tests/Fixtures/discriminators`).
@Suite struct DiscriminatorTests {
  /// A payload, and what becomes of it.
  struct Row {
    let folder: String
    let says: String
    let schema: String
    let payload: JSONValue
    /// The value in the payload that is meant.
    let place: JSONPointer
    /// The component, or the index of a branch without a name; nil for a payload to refuse.
    let branch: String?
    /// The innermost component, where choices are nested.
    let leaf: String?
    /// Whether the branch has only a part of the object's members.
    let isPart: Bool
    /// The payload as it is written back.
    let written: JSONValue
  }

  @Test("each payload is refused, or decoded into the branch that it means and written back equal")
  func branches() async throws {
    let compiler = try #require(SwiftCompiler())
    let scratch = try TemporaryFolder()
    let schemas = scratch.url.appending(path: "Schemas")
    let fixtures = CodegenProcess.root.appending(path: "Tests/Fixtures/discriminators")
    try FileManager.default.copyItem(at: fixtures, to: schemas)
    try scratch.write([
      "Schemas/codegen.json": #"{"schemas": {"include": ["*/api.*"]}, "outputs": {"models": "../Models"}}"#
    ])
    let generated = try CodegenProcess.run(["generate", "--config", "Schemas/codegen.json"], in: scratch.url)
    #expect(generated.status == 0, "\(generated.errors)")
    #expect(!generated.errors.contains("warning:"), "\(generated.errors)")
    let plan = try CodegenProcess.run(["dump", "plan", "--config", "Schemas/codegen.json"], in: scratch.url)
    let (types, aliases, parts) = Self.types(plan.output)
    let rows = try Self.rows(in: fixtures)
    try #require(rows.count > 250)

    let program = try Self.program(rows, types, parts)
    try scratch.write(["Models/main.swift": program])
    let models = scratch.url.appending(path: "Models")
    let sources = scratch.files().filter { $0.hasPrefix("Models/") }.map { scratch.url.appending(path: $0) }
    let binary = models.appending(path: "program")
    let compiled = try await compiler.compile(sources, to: binary, languageMode: "6")
    try #require(compiled.status == 0, "\(compiled.output.prefix(4_000))")
    let run = try await compiler.run(binary.path)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(run.status == 0 && lines.count >= rows.count, "\(run.output.suffix(2_000))")

    var unnamed: [String: String] = [:]
    let faults = zip(rows, lines).compactMap { row, line -> String? in
      let found = line.split(separator: " ").map(String.init)
      guard let fault = Self.fault(row, found, types, aliases, &unnamed) else { return nil }
      return "\(row.folder): \(row.says): \(row.payload.text()): expected \(fault), found \(line)"
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  /// Returns what should have become of a row; nil if it did.
  ///
  /// - Parameters:
  ///   - found: the names of the types whose value is the one that is meant, the outermost first.
  ///   - unnamed: the types of branches without a name so far.
  private static func fault(
    _ row: Row, _ found: [String], _ types: [String: String], _ aliases: [String: String],
    _ unnamed: inout [String: String]
  ) -> String? {
    guard let branch = row.branch, let last = found.last else { return found == ["refused"] ? nil : "refused" }
    if branch.hasPrefix("#") {
      let choice = "\(row.folder) \(row.schema) "
      let isOwn = unnamed.allSatisfy { key, type in !key.hasPrefix(choice) || (key == choice + branch) == (type == last)
      }
      unnamed[choice + branch] = last
      return isOwn && last != "refused" ? nil : "a type for branch \(branch)"
    }
    guard let type = types["\(row.folder)/api/\(branch)"].map({ aliases[$0] ?? $0 }) else {
      return "a type for \(branch)"
    }
    let inner = row.leaf.flatMap { types["\(row.folder)/api/\($0)"] } ?? type
    if row.isPart { return found.contains(type) ? nil : type }
    let isInner = last == inner || last.hasPrefix(inner + ".Base")
    return isInner && found.contains { $0 == type || $0 == last } ? nil : "\(type) \(inner)"
  }

  private static func rows(in fixtures: URL) throws -> [Row] {
    let folders = try FileManager.default.contentsOfDirectory(atPath: fixtures.path).filter { !$0.contains(".") }
    return try folders.sorted().flatMap { folder in
      let file = fixtures.appending(path: folder).appending(path: "rows.json")
      let list = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
      return try (list.array ?? []).map { row in
        let place = JSONPointer(row["at"]?.string ?? "")
        return Row(
          folder: folder, says: row["says"]?.string ?? "", schema: try #require(row["schema"]?.string),
          payload: try #require(row["payload"]), place: try #require(place),
          branch: row["branch"]?.string, leaf: row["leaf"]?.string, isPart: row["part"] != nil,
          written: try #require(row["written"] ?? row["payload"]))
      }
    }
  }

  /// The first type of each schema in the plan, and for every type what it consists of, as Swift.
  private static func types(_ plan: String) -> (names: [String: String], aliases: [String: String], parts: String) {
    var names: [String: String] = [:]
    var parts: [(type: String, kind: String, members: [String])] = []
    var schema: String?
    for line in plan.split(separator: "\n") {
      guard let colon = line.range(of: ": ") else {
        schema = line.range(of: " -> ").map { String(line[..<$0.lowerBound]) }
        continue
      }
      let text = line.trimmingCharacters(in: .whitespaces)
      let head = line[..<colon.lowerBound].trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("    ") {
        let name = head.range(of: " -> ").map { String(head[$0.upperBound...]) } ?? head
        if !text.hasSuffix("(no value)") { parts[parts.count - 1].members.append("`\(name)`") }
        continue
      }
      if let schema { names[schema] = head }
      schema = nil
      parts.append((head, String(line[colon.upperBound...]), []))
    }
    // A component that is only a reference is a wrapper of that type.
    let wrapped = parts.filter { $0.kind.hasPrefix("wrapper of ") }.map { ($0.type, String($0.kind.dropFirst(11))) }
    let aliases = Dictionary(uniqueKeysWithValues: wrapped)
    let sources = parts.filter { !$0.kind.hasPrefix("enum") && !$0.kind.hasPrefix("open") }.map { part in
      let values =
        if part.kind.hasPrefix("union") {
          "switch self { \(part.members.map { "case .\($0)(let value): [value] " }.joined()) }"
        } else if part.kind.hasPrefix("wrapper") {
          "[\(part.kind == "wrapper of JSONObject" ? "members" : "value") as Any]"
        } else {
          "[\(part.members.map { "self.\($0) as Any" }.joined(separator: ", "))]"
        }
      return "extension \(part.type): Composed { var parts: [Any] { \(values) } }\n"
    }
    return (names, aliases, sources.joined())
  }

  private static func program(_ rows: [Row], _ types: [String: String], _ parts: String) throws -> String {
    let calls = try rows.map { row in
      let type = try #require(types["\(row.folder)/api/\(row.schema)"], "\(row.folder) has no type for \(row.schema)")
      let value = row.place.tokens.reduce(row.payload) { value, token in
        value[token] ?? value.array.flatMap { array in Int(token).map { array[$0] } } ?? .null
      }
      let texts = [row.payload, row.written, row.isPart ? .null : value].map { "####\"\($0.text())\"####" }
      return "row(\(type).self, \(texts.joined(separator: ", ")))\n"
    }
    return harness + parts + calls.joined()
  }

  /// Prints a line for each row: `refused`, or the names of the types whose value is the one that is meant, the
  /// outermost first. The mirror of a model has no children.
  private static let harness = #"""
    import SchemaRuntime

    protocol Composed { var parts: [Any] { get } }
    extension Optional: Composed { var parts: [Any] { map { [$0] } ?? [] } }
    extension Array: Composed { var parts: [Any] { self } }
    extension JSONMap: Composed { var parts: [Any] { map(\.value) } }
    extension Presence: Composed { var parts: [Any] { value.map { [$0] } ?? [] } }

    func models(in value: Any) -> [any WritableModel] {
      let own = (value as? any WritableModel).map { [$0] } ?? []
      return own + ((value as? any Composed)?.parts ?? []).flatMap { models(in: $0) }
    }

    func row<Model: WritableModel>(_ type: Model.Type, _ text: String, _ written: String, _ part: String) {
      let model = try? Model(json: text)
      let isValid = (try? Model.issues(in: Array(text.utf8)))?.isEmpty
      guard isValid == (model != nil) else { return print("valid: \(isValid == true)") }
      guard let model else { return print("refused") }
      guard let back = try? JSONValue(model), back == (try? JSONValue(parsing: written)) else { return print("changed") }
      let value = try? JSONValue(parsing: part)
      let found = models(in: model).filter { value?.isNull == true || (try? JSONValue($0)) == value }
      let names = found.map { Swift.String(reflecting: Swift.type(of: $0)).split(separator: ".").dropFirst() }
      print(names.map { $0.joined(separator: ".") }.joined(separator: " "))
    }

    """#
}
