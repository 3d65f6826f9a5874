import CodegenCore
import JSONSchema
import SchemaComparison
import SchemaRuntime

/// How `diff` says what it found.
enum DiffForm: String, CaseIterable {
  case text, json, markdown
}

/// `codegen diff`: what a change of schemas breaks.
struct Diff {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  /// The words of `--breaking`.
  static let questions = Verdict.Question.allCases.map(\.rawValue)

  func run() throws -> ExitCode {
    let operands = arguments.operands
    guard let first = operands.first else { throw UsageError.missingOperand(expected: "OLD", verb: .diff) }
    if operands.count > 2 { throw UsageError.unexpectedOperand(operands[2], verb: .diff) }
    let form = try arguments.word(.output, as: DiffForm.self) ?? .text
    let breaking = try breaking()
    // 1. Read both versions; what one does not configure is as in the other.
    let reader = VersionReader(paths: paths)
    var old = try reader.version(first, configurationAt: nil)
    var new = try reader.version(operands.count > 1 ? operands[1] : nil, configurationAt: arguments[.config])
    for note in [old, new].compactMap(\.note) { terminal.report(note) }
    if !old.isConfigured, new.isConfigured {
      old.version.configuration = new.version.configuration
    } else if !new.isConfigured, old.isConfigured {
      new.version.configuration = old.version.configuration
    }
    // 2. Compare.
    var options = SchemaComparison.Options()
    if let breaking { options.breaking = Set(breaking) }
    let report: ComparisonReport
    do throws(ComparisonFailure) {
      report = try SchemaComparison.compare(old: old.version, new: new.version, options: options)
    } catch {
      throw failure(error, error.version == .old ? old : new)
    }
    // 3. Say it.
    let named = report.naming(old: old.title, new: new.title)
    switch form {
    case .text: for line in named.textLines { terminal.output.writeLine(coloring(line)) }
    case .json: terminal.output.writeLine(named.json.json(.pretty))
    case .markdown: for line in named.markdownLines { terminal.output.writeLine(line) }
    }
    let isBroken = (breaking ?? []).contains { report.isBroken($0, isStrict: arguments.has(.strict)) }
    return isBroken ? .no : .done
  }

  /// The verdicts that `--breaking` asks for; nil without it.
  private func breaking() throws(UsageError) -> [Verdict.Question]? {
    guard let text = arguments[.breaking] else { return nil }
    var found: [Verdict.Question] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = word.drop { $0 == " " }
      guard let question = Verdict.Question(rawValue: String(word)) else {
        throw .invalidValue(
          .breaking, expected: "a list of \(Self.questions.joined(separator: ", "))", actual: String(word),
          nearest: Spelling.nearest(to: String(word), among: Self.questions))
      }
      found.append(question)
    }
    return found
  }

  private func failure(_ error: ComparisonFailure, _ side: VersionReader.Found) -> CommandFailure {
    let diagnostics = error.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.location = side.title(diagnostic.location)
      return diagnostic
    }
    return CommandFailure(diagnostics: diagnostics.inOrderOfText)
  }

  /// The verdicts in the colours that people know.
  private func coloring(_ line: String) -> String {
    for (ending, color) in [(": yes", TextStream.Color.green), (": no", .red), (": not decided", .magenta)]
    where line.hasSuffix(ending) {
      let head = line.dropLast(ending.count - 2)
      return head + terminal.output.colored(String(ending.dropFirst(2)), color)
    }
    return line
  }
}
