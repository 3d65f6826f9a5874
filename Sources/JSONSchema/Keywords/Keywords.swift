public import SchemaRuntime

/// The keywords of one object schema, read and typed. Names are JSON Schema's own; forms that older
/// dialects write otherwise stand under the newest one's name (`definitions` under ``defs``, an array of
/// `items` under ``prefixItems``, a Boolean `exclusiveMaximum` under ``exclusiveMaximum``, `dependencies`
/// divided between ``dependentRequired`` and ``dependentSchemas``); ``written`` has the words of the text.
public struct Keywords: Sendable {
  /// A named or patterned subschema.
  public struct Member: Sendable {
    public var name: String
    public var schema: SchemaID
  }

  /// One row of `dependentRequired`.
  public struct Dependency: Sendable {
    public var name: String
    public var required: [String]
  }

  /// The keywords as written, in order, values included.
  public var written: JSONObject = JSONObject()

  // References
  public var ref: SchemaID?
  /// The target of `$dynamicRef` or `$recursiveRef`: where it leads under the schema's own dynamic scope.
  public var dynamicRef: SchemaID?
  public var defs: [Member] = []

  // Any type
  public var type: [JSONType]?
  public var enumeration: [JSONValue]?
  public var const: JSONValue?

  // Numbers
  public var multipleOf: JSONNumber?
  public var maximum: JSONNumber?
  public var exclusiveMaximum: JSONNumber?
  public var minimum: JSONNumber?
  public var exclusiveMinimum: JSONNumber?

  // Strings
  public var maxLength: Int?
  public var minLength: Int?
  public var pattern: String?
  public var format: String?
  public var contentEncoding: String?
  public var contentMediaType: String?
  public var contentSchema: SchemaID?

  // Arrays
  public var prefixItems: [SchemaID] = []
  public var items: SchemaID?
  public var contains: SchemaID?
  public var minContains: Int?
  public var maxContains: Int?
  public var maxItems: Int?
  public var minItems: Int?
  public var uniqueItems = false
  public var unevaluatedItems: SchemaID?

  // Objects
  public var properties: [Member] = []
  public var patternProperties: [Member] = []
  public var additionalProperties: SchemaID?
  public var propertyNames: SchemaID?
  public var maxProperties: Int?
  public var minProperties: Int?
  public var required: [String] = []
  public var dependentRequired: [Dependency] = []
  public var dependentSchemas: [Member] = []
  public var unevaluatedProperties: SchemaID?

  // Logic
  public var allOf: [SchemaID] = []
  public var anyOf: [SchemaID] = []
  public var oneOf: [SchemaID] = []
  public var not: SchemaID?
  public var `if`: SchemaID?
  public var then: SchemaID?
  public var `else`: SchemaID?

  // Annotations
  public var title: String?
  public var description: String?
  public var `default`: JSONValue?
  public var examples: [JSONValue] = []
  public var deprecated = false
  public var readOnly = false
  public var writeOnly = false
  public var comment: String?

  public var vendor = VendorKeywords()

  public init() {}
}

/// Our own keywords, a vocabulary with a meta-schema of its own.
public struct VendorKeywords: Sendable {
  /// `x-swift`: how a schema looks in Swift.
  public struct SwiftHints: Sendable, Hashable {
    /// The type's or property's name.
    public var name: String?
    /// The type that stands in for the one the mapping would choose, such as `JSONNumber`.
    public var type: SwiftType?
    /// The member that makes the type `Identifiable`.
    public var id: String?
  }

  public var maxUTF8Bytes: Int?
  public var minUTF8Bytes: Int?
  /// `x-localOnly`: the value never leaves the device.
  public var localOnly = false
  public var swift = SwiftHints()
  /// `x-enum-varnames`: names of `enum`'s values, in order.
  public var enumVarnames: [String] = []
  /// `x-patch`: a partial-update twin is wanted.
  public var patch = false
  /// `x-lossy`: a decoder may drop elements that are not valid, when asked to.
  public var lossy = false
  /// `x-sensitive`: the value, and what the schema says about it, are shown nowhere.
  public var sensitive = false

  public init() {}
}
