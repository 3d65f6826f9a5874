/// A program laid out for verdicts: the data that ``VerdictRun`` reads, without reference counting.
///
/// Built once from a finished ``Program`` by ``VerdictTablesBuilder``. Each schema has a ``Record`` with the kinds of
/// values that it admits and, for each class of kinds, the index of the first ``Step`` that such values must still
/// pass. Steps contain indices into further pools. A schema that consists of a `$ref` has the record of its target.
///
///     {"type": "string", "maxLength": 64, "pattern": "^a"}
///     kinds: the three of strings · strings: [lengths 0…64] [pattern] [end] · all others: [end]
final class VerdictTables: @unchecked Sendable {
  // Unchecked: immutable after initialization.

  /// The program itself, for rare steps.
  let program: Program

  /// The only schemas that may say something sensitive.
  let reachingSensitive: Set<SchemaID>
  /// The types to expect of values that are read through Codable, by schema; empty before the first.
  let guides = Mutex<[CodingGuide?]>([])
  /// The addresses of the pools.
  let layout: UnsafePointer<Layout>

  init(_ program: Program) {
    var builder = VerdictTablesBuilder(program)
    builder.build()
    self.program = builder.program
    reachingSensitive = builder.program.schemasReachingSensitive
    layout = Self.memory([Layout(builder)])
  }

  deinit {
    layout.pointee.deallocate()
    layout.deallocate()
  }

  /// Allocates memory with these elements, which the caller frees.
  fileprivate static func memory<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: Swift.max(elements.count, 1))
    _ = buffer.initialize(from: elements)
    // A buffer of at least one element has an address.
    return UnsafePointer(buffer.baseAddress.unsafelyUnwrapped)
  }

  /// The pools.
  struct Layout: BitwiseCopyable {
    let records: UnsafePointer<Record>
    /// The first step of each schema for values of each class: ``classCount`` entries per schema.
    let starts: UnsafePointer<Int32>
    let steps: UnsafePointer<Step>
    let objects: UnsafePointer<Object>
    let rows: UnsafePointer<Row>
    let patternRows: UnsafePointer<PatternRow>
    let arrays: UnsafePointer<Array>
    let ranges: UnsafePointer<Range>
    let words: UnsafePointer<Word>
    let tags: UnsafePointer<Tag>
    /// Schemas: the branches of choices, and those of the first elements of arrays.
    let schemas: UnsafePointer<SchemaID>
    /// Indices of rows in the order of their names.
    let orders: UnsafePointer<Int32>
    /// The bytes of names, words and numbers.
    let bytes: UnsafePointer<UInt8>

    fileprivate init(_ builder: VerdictTablesBuilder) {
      records = memory(builder.records)
      starts = memory(builder.starts)
      steps = memory(builder.steps)
      objects = memory(builder.objects)
      rows = memory(builder.rows)
      patternRows = memory(builder.patternRows)
      arrays = memory(builder.arrays)
      ranges = memory(builder.ranges)
      words = memory(builder.words)
      tags = memory(builder.tags)
      schemas = memory(builder.schemas)
      orders = memory(builder.orders)
      bytes = memory(builder.bytes)
    }

    fileprivate func deallocate() {
      records.deallocate()
      starts.deallocate()
      steps.deallocate()
      objects.deallocate()
      rows.deallocate()
      patternRows.deallocate()
      arrays.deallocate()
      ranges.deallocate()
      words.deallocate()
      tags.deallocate()
      schemas.deallocate()
      orders.deallocate()
      bytes.deallocate()
    }
  }
}

// MARK: - Questions to the program

/// Asked here, the program is not copied: it has many arrays, each of which a copy retains.
extension VerdictTables {
  @inline(never)
  func hasMember(_ name: Int32, _ node: UnsafeJSONNode, _ members: Program.MemberTable?) -> Bool {
    program.hasMember(name, node, members)
  }

  @inline(never)
  func row(named name: UnsafeJSONNode, in run: Instruction.Run) -> Int? { program.row(named: name, in: run) }

  @inline(never)
  func contains(_ run: Swift.Range<Int>, _ node: UnsafeJSONNode) -> Bool { program.contains(run, node) }

  @inline(never)
  func passes(_ test: TextTest, _ node: UnsafeJSONNode) -> Bool { test.violation(node, in: program) == nil }

  @inline(never)
  func evaluatedPart(of step: Program.Step) -> Program.EvaluatedPart { program.evaluatedPart(of: step) }

  @inline(never)
  func applications(of step: Program.Step) -> [Program.Application] { program.applications(of: step) }
}

// MARK: - Schemas and steps

extension VerdictTables {
  /// Classes of kinds for which schemas have separate steps.
  enum Class: Int, CaseIterable {
    case scalar, number, string, array, object

    /// The classes of all kinds, four bits per kind.
    static let ofKinds: UInt64 = 0x432_2211_1000

    /// The class of the values of a type.
    init(_ type: JSONType) {
      switch type {
      case .null, .boolean: self = .scalar
      case .integer, .number: self = .number
      case .string: self = .string
      case .array: self = .array
      case .object: self = .object
      }
    }

    @inline(__always)
    static func index(of kind: UnsafeJSONNode.Kind) -> Int {
      Int(truncatingIfNeeded: ofKinds &>> (UInt64(kind.rawValue) &* 4)) & 15
    }
  }

  static let classCount = Class.allCases.count

