/// A program laid out for verdicts: what ``VerdictRun`` reads, and nothing that counts references.
///
/// Made once from a finished ``Program`` by ``VerdictTablesBuilder``. For every schema there is a ``Record`` with the
/// kinds of values that it admits and, for each class of kinds, the first of the ``Step``s that such values still have
/// to pass; steps name places in further pools. A schema that is a `$ref` alone has the record of its target.
///
///     {"type": "string", "maxLength": 64, "pattern": "^a"}
///     kinds: the three of strings · strings: [lengths 0…64] [automaton] [end] · all others: [end]
final class VerdictTables: @unchecked Sendable {
  // Unchecked: nothing is written once it is here.

  /// The program itself, for the steps that are rare.
  let program: Program

  var schemaCount: Int { program.schemas.count }
  /// Where everything is.
  let layout: UnsafePointer<Layout>

  init(_ program: Program) {
    var builder = VerdictTablesBuilder(program)
    builder.build()
    self.program = builder.program
    layout = Self.memory([Layout(builder)])
  }

  deinit {
    layout.pointee.deallocate()
    layout.deallocate()
  }

  /// Memory with some elements, which the caller frees.
  fileprivate static func memory<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: Swift.max(elements.count, 1))
    _ = buffer.initialize(from: elements)
    // A buffer of at least one element has an address.
    return UnsafePointer(buffer.baseAddress.unsafelyUnwrapped)
  }

  /// The pools.
  struct Layout: BitwiseCopyable {
    let records: UnsafePointer<Record>
    /// The first step of each schema for values of each class: ``classCount`` places a schema.
    let starts: UnsafePointer<Int32>
    let steps: UnsafePointer<Step>
    let objects: UnsafePointer<Object>
    let rows: UnsafePointer<Row>
    let patternRows: UnsafePointer<PatternRow>
    let arrays: UnsafePointer<Array>
    let ranges: UnsafePointer<Range>
    let words: UnsafePointer<Word>
    let tags: UnsafePointer<Tag>
    /// Places of schemas, or of rows in the order of their names.
    let lists: UnsafePointer<Int32>
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
      lists = memory(builder.lists)
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
      lists.deallocate()
      bytes.deallocate()
    }
  }
}

// MARK: - Schemas and steps

extension VerdictTables {
  /// Classes of kinds, for which schemas have steps of their own.
  enum Class: Int, CaseIterable {
    case scalar, number, string, array, object

    /// The classes of all kinds, four bits a kind.
    static let ofKinds: UInt64 = 0x432_2211_1000

    @inline(__always)
    static func place(of kind: JSONNode.Kind) -> Int {
      Int(truncatingIfNeeded: ofKinds &>> (UInt64(kind.rawValue) &* 4)) & 15
    }
  }

  static let classCount = Class.allCases.count

  /// A schema.
  struct Record: BitwiseCopyable {
    /// The kinds of values that the schema may admit, a bit a kind.
    var kinds: UInt16
    var isRepeated = false
    /// Schemas that this stands for, applied inside one another: itself and the references that lead to it.
    var levels: Int32 = 1
    /// The schema to which they lead.
    var schema: Int32

    @inline(__always)
    func admits(_ kind: JSONNode.Kind) -> Bool { kinds &>> UInt16(kind.rawValue) & 1 != 0 }
  }

  /// Something that a value has to pass. What the numbers mean is up to the code.
  struct Step: BitwiseCopyable {
    var code: Code
    var schema: Int32 = -1
    var first = 0
    var second = 0
  }

