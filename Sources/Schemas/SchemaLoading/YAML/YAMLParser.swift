internal import CFYAML
internal import CJSONScan
internal import SchemaAnalysis
internal import SchemaRuntime

/// Reads the documents of a YAML text with libfyaml's events. Only this file imports libfyaml.
final class YAMLParser {
  private let parser: OpaquePointer
  private let diagnostics: OpaquePointer
  private let maximumDepth: Int
  /// The position of the last node of the previous documents.
  private var last = YAMLPosition(offset: 0, line: 0, column: 0)

  /// Creates a parser of `text`, which has to outlive it; nil if memory is exhausted.
  ///
  /// - Parameter isLoose: whether a flow collection may end in any column, as for most other readers.
  init?(_ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int, isLoose: Bool = false) {
    // Messages are collected instead of being written to standard error.
    var words = fy_diag_cfg()
    fy_diag_cfg_default(&words)
    words.fp = nil
    words.output_fn = { _, _, _, _ in }
    words.colorize = false
    guard let diagnostics = fy_diag_create(&words) else { return nil }
    fy_diag_set_collect_errors(diagnostics, true)
    var settings = fy_parse_cfg()
    settings.flags = fy_parse_cfg_flags(
      FYPCF_QUIET.rawValue | FYPCF_COLLECT_DIAG.rawValue | FYPCF_DISABLE_DEPTH_LIMIT.rawValue
        | FYPCF_DEFAULT_VERSION_1_2.rawValue | FYPCF_JSON_NONE.rawValue
        | (isLoose ? FYPCF_SLOPPY_FLOW_INDENTATION.rawValue : 0))
    settings.diag = diagnostics
    guard let parser = fy_parser_create(&settings) else {
      fy_diag_destroy(diagnostics)
      return nil
    }
    self.parser = parser
    self.diagnostics = diagnostics
    self.maximumDepth = maximumDepth
    // From here on, `deinit` releases both.
    let isSet = text.withMemoryRebound(to: CChar.self) { fy_parser_set_string(parser, $0.baseAddress, $0.count) == 0 }
    if !isSet { return nil }
  }

  deinit {
    fy_parser_destroy(parser)
    fy_diag_destroy(diagnostics)
  }

  /// Returns the next document; nil behind the last one.
  func nextDocument() throws(JSONSyntaxError) -> (tree: YAMLTree, position: YAMLPosition)? {
    // A local value: the properties of a class are checked at each access.
    var builder = YAMLTreeBuilder(maximumDepth: maximumDepth, last: last)
    defer { last = builder.last }
    var position: YAMLPosition?
    while let event = fy_parser_parse(parser) {
      defer { fy_parser_event_free(parser, event) }
      switch event.pointee.type {
      case FYET_DOCUMENT_START:
        position = builder.mark(of: event)
        let version = fy_document_state_version(event.pointee.document_start.document_state)
        builder.isOldVersion = version.map { $0.pointee.major == 1 && $0.pointee.minor < 2 } ?? false
      case FYET_DOCUMENT_END: return position.map { (builder.tree, builder.tree.nodes.first?.position ?? $0) }
      case FYET_STREAM_END: return nil
      default: try builder.add(event)
      }
    }
    throw syntaxError(after: builder.last)
  }

  private func syntaxError(after last: YAMLPosition) -> JSONSyntaxError {
    var cursor: UnsafeMutableRawPointer?
    guard let error = fy_diag_errors_iterate(diagnostics, &cursor) else {
      return last.error("expected well-formed YAML, found an error after this position")
    }
    let message = error.pointee.msg.map { String(cString: $0) } ?? "no reason given"
    var position = last
    if let token = error.pointee.fyt, let mark = fy_token_start_mark(token) { position = YAMLPosition(mark.pointee) }
    return position.error("expected well-formed YAML, found an error: \(message.onOneLine)")
  }
}

// MARK: - Events

/// Makes the tree of a document from libfyaml's events.
private struct YAMLTreeBuilder {
  let maximumDepth: Int
  /// The position of the last node: that of an empty one, which has none of its own.
  var last: YAMLPosition
  private(set) var tree = YAMLTree()
  /// Whether the document says that it is of YAML 1.1, in which some scalars have another meaning.
  var isOldVersion = false
  /// The containers that are open, outermost first.
  private var open: [(node: Int, isMapping: Bool, expectsKey: Bool)] = []
  /// The node that an anchor names at this point of the document.
  private var anchors: [String: Int] = [:]

  init(maximumDepth: Int, last: YAMLPosition) {
    self.maximumDepth = maximumDepth
    self.last = last
  }