  /// A schema.
  struct Record: BitwiseCopyable {
    /// The kinds of values that the schema may admit, one bit per kind.
    var kinds: UInt16
    var isRepeated = false
    /// The number of schemas that this record represents: the schema itself and the references that lead to it.
    var levels: Int32 = 1
    /// The schema at the end of the references.
    var schema: SchemaID

    @inline(__always)
    func admits(_ kind: UnsafeJSONNode.Kind) -> Bool { kinds &>> UInt16(kind.rawValue) & 1 != 0 }
  }

  /// A check that a value must pass. The meaning of the operands depends on the code.
  struct Step: BitwiseCopyable {
    var code: Code
    var operand: UInt8 = 0
    /// Without meaning for codes that apply no schema.
    var schema: SchemaID = 0
    var first = 0
    var second = 0

    /// The first operand as a schema.
    var asking: SchemaID { SchemaID(first) }
    /// The first operand as an address.
    var slot: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: first) }
    /// The second operand as the index of a pattern.
    var pattern: Int32 { Int32(truncatingIfNeeded: second) }
  }

  enum Code: UInt8, BitwiseCopyable {
    /// End of the steps.
    case end
    /// `schema` is applied to the value itself.
    case apply
    /// A string of `first` to `second` scalars.
    case lengths
    /// A value whose length, by the measure with the raw value `operand`, is `first` to `second`.
    case measured
    /// A string that matches pattern `second`, whose ``Pattern/tableSlot`` is at the address `first`.
    case pattern
    /// A string of the format with the raw value `first`.
    case format
    /// A string whose content is checked by the program's step `first`.
    case text
    /// A string that is one of the `second` words from `first` on, which are sorted.
    case words
    /// A number without a fraction.
    case integral
    /// A number within range `first`.
    case range
    /// A number within a bound given as text, `first` and `second`; `operand` is the ``NumberLimit``.
    case bound
    /// A multiple of the integer `first`.
    case multiple
    /// A multiple of the number given as text, `first` and `second`.
    case multipleOfText
    /// One of the numbers in the `second` words from `first` on.
    case numbers
    /// One of the program's `second` values from `first` on.
    case constants
    /// An array that passes array check `first`.
    case array
    case uniqueItems
    /// An array with `first` to `second` elements that satisfy `schema`; a negative `second` means no limit.
    case contains
    /// `schema` is applied to the elements that schema `first` has not evaluated.
    case unevaluatedItems
    /// An object that passes object check `first`.
    case object
    /// An object that passes the program's step `first`: `required`, `dependentRequired` or `dependentSchemas`.
    case names
    /// `schema` is applied to the members that schema `first` has not evaluated.
    case unevaluatedProperties
    /// At least one of the `second` schemas from `first` on.
    case any
    /// Exactly one of the `second` schemas from `first` on.
    case one
    /// Applies the schema of the object's tag, one of the `second` tags from `first` on. An object without a tag must
    /// pass the next step, which is skipped for all others.
    case tagged
    case not
    /// If `schema` then schema `first`, else schema `second`, if they are not negative.
    case conditional
    /// The schema requires more than the steps.
    case undecided
  }
}

// MARK: - Operands of steps

extension VerdictTables {
  /// The checks on an object's members.
  struct Object: BitwiseCopyable {
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    /// The rows in the order of their names, in ``Layout/orders``; negative if there are few rows.
    var order: Int32 = -1
    var firstPattern: Int32 = 0
    var patternCount: Int32 = 0
    /// The schema of members that neither rows nor patterns cover.
    var additional: SchemaID?
    /// Whether members without rows are subject to further checks.
    var asksMoreOfOthers = false
    /// The bits of the required rows.
    var required: UInt64 = 0
    var minimum = 0
    var maximum = Int.max
  }

  /// A member's name and the check of its value.
  struct Row: BitwiseCopyable {
    var name: Word
    /// Identifies the row within its object; 0 if there are too many rows.
    var bit: UInt64
    /// The schema of the value.
    var schema: SchemaID?
    /// Whether the member is declared, so that it is not additional. If not, it is only required.
    var isDeclared: Bool
  }

  struct PatternRow: BitwiseCopyable {
    /// ``Pattern/tableSlot``
    var tableSlot: UnsafeRawPointer
    var pattern: Int32
    /// The schema of values; nil if the pattern only determines which members are not additional.
    var schema: SchemaID?
  }

  struct Array: BitwiseCopyable {
    /// The schemas of the first elements, in ``Layout/schemas``.
    var firstPrefix: Int32 = 0
    var prefixCount: Int32 = 0
    /// The schema of the elements from `from` on.
    var items: SchemaID?
    var isLossy = false
    /// The kinds of elements that ``items`` admits without a step, one bit per kind.
    var plainKinds: UInt16 = 0
    var from = 0
    var minimum = 0
    var maximum = Int.max
  }

  /// The limits of a number, if they are integers.
  struct Range: BitwiseCopyable {
    var lower: Int?
    var upper: Int?
    var isLowerExclusive = false
    var isUpperExclusive = false
    /// The smallest and the largest integer within the limits.
    var least = Int.min
    var greatest = Int.max
    /// The limits themselves, or those of `Int`.
    var lowest: Int { lower ?? .min }
    var highest: Int { upper ?? .max }
  }

  /// A value of the member that selects a branch of a choice, and the branch.
  struct Tag: BitwiseCopyable {
    var name: Word
    var value: Word
    var schema: SchemaID
  }
}
