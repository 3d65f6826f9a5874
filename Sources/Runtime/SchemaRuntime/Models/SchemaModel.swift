/// A type generated from a JSON Schema, decoded and validated in one step.
///
///     let user = try UserInfo(json: text)           // parses, validates, decodes
///     UserInfo.isValid(text)                        // only the verdict
///     try UserInfo.issues(in: text)                 // all issues, in words
///
/// The text is a `String` or any collection of UTF-8 bytes: an array, a slice, a buffer, `Data`.
///
/// Generated code conforms to it. A type whose values may be sent conforms to ``WritableModel`` as well.
///
/// The descriptions of models are their JSON, without sensitive values: see ``redactedJSON``.
public protocol SchemaModel: JSONDecodable, Decodable, Hashable, Sendable, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The schema, which is used to explain invalid payloads.
  static var schema: ModelSchema { get }

  /// Whether a value satisfies the schema. ``checksUniqueNames`` tells whether this includes the check for equal names
  /// in one object.
  static func isValid(_ node: UnsafeJSONNode) -> Bool

  /// Whether ``isValid(_:)`` rejects every value with two equal names in one object (default: false).
  static var checksUniqueNames: Bool { get }

  /// Whether a value is decoded exactly if it satisfies the schema, apart from numbers that the type cannot represent, so
  /// that it is not validated first (default: false).
  static var validatesByDecoding: Bool { get }

  /// The type of numbers with more digits than `Double`, if a value of the type may contain one (default: nil).
  @_spi(Generated) static var exactNumber: (any ExactNumber.Type)? { get }

  /// The value as JSON, with `"(redacted)"` for everything that the schema marks `x-sensitive`, as shown by `print`,
  /// `dump` and string interpolation. Numbers that JSON cannot represent are null.
  var redactedJSON: JSONValue { get }

  /// Checks the value in memory against the schema.
  /// - Throws: ``SchemaError/invalid(_:)`` with every issue; they have locations, but no positions in a text.
  func validate() throws(SchemaError)
}

/// A model whose values have a JSON form that may be sent.
public protocol WritableModel: SchemaModel, JSONWritable, Encodable {}

extension SchemaModel {
  /// Returns a changed copy: `user.changing { $0.nickName = nil }`.
  @inlinable public func changing(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// Whether a value satisfies the schema and has no equal names in one object, according to the evaluator. Types with
  /// their own validators do not use it.
  @_spi(Generated) public static func isValid(_ node: UnsafeJSONNode) -> Bool { schema.isValid(node) }

  @_spi(Generated) @inlinable public static var checksUniqueNames: Bool { false }

  @inlinable public static var validatesByDecoding: Bool { false }

  @_spi(Generated) @inlinable public static var exactNumber: (any ExactNumber.Type)? { nil }

  /// Whether a value satisfies the schema and has no equal names in one object.
  @inlinable @inline(__always)
  package static func accepts(_ root: UnsafeJSONNode) -> Bool {
    (checksUniqueNames || root.firstRepeatedName() == nil) && isValid(root)
  }
}

// MARK: - From JSON

extension SchemaModel {
  /// Parses, validates and decodes a payload.
  @inlinable
  public init(json text: [UInt8], limits: JSONLimits = JSONLimits()) throws(SchemaError) {
    var reader = JSONReader(limits: limits)
    try self.init(json: text, using: &reader)
  }

  /// Parses, validates and decodes a payload with a reader that reuses its memory between payloads.
  @inlinable
  public init(json text: [UInt8], using reader: inout JSONReader) throws(SchemaError) {
    self = try text.withUnsafeBufferPointer { buffer throws(SchemaError) -> Self in
      try Self(json: buffer, using: &reader)
    }
  }

  /// Parses, validates and decodes a payload with a reader that reuses its memory between payloads.
  @inlinable
  public init(json text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) throws(SchemaError) {
    let root: UnsafeJSONNode
    do { root = try reader.read(text) } catch { throw .syntax(error) }
    try self.init(json: root, of: text)
  }

