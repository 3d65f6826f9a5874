package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Byte limits that a character limit makes redundant, and vice versa.
package enum IneffectiveByteLimit: SchemaRule {
  package static let id = "ineffective-byte-limit"
  package static let summary = "a byte limit that the character limit makes redundant, or the reverse"
  package static let explanation = """
    A character takes one to four bytes in UTF-8. `x-maxUTF8Bytes` has no effect if it is at least four times
    `maxLength`, and `maxLength` has no effect if it is at least `x-maxUTF8Bytes`. A `minLength` implies at least as
    many bytes. `--fix` removes the limit that has no effect.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "maxLength": 20, "x-maxUTF8Bytes": 100 }"#
  package static let good = #"{ "type": "string", "maxLength": 20, "x-maxUTF8Bytes": 40 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      redundant(node.keywords).map { keyword, reason in
        Violation(
          context.location(node, keyword), "\(keyword.quoted) has no effect and can be removed: \(reason)",
          fix: context.fixes.removal(of: keyword, from: node))
      }
    }
  }

  /// Returns the redundant limits. Of two limits that imply each other, that is the vendor keyword.
  private static func redundant(_ keywords: Keywords) -> [(keyword: String, reason: String)] {
    var kept = keywords.lengths.all.filter { $0.measure.type == .string && $0.limit != .atLeast(0) }
    var found: [(String, String)] = []
    if keywords.lengths[.utf8Bytes].least == 0 {
      found.append(("x-minUTF8Bytes", "nothing has fewer than \(Measure.utf8Bytes.words(0))"))
    }
    for (measure, limit) in kept.reversed() {
      for (other, otherLimit) in kept where other != measure && otherLimit.isUpper == limit.isUpper {
        var demands = LengthDemands()
        demands.add(other, otherLimit)
        guard demands.imply(measure, limit) else { continue }
        let implied: LengthLimit = limit.isUpper ? .atMost(demands.most(measure)) : .atLeast(demands.least(measure))
        let verb = otherLimit.count == 1 ? "takes" : "take"
        let reason = "\(other.words(otherLimit)) \(verb) \(measure.words(implied))"
        found.append((measure.keyword(of: limit), reason))
        kept.removeAll { $0 == (measure, limit) }
        break
      }
    }
    return found
  }
}
