import JSONSchema
import SchemaRuntime
import TestSupport
import Testing

/// Schemas that are designed to take long: the time grows linearly with the text, not quadratically.
@Suite struct CostTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    /// - Parameter rows: members of `$defs`.
    init(_ name: String, _ head: String, _ rows: [String], _ tail: String = "") {
      testDescription = name
      text = "{\(head)\"$defs\":{\(rows.joined(separator: ","))}\(tail)}"
    }
  }

  private static let longName = String(repeating: "x", count: 100_000)

  private static func list(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map(row).joined(separator: ",")
  }

  private static func anchored(_ prefix: String, _ count: Int) -> [String] {
    (0..<count).map { #""\#(prefix)\#($0)":{"$dynamicAnchor":"a\#($0)"}"# }
  }

  private static let chain =
    (0..<2_000).map { ##""c\##($0)":{"properties":{"a":{"$ref":"#/$defs/c\##($0 + 1)"}}}"## }
    + [##""c2000":{"allOf":[\##(list(2_000) { ##"{"$dynamicRef":"#a\##($0)"}"## })]}"##]

  static let shapes = [
    Shape(
      "many schemas below a long name", "", [#""\#(longName)":{"properties":{\#(list(4_000) { #""a\#($0)":{}"# })}}"#]),
    Shape(
      "many references below a long URI", #""$id":"https://example.com/\#(longName)","#,
      (0..<4_000).map { ##""d\##($0)":{"$ref":"#"}"## }),
    Shape(
      "a chain of schemas that ask for many dynamic anchors", #""$id":"https://example.com/","$ref":"r","#,
      anchored("e", 2_000) + [
        ##""r":{"$id":"r","$ref":"#/$defs/c0","$defs":{\##((anchored("d", 2_000) + chain).joined(separator: ","))}}"##
      ]),
    Shape(
      "many resources with one dynamic anchor",
      #""$id":"https://example.com/","$dynamicAnchor":"t","allOf":[\#(list(2_000) { #"{"$ref":"r\#($0)"}"# })],"#,
      (0..<2_000).map {
        ##""r\##($0)":{"$id":"r\##($0)","$dynamicAnchor":"t","properties":{"a":{"$dynamicRef":"#t"}}}"##
      }),
    Shape(
      "many anchors, and references to others",
      ##""allOf":[\##(list(300) { ##"{"$ref":"#another-name-\##($0)"}"## })],"##,
      (0..<20_000).map { #""d\#($0)":{"$anchor":"a\#($0)"}"# }),
  ]

  @Test("a schema designed to take long does not", arguments: shapes)
  func isLinear(_ shape: Shape) throws {
    let documents = try documents([shape.text])
    let time = ProcessorTime.measure { _ = try? SchemaResolver.resolve(documents) }
    #expect(time < .seconds(20))
  }
}
