import JSONSchema
import SchemaRuntime

/// The subset of JSON Schema that a provider of language models documents, as data.
package struct ProviderProfile: Sendable {
  package enum Name: String, CaseIterable, Sendable {
    case openAIStrict = "openai-strict"
    case anthropic, gemini, mcp
  }

  package let name: Name
  /// The page that documents the subset.
  package let source: String
  /// The month whose text of the page these rows state.
  package let date: String
  /// The keywords that reject values; nil for all of draft 2020-12.
  let keywords: Set<String>?
  /// The formats; nil for all.
  let formats: Set<String>?
  /// The types of the values that `enum` may list.
  let listed: Set<JSONType>
  /// Whether patterns may not look around or back.
  var hasPlainPatterns = false
  /// The greatest `minItems`; nil if all are permitted.
  var greatestMinItems: Int?
  /// Whether every object rejects undeclared members.
  var closesObjects = false
  /// Whether every member is required.
  var requiresAll = false
  /// Whether every schema states its type, and every array that of its elements.
  var statesTypes = false
  /// Whether the root describes objects.
  var hasObjectRoot = false
  /// Where a schema may contain itself.
  var recursion = Recursion.anywhere
  var limits: [Limit] = []

  enum Recursion: Sendable {
    case anywhere, inOptionalMembers, nowhere
  }

  /// The maximum of a number about a whole schema.
  struct Limit: Sendable {
    enum Count: String, Sendable {
      case members, levels, values
      case characters = "characters in names and listed values"
      case optionalMembers = "optional members"
      case unions = "members of several types"

      var words: String {
        switch self {
        case .members: "members of objects"
        case .levels: "levels of objects"
        case .values: "listed values"
        case .characters, .optionalMembers, .unions: rawValue
        }
      }
    }

    let count: Count
    let maximum: Int
  }

  package init(_ name: Name) {
    switch name {
    case .openAIStrict: self = .openAIStrict
    case .anthropic: self = .anthropic
    case .gemini: self = .gemini
    case .mcp: self = .mcp
    }
  }

  private init(
    _ name: Name, source: String, date: String, keywords: Set<String>?, formats: Set<String>?, listed: Set<JSONType>
  ) {
    (self.name, self.source, self.date) = (name, source, date)
    (self.keywords, self.formats, self.listed) = (keywords, formats, listed)
  }

  func supports(_ keyword: String) -> Bool { keywords?.contains(keyword) ?? true }
}

// MARK: - The profiles

extension ProviderProfile {
  private static let usualFormats: Set = [
    "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
  ]
  private static let structure: Set = [
    "$ref", "type", "enum", "anyOf", "properties", "required", "additionalProperties", "items",
  ]

  /// "Supported schemas" under "Structured model outputs".
  private static let openAIStrict = {
    var profile = ProviderProfile(
      .openAIStrict, source: "https://platform.openai.com/docs/guides/structured-outputs", date: "2026-02",
      keywords: structure.union([
        "const", "pattern", "format", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
        "minItems", "maxItems",
      ]),
      formats: usualFormats, listed: [.string, .integer, .number, .boolean, .null])
    (profile.closesObjects, profile.requiresAll) = (true, true)
    (profile.statesTypes, profile.hasObjectRoot) = (true, true)
    profile.limits = [
      Limit(count: .members, maximum: 5_000), Limit(count: .levels, maximum: 10), Limit(count: .values, maximum: 1_000),
      Limit(count: .characters, maximum: 120_000),
    ]
    return profile
  }()

  /// "JSON Schema limitations" under "Structured outputs", which are those of strict tools too.
  private static let anthropic = {
    var profile = ProviderProfile(
      .anthropic, source: "https://platform.claude.com/docs/en/build-with-claude/structured-outputs", date: "2026-05",
      keywords: structure.union(["const", "pattern", "format", "minItems"]),
      formats: usualFormats.union(["uri"]), listed: [.string, .integer, .number, .boolean, .null])
    (profile.closesObjects, profile.statesTypes, profile.hasObjectRoot) = (true, true, true)
    (profile.hasPlainPatterns, profile.greatestMinItems, profile.recursion) = (true, 1, .nowhere)
    profile.limits = [Limit(count: .optionalMembers, maximum: 24), Limit(count: .unions, maximum: 16)]
    return profile
  }()

  /// `responseJsonSchema` of `GenerationConfig`.
  private static let gemini = {
    var profile = ProviderProfile(
      .gemini, source: "https://ai.google.dev/api/generate-content#v1beta.GenerationConfig", date: "2026-05",
      keywords: structure.union(["format", "prefixItems", "minItems", "maxItems", "minimum", "maximum"]),
      formats: ["date-time", "date", "time"], listed: [.string, .integer, .number])
    profile.recursion = .inOptionalMembers
    return profile
  }()

  /// `inputSchema` of a tool: any schema of draft 2020-12 for objects (SEP-1613, SEP-2106).
  private static let mcp = {
    var profile = ProviderProfile(
      .mcp, source: "https://modelcontextprotocol.io/seps/2106-json-schema-2020-12", date: "2026-07", keywords: nil,
      formats: nil, listed: Set(JSONType.allCases))
    profile.hasObjectRoot = true
    return profile
  }()
}