  mutating func add(_ event: UnsafeMutablePointer<fy_event>) throws(JSONSyntaxError) {
    switch event.pointee.type {
    case FYET_SCALAR:
      let position = mark(of: event)
      try takePosition(at: position)
      try addScalar(event.pointee.scalar, at: position)
      tree.nodes[tree.nodes.count - 1].source = Self.source(of: event)
    case FYET_ALIAS:
      let position = mark(of: event)
      try takePosition(at: position)
      let name = Self.string(event.pointee.alias.anchor)
      guard let target = anchors[name] else {
        throw position.error("expected an alias of a preceding anchor, found \("*\(name)".quoted), which is unknown")
      }
      guard tree.nodes[target].kind == .scalar || tree.nodes[target].end > 0 else {
        throw position.error(
          "the alias \("*\(name)".quoted) is inside the value that it refers to, which JSON cannot represent")
      }
      if isAtKey {
        try addKey(repeating: target, at: position)
        tree.nodes[tree.nodes.count - 1].source = Self.source(of: event)
      } else {
        tree.nodes.append(
          YAMLTree.Node(kind: .alias, start: Int32(target), position: position, source: Self.source(of: event)))
      }
    case FYET_SEQUENCE_START: try begin(.sequence, event, event.pointee.sequence_start.anchor)
    case FYET_MAPPING_START: try begin(.mapping, event, event.pointee.mapping_start.anchor)
    case FYET_SEQUENCE_END, FYET_MAPPING_END:
      if let container = open.popLast() {
        tree.nodes[container.node].end = Int32(tree.nodes.count)
        let start = tree.nodes[container.node].source.lowerBound
        tree.nodes[container.node].source = start..<max(start, Self.source(of: event).upperBound)
      }
    default: break  // The stream's start.
    }
  }

  private mutating func begin(
    _ kind: YAMLTree.Kind, _ event: UnsafeMutablePointer<fy_event>, _ anchor: OpaquePointer?
  ) throws(JSONSyntaxError) {
    let position = mark(of: event)
    try takePosition(at: position)
    if isAtKey { throw Self.notAKey(kind, at: position) }
    guard open.count < maximumDepth else {
      throw JSONSyntaxError(kind: .tooDeep(limit: maximumDepth), position: position.sourcePosition)
    }
    name(anchor)
    noteTag(
      kind == .mapping ? event.pointee.mapping_start.tag : event.pointee.sequence_start.tag, at: position,
      "it is read without the tag")
    open.append((tree.nodes.count, kind == .mapping, true))
    tree.nodes.append(YAMLTree.Node(kind: kind, position: position, source: Self.source(of: event)))
  }

  /// Notes the first tag that is not one of YAML's own (YAML 1.2.2, section 10, and the types of YAML 1.1).
  private mutating func noteTag(_ tag: OpaquePointer?, at position: YAMLPosition, _ outcome: String) {
    guard tree.unknownTag == nil, let tag = tag.map(Self.string), tag != "!", !tag.hasPrefix("tag:yaml.org,2002:")
    else {
      return
    }
    let place = position.sourcePosition
    tree.unknownTag =
      "the value at line \(place.line), column \(place.column) has the unknown tag \(tag.quoted); \(outcome)"
  }

  /// Takes the next position in the container around a node: for a mapping, alternately a key's and a value's.
  private mutating func takePosition(at position: YAMLPosition) throws(JSONSyntaxError) {
    last = position
    guard tree.nodes.count < Int32.max - 1 else { throw position.error("expected fewer than 2^31 values, found more") }
    guard !open.isEmpty else { return }
    open[open.count - 1].expectsKey.toggle()
  }

  /// Whether the node whose position was taken last is a key.
  private var isAtKey: Bool {
    open.last.map { $0.isMapping && !$0.expectsKey } ?? false
  }

  private static func notAKey(_ kind: YAMLTree.Kind, at position: YAMLPosition) -> JSONSyntaxError {
    let found = kind == .mapping ? "a mapping" : "a sequence"
    return position.error("expected a scalar as key, because JSON has no others, found \(found)")
  }

