import CodegenCore
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import TestSupport
import Testing

@testable import SchemaComparison

@Suite struct CrossTests {
  /// The distance between the rows whose schemas are compared.
  private static let distances =
    Effort.factor == 1 ? [1] : [1, 2, 3, 5, 8, 13, 21, 34, 55]

  @Test("no sample contradicts a verdict about schemas of different rows", arguments: distances)
  func rows(_ distance: Int) throws {
    let sides = try ComparisonRow.all.map { row in
      try Side(graph: try Versions.version(row.old).graph, options: Versions.asserting.compilerOptions)
    }
    var figures = (held: 0, broken: 0, unknown: 0)
    for index in sides.indices {
      let other = (index + distance) % sides.count
      for pair in [[sides[index], sides[other]], [sides[other], sides[index]]] {
        let refs = [0, 1].map { Ref(side: $0, schema: pair[$0].graph.roots[0]) }
        var prover = Prover(sides: pair, budget: 5_000)
        let gaps = prover.gaps(Conjunction([refs[0]]), in: refs[1])
        if gaps.isEmpty {
          figures.held += 1
          let samples =
            ExampleSearch.samples(of: refs[0], in: pair, count: 6) + prover.examples(of: Conjunction([refs[0]]))
          let refused = samples.filter { prover.admits(refs[0], $0) && !prover.admits(refs[1], $0) }
          #expect(refused.isEmpty, "rows \(index) and \(other): \(refused)")
        } else if gaps.contains(where: { !$0.candidates.isEmpty }) {
          figures.broken += 1
        } else {
          figures.unknown += 1
        }
      }
    }
    #expect(figures.held > 20, "\(figures)")
    #expect(figures.unknown * 20 <= figures.broken, "\(figures)")
  }

  @Test("the surface and the generated Swift contain the same declarations")
  func surface() throws {
    for row in ComparisonRow.all {
      let version = try Versions.version(row.old)
      var configuration = version.configuration
      configuration.outputs.models = "Models"
      let input = CodegenPipeline.Input(
        graph: version.graph, configuration: configuration, folder: version.folder, lock: nil,
        templates: SwiftTemplates.all)
      let files = try CodegenPipeline.run(input).files.filter { !$0.path.hasPrefix("Schemas.") }
      let text = files.map(\.contents).joined(separator: "\n")
      let surface = try CodegenPipeline.surface(of: input)
      var known: Set<String> = []
      for type in surface.types {
        for member in type.members {
          known.insert(member.name)
          let declaration =
            member.name.hasSuffix(")") ? "func \(member.name.prefix { $0 != "(" })" : "var \(member.name)"
          #expect(text.contains(declaration), "\(row.sentence): \(declaration)")
          if !member.type.isEmpty, !member.name.hasSuffix(")") {
            #expect(text.contains("\(declaration): \(member.type)"), "\(row.sentence): \(declaration): \(member.type)")
          }
        }
        for parameter in type.parameters ?? [] where parameter.label != "_" {
          #expect(text.contains("\(parameter.label): \(parameter.type)"), "\(row.sentence): \(parameter)")
        }
        // Each branch of a union is a property as well.
        known.formUnion(type.cases.map(\.name))
        for item in type.cases { #expect(text.contains("case \(item.name)"), "\(row.sentence): \(item.name)") }
      }
      // Members of the models, which start at the second level, but no protocol requirements.
      known.formUnion(["schema", "checksUniqueNames", "rawValue"])
      for line in text.split(separator: "\n") {
        guard let range = line.firstRange(of: "public var ") else { continue }
        let name = String(line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        #expect(known.contains(name), "\(row.sentence): \(line)")
      }
    }
  }
}