  enum Code: UInt8, BitwiseCopyable {
    /// No step is left.
    case end
    /// `schema` is applied to the value itself.
    case apply
    /// A string of `first` to `second` scalars.
    case lengths
    /// A string with `first` to `second` of what the measure with the raw value `schema` counts.
    case measured
    /// A string that the automaton at the address `first` accepts.
    case automaton
    /// A string that matches pattern `schema`.
    case pattern
    /// A string of the format with the raw value `first`.
    case format
    /// A string whose content is as the program's step `first` says.
    case content
    /// A string that is one of `second` words from `first` on, which are in order.
    case words
    /// A number that has no fraction.
    case integral
    /// A number within range `first`.
    case range
    /// A number that the bound in words, `first` and `second`, admits; `schema` says which bound (``NumberLimit``).
    case bound
    /// A multiple of the integer `first`.
    case multiple
    /// A multiple of the number in words, `first` and `second`.
    case multipleOfText
    /// One of the numbers in `second` words from `first` on.
    case numbers
    /// One of the program's values from `first` on, `second` in number.
    case constants
    /// An array as `first` says.
    case array
    case uniqueItems
    /// An array with `first` to `second` elements that satisfy `schema`; the latter has no limit when negative.
    case contains
    /// `schema` is applied to the elements that schema `first` has not evaluated.
    case unevaluatedItems
    /// An object as `first` says.
    case object
    /// An object as the program's step `first` says: `required`, `dependentRequired` or `dependentSchemas`.
    case names
    /// `schema` is applied to the members that schema `first` has not evaluated.
    case unevaluatedProperties
    /// One at least of `second` schemas in the list from `first` on.
    case any
    /// Exactly one of `second` schemas in the list from `first` on.
    case one
    /// Of the tags from `first` on, `second` in number, that which the object has says what to apply; an object
    /// without a tag has to pass the next step, and no other does.
    case tagged
    case not
    /// If `schema` then `first`, else `second`; a negative schema admits everything.
    case conditional
    /// The schema demands more than the steps say.
    case undecided
  }
}

// MARK: - What steps name

extension VerdictTables {
  /// What is asked of an object's members.
  struct Object: BitwiseCopyable {
    var firstRow: Int32 = 0
    var rowCount: Int32 = 0
    /// The rows in the order of their names, in ``lists``; negative where the rows are few.
    var order: Int32 = -1
    var firstPattern: Int32 = 0
    var patternCount: Int32 = 0
    /// The schema of members that neither rows nor patterns cover; negative when there is none.
    var additional: Int32 = -1
    /// The schema of names; negative when there is none.
    var names: Int32 = -1
    /// Bits of the rows that must be there.
    var required: UInt64 = 0
    var minimum = 0
    var maximum = Int.max
    /// Whether more is asked of members that have rows, and of those that have none.
    var asksMoreOfKnown = false
    var asksMoreOfOthers = false
  }

  /// A member's name, and what is asked of its value.
  struct Row: BitwiseCopyable {
    var name: Word
    /// Tells the row from others of its object; 0 when there are too many of them.
    var bit: UInt64
    /// The schema of the value; ``undeclared`` when the name is only required.
    var schema: Int32

    static let undeclared: Int32 = -1
    /// The names of `additionalProperties` where they are not those of `properties`.
    static let unchecked: Int32 = -2
  }

  struct PatternRow: BitwiseCopyable {
    /// The address of the automaton; 0 when the pattern has none.
    var automaton: Int
    var pattern: Int32
    /// The schema of values; ``Row/unchecked`` when the pattern only says what is not additional.
    var schema: Int32
  }

  struct Array: BitwiseCopyable {
    /// The schemas of the first elements, in ``lists``.
    var firstPrefix: Int32 = 0
    var prefixCount: Int32 = 0
    /// The schema of the elements from `from` on; negative when there is none.
    var items: Int32 = -1
    var isLossy = false
    var from = 0
    var minimum = 0
    var maximum = Int.max
  }

  /// The limits of a number, as far as they are integers.
  struct Range: BitwiseCopyable {
    var lower: Int?
    var upper: Int?
    var isLowerExclusive = false
    var isUpperExclusive = false
    /// The least and the greatest integer within.
    var least = Int.min
    var greatest = Int.max
    /// The limits themselves, or the limits of `Int`.
    var lowest: Int { lower ?? .min }
    var highest: Int { upper ?? .max }
  }

  /// A value of a member that tells the branches of a choice apart, and the branch.
  struct Tag: BitwiseCopyable {
    var name: Word
    var value: Word
    var schema: Int32
  }
}
