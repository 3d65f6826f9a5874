import SchemaAnalysis

/// Products of a program's patterns, each computed on first use.
struct PatternWalks: Sendable {
  /// Patterns that must match, and patterns that must not.
  struct Patterns: Hashable {
    var required: Set<String>
    var forbidden: Set<String> = []
  }

  /// Lengths in Unicode scalars within the range; apart from the shortest, only up to `preferred`.
  struct Lengths: Hashable {
    var range: ClosedRange<Int>
    var preferred: Int
  }

  /// The texts that match some patterns and not others, and those of certain lengths among them.
  struct Found {
    fileprivate(set) var walks: [(product: PatternProduct, reach: PatternProduct.Reach)]
    /// Whether the walks give only such texts (`isExact`), and all of them (`isCovering`).
    fileprivate(set) var isExact: Bool
    fileprivate(set) var isCovering: Bool
  }

  private struct ReachKey: Hashable {
    var patterns: Patterns
    var lengths: Lengths
  }

  /// The number of tables to keep; each takes up to a few megabytes.
  private static let maximumKept = 32

  // Small, because callers check every text. Products of many patterns have too many states.
  private var library = PatternLibrary(byteCount: 1 << 14, maximumStates: 2_500, maximumGraphs: 12)
  private var products: [Patterns: PatternLibrary.Products?] = [:]
  private var reaches: [ReachKey: [PatternProduct.Reach]] = [:]

  /// Returns the texts of certain lengths that match the first patterns and none of the others; nil if an automaton
  /// would be too large.
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

  /// Returns a superset of the texts that match the first patterns and none of the others, if there are few.
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
