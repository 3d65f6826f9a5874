import SchemaDemands
import SchemaRuntime
import SchemaStrings

/// What a program's patterns make together, each worked out when it is first asked for.
struct PatternWalks: Sendable {
  /// Patterns that match, and patterns that do not.
  struct Patterns: Hashable {
    var required: Set<String>
    var forbidden: Set<String> = []
  }

  /// Lengths in Unicode scalars: of the range, beyond the shortest ones only up to `preferred`.
  struct Lengths: Hashable {
    var range: ClosedRange<Int>
    var preferred: Int
  }

  /// The texts that match some patterns and do not match others, and those of some lengths among them.
  struct Found {
    fileprivate(set) var walks: [(product: PatternProduct, reach: PatternProduct.Reach)]
    /// Whether those are such texts, and whether they are all.
    fileprivate(set) var isExact: Bool
    fileprivate(set) var isCovering: Bool
  }

  private struct ReachKey: Hashable {
    var patterns: Patterns
    var lengths: Lengths
  }

  /// Tables that are kept; each takes up to some megabytes.
  private static let maximumKept = 32

  // Small, because callers check every text. Products of many patterns have too many states.
  private var library = PatternLibrary(byteCount: 1 << 14, maximumStates: 2_500, maximumGraphs: 12)
  private var products: [Patterns: PatternLibrary.Products?] = [:]
  private var reaches: [ReachKey: [PatternProduct.Reach]] = [:]

  /// The texts of some lengths that match the first patterns and none of the others; nil where an automaton would be
  /// too large.
  mutating func find(_ patterns: Patterns, _ lengths: Lengths) -> Found? {
    let made = products[patterns] ?? make(patterns)
    products[patterns] = .some(made)
    guard let made else { return nil }
    let key = ReachKey(patterns: patterns, lengths: lengths)
    let found =
      reaches[key] ?? made.products.map { $0.reach(lengths.range, preferred: lengths.preferred) }
    if reaches.count >= Self.maximumKept { reaches = [:] }
    reaches[key] = found
    return Found(walks: Array(zip(made.products, found)), isExact: made.isExact, isCovering: made.isCovering)
  }

  /// Texts among which are all that match the first patterns and none of the others, where they are few.
  mutating func language(_ patterns: Patterns, scalars range: ClosedRange<Int>, atMost count: Int) -> [String]? {
    guard let made = products[patterns] ?? make(patterns), made.isCovering else { return nil }
    var texts: [String] = []
    for var product in made.products {
      guard let more = product.language(atMost: count, scalars: range) else { return nil }
      texts += more
    }
    return texts.count > count ? nil : texts
  }

  private mutating func make(_ patterns: Patterns) -> PatternLibrary.Products? {
    library.products(required: patterns.required.sorted(), forbidden: patterns.forbidden.sorted(), isExplored: true)
  }
}
