// Patterns and texts in every engine, which must agree.
//
// Input: a byte that chooses limits, a pattern, NUL, a text or several with NUL between them.
import FuzzSupport
import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let choice = input.byte()
  let isSmall = choice & 1 == 1
  let parts = input.parts(6)
  // Schemas and payloads are UTF-8 by the time patterns are compiled or matched.
  guard let source = String(validating: parts[0], as: UTF8.self) else { return 0 }
  let texts = parts.dropFirst().filter { String(validating: $0, as: UTF8.self) != nil }
  let options = PatternOptions(
    maximumDepth: isSmall ? 4 : 40, stepBudget: isSmall ? 100 : 10_000,
    maximumAutomatonByteCount: isSmall ? 512 : 8_192, maximumStateCount: isSmall ? 50 : 500)
  checkPattern(source, texts, options, asksInsight: choice & 6 == 0)
  return 0
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked([
    "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "\\k<n>", "\\1", "\\2", ")", "|", "*", "+", "?", "*?", "{2}", "{1,}",
    "{0,3}", "{2,3}?", "[", "[^", "]", "-", "^", "$", ".", "\\b", "\\B", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S",
    "\\n",
    "\\t", "\\cA", "\\0", "\\x41", "\\u0041", "\\u{1f600}", "\\ud83d\\ude00", "\\p{L}", "\\P{Lu}", "\\p{Script=Greek}",
    "\\p{ASCII}", "\\p{Emoji}", "\\/", "\\.", "\\-", "é", "\u{20ac}", "\u{1f432}", "a", "b", "1", " ", "_", "\n",
    "\u{2028}",
  ])
  return 0
}

@_cdecl("FuzzPatterns_main")
public func unusedMain() -> Int32 { 0 }

private func checkPattern(_ source: String, _ texts: [[UInt8]], _ options: PatternOptions, asksInsight: Bool) {
  let chosen: Pattern
  do throws(PatternError) {
    chosen = try Pattern(source, options: options)
  } catch {
    // If one engine cannot run a pattern, no other may.
    check(!error.description.isEmpty, "an error without words")
    for engine in [Pattern.Engine.automaton, .scalars] {
      let pattern = (try? Pattern(source, options: options, engine: engine)) ?? nil
      check(pattern == nil, "\(engine) runs what was refused")
    }
    return
  }
  let engines = Pattern.Engine.allCases.compactMap { engine in
    ((try? Pattern(source, options: options, engine: engine)) ?? nil).map { (engine: engine, pattern: $0) }
  }
  let insight = asksInsight ? PatternInsight(source, options: options) : nil
  for text in texts {
    let outcome = text.withUnsafeBufferPointer { chosen.match($0) }
    check(outcome != .exhausted || !chosen.isLinear, "a linear pattern was exhausted")
    var answers: [(engine: String, outcome: PatternOutcome)] = [("chosen", outcome)]
    for (engine, pattern) in engines {
      let (outcome, steps) = text.withUnsafeBufferPointer { pattern.matchCountingSteps($0) }
      check(outcome != .exhausted || engine == .backtracker, "\(engine) was exhausted")
      checkSteps(steps, engine, text, options)
      answers.append(("\(engine)", outcome))
    }
    if let automaton = chosen.automaton {
      answers.append(("table", text.withUnsafeBufferPointer { automaton.matches($0) } ? .match : .noMatch))
    }
    guard let decided = answers.map(\.outcome).first(where: { $0 != .exhausted }) else { continue }
    check(answers.allSatisfy { [decided, .exhausted].contains($0.outcome) }, "engines differ: \(answers)")
    check(insight?.neverMatches != true || decided == .noMatch, "a pattern that never matches did")
    check(insight?.alwaysMatches != true || decided == .match, "a pattern that always matches did not")
  }
}

/// Checks that no engine does more work than it promises.
private func checkSteps(_ steps: Int, _ engine: Pattern.Engine, _ text: [UInt8], _ options: PatternOptions) {
  let limit =
    switch engine {
    case .automaton, .scalars: text.count + 1
    // Each state is visited a few times per scalar.
    case .simulation: (text.count + 2) * (options.maximumStateCount + 1) * 4
    // One step may exceed the budget: by a run of the text, or by what it pops off its stack.
    case .backtracker: 2 * options.stepBudget + text.count + 1
    }
  check(steps <= limit, "\(engine) took \(steps) steps, expected at most \(limit)")
}
