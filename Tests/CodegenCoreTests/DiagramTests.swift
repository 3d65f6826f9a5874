import SchemaRuntime
import Testing

@testable import CodegenCore
@testable import CodegenDocumentation

/// Drawings: boxes do not overlap, lines run from left to right, and unreadable drawings are omitted.
@Suite struct DiagramTests {
  private typealias Edge = LayeredLayout.Edge

  @Test(
    "in any graph, a referring box is to the left of its target",
    arguments: [
      ("a chain", 4, [(0, 1), (1, 2), (2, 3)], [0, 1, 2, 3]),
      ("a diamond", 4, [(0, 1), (0, 2), (1, 3), (2, 3)], [0, 1, 1, 2]),
      ("a long way beside a short one", 4, [(0, 1), (1, 2), (0, 2), (3, 2)], [0, 1, 2, 1]),
      ("a cycle", 3, [(0, 1), (1, 2), (2, 0)], [0, 1, 2]), ("itself", 2, [(0, 0), (0, 1), (0, 1)], [0, 1]),
      ("nothing", 0, [], []),
    ] as [(String, Int, [(Int, Int)], [Int])])
  func layers(_ what: String, _ count: Int, _ edges: [(Int, Int)], _ expected: [Int]) {
    let layout = LayeredLayout(nodeCount: count, edges: edges.map { Edge(from: $0.0, to: $0.1) })
    #expect(Array(layout.layers.prefix(count)) == expected)
  }

  @Test("parallel lines do not cross")
  func crossings() {
    let edges = [Edge(from: 0, to: 5), Edge(from: 1, to: 4), Edge(from: 2, to: 3)]
    let layout = LayeredLayout(nodeCount: 6, edges: edges)
    let order = layout.columns.map { $0.filter { $0 < 6 } }
    #expect(order == [[0, 1, 2], [5, 4, 3]] || order == [[2, 1, 0], [3, 4, 5]])
  }

  @Test("boxes of a column do not overlap")
  func boxesLieApart() {
    var edges: [Edge] = []
    for node in 0..<40 { edges += [Edge(from: node, to: node * 7 % 40), Edge(from: node, to: node * 11 % 40)] }
    let layout = LayeredLayout(nodeCount: 40, edges: edges)
    let tops = layout.tops(boxHeight: 30, dummyHeight: 8, gap: 10)
    for column in layout.columns {
      for (upper, lower) in zip(column, column.dropFirst()) {
        #expect(tops[lower] - tops[upper] >= (upper < 40 ? 30 : 8) + 9)
      }
    }
  }

  @Test("a diagram shows references in both directions; if there are many, some and a box for the rest")
  func relations() throws {
    let users = (0..<20).map {
      (name: "user-\($0)", text: #"{"type": "object", "properties": {"a": {"$ref": "used.schema.json"}}}"#)
    }
    let builder = try DocumentingSite.builder(users + [("used", #"{"type": "object", "properties": {"a": {}}}"#)])
    let page = try #require(builder.pages.first { $0.name == "used" })
    let drawing = try #require(
      RelationDiagram.diagram(of: page.index, usedBy: page.usedBy.map(\.index), uses: page.uses, in: builder.site))
    #expect(drawing.boxes.count == 13 && drawing.lines.count == 12)
    #expect(drawing.boxes.contains { $0.text == "9 more" && $0.target == .fragment("used-by") })
    #expect(drawing.boxes.allSatisfy { $0.x + $0.width <= drawing.width && $0.y + Diagram.boxHeight <= drawing.height })
    let html = try #require(try builder.files().first { $0.path == "used.html" }).contents
    #expect(html.contains(##"<a href="#used-by">"##) && html.contains(#"id="used-by""#))
  }

  @Test("the index draws only readable sets")
  func overview() throws {
    func index(_ count: Int) throws -> String {
      let schemas = (0..<count).map { index in
        (
          name: "s-\(index)",
          text: #"{"type": "object", "properties": {"a": {"$ref": "s-\#((index + 1) % count).schema.json"}}}"#
        )
      }
      return try #require(try DocumentingSite.builder(schemas).files().first { $0.path == "index.html" }).contents
    }
    #expect(try index(10).contains("<svg"))
    #expect(try !index(100).contains("<svg"))
  }
}
