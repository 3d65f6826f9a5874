import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import SwiftCompilation
import Testing

@testable import CodegenCore

/// Names last: a type's former name remains as a deprecated alias, until the lock forgets it.
@Suite struct FormerNameTests {
  /// The files and the lock generated from schemas, by path.
  private func generate(
    _ schemas: [String: String], lock: JSONValue? = nil, prefix: String = "", namespace: String? = nil
  ) throws -> CodegenOutput {
    let documents = try schemas.keys.sorted().map { path in
      SchemaDocument(
        uri: "https://names.example/" + path, name: path,
        source: try JSONDocument(parsing: Array((schemas[path] ?? "").utf8)))
    }
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.namePrefix = prefix
    configuration.namespace = namespace
    return try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "", lock: lock,
        templates: SwiftTemplates.all))
  }

  /// `Old = New` for each typealias, with the enclosing type.
  private func aliases(_ output: CodegenOutput) -> [String] {
    var aliases: [String] = []
    for file in output.files.sorted(by: { $0.path < $1.path }) {
      var around = ""
      for line in file.contents.split(separator: "\n") {
        if line.hasPrefix("extension ") { around = line.split(separator: " ")[1] + "." }
        if line.hasPrefix("}") { around = "" }
        guard let range = line.firstRange(of: "public typealias "), !line.contains("PatchedModel") else { continue }
        aliases.append(around + line[range.upperBound...])
      }
    }
    return aliases.sorted()
  }

  private static let order = #"""
    {"type": "object", "properties": {"status": {"enum": ["open", "paid"]}, "lines": {"type": "array", "items":
     {"type": "object", "properties": {"sku": {"type": "string"}, "count": {"type": "integer"}}}}}}
    """#

  @Test("a namespace keeps the former names: at the top level, in it, but none that is its own")
  func namespaces() throws {
    let schemas = [
      "order.schema.json": Self.order, "API.schema.json": "{\"type\": \"object\", \"properties\": {\"a\": {}}}",
    ]
    let top = try generate(schemas)
    #expect(aliases(top) == [])
    let nested = try generate(schemas, lock: top.lock, namespace: "API")
    #expect(aliases(nested) == ["Order = API.Order"])
    #expect(nested.diagnostics.map(\.message).contains { $0.contains("former name 'API'") })
    let again = try generate(schemas, lock: nested.lock, namespace: "API")
    #expect(aliases(again) == ["Order = API.Order"])
    #expect(again.lock == nested.lock)
    // A type that is called otherwise in the namespace.
    let named = Self.order.replacing(
      "{\"type\": \"object\", \"properties\": {\"status",
      with: "{\"x-swift\": {\"name\": \"Bill\"}, \"type\": \"object\", \"properties\": {\"status")
    let renamed = try generate(["order.schema.json": named], lock: nested.lock, namespace: "API")
    #expect(aliases(renamed) == ["API.Order = API.Bill", "Order = API.Bill"])
  }

  @Test("components of OpenAPI are not named after the namespace of Swift")
  func components() throws {
    let document = SchemaDocument(
      uri: "https://names.example/order", name: "order.schema.json",
      source: try JSONDocument(parsing: Array(Self.order.utf8)))
    var configuration = Configuration()
    configuration.namespace = "API"
    configuration.outputs.openapi = "openapi.json"
    let output = try CodegenPipeline.documented(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all))
    let openAPI = try JSONValue(parsing: try #require(output.files.first { $0.kind == .openapi }).contents)
    #expect(openAPI["components"]?["schemas"]?.object?.map(\.key) == ["Order"])
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var before: [String: String]
    var after: [String: String]
    var prefix = ""
    var aliases: [String]
    var former: [String: String]
    var notes = 0
  }

  @Test(
    "a changed name is kept as a deprecated typealias",
    arguments: [
      Row(
        testDescription: "a root that x-swift names anew",
        before: ["order.schema.json": Self.order],
        after: ["order.schema.json": #"{"x-swift": {"name": "Purchase"}, "# + Self.order.dropFirst()],
        aliases: ["Order = Purchase"], former: ["Order": "https://names.example/order.schema.json#"]),
      Row(
        testDescription: "a type inside another",
        before: ["order.schema.json": Self.order],
        after: [
          "order.schema.json": Self.order.replacing(#"{"enum""#, with: #"{"x-swift": {"name": "State"}, "enum""#)
        ],
        aliases: ["Order.Status = Order.State"],
        former: ["Order.Status": "https://names.example/order.schema.json#/properties/status"]),
      Row(
        testDescription: "both at once: the inner one is in the outer one's new type",
        before: ["order.schema.json": Self.order],
        after: [
          "order.schema.json": #"{"x-swift": {"name": "Purchase"}, "#
            + Self.order.dropFirst().replacing(#"{"enum""#, with: #"{"x-swift": {"name": "State"}, "enum""#)
        ],
        aliases: ["Order = Purchase", "Purchase.Status = Purchase.State"],
        former: [
          "Order": "https://names.example/order.schema.json#",
          "Order.Status": "https://names.example/order.schema.json#/properties/status",
        ]),
      Row(
        testDescription: "another prefix", before: ["order.schema.json": Self.order],
        after: ["order.schema.json": Self.order], prefix: "Shop", aliases: ["Order = ShopOrder"],
        former: ["Order": "https://names.example/order.schema.json#"]),
      Row(
        testDescription: "a file that was moved",
        before: ["order.schema.json": Self.order], after: ["shop/purchase.schema.json": Self.order],
        aliases: ["Order = Purchase"], former: ["Order": "https://names.example/shop/purchase.schema.json#"]),
      Row(
        testDescription: "a file that was moved and changed: the members are the same",
        before: ["order.schema.json": Self.order],
        after: ["purchase.schema.json": Self.order.replacing(#""integer""#, with: #""number""#)],
        aliases: ["Order = Purchase"], former: ["Order": "https://names.example/purchase.schema.json#"]),
      Row(
        testDescription: "a definition that became a file",
        before: [
          "order.schema.json":
            ##"{"type": "object", "properties": {"to": {"$ref": "#/$defs/address"}}, "$defs": {"address": "##
            + ##"{"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}}}}"##
        ],
        after: [
          "order.schema.json": #"{"type": "object", "properties": {"to": {"$ref": "place.schema.json"}}}"#,
          "place.schema.json":
            #"{"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}}"#,
        ],
        aliases: ["Order.Address = Place"], former: ["Order.Address": "https://names.example/place.schema.json#"]),
      Row(
        testDescription: "two that look alike are not told apart, and no name is kept",
        before: ["a.schema.json": Self.order],
        after: ["b.schema.json": Self.order, "c.schema.json": Self.order], aliases: [], former: [:]),
      Row(
        testDescription:
          "a name that another type has now is left out, with a note; what stood inside it stays",
        before: ["order.schema.json": Self.order],
        after: [
          "order.schema.json": #"{"x-swift": {"name": "Purchase"}, "# + Self.order.dropFirst(),
          "other.schema.json":
            #"{"x-swift": {"name": "Order"}, "type": "object", "properties": {"a": {"type": "null"}}}"#,
        ],
        aliases: ["Order.Line = Purchase.Line", "Order.Status = Purchase.Status"],
        former: [
          "Order.Line": "https://names.example/order.schema.json#/properties/lines/items",
          "Order.Status": "https://names.example/order.schema.json#/properties/status",
        ], notes: 1),
      Row(
        testDescription: "a type that is gone leaves nothing", before: ["order.schema.json": Self.order],
        after: ["a.schema.json": #"{"type": "object", "properties": {"b": {"type": "string"}}}"#], aliases: [],
        former: [:]),
    ])
  func keepsFormerNames(_ row: Row) throws {
    let first = try generate(row.before)
    #expect(aliases(first) == [] && first.lock["former"] == nil)
    let second = try generate(row.after, lock: first.lock, prefix: row.prefix)
    #expect(aliases(second) == row.aliases)
    func former(_ output: CodegenOutput) -> [String: String] {
      let members = output.lock["former"]?.object ?? [:]
      return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.string ?? "") })
    }
    #expect(former(second) == row.former)
    #expect(second.diagnostics.count { $0.severity == .note && $0.message.contains("former name") } == row.notes)
    // The next run has the same result and adds nothing.
    let third = try generate(row.after, lock: second.lock, prefix: row.prefix)
    #expect(third.files == second.files && third.lock == second.lock)
    #expect(!third.diagnostics.contains { $0.message.contains("former name") })
  }

  @Test("names are kept through several changes, until the lock forgets them or a type takes its name again")
  func lasts() throws {
    func named(_ name: String) -> [String: String] {
      ["order.schema.json": #"{"x-swift": {"name": "\#(name)"}, "# + Self.order.dropFirst()]
    }
    let first = try generate(["order.schema.json": Self.order])
    let second = try generate(named("Purchase"), lock: first.lock)
    let third = try generate(named("Sale"), lock: second.lock)
    #expect(aliases(third) == ["Order = Sale", "Purchase = Sale"])
    var lock = third.lock.object ?? JSONObject()
    lock["former"] = ["Purchase": lock["former"]?["Purchase"] ?? .null]
    #expect(aliases(try generate(named("Sale"), lock: .object(lock))) == ["Purchase = Sale"])
    let back = try generate(named("Order"), lock: third.lock)
    #expect(aliases(back) == ["Purchase = Order", "Sale = Order"])
    // Moved after it was renamed: all names move along.
    let moved = try generate(["sale.schema.json": Self.order], lock: third.lock)
    #expect(aliases(moved) == ["Order = Sale", "Purchase = Sale"])
  }

  @Test("a folder that is moved takes everything along, including types that look alike")
  func folder() throws {
    let alike =
      #"{"type": "object", "properties": {"a": {"enum": ["x", "y"]}, "a#patch": {"type": "object", "properties": {"n": true}, "x-patch": true}}, "x-patch": true}"#
    func files(_ folder: String, _ name: String) -> [String: String] {
      ["\(folder)/one.schema.json": Self.order, "\(folder)/two.schema.json": alike].merging(
        ["other.schema.json": ##"{"$defs": {"a": \##(alike)}, "$ref": "#/$defs/a", "x-swift": {"name": "\##(name)"}}"##]
      ) { first, _ in first }
    }
    let first = try generate(files("old", "Other"))
    let second = try generate(files("new", "Third"), lock: first.lock)
    #expect(aliases(second) == ["Other = Third"])
    let third = try generate(
      files("newer", "Third").mapValues { $0.replacing("\"y\"", with: "\"z\"") }, lock: second.lock)
    #expect(aliases(third) == ["Other = Third"])
  }

  @Test("the names in a lock of the first edition are former names")
  func earlierLock() throws {
    let lock: JSONValue = [
      "version": 1,
      "types": [
        "https://names.example/order.schema.json#": "Order",
        "https://names.example/order.schema.json#/properties/status": "Mood",
      ],
    ]
    #expect(
      aliases(try generate(["order.schema.json": Self.order], lock: lock, prefix: "Shop"))
        == ["Order = ShopOrder", "ShopOrder.Mood = ShopOrder.Status"])
    let renamed = Self.order.replacing(#"{"enum""#, with: #"{"x-swift": {"name": "State"}, "enum""#)
    #expect(aliases(try generate(["order.schema.json": renamed], lock: lock)) == ["Order.Mood = Order.State"])
  }

  @Test("an invalid former name in an edited lock is ignored")
  func hostileLock() throws {
    var lock = try generate(["order.schema.json": Self.order]).lock.object ?? JSONObject()
    let location: JSONValue = "https://names.example/order.schema.json#"
    lock["former"] = [
      "A = Int; struct B {}": location, "": location, "Order.": location, "String": location, "Gone.A": location,
    ]
    let output = try generate(["order.schema.json": Self.order], lock: .object(lock))
    #expect(aliases(output) == [] && output.lock["former"] == nil)
    #expect(output.diagnostics.count { $0.message.contains("former name") } == 5)
  }

  private static let cart = #"""
    {"type": "object", "properties": {"sum": {"type": "number"SUM}, "kind": {"enum": ["a", "b"]KIND}, "tax": {"type":
     "string"TAX}}, "required": ["tax"], "x-patch": true}
    """#

  private static func cart(_ sum: String = "", kind: String = "", tax: String = "") -> [String: String] {
    ["cart.schema.json": cart.replacing("SUM", with: sum).replacing("KIND", with: kind).replacing("TAX", with: tax)]
  }

  /// The deprecated properties and static members of the generated text.
  private func members(_ output: CodegenOutput) -> [String] {
    let text = output.files.first { $0.path == "Cart.swift" }?.contents ?? ""
    let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    return zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("@available(*, deprecated, renamed: ") }
      .map { String($0.1.dropFirst("public ".count)) }
  }

  @Test("members and cases renamed by x-swift and x-enum-varnames keep their old names, in the twin too")
  func keepsFormerMembers() throws {
    let first = try generate(Self.cart())
    #expect(members(first) == [] && first.lock["members"] == [:])
    let renamed = Self.cart(
      #", "x-swift": {"name": "total"}"#, kind: #", "x-enum-varnames": ["first", "b"]"#,
      tax: #", "x-swift": {"name": "duty"}"#)
    let second = try generate(renamed, lock: first.lock)
    let expected = [
      "var sum: Double? {", "var tax: String {", "static var a: Self { .first }", "var sum: Presence<Double> {",
      "var tax: String? {",
    ]
    #expect(members(second).sorted() == expected.sorted())
    #expect(second.lock["formerMembers"] == ["Cart.Kind.a": "\"a\"", "Cart.sum": "sum", "Cart.tax": "tax"])
    #expect(try generate(renamed, lock: second.lock).files == second.files)
    // Another rename, next to another member: the first names stay, and so do the second ones.
    let third = try generate(
      [
        "cart.schema.json": (Self.cart(#", "x-swift": {"name": "amount"}"#)["cart.schema.json"] ?? "")
          .replacing(#""properties": {"#, with: #""properties": {"total": {"type": "null"}, "#)
      ], lock: second.lock)
    #expect(members(third).filter { $0.hasPrefix("var ") }.prefix(2) == ["var sum: Double? {", "var duty: String {"])
    #expect(
      third.diagnostics.map(\.message) == [
        "no deprecated member is generated for the former name 'Cart.total': it is in use, or not a Swift name"
      ])
    // The schema's own names again: the assigned ones are former.
    let back = try generate(Self.cart(), lock: second.lock)
    #expect(back.lock["formerMembers"] == ["Cart.Kind.first": "\"a\"", "Cart.duty": "tax", "Cart.total": "sum"])
    // Other members as well: the former name of the new one is unknown.
    let other = try generate(
      ["cart.schema.json": #"{"type": "object", "properties": {"new": {"x-swift": {"name": "b"}}, "tax": {}}}"#],
      lock: first.lock)
    #expect(members(other) == [])
    // A lock without assigned names: nothing counts as renamed.
    var silent = first.lock.object ?? JSONObject()
    silent["members"] = nil
    #expect(members(try generate(renamed, lock: .object(silent))) == [])
    // Written by hand, and not a name.
    var lock = first.lock.object ?? JSONObject()
    lock["formerMembers"] = [
      "Cart.a b": "sum", "Cart.A": "sum", "Cart.hasSum": "sum", "Gone.a": "sum", "Cart.x": "none",
    ]
    #expect(members(try generate(Self.cart(), lock: .object(lock))) == [])
  }

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func oldNamesCompileWithAWarning() async throws {
    let compiler = try #require(SwiftCompiler())
    let first = try generate(["order.schema.json": Self.order])
    let renamed = Self.order.dropFirst().replacing(#"{"enum""#, with: #"{"x-swift": {"name": "State"}, "enum""#)
    let second = try generate(
      ["order.schema.json": #"{"x-swift": {"name": "Purchase"}, "# + renamed], lock: first.lock)
    let folder = FileManager.default.temporaryDirectory.appending(path: "former-names-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var sources: [URL] = []
    for file in second.files {
      sources.append(folder.appending(path: file.path))
      try file.contents.write(to: folder.appending(path: file.path), atomically: false, encoding: .utf8)
    }
    let members = try generate(
      Self.cart(
        #", "x-swift": {"name": "total"}, "default": 1"#, kind: #", "x-enum-varnames": ["first", "b"]"#,
        tax: #", "x-swift": {"name": "default"}"#), lock: try generate(Self.cart()).lock)
    for file in members.files where file.path == "Cart.swift" {
      sources.append(folder.appending(path: file.path))
      try file.contents.write(to: folder.appending(path: file.path), atomically: false, encoding: .utf8)
    }
    func typecheck(_ usage: String) async throws -> SwiftCompiler.Result {
      let file = folder.appending(path: "Usage.swift")
      try usage.write(to: file, atomically: false, encoding: .utf8)
      return try await compiler.typecheck(sources + [file], languageMode: "6")
    }
    // Warnings are errors here; deprecated code may use deprecated declarations.
    let quiet = try await typecheck(
      """
      @available(*, deprecated) func usage(_ order: Order, _ cart: inout Cart) -> (Order.Status?, Cart.Kind) {
        cart.sum = 2
        cart.tax = "a"
        return (order.status, .a)
      }
      """)
    #expect(quiet.status == 0, "\(quiet.output)")
    let noisy = try await typecheck("func usage(_ order: Order) {}\n")
    #expect(noisy.output.contains("'Order' is deprecated: renamed to 'Purchase'"), "\(noisy.output)")
  }
}
