package import JSONSchema
import SchemaRuntime

/// Limits of bytes that a limit of characters makes superfluous, or the other way around.
package enum IneffectiveByteLimit: SchemaRule {
  package static let id = "ineffective-byte-limit"
  package static let summary = "a limit of bytes or characters that the other one makes superfluous"
  package static let explanation = """
    A character takes one to four bytes of UTF-8. So `x-maxUTF8Bytes` of four times `maxLength` or more is never
    reached, `maxLength` of `x-maxUTF8Bytes` or more is not either, and a `minLength` implies as many bytes.

    `--fix` removes the limit that has no effect.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "maxLength": 20, "x-maxUTF8Bytes": 100 }"#
  package static let good = #"{ "type": "string", "maxLength": 20, "x-maxUTF8Bytes": 40 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      superfluous(node.keywords).map { keyword, reason in
        Violation(
          context.location(node, keyword), "expected a limit that has an effect, found \(keyword.quoted): \(reason)",
          fix: context.fixes.removal(of: keyword, from: node))
      }
    }
  }

  private static func superfluous(_ keywords: Keywords) -> [(keyword: String, reason: String)] {
    var found: [(String, String)] = []
    if let bytes = keywords.vendor.maxUTF8Bytes, let length = keywords.maxLength {
      let (most, isTooLarge) = length.multipliedReportingOverflow(by: 4)
      if !isTooLarge, bytes >= most {
        found.append(("x-maxUTF8Bytes", "\(length) characters take at most \(most) bytes"))
      } else if length >= bytes {
        found.append(("maxLength", "\(bytes) bytes hold at most \(bytes) characters"))
      }
    }
    if let bytes = keywords.vendor.minUTF8Bytes {
      if bytes == 0 {
        found.append(("x-minUTF8Bytes", "nothing is below 0"))
      } else if let length = keywords.minLength, bytes <= length {
        found.append(("x-minUTF8Bytes", "\(length) characters take at least \(length) bytes"))
      } else if let length = keywords.minLength, length > 0, bytes / 4 + (bytes % 4 == 0 ? 0 : 1) >= length {
        found.append(("minLength", "\(bytes) bytes are at least \(bytes / 4 + (bytes % 4 == 0 ? 0 : 1)) characters"))
      }
    }
    return found
  }
}