  /// Adds a key that is an alias: the text of a scalar.
  private mutating func addKey(repeating target: Int, at position: YAMLPosition) throws(JSONSyntaxError) {
    var node = tree.nodes[target]
    guard node.kind == .scalar else { throw Self.notAKey(node.kind, at: position) }
    let text = Array(tree.scalars[Int(node.start)..<Int(node.end)])
    let isString = text.first == UInt8(ascii: "\"")
    node.start = Int32(truncatingIfNeeded: tree.scalars.count)
    tree.scalars += isString ? text : [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
    node.end = try scalarEnd(at: position)
    (node.position, node.isMergeKey) = (position, false)
    tree.nodes.append(node)
  }

  /// The offset behind the last scalar.
  private func scalarEnd(at position: YAMLPosition) throws(JSONSyntaxError) -> Int32 {
    guard let end = Int32(exactly: tree.scalars.count) else {
      throw position.error("expected scalars of less than 2^31 bytes, found more")
    }
    return end
  }

  private mutating func addScalar(_ scalar: fy_event_scalar_data, at position: YAMLPosition) throws(JSONSyntaxError) {
    let isKey = isAtKey
    name(scalar.anchor)
    var count = 0
    let start = scalar.value.flatMap { fy_token_get_text($0, &count) }
    let text = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count).assumingMemoryBound(to: UInt8.self)
    let style = scalar.value.map { fy_scalar_token_get_style($0) } ?? FYSS_PLAIN
    let isPlain = style == FYSS_PLAIN
    var position = position
    if style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED, position.column > 0 {
      // The mark is behind the quotation mark.
      position.offset -= 1
      position.column -= 1
    }
    let begin = tree.scalars.count
    var node = YAMLTree.Node(kind: .scalar, start: Int32(truncatingIfNeeded: begin), position: position)
    if isOldVersion, isPlain, !isKey, scalar.tag == nil, YAMLScalar.differsBefore12(text) {
      let found = String(decoding: text, as: UTF8.self).quoted
      throw position.error(
        "expected a scalar that means the same in YAML 1.1 and 1.2, found \(found); quote it, or remove '%YAML 1.1'")
    }
    noteTag(scalar.tag, at: position, "it is read as a string")
    let tag = scalar.tag.map { YAMLTag(Self.string($0)) }
    var meaning = isPlain && !isKey ? YAMLScalar(plain: text) : .string
    if let tag, !isKey {
      guard let tagged = YAMLScalar(tag: tag, text: text) else {
        let found = String(decoding: text, as: UTF8.self).quoted
        throw position.error("expected \(tag.expectation), as required by the tag, found \(found)")
      }
      meaning = tagged
    }
    node.isMergeKey = isKey && isPlain && scalar.tag == nil && text.count == 2 && text.allSatisfy { $0 == 0x3c }
    switch meaning {
    case .null: tree.scalars += "null".utf8
    case .bool(let flag): tree.scalars += (flag ? "true" : "false").utf8
    case .number(let number): tree.scalars += number.utf8
    case .string: Self.appendString(text, to: &tree.scalars)
    case .notFinite:
      let found = String(decoding: text, as: UTF8.self).quoted
      throw position.error("expected a number that JSON can represent, found \(found); quote it to make it a string")
    case .tooLarge: throw position.error("expected an integer of at most 128 bits in this notation, found a larger one")
    }
    node.end = try scalarEnd(at: position)
    tree.nodes.append(node)
  }

  /// Remembers that an anchor names the next node.
  private mutating func name(_ anchor: OpaquePointer?) {
    if let anchor { anchors[Self.string(anchor)] = tree.nodes.count }
  }

  /// Appends a text as a JSON string. It is UTF-8 already; the reader of JSON checks.
  private static func appendString(_ text: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    var nonASCII: UInt32 = 0
    guard var start = text.baseAddress else { return json.append(UInt8(ascii: "\"")) }
    let end = start + text.count
    while true {
      let stop = json_scan_string(start, end, &nonASCII)
      json += UnsafeBufferPointer(start: start, count: stop - start)
      if stop == end { break }
      appendEscape(stop.pointee, to: &json)
      start = stop + 1
    }
    json.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ byte: UInt8, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: json.append(UInt8(ascii: "b"))
    case 0x09: json.append(UInt8(ascii: "t"))
    case 0x0a: json.append(UInt8(ascii: "n"))
    case 0x0c: json.append(UInt8(ascii: "f"))
    case 0x0d: json.append(UInt8(ascii: "r"))
    case 0..<0x20: json += ("u00" + String(hexadecimal: byte, width: 2)).utf8
    default: json.append(byte)
    }
  }

  private static func string(_ token: OpaquePointer?) -> String {
    var count = 0
    guard let token, let start = fy_token_get_text(token, &count) else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of an event's token.
  private static func source(of event: UnsafeMutablePointer<fy_event>) -> Range<UInt32> {
    guard let start = fy_event_start_mark(event), let end = fy_event_end_mark(event) else { return 0..<0 }
    let (first, last) = (
      UInt32(truncatingIfNeeded: start.pointee.input_pos), UInt32(truncatingIfNeeded: end.pointee.input_pos)
    )
    return first..<max(first, last)
  }

  func mark(of event: UnsafeMutablePointer<fy_event>) -> YAMLPosition {
    fy_event_start_mark(event).map { YAMLPosition($0.pointee) } ?? last
  }
}

extension YAMLPosition {
  fileprivate init(_ mark: fy_mark) {
    self.init(
      offset: UInt32(truncatingIfNeeded: mark.input_pos), line: UInt32(truncatingIfNeeded: mark.line),
      column: UInt32(truncatingIfNeeded: mark.column))
  }
}
