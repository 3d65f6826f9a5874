/// Our own keywords, `x-…`: their rows in every dialect's table, and their meta-schema.
public enum VendorVocabulary {
  /// What `$vocabulary` calls it.
  public static let uri = "https://schemata.dev/vocabulary/swift"

  static let rules: [KeywordRule] = [
    KeywordRule(.swift, "x-maxUTF8Bytes", .count(\.vendor.maxUTF8Bytes)),
    KeywordRule(.swift, "x-minUTF8Bytes", .count(\.vendor.minUTF8Bytes)),
    KeywordRule(.swift, "x-localOnly", .flag(\.vendor.localOnly)),
    KeywordRule(.swift, "x-swift", .swiftHints),
    KeywordRule(.swift, "x-enum-varnames", .names(\.vendor.enumVarnames)),
    KeywordRule(.swift, "x-patch", .flag(\.vendor.patch)),
    KeywordRule(.swift, "x-lossy", .flag(\.vendor.lossy)),
    KeywordRule(.swift, "x-sensitive", .flag(\.vendor.sensitive)),
  ]

  /// The members of `x-swift`.
  static let hints: [(name: String, field: any WritableKeyPath<VendorKeywords.SwiftHints, String?> & Sendable)] = [
    ("name", \.name), ("type", \.type), ("id", \.id),
  ]

  /// The meta-schema of the vocabulary, a JSON text.
  public static let metaSchema = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://schemata.dev/vocabulary/swift",
      "$vocabulary": {
        "https://json-schema.org/draft/2020-12/vocab/core": true,
        "https://schemata.dev/vocabulary/swift": false
      },
      "$dynamicAnchor": "meta",
      "title": "Schemata's keywords for Swift",
      "type": ["object", "boolean"],
      "properties": {
        "x-maxUTF8Bytes": {
          "description": "The most bytes that a string may take in UTF-8.",
          "type": "integer",
          "minimum": 0
        },
        "x-minUTF8Bytes": {
          "description": "The fewest bytes that a string may take in UTF-8.",
          "type": "integer",
          "minimum": 0,
          "default": 0
        },
        "x-localOnly": {
          "description": "Whether the value never leaves the device.",
          "type": "boolean",
          "default": false
        },
        "x-swift": {
          "description": "How the schema looks in Swift.",
          "type": "object",
          "properties": {
            "name": {
              "description": "The name of the type or property.",
              "type": "string",
              "minLength": 1
            },
            "type": {
              "description": "The type that stands in for the one that the mapping would choose.",
              "type": "string",
              "minLength": 1
            },
            "id": {
              "description": "The member that makes the type Identifiable.",
              "type": "string",
              "minLength": 1
            }
          },
          "additionalProperties": false
        },
        "x-enum-varnames": {
          "description": "The names of the values of 'enum', in order.",
          "type": "array",
          "items": { "type": "string", "minLength": 1 },
          "uniqueItems": true
        },
        "x-patch": {
          "description": "Whether a partial-update twin of the type is wanted.",
          "type": "boolean",
          "default": false
        },
        "x-lossy": {
          "description": "Whether a decoder may drop elements that are not valid, when asked to.",
          "type": "boolean",
          "default": false
        },
        "x-sensitive": {
          "description": "Whether the value is kept out of issues and logs.",
          "type": "boolean",
          "default": false
        }
      }
    }
    """
}
