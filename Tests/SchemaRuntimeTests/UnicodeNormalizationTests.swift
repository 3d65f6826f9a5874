import Foundation
import Testing

@testable import SchemaRuntime

/// Form C matches Foundation and the examples of the standard.
@Suite struct UnicodeNormalizationTests {
  @Test(
    "Examples of Unicode Standard Annex 15",
    arguments: [
      ("a base and its mark", "e\u{301}", "\u{E9}"),
      ("a scalar that is another's double", "\u{212B}", "\u{C5}"),
      ("marks in the wrong order", "d\u{307}\u{323}", "\u{1E0D}\u{307}"),
      ("a mark that finds its base behind another", "\u{1E0B}\u{323}", "\u{1E0D}\u{307}"),
      ("a composite that has to be taken apart first", "\u{1E61}\u{323}", "\u{1E69}"),
      ("a composite that is never put together", "\u{958}", "\u{915}\u{93C}"),
      ("a mark of two marks", "\u{344}", "\u{308}\u{301}"),
      ("a mark behind one of its class is kept from the base", "a\u{308}\u{301}", "\u{E4}\u{301}"),
      ("a Korean syllable of two letters", "\u{1100}\u{1161}", "\u{AC00}"),
      ("a Korean syllable of three letters", "\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
      ("a Korean syllable and a letter", "\u{AC00}\u{11A8}", "\u{AC01}"),
      ("a full Korean syllable takes no more", "\u{AC01}\u{11A8}", "\u{AC01}\u{11A8}"),
      ("four scalars of one", "\u{1F82}", "\u{1F82}"),
      ("a mark alone", "\u{301}", "\u{301}"),
      ("nothing", "", ""),
    ])
  func examples(_ name: String, _ text: String, _ expected: String) {
    let form = Normalization.formC.normalize(Array(text.unicodeScalars))
    #expect(form == Array(expected.unicodeScalars), "\(name)")
  }

  @Test("Every scalar before two marks has the same form as in Foundation, and is canonically equivalent")
  func everyScalar() {
    var differing: [UInt32] = []
    for value in 0...ScalarSet.last {
      guard let scalar = Unicode.Scalar(value), Self.mayCombine(scalar) else { continue }
      let scalars: [Unicode.Scalar] = [scalar, "\u{323}", "\u{301}"]
      let form = Normalization.formC.normalize(scalars)
      // Strings are compared by canonical equivalence. Foundation on Linux composes the lower halves of scalars beyond
      // the first plane, so it is no reference for those.
      if Self.string(form) != Self.string(scalars) || value <= 0xFFFF && form != Self.foundationForm(scalars) {
        differing.append(value)
      }
    }
    #expect(differing == [])
  }

  @Test("Random combining scalars have the same form as in Foundation", arguments: 0..<4 as Range<UInt64>)
  func randomScalars(seed: UInt64) {
    var generator = PatternGenerator(seed: seed + 40)
    // No U+11A8: Foundation on Linux does not compose it with a syllable such as U+AC00.
    let alphabet: [Unicode.Scalar] = [
      "a", "o", "s", "\u{E9}", "\u{1E61}", "\u{1F00}", "\u{3B1}", "\u{300}", "\u{301}", "\u{307}", "\u{308}", "\u{323}",
      "\u{327}", "\u{342}", "\u{345}", "\u{93C}", "\u{915}", "\u{9C7}", "\u{9BE}", "\u{1100}", "\u{1161}", "\u{AC01}",
      "\u{3099}", "\u{304B}", "\u{212B}", "\u{344}", "\u{1F82}", "\u{FB1D}", "\u{5B4}",
    ]
    for _ in 0..<2_000 {
      let scalars = (0..<generator.below(8)).map { _ in generator.pick(alphabet) }
      #expect(Normalization.formC.normalize(scalars) == Self.foundationForm(scalars), "\(scalars)")
    }
  }

  /// Excludes unassigned scalars, and three blocks of tens of thousands of similar ones.
  private static func mayCombine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3401...0x9FFE, 0x1_7001...0x1_8AFE, 0x2_0001...0x2_F7FF, 0x3_0001...: false
    default: scalar.category != .unassigned && scalar.category != .privateUse
    }
  }

  private static func foundationForm(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    Array(string(scalars).precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
