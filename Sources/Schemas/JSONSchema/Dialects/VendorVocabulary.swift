import SchemaAnalysis
import SchemaRuntime

/// Our own keywords, `x-…`: their rows in every dialect's table, and their meta-schema.
public enum VendorVocabulary {
  /// The URI in `$vocabulary`.
  public static let uri = "https://schemata.dev/vocabulary/swift"

  static let rules: [KeywordRule] = [
    KeywordRule(.swift, atMost: .utf8Bytes),
    KeywordRule(.swift, atLeast: .utf8Bytes),
    KeywordRule(.swift, "x-localOnly", .flag { $1(&$0.vendor.localOnly) }, .asserts),
    KeywordRule(.swift, "x-swift", .swiftHints),
    KeywordRule(.swift, "x-enum-varnames", .words { $1(&$0.vendor.enumVarnames) }),
    KeywordRule(.swift, "x-patch", .flag { $1(&$0.vendor.patch) }, on: .object),
    KeywordRule(.swift, "x-open", .flag { $1(&$0.vendor.open) }),
    KeywordRule(.swift, "x-lossy", .flag { $1(&$0.vendor.lossy) }, on: .array),
    KeywordRule(.swift, "x-errorMessage", .texts { $1(&$0.vendor.errorMessage) }, .annotates),
    KeywordRule(.swift, "x-sensitive", .flag { $1(&$0.vendor.sensitive) }),
  ]

  /// The form of a member of `x-swift`.
  package enum Hint {
    case text(any WritableKeyPath<VendorKeywords.SwiftHints, String?> & Sendable)
    /// The name of a property of the schema.
    case property(any WritableKeyPath<VendorKeywords.SwiftHints, String?> & Sendable)
    case null(any WritableKeyPath<VendorKeywords.SwiftHints, VendorKeywords.SwiftHints.Null?> & Sendable)
    case type(any WritableKeyPath<VendorKeywords.SwiftHints, SwiftType?> & Sendable)
    case module(any WritableKeyPath<VendorKeywords.SwiftHints, String?> & Sendable)
  }

  /// The members of `x-swift`.
  package static let hints: [(name: String, description: String, hint: Hint)] = [
    ("name", "The name of the type or property.", .text(\.name)),
    ("type", "The type that replaces the mapped one.", .type(\.type)),
    ("import", "The module of that type.", .module(\.module)),
    ("id", "The member that makes the type Identifiable.", .property(\.id)),
    (
      "null", "Whether null in an optional member is a state of its own (distinct), or one with absence (absent).",
      .null(\.null)
    ),
  ]

  /// Returns the purpose of a keyword of the vocabulary; nil for others.
  package static func description(of keyword: String) -> String? {
    switch keyword {
    case "x-maxUTF8Bytes": "The maximum length of a string in UTF-8 bytes."
    case "x-minUTF8Bytes": "The minimum length of a string in UTF-8 bytes."
    case "x-localOnly": "Whether the value never leaves the device."
    case "x-swift": "The Swift representation of the schema."
    case "x-enum-varnames": "The names of the values of 'enum', in order."
    case "x-patch": "Whether to generate a partial-update twin of the type."
    case "x-open": "Whether later versions may extend the list or choice."
    case "x-lossy": "Whether a decoder may drop invalid elements on request."
    case "x-errorMessage": "What is said of a value that the schema refuses: a text, or texts by keyword."
    case "x-sensitive":
      "Whether the value is never shown in issues, descriptions of models, documentation, samples and reports."
    default: nil
    }
  }

  /// The meta-schema of the vocabulary, as JSON text; ``MetaSchema`` has it as a document.
  public static var metaSchema: String { MetaSchemaBuilder.vendorMetaSchema.text(.pretty) }
}
