/// The elements that a lossy reader dropped: invalid elements of arrays marked `x-lossy`.
public struct LossReport: Hashable, Sendable {
  /// One element and its issues.
  public struct Drop: Hashable, Sendable {
    /// The location of the element in the payload or, for an element of a sensitive array, of the sensitive value.
    public var instanceLocation: JSONPointer
    /// The issues of the element.
    public var issues: [ValidationIssue]
  }

  /// The dropped elements.
  public var drops: [Drop] = []

  /// Creates an empty report.
  public init() {}
}

extension SchemaModel {
  /// Parses, validates and decodes a payload, dropping invalid elements where the schema has `x-lossy`. Everything else
  /// is as strict as in ``init(json:limits:)``, and so are ``isValid(_:limits:)`` and ``issues(in:limits:)``.
  ///
  /// - Parameter report: receives the dropped elements.
  public init(
    json text: some Collection<UInt8>, lossy report: inout LossReport, limits: JSONLimits = JSONLimits()
  ) throws(SchemaError) {
    var reader = JSONReader(limits: limits)
    let (kept, drops) = try text.withContiguousBytes {
      buffer throws(SchemaError) -> (JSONValue, [LossReport.Drop]) in
      let root: UnsafeJSONNode
      do throws(JSONSyntaxError) { root = try reader.read(buffer) } catch { throw .syntax(error) }
      guard root.firstRepeatedName() == nil, let dropped = Self.schema.evaluator.dropped(from: root, Self.schema.id)
      else { throw Self.error(explaining: root, of: buffer) }
      let issues = Self.schema.evaluator.issues(in: root, of: buffer, schema: Self.schema.id)
      let sensitive = Self.schema.evaluator.sensitiveValues(in: root, schema: Self.schema.id)
      var drops: [LossReport.Drop] = []
      for index in dropped {
        let pointer = sensitive.shownLocation(of: index, from: root).pointer
        let own = issues.filter { $0.instanceLocation.tokens.starts(with: pointer.tokens) }
        let drop = LossReport.Drop(instanceLocation: pointer, issues: own)
        // For a sensitive array, the report does not reveal how many elements were dropped.
        if !sensitive.contains(root[at: index]) || !drops.contains(drop) { drops.append(drop) }
      }
      return (JSONValue(root, leavingOut: Set(dropped)), drops)
    }
    try self.init(json: kept.json(), limits: limits)
    report.drops += drops
  }

  /// Parses, validates and decodes a payload, dropping invalid elements where the schema has `x-lossy`.
  public init(
    json text: String, lossy report: inout LossReport, limits: JSONLimits = JSONLimits()
  ) throws(SchemaError) {
    try self.init(json: text.utf8, lossy: &report, limits: limits)
  }
}

extension Evaluator {
  /// The elements that a lossy reader drops; nil if the value is invalid even without them.
  func dropped(from root: UnsafeJSONNode, _ schema: SchemaID) -> [Int]? {
    withExtendedLifetime(tables) {
      var run = VerdictRun(tables, root, checksNames: false, maximumNesting: maximumNesting)
      run.dropsElements = true
      let isValid = run.isValid(root, schema)
      // If a limit was reached, it is unknown which elements to drop.
      if run.isLimited { return self.isValid(root, schema: schema) ? [] : nil }
      return isValid ? run.dropped : nil
    }
  }
}

extension JSONValue {
  /// Copies the value of a node without some of its elements.
  fileprivate init(_ node: UnsafeJSONNode, leavingOut dropped: Set<Int>) {
    switch node.kind {
    case .array:
      self = .array(node.elements.filter { !dropped.contains($0.index) }.map { JSONValue($0, leavingOut: dropped) })
    case .object:
      var object = JSONObject()
      for (name, value) in node.members { object[name.string] = JSONValue(value, leavingOut: dropped) }
      self = .object(object)
    case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString:
      self.init(node)
    }
  }
}
