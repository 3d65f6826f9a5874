/// One step of a schema's program: the requirement of one keyword.
///
/// Payloads are numbers, mostly indices into the pools of ``Program``, so that running a program touches no reference
/// count. Created by the compiler in SchemaValidation, run by ``Evaluator``, printed as Swift by the generator.
package enum Instruction: Hashable, Sendable {
  /// A run of rows in one of the program's pools.
  package struct Run: Hashable, Sendable {
    package var start: Int32
    package var count: Int32

    package init(start: Int, count: Int) {
      self.start = Int32(truncatingIfNeeded: start)
      self.count = Int32(truncatingIfNeeded: count)
    }

    package var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// The index of a number, value, name or pattern in its pool.
  package typealias Constant = Int32

  /// A keyword for values of any type.
  case anyType(AnyTypeKeyword)
  case number(NumberKeyword)
  /// `maxLength`, `minItems` and all other keywords that limit a length.
  case length(Measure, LengthLimit)
  /// `pattern` and all other keywords that test the text of a string.
  case text(TextTest)
  case array(ArrayKeyword)
  case object(ObjectKeyword)
  /// A keyword that applies schemas in place (2020-12 core, section 10.2).
  case inPlace(InPlaceApplicator)

  /// Whether this is `unevaluatedItems` or `unevaluatedProperties`.
  package var isUnevaluated: Bool {
    switch self {
    case .array(.unevaluatedItems), .object(.unevaluatedProperties): true
    case .anyType, .number, .length, .text, .array, .object, .inPlace: false
    }
  }

  /// Keywords for values of any type.
  package enum AnyTypeKeyword: Hashable, Sendable {
    /// No value is valid: the schema `false`.
    case never
    case type(TypeSet)
    /// `enum`: a run of ``Program/values``.
    case enumeration(Run)
    case const(Constant)
    /// An annotation that the schema adds to valid instances, or only to strings. Present when annotations are
    /// requested.
    case annotation(Constant, onStrings: Bool)
    /// The schema has a mistake, so every value is undecided; the reason, as a phrase.
    case unusable(Constant)
  }

  /// Keywords for numbers.
  package enum NumberKeyword: Hashable, Sendable {
    case multipleOf(Constant)
    /// `maximum`, `exclusiveMaximum`, `minimum` or `exclusiveMinimum`.
    case bound(NumberLimit, Constant)
  }

  /// Keywords for arrays.
  package enum ArrayKeyword: Hashable, Sendable {
    case uniqueItems
    /// A run of ``Program/rows``, one per element.
    case prefixItems(Run)
    /// The elements from index `from` on.
    case items(Program.SchemaID, from: Int)
    /// At least `min` and at most `max` elements match; a negative `max` means no limit. With `evaluates`, matching
    /// elements count as evaluated for ``unevaluatedItems(_:)``, and annotations list them.
    case contains(Program.SchemaID, min: Int, max: Int, evaluates: Bool)
    /// The elements that no other keyword applied to the same array has evaluated.
    case unevaluatedItems(Program.SchemaID)
  }

  /// Keywords for objects.
  package enum ObjectKeyword: Hashable, Sendable {
    /// A run of ``Program/names``.
    case required(Run)
    /// A run of ``Program/dependencies``.
    case dependentRequired(Run)
    /// A run of ``Program/rows``.
    case properties(Run)
    /// A run of ``Program/rows`` whose names are indices of patterns.
    case patternProperties(Run)
    /// Members that neither the run of named rows nor the run of patterns covers.
    case additionalProperties(Program.SchemaID, named: Run, patterned: Run)
    case applied(MemberKeyword, Program.SchemaID)
    /// The members that no other keyword applied to the same object has evaluated.
    case unevaluatedProperties(Program.SchemaID)
    /// Names that must not occur in a payload: members marked `x-localOnly`.
    case localOnly(Run)
  }

  /// Keywords that apply schemas to the value itself.
  package enum InPlaceApplicator: Hashable, Sendable {
    case ref(Program.SchemaID)
    case allOf(Run)
    case anyOf(Run)
    case oneOf(Run)
    case not(Program.SchemaID)
    case conditional(if: Program.SchemaID, then: Program.SchemaID?, else: Program.SchemaID?)
    /// A run of ``Program/rows``: the names are the members on which the schemas depend.
    case dependentSchemas(Run)
  }
}

/// A set of JSON Schema types. `integer` is a subset of `number`.
package struct TypeSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let null = TypeSet(rawValue: 1)
  package static let boolean = TypeSet(rawValue: 2)
  package static let integer = TypeSet(rawValue: 4)
  package static let number = TypeSet(rawValue: 8)
  package static let string = TypeSet(rawValue: 16)
  package static let array = TypeSet(rawValue: 32)
  package static let object = TypeSet(rawValue: 64)
  /// An integer in draft-04: a number without a fraction or exponent part, not even `.0` (core, section 3.5).
  package static let plainInteger = TypeSet(rawValue: 128)

  package init(_ type: JSONType) {
    self =
      switch type {
      case .null: .null
      case .boolean: .boolean
      case .integer: .integer
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }

  package init(_ types: [JSONType]) {
    self.init(rawValue: 0)
    for type in types { formUnion(TypeSet(type)) }
  }

  /// The types in JSON Schema's order.
  package var types: [JSONType] {
    JSONType.allCases.filter { contains(TypeSet($0)) || $0 == .integer && contains(.plainInteger) }
  }

  /// The type to report for a value that has none of the types. For draft-04, an integer with a fraction part is a
  /// number.
  func name(of node: UnsafeJSONNode) -> JSONType {
    node.type == .integer && contains(.plainInteger) ? .number : node.type
  }

  /// The types as the text form of a program names them: JSON Schema's names and `plain integer`.
  var words: [String] {
    types.map { $0 == .integer && !contains(.integer) ? "plain integer" : $0.rawValue }
  }

  /// The type with one of these names.
  init?(word: String) {
    if word == "plain integer" {
      self = .plainInteger
    } else if let type = JSONType(rawValue: word) {
      self = TypeSet(type)
    } else {
      return nil
    }
  }

  /// Whether a value of this kind (and, for a decimal, with this text) has one of the types.
  @inlinable
  package func admits(_ node: UnsafeJSONNode) -> Bool {
    switch node.kind {
    case .null: contains(.null)
    case .false, .true: contains(.boolean)
    case .integer: !isDisjoint(with: [.integer, .number, .plainInteger])
    case .decimal, .exponential: contains(.number) || contains(.integer) && node.isInteger
    case .asciiString, .string, .escapedString: contains(.string)
    case .array: contains(.array)
    case .object: contains(.object)
    }
  }
}