  /// Parses, validates and decodes a payload.
  @inlinable
  public init(json text: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws(SchemaError) {
    var reader = JSONReader(limits: limits)
    self = try text.withContiguousBytes { buffer throws(SchemaError) -> Self in try Self(json: buffer, using: &reader) }
  }

  /// Parses, validates and decodes a payload.
  @inlinable
  public init(json text: String, limits: JSONLimits = JSONLimits()) throws(SchemaError) {
    try self.init(json: text.utf8, limits: limits)
  }

  /// Validates and decodes a value in memory, which `JSONValue(model)` gives back.
  ///
  /// - Throws: an error with locations, but no positions in a text.
  public init(json value: JSONValue, limits: JSONLimits = JSONLimits()) throws(SchemaError) {
    try self.init(written: value.json(), limits: limits)
  }

  /// Validates and decodes the JSON text of a value in memory.
  fileprivate init(written text: [UInt8], limits: JSONLimits) throws(SchemaError) {
    var reader = JSONReader(limits: limits)
    self = try text.withUnsafeBufferPointer { buffer throws(SchemaError) -> Self in
      let root: UnsafeJSONNode
      do throws(JSONSyntaxError) { root = try reader.read(buffer) } catch { throw .syntax(error) }
      return try Self(json: root, of: nil)
    }
  }

  /// Validates and decodes a value.
  ///
  /// - Parameter text: the text that `root` was read from; nil for a value in memory.
  @inlinable
  init(json root: UnsafeJSONNode, of text: UnsafeBufferPointer<UInt8>?) throws(SchemaError) {
    guard Self.validatesByDecoding || Self.accepts(root) else { throw Self.error(explaining: root, of: text) }
    do {
      try self.init(decoding: root)
    } catch {
      if Self.validatesByDecoding, !Self.accepts(root) { throw Self.error(explaining: root, of: text) }
      throw error.explained(in: root, of: text, by: Self.schema)
    }
  }
}

// MARK: - Verdicts

extension SchemaModel {
  /// Whether a text is JSON that satisfies the schema and has no equal names in one object.
  @inlinable
  public static func isValid(_ text: [UInt8], limits: JSONLimits = JSONLimits()) -> Bool {
    var reader = JSONReader(limits: limits)
    return isValid(text, using: &reader)
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object.
  @inlinable
  public static func isValid(_ text: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) -> Bool {
    var reader = JSONReader(limits: limits)
    return text.withContiguousBytes { isValid($0, using: &reader) }
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object.
  @inlinable
  public static func isValid(_ text: String, limits: JSONLimits = JSONLimits()) -> Bool {
    isValid(text.utf8, limits: limits)
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object.
  @inlinable
  public static func isValid(_ text: [UInt8], using reader: inout JSONReader) -> Bool {
    text.withUnsafeBufferPointer { isValid($0, using: &reader) }
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object.
  @inlinable
  public static func isValid(_ text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) -> Bool {
    guard let root = try? reader.read(text) else { return false }
    return accepts(root)
  }

  /// All issues of a payload; empty if it is valid.
  /// - Throws: the position at which the text is not JSON.
  public static func issues(
    in text: some Collection<UInt8>, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> [ValidationIssue] {
    try schema.evaluator.issues(in: text, schema: schema.id, limits: limits)
  }

  /// All issues of a payload; empty if it is valid.
  /// - Throws: the position at which the text is not JSON.
  public static func issues(
    in text: String, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> [ValidationIssue] {
    try issues(in: text.utf8, limits: limits)
  }

  /// The error that explains why ``isValid(_:)`` rejected a payload.
  @usableFromInline
  static func error(explaining root: UnsafeJSONNode, of text: UnsafeBufferPointer<UInt8>?) -> SchemaError {
    let issues = schema.evaluator.issues(in: root, of: text, schema: schema.id)
    if issues.isEmpty { return .internalInconsistency("\(Self.self) rejected a payload without an issue") }
    return .invalid(issues)
  }

  /// Checks the JSON text of a value in memory.
  @_spi(Generated) public static func validate(written text: [UInt8]) throws(SchemaError) {
    var reader = JSONReader()
    try text.withUnsafeBufferPointer { buffer throws(SchemaError) in
      let root: UnsafeJSONNode
      do throws(JSONSyntaxError) { root = try reader.read(buffer) } catch { throw .syntax(error) }
      guard accepts(root) else { throw error(explaining: root, of: nil) }
    }
  }
}

// MARK: - To JSON

extension WritableModel {
  /// The value as compact JSON text in UTF-8. Limits are not checked; ``validate()`` does that.
  /// - Throws: ``SchemaError/unwritable(_:)`` if a number is not finite.
  @inlinable
  public func json() throws(SchemaError) -> [UInt8] {
    do { return try JSONWriter.text { write(to: &$0) } } catch { throw .unwritable(error) }
  }

  /// The value as JSON text in UTF-8, in another layout: `json(.pretty, .sortedKeys)`. Limits are not checked.
  /// - Throws: ``SchemaError/unwritable(_:)`` if a number is not finite.
  public func json(_ options: JSONFormat...) throws(SchemaError) -> [UInt8] {
    try JSONValue(self).json(in: JSONFormat(options))
  }

  @_spi(Generated) public func validate() throws(SchemaError) { try Self.validate(written: try json()) }
}

extension JSONValue {
  /// The JSON of a model, or of another value that can be written.
  /// - Throws: ``SchemaError/unwritable(_:)`` if a number is not finite, ``SchemaError/syntax(_:)`` if the value is
  ///   nested too deeply.
  public init(_ value: some JSONWritable) throws(SchemaError) {
    let text: [UInt8]
    do { text = try JSONWriter.text { value.write(to: &$0) } } catch { throw .unwritable(error) }
    let limits = JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth)
    do { try self.init(parsing: text, limits: limits) } catch { throw .syntax(error) }
  }
}

// MARK: - Codable

extension SchemaModel {
  /// Decodes and validates with the same verdict as ``init(json:limits:)``, except for details that a `Decoder` cannot
  /// see: equal names in one object, the text of numbers, and depth.
  ///
  /// An error has the coding path of the first issue, and the locations of all issues. The coding path of an error
  /// inside a sensitive value ends there, and the error does not reveal the value.
  public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }

  fileprivate init(reading decoder: any Decoder) throws {
    let guide = Self.schema.evaluator.tables.guide(for: Self.schema.id)
    let text: [UInt8]
    do {
      var json = JSONWriter()
      try json.write(decoder, CodingGuide.Expectation(guide: guide, exactNumber: Self.exactNumber))
      text = try json.finish()
    } catch let error as DecodingError {
      throw Self.schema.redacted(error, from: decoder.codingPath) ?? error
    }
    do throws(SchemaError) {
      try self.init(written: text, limits: JSONLimits())
    } catch {
      let name = ConvertedName(explaining: error, in: text, guide)
      throw DecodingError(error, from: decoder.codingPath, explaining: name)
    }
  }
}

extension WritableModel {
  /// Encodes the value as it is in JSON.
  /// - Throws: `EncodingError` if a number is not finite, or one is beyond the range of `Double`.
  public func encode(to encoder: any Encoder) throws { try writeJSON(to: encoder) }

  fileprivate func writeJSON(to encoder: any Encoder) throws {
    let text: [UInt8]
    do {
      text = try json()
    } catch {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
    var reader = JSONReader()
    try text.withUnsafeBufferPointer { try reader.read($0).encode(to: encoder, exact: Self.exactNumber) }
  }
}

// The standard library has the same for raw values, which would be as good otherwise.

extension SchemaModel where Self: RawRepresentable, Self.RawValue == String {
  public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }
}

extension SchemaModel where Self: RawRepresentable, Self.RawValue == Int {
  public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }
}

extension WritableModel where Self: RawRepresentable, Self.RawValue == String {
  public func encode(to encoder: any Encoder) throws { try writeJSON(to: encoder) }
}

extension WritableModel where Self: RawRepresentable, Self.RawValue == Int {
  public func encode(to encoder: any Encoder) throws { try writeJSON(to: encoder) }
}

/// The schema of a model, as one of a program.
public struct ModelSchema: Sendable {
  /// The evaluator of all schemas of the module.
  package let evaluator: Evaluator
  /// The index of the schema in the evaluator's program.
  package let id: Program.SchemaID

  @_spi(Generated) public init(_ program: Program, _ id: Program.SchemaID) {
    evaluator = Evaluator(program, saysTruncated: true)
    self.id = id
  }

  /// Whether a value satisfies the schema and has no equal names in one object, according to the evaluator. Slower than
  /// a generated validator; used if that reached a limit.
  @_spi(Generated) public func isValid(_ node: UnsafeJSONNode) -> Bool { evaluator.isValid(node, schema: id) }

  /// The absolute URI of the schema. If the program has no such schema, because its text was unreadable, that of its
  /// first.
  public var location: String {
    let program = evaluator.tables.program
    return program.schemaIDs.contains(id) ? program.schemas[id.index].location : program.schemas.first?.location ?? ""
  }
}

extension ModelSchema {
  /// An error of a decoder for the schema that starts at `start`, without sensitive parts; nil if it has none.
  func redacted(_ error: DecodingError, from start: [any CodingKey]) -> DecodingError? {
    let context: DecodingError.Context
    let keys: [any CodingKey]
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      (context, keys) = (found, found.codingPath)
    case .keyNotFound(let key, let found): (context, keys) = (found, found.codingPath + [key])
    @unknown default: return nil
    }
    let path = keys.dropFirst(start.count).map(\.stringValue)
    guard let depth = evaluator.tables.program.sensitiveDepth(along: path, from: id) else { return nil }
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: Array(context.codingPath.prefix(start.count + depth)),
        debugDescription:
          "the value does not fit its schema; the reason is not shown, because the value is sensitive ('x-sensitive')"))
  }
}
