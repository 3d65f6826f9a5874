import JSONSchema
import SchemaRuntime
import SchemaTestSuite

/// The text of `Documentation/Conformance.md`: the figures of one run, identical on all machines.
struct ConformanceReport {
  let run: ConformanceRun
  private let rows: [ConformanceRun.Row]

  init(_ run: ConformanceRun) {
    self.run = run
    rows = run.rows
  }

  var text: String {
    """
    # Conformance

    Written by `make derived CONFORMANCE=1`; `make test-all` fails when a figure changes.

    Two engines run every schema in the [official JSON Schema test
    suite](https://github.com/json-schema-org/JSON-Schema-Test-Suite): the evaluator, and generated Swift, which is compiled
    without warnings. The engines share the checks of single values, but no verdicts. Formats are asserted in the files
    about formats, and the contents of strings in `optional/content`. [Supported
    keywords](../Sources/Tool/codegen/Documentation.docc/Keywords.md) lists the keywords of each dialect.

    ## Verdicts

    These are the numbers of instances with the suite's verdict, out of all instances.

    \(verdicts.joined(separator: "\n"))

    Only these files are left out:

    \(leftOut.joined(separator: "\n"))

    ## Generated Swift

    Every valid instance is decoded by `init(json:)` and `JSONDecoder`, and written back by `json()` and `JSONEncoder`.
    A number is *not representable* if its type, `Int` or `Double`, cannot hold it, so that `init(json:)` throws an
    error. It is *rounded* if `Double` keeps only its leading digits. `x-swift: {"type": "JSONNumber"}` keeps every number.

    Most schemas in the suite have no `type`, so they accept values of any type. Those of the newest dialect are run
    again with an added `type`, and both engines must give the same verdicts.

    \(table(
      ["dialect", "schemas", "types", "valid", "written back equal", "rounded", "not representable", "JSONDecoder differs"],
      values))

    ## Known failures

    \(knownFailures)

    ## Where JSONDecoder differs

    \(codable)

    """
  }

  // MARK: - Figures

  /// A line for each dialect, or two if the engines differ.
  private var verdicts: [String] {
    OfficialSuite.drafts.flatMap { draft -> [String] in
      func figures(_ passes: (ConformanceRun.Row) -> Bool) -> String {
        let parts = [false, true].map { isOptional in
          let all = run.evaluated.map(\.group).filter { $0.draft == draft && $0.isOptional == isOptional }
          let passed = rows.count { $0.group.draft == draft && $0.group.isOptional == isOptional && passes($0) }
          return "\(passed)/\(all.reduce(0) { $0 + $1.instances.count }) \(isOptional ? "optional" : "required")"
        }
        return parts.joined(separator: ", ")
      }
      let evaluator = figures { $0.verdict == $0.instance.isValid }
      let generated = figures { $0.generatedVerdict == $0.instance.isValid }
      let lines =
        evaluator == generated
        ? ["both engines: \(evaluator)"] : ["evaluator: \(evaluator)", "generated Swift: \(generated)"]
      return lines.map { "- \(draft.dialect.name), \($0)" }
    }
  }

  private var leftOut: [String] {
    OfficialSuite.drafts.flatMap { draft in
      draft.leftOut.map { "- \(draft.dialect.name), \($0.path): \($0.reason)" }
    }
  }

  private var values: [[String]] {
    OfficialSuite.drafts.map { draft in
      let shards = zip(run.shards, run.generated).filter { $0.0.draft == draft }
      let own = rows.filter { $0.group.draft == draft }
      let valid = own.filter { $0.generatedVerdict == true }
      let unrepresentable = Dictionary(grouping: valid.compactMap { $0.answer?.unrepresentable }) { $0 }
      let numbers: [Int] = [
        shards.reduce(0) { $0 + $1.0.groups.count }, shards.reduce(0) { $0 + $1.1.typeCount }, valid.count,
        valid.count { $0.answer?.written == "equal" }, valid.count { $0.answer?.written == "rounded" },
      ]
      let types = unrepresentable.keys.sorted().map { "\(unrepresentable[$0]?.count ?? 0) (`\($0)`)" }
      return [draft.dialect.name] + numbers.map(String.init) + [
        types.isEmpty ? "0" : types.joined(separator: ", "), String(own.count { !$0.foundationAgrees }),
      ]
    }
  }

  // MARK: - Tables of exceptions

  private var knownFailures: String {
    let lines = KnownFailure.all.map { known -> [String] in
      let failures = rows.filter { $0.isFailure && known.covers($0.group, $0.instance) }
      return [
        dialects(failures.map(\.group)), "\(known.file)\(known.instance.map { ": " + $0 } ?? "")",
        String(failures.count), known.reason,
      ]
    }
    return lines.isEmpty ? "None." : table(["dialects", "test", "instances", "what decides"], lines)
  }

  private var codable: String {
    let lines = CodableDifference.all.map { known -> String in
      let groups = rows.filter {
        !$0.foundationAgrees && ConformanceRun.codableDifference($0)?.instance == known.instance
      }
      return "- \(dialects(groups.map(\.group))), \(known.file), *\(known.instance)*: \(known.reason)"
    }
    return lines.isEmpty ? "Nothing." : lines.joined(separator: "\n")
  }

  private func dialects(_ groups: [OfficialSuite.Group]) -> String {
    let drafts = Set(groups.map(\.draft))
    if drafts.count == OfficialSuite.drafts.count { return "all" }
    return OfficialSuite.drafts.filter { drafts.contains($0) }.map(\.dialect.name).joined(separator: ", ")
  }

  private func table(_ head: [String], _ lines: [[String]]) -> String {
    let rule = head.map { _ in "---" }
    return ([head, rule] + lines).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}
