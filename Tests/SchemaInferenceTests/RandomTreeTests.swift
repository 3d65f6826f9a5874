import CodegenCore
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaInference
import SchemaRuntime
import SchemaValidation
import TestSupport
import SwiftCompilation
import Testing

/// Values that contain similar values: expressions, trees, comments. A folded definition must hold at every level.
@Suite struct RandomTreeTests {
  static let rows: [(name: String, payloads: [String])] = [
    (
      "objects of a tag and objects without one, deep within each other",
      [#"{"args":[{"args":[{"op":"like","args":[]}]}]}"#, #"{"args":[{"op":"like","args":[{}]}]}"#]
    ),
    (
      "a negative number at the deepest level of twenty",
      [
        #"{"n":["# + (0..<20).map { #"{"op":"a","v":\#($0),"n":[]}"# }.joined(separator: ",")
          + #",{"n":[{"op":"a","v":1,"n":[]}]},{"op":"a","v":1,"n":[{"v":-1}]}]}"#
      ]
    ),
    (
      "a map whose values hold it, and others",
      [
        #"{"1":{"id":1,"name":"a","2":{"id":1,"name":"b"}},"3":{"x":true}}"#,
        #"{"4":{"5":{"6":{"id":"z"}}}}"#,
      ]
    ),
  ]

  @Test("a folded definition accepts every level", arguments: rows)
  func acceptsLevels(_ row: (name: String, payloads: [String])) throws {
    let schema = try inferred(row.payloads)
    let validator = try validator(schema)
    for payload in row.payloads {
      let result = validator.validate(Array(payload.utf8))
      #expect(result.isValid, "\(payload): \(result) by \(schema.text(.pretty))")
    }
  }

  @Test("schemas of random trees accept all of them, and so do schemas widened by further trees")
  func accepts() throws {
    var random = RandomTrees(seed: Effort.seed)
    for round in 0..<Effort.rounds(quick: 30, thorough: 60) {
      let payloads = random.group()
      let schema = Self.schema(of: payloads)
      try expectAll(payloads, schema, "round \(round) of seed \(Effort.seed)")
      let more = random.group()
      do {
        let widened = try Self.inference(more).widening(schema)
        try expectAll(payloads + more, widened, "round \(round) of seed \(Effort.seed), widened")
      } catch let error as WideningError {
        // Untagged objects in a choice of tagged ones cannot be classified automatically.
        #expect(error.kind == .choice, "round \(round): \(error)")
      }
    }
  }

  private static func inference(_ payloads: [JSONDocument]) -> SchemaInference {
    var inference = SchemaInference()
    for payload in payloads { inference.observe(payload) }
    return inference
  }

  private static func schema(of payloads: [JSONDocument]) -> JSONValue { inference(payloads).schema(title: "Tree") }

  private func expectAll(_ payloads: [JSONDocument], _ schema: JSONValue, _ name: String) throws {
    let validator = try validator(schema)
    for payload in payloads {
      let result = validator.validate(payload.text)
      guard !result.isValid else { continue }
      Issue.record("\(name): \(payload.value.text()): \(result) by \(schema.text(.pretty))")
      return
    }
  }

  @Test(
    "generated models read and write random trees",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func generated() async throws {
    var random = RandomTrees(seed: Effort.seed &+ 1)
    let groups = (0..<Effort.rounds(quick: 2, thorough: 4)).map { _ in random.group() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "trees-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var documents: [SchemaDocument] = []
    var arguments: [String] = []
    for (number, group) in groups.enumerated() {
      let name = "tree\(number)"
      documents.append(
        SchemaDocument(
          uri: "https://inferred.example/\(name).schema.json", name: name + ".schema.json",
          source: try JSONDocument(parsing: Self.schema(of: group).json(.pretty))))
      for (index, payload) in group.enumerated() {
        let file = folder.appending(path: "\(number)-\(index).json")
        try Data(payload.text).write(to: file)
        arguments += [name, file.path]
      }
    }
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.formats.assert = StandardFormats.names
    let output = try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all))
    var sources: [URL] = []
    for file in output.files {
      let url = folder.appending(path: file.path.split(separator: "/").last.map(String.init) ?? file.path)
      try Data(file.contents.utf8).write(to: url)
      sources.append(url)
    }
    let main = folder.appending(path: "main.swift")
    try Data(FixtureTests.program.utf8).write(to: main)
    let compiler = try #require(SwiftCompiler())
    let program = folder.appending(path: "program")
    let compiled = try await compiler.compile(sources + [main], to: program, languageMode: "6")
    #expect(compiled.status == 0, "\(compiled.output)")
    guard compiled.status == 0 else { return }
    let ran = try await compiler.run(program.path, arguments)
    #expect(ran.status == 0 && ran.output == "\(arguments.count / 2) payloads\n", "\(ran.output)")
  }
}

/// Random values that contain values of their own kind: with and without tags, directly, in arrays, in maps.
struct RandomTrees {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// The structure of a group of trees: chosen once, so that the trees have something in common.
  private struct Style {
    var tag: String?
    var links: [String]
    var members: [String]
    var isRegular: Bool
    var depth: Int
  }

  mutating func group() -> [JSONDocument] {
    let links = ["args", "left", "right", "next", "items", "not"]
    let members = ["id", "name", "v", "at", "flag"]
    let style = Style(
      tag: [nil, "op", "type", "kind"][below(4)], links: links.filter { _ in chance(35) } + ["args"],
      members: members.filter { _ in chance(50) }, isRegular: chance(50), depth: 2 + below(4))
    return (0...below(8)).compactMap { _ in try? JSONDocument(parsing: node(style, style.depth).json()) }
  }

  private mutating func node(_ style: Style, _ depth: Int) -> JSONValue {
    var object = JSONObject()
    if let tag = style.tag, chance(style.isRegular ? 95 : 70) { object[tag] = .string(["a", "b", "like"][below(3)]) }
    for member in style.members where chance(style.isRegular ? 95 : 60) { object[member] = scalar(member) }
    guard depth > 0 else { return .object(object) }
    for link in style.links where chance(60) {
      switch below(style.isRegular ? 4 : 7) {
      case 0, 1: object[link] = .array((0..<below(4)).map { _ in node(style, depth - 1) })
      case 2, 3: object[link] = node(style, depth - 1)
      case 4: object[link] = .array([.array([node(style, depth - 1)]), scalar("id")])
      case 5:
        object[link] = .object(JSONObject((0..<below(4)).map { _ in (String(below(50)), node(style, depth - 1)) }))
      default: object[link] = scalar("v")
      }
    }
    return .object(object)
  }

  private mutating func scalar(_ member: String) -> JSONValue {
    switch (member, below(12)) {
    case (_, 0): .null
    case ("id", _): .number(JSONNumber(below(30) - 1))
    case ("name", _): .string(["on", "off", "some words"][below(3)])
    case ("at", _): .string(["2026-01-01", "2026-02-03", "soon"][chance(90) ? below(2) : 2])
    case ("flag", _): .bool(chance(50))
    case (_, 1): .string("x")
    default: .number(JSONNumber(below(20) - (chance(5) ? 3 : 0)))
    }
  }
}
