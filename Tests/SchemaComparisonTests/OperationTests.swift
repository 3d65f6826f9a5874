import Foundation
import JSONSchema
import SchemaComparison
import SchemaLoading
import SchemaRuntime
import Testing

/// `Pairs/operation-edits.json`: edits of API descriptions in four versions of the format, written independently of the
/// comparison, with the verdict for old clients that the specifications give.
@Suite struct OperationTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: JSONValue
    var patch: JSONValue
    var verdict: String
    /// The operation concerned; nil for all.
    var place: String?
  }

  static let edits: [Edit] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Pairs/operation-edits.json")
    guard let data = try? Data(contentsOf: file), let value = try? JSONValue(parsing: [UInt8](data)) else { return [] }
    return (value["edits"]?.array ?? []).map { edit in
      let base = edit["base"]?.string ?? ""
      return Edit(
        testDescription: "\(base): \(edit["name"]?.string ?? "")", old: value["bases"]?[base] ?? .null,
        patch: edit["patch"] ?? .null, verdict: edit["verdict"]?.string ?? "", place: edit["where"]?.string)
    }
  }()

  private static func version(_ description: JSONValue) throws -> SchemaComparison.Version {
    let container =
      description["swagger"] == nil ? JSONPointer(["components", "schemas"]) : JSONPointer(["definitions"])
    let document = SchemaDocument(
      uri: "file:///api.json", name: "api.json", source: try JSONDocument(parsing: description.json(.pretty)),
      extent: .members(of: container))
    var options = SchemaResolver.Options()
    let graph = try SchemaResolver.resolve([document], options: options).graph
    options.reading = { _ in SchemaResolver.Reading(operations: .forComparison) }
    var version = SchemaComparison.Version(graph: graph)
    version.api = try SchemaResolver.resolve([document], options: options).graph
    return version
  }

  private static func report(_ old: JSONValue, _ new: JSONValue) throws -> ComparisonReport {
    try SchemaComparison.compare(old: try version(old), new: try version(new))
  }

  @Test("an edit of a description has the verdict for old clients that it should have", arguments: edits)
  func verdict(of edit: Edit) throws {
    var new = edit.old
    try SchemaOverlay.Override(pointer: JSONPointer(), patch: edit.patch).apply(to: &new)
    let report = try Self.report(edit.old, new)
    let ofOperations = report.changes.filter { $0.rule.isOfOperations || $0.effect(on: .api) != .none }
    let words = report.textLines.joined(separator: "\n")
    switch edit.verdict {
    case "breaking":
      let breaks = ofOperations.filter { $0.effect(on: .api) == .breaks && !$0.isBeyondDeclared }
      #expect(report.isBroken(.api, isStrict: false) && report.step == .major, "\(words)")
      if let place = edit.place { #expect(Set(breaks.map(\.schema)) == [place], "\(words)") }
    case "compatible":
      #expect(!report.isBroken(.api, isStrict: false) && report[.api].answer == .holds, "\(words)")
      #expect(!ofOperations.isEmpty || !report.changes.isEmpty, "\(words)")
    default:
      #expect(report[.api].answer == .holds && ofOperations.isEmpty && report.step < .major, "\(words)")
    }
    // Nothing is different from itself.
    let same = try Self.report(new, new)
    #expect(same[.api].answer == .holds && same.changes.isEmpty && same.step == .none)
  }

  /// A description with a webhook, a callback, links and a member that only responses have.
  private static func calls(
    body: String = #"{"type": "string", "enum": ["a", "b"]}"#, answer: String = #"{"type": "integer", "maximum": 5}"#,
    item: String = #"{"type": "object", "required": ["id"], "properties": {"id": {"readOnly": true}}}"#,
    links: String = "{}"
  ) throws -> JSONValue {
    let call = #"""
      {"post": {"requestBody": {"content": {"application/json": {"schema": \#(body)}}},
                "responses": {"200": {"content": {"application/json": {"schema": \#(answer)}}}}}}
      """#
    return try JSONValue(
      parsing: ##"""
        {"openapi": "3.1.0", "info": {"title": "T", "version": "1"},
         "webhooks": {"changed": \##(call)},
         "paths": {"/a": {"put": {
           "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}},
           "responses": {"204": {"description": "Done.", "links": \##(links)}},
           "callbacks": {"later": {"{$request.body#/url}": \##(call)}}}}},
         "components": {"schemas": {"Item": \##(item)}}}
        """##)
  }

  @Test("webhooks and callbacks are calls to the client, so that their bodies may narrow and their answers widen")
  func callsToClients() throws {
    let old = try Self.calls()
    let wider = try Self.report(old, Self.calls(body: #"{"type": "string"}"#))
    #expect(wider.isBroken(.api, isStrict: false) && wider.changes.map(\.schema).contains("webhook POST changed"))
    let narrower = try Self.report(old, Self.calls(body: #"{"type": "string", "enum": ["a"]}"#))
    #expect(narrower[.api].answer == .holds && !narrower.changes.isEmpty, "\(narrower.textLines)")
    #expect(try Self.report(old, Self.calls(answer: #"{"type": "integer"}"#))[.api].answer == .holds)
    let lower = try Self.report(old, Self.calls(answer: #"{"type": "integer", "maximum": 4}"#))
    #expect(lower[.api].answer == .broken, "\(lower.textLines)")
  }

  @Test("requests are compared without the members that are read only")
  func readOnly() throws {
    // A request never had the member, so that clients need not change.
    let old = try Self.calls()
    let item = #"{"type": "object", "required": ["id"], "properties": {"id": {"readOnly": true, "type": "string"}}}"#
    #expect(try Self.report(old, Self.calls(item: item))[.api].answer == .holds)
    let sent = #"{"type": "object", "required": ["id"], "properties": {"id": {}}}"#
    #expect(try Self.report(old, Self.calls(item: sent))[.api].answer == .broken)
  }

  @Test("what is not compared is named, and the answer is undecided")
  func links() throws {
    let report = try Self.report(Self.calls(), Self.calls(links: #"{"next": {"operationId": "b"}}"#))
    #expect(
      report[.api].answer == .unknown && report.uncompared.map { $0.new?.pointer.description } == ["/paths/~1a/put"])
  }

  /// An API with a shared schema, and a path that another one refers to.
  private static func shop(
    _ extra: String = "", pet: String = #"{"type": "object", "properties": {"a": {}}}"#,
    limit: String = ##"{"$ref": "#/components/schemas/Text", "maxLength": 5}"##, sign: String = "",
    header: String = #""x-total": {"required": true, "schema": {"type": "integer"}}"#,
    alias: String = ##", "/alias": {"$ref": "#/paths/~1b"}"##, variables: String = #"["eu", "us"]"#,
    type: String = "application/json"
  ) throws -> JSONValue {
    try JSONValue(
      parsing: ##"""
        {"openapi": "3.1.0", "info": {"title": "T", "version": "1"},
         "servers": [{"url": "https://{r}.example", "variables": {"r": {"default": "eu", "enum": \##(variables)}}}],
         "paths": {
           "/a": {"get": {"parameters": [{"name": "q", "in": "query", "schema": \##(limit)}],
             "responses": {"200": {"headers": {\##(header)}, "content": {"application/json": {
               "schema": {"$ref": "#/components/schemas/Pet"}}}}}}},
           "/b": {"post": {"requestBody": {"content": {"\##(type)": {
             "schema": {"$ref": "#/components/schemas/Chain"}}}},
             "callbacks": {"on": {"{$request.body#/u}": {"$ref": "#/paths/~1c"}}},
             "responses": {"204": {"description": "d"}}}},
           "/c": {"post": {"operationId": "c", "responses": {"204": {"description": "d"}}\##(sign)}}\##(alias)\##(extra)},
         "components": {"schemas": {"Pet": \##(pet), "Text": {"type": "string"},
           "Chain": {"$ref": "#/components/schemas/Pet", "minProperties": 0}}}}
        """##)
  }

  static let shopBreaks: [(name: String, change: @Sendable () throws -> JSONValue, place: String)] = [
    (
      "a schema that narrows in a response and so in a request",
      { try shop(pet: #"{"type": "object", "required": ["a"], "properties": {"a": {}}}"#) }, "POST /b"
    ),
    (
      "a limit beside a reference", { try shop(limit: ##"{"$ref": "#/components/schemas/Text", "maxLength": 2}"##) },
      "GET /a"
    ),
    ("a header whose name begins with x-", { try shop(header: "") }, "GET /a"),
    ("a path that is another one", { try shop(alias: "") }, "POST /alias"),
    ("a path that is also a callback", { try shop(sign: #", "security": [{"key": []}]"#) }, "POST /c"),
    ("everything", { ["openapi": "3.1.0", "paths": [:], "components": ["schemas": [:]]] }, "GET /a"),
  ]

  @Test("a break is found wherever it is written", arguments: 0..<6)
  func isFound(_ index: Int) throws {
    let row = Self.shopBreaks[index]
    let report = try Self.report(Self.shop(), row.change())
    let places = report.changes.filter { $0.effect(on: .api) == .breaks }.map(\.schema)
    #expect(report[.api].answer == .broken && places.contains(row.place), "\(row.name): \(report.textLines)")
  }

  @Test("what changes nothing for a client is no break")
  func harmless() throws {
    #expect(try Self.report(Self.shop(), Self.shop(type: "application/json; charset=utf-8"))[.api].answer == .holds)
    let unread = try Self.report(Self.shop(), Self.shop(variables: #"["eu"]"#))
    #expect(unread[.api].answer == .unknown && !unread.uncompared.isEmpty, "\(unread.textLines)")
  }

  @Test("callbacks that refer to one another without end are read once")
  func endlessCallbacks() throws {
    let paths = (0..<3_000).map { index in
      ##"""
      "/p\##(index)": {"post": {"responses": {"204": {"description": "d"}},
        "callbacks": {"on": {"{$url}": {"$ref": "#/paths/~1p\##((index + 1) % 3_000)"}}}}}
      """##
    }
    let api = try JSONValue(parsing: #"{"openapi": "3.1.0", "paths": {"# + paths.joined(separator: ",") + "}}")
    #expect(try Self.version(api).api?.operations.count == 6_000)
  }

  @Test("there are forty edits")
  func count() { #expect(Self.edits.count == 40) }
}

extension ChangeRule {
  /// Whether the rule is about operations rather than schemas.
  fileprivate var isOfOperations: Bool {
    let words = ["operation-", "parameter-", "body-", "media-type-", "response-", "header-", "security-", "server-"]
    return words.contains { id.hasPrefix($0) }
  }
}
