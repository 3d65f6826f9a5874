public import SchemaRuntime

/// The keywords of one object schema, parsed and typed. Names are JSON Schema's own; forms of older dialects are
/// stored under the newest name (`definitions` under ``defs``, an array of `items` under ``prefixItems``, a Boolean
/// `exclusiveMaximum` under ``exclusiveMaximum``, `dependencies` split into ``dependentRequired`` and
/// ``dependentSchemas``); ``written`` has the original text.
public struct Keywords: Sendable {
  /// A named or patterned subschema.
  public struct Member: Sendable {
    public var name: String
    public var schema: SchemaID

    package init(name: String, schema: SchemaID) {
      self.name = name
      self.schema = schema
    }
  }

  /// One row of `dependentRequired`.
  public struct Dependency: Sendable {
    public var name: String
    public var required: [String]
  }

  /// The limits of numbers, by keyword.
  public struct Bounds: Equatable, Sendable {
    private var numbers = CaseTable<NumberLimit, JSONNumber>()

    public subscript(limit: NumberLimit) -> JSONNumber? {
      get { numbers[limit] }
      set { numbers[limit] = newValue }
    }

    var isEmpty: Bool { numbers.isEmpty }

    /// The limits as phrases, the lower ones first: `at least 1`, `less than 5`.
    package var words: [String] {
      [.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum].compactMap { (limit: NumberLimit) in
        self[limit].map(limit.words)
      }
    }

    /// All limits, in the order of the specification.
    public var all: [(limit: NumberLimit, number: JSONNumber)] { numbers.rows.map { ($0.key, $0.value) } }
  }

  /// The limits of lengths.
  public struct Lengths: Equatable, Sendable {
    /// The specified minimum and maximum length in one measure.
    public struct Range: Equatable, Sendable {
      public var least: Int?
      public var most: Int?
    }

    private var ranges = CaseTable<Measure, Range>()

    package var isEmpty: Bool { ranges.isEmpty }

    public subscript(measure: Measure) -> Range {
      get { ranges[measure] ?? Range() }
      set { ranges[measure] = newValue == Range() ? nil : newValue }
    }

    /// All limits, in the order of the measures.
    public var all: [(measure: Measure, limit: LengthLimit)] {
      var all: [(measure: Measure, limit: LengthLimit)] = []
      for (measure, range) in ranges.rows {
        if let most = range.most { all.append((measure, .atMost(most))) }
        if let least = range.least { all.append((measure, .atLeast(least))) }
      }
      return all
    }
  }

  /// What a discriminator makes of a branch, which is a reference: the values that its member may have in this place.
  package struct Selection: Sendable {
    package var member: String
    package var values: [JSONValue]
    /// Whether the referenced schema requires the member and admits no other values, so that its type writes it.
    package var isFixed: Bool
  }

  /// The keywords as written, in order, with their values.
  public var written: JSONObject = JSONObject()

  // References
  public var ref: SchemaID?
  /// The target of `$dynamicRef` or `$recursiveRef` in the schema's own dynamic scope.
  public var dynamicRef: SchemaID?
  public var defs: [Member] = []

  // Any type
  /// In OpenAPI 3.0 and Swagger, with `null` where the schema is nullable.
  public var type: [JSONType]?
  public var enumeration: [JSONValue]?
  /// Whether ``anyOf`` is a list of strings that was opened (``SchemaResolver/Reading/open``). It is not
  /// asserted, because ``type`` already requires a string.
  package var isOpenEnumeration = false
  public var const: JSONValue?

  // Numbers
  public var multipleOf: JSONNumber?
  public var bounds = Bounds()

  // Strings, arrays and objects
  public var lengths = Lengths()

  // Strings
  /// The keywords that test the text of a string, by a text of their own.
  package var texts = CaseTable<TextKeyword, String>()
  public var pattern: String? {
    get { texts[.pattern] }
    set { texts[.pattern] = newValue }
  }
  public var format: String? { texts[.format] }
  public var contentEncoding: String? { texts[.contentEncoding] }
  public var contentMediaType: String? { texts[.contentMediaType] }
  public var contentSchema: SchemaID?

  // Arrays
  public var prefixItems: [SchemaID] = []
  public var items: SchemaID?
  public var contains: SchemaID?
  public var minContains: Int?
  public var maxContains: Int?
  public var uniqueItems = false
  public var unevaluatedItems: SchemaID?

  // Objects
  public var properties: [Member] = []
  public var patternProperties: [Member] = []
  public var additionalProperties: SchemaID?
  public var propertyNames: SchemaID?
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
  /// The values of the discriminating member for this branch of a choice, where a discriminator selects.
  package var selection: Selection?
  /// Whether these are the members of a base that others extend, without the choice between them.
  package var isBase = false

  // Annotations
  public var title: String?
  public var description: String?
  public var `default`: JSONValue?
  public var examples: [JSONValue] = []
  public var deprecated = false
  /// `nullable` of OpenAPI 3.0, or `x-nullable`, as written; ``type``, ``enumeration`` and ``anyOf`` have its effect.
  public var nullable = false
  public var readOnly = false
  public var writeOnly = false
  public var comment: String?

  public var vendor = VendorKeywords()

  public init() {}
}

/// Our own keywords, a vocabulary with its own meta-schema.
public struct VendorKeywords: Sendable {
  /// `x-swift`: the Swift representation of a schema.
  public struct SwiftHints: Sendable, Hashable {
    /// The type's or property's name.
    public var name: String?
    /// The type that replaces the mapped one, such as `JSONNumber`.
    public var type: SwiftType?
    /// The module of ``type``, which generated code imports.
    public var module: String?
    /// The member that makes the type `Identifiable`.
    public var id: String?
    /// What null means for an optional member that may be null.
    public var null: Null?

    /// What null means for a member that may be absent, too.
    public enum Null: String, Hashable, Sendable, CaseIterable {
      /// The same as absence: the member is a plain optional.
      case absent
      /// A state of its own: the member is a `Presence`.
      case distinct
    }

    package var isEmpty: Bool { self == SwiftHints() }
  }

  /// `x-localOnly`: the value never leaves the device.
  public var localOnly = false
  public var swift = SwiftHints()
  /// `x-enum-varnames`: names of `enum`'s values, in order.
  public var enumVarnames: [String] = []
  /// Why the schema is deprecated: VS Code's `deprecationMessage`.
  package var deprecationMessage: String?
  /// The descriptions of `enum`'s values, in order: `x-enum-descriptions`, `enumDescriptions` and `x-ms-enum` of other
  /// vendors.
  package var enumDescriptions: [String] = []
  /// `x-patch`: requests a partial-update twin.
  public var patch = false
  /// `x-open`: later versions may extend the list or choice.
  public var open = false
  /// `x-lossy`: a decoder may drop invalid elements on request.
  public var lossy = false
  /// `x-errorMessage`, or `errorMessage` of ajv: what is said of a value that the schema refuses, as a text or by keyword.
  public var errorMessage: JSONValue?
  /// `x-sensitive`: the value, and the schema's information about it, are never shown.
  public var sensitive = false

  public init() {}
}
