/// Converts the text of a template to nodes, in one pass over its UTF-8 bytes.
///
/// Tags are read in `TemplateParser+Tags.swift`; white space is handled in `TemplateParser+Lines.swift`. This file
/// converts tags to nodes and matches opening tags with end tags.
struct TemplateParser {
  /// A section, parent or block that is still open.
  struct OpenTag {
    enum Node {
      case section(SectionNode)
      case parent(ParentNode)
      case block(BlockNode)
    }

    let node: Node
    /// The name that the end tag must have.
    let name: String
    let position: TemplatePosition
    /// The index of the node.
    let index: Int
    /// The margin to restore after the end.
    let outerMargin: Range<Int>
    /// The white space before a parent that begins its line.
    var leading: MarginedText?
    /// The blocks of a parent so far.
    var arguments: [String: Int] = [:]
  }

  let name: String
  let nestingLimit: Int
  let bytes: [UInt8]

  var nodes: [TemplateNode] = []
  var keys: [Template.Reference] = []
  var partials: [Template.Reference] = []

  /// The offset of the next byte to read.
  var cursor = 0
  var delimiters = Delimiters()
  var positions = PositionTracker()
  var openTags: [OpenTag] = []
  var line = LineState()
  /// The literal text that is not yet a node.
  var text = TextLines()
  /// The common indentation of the innermost block's content, as a range of the source.
  var margin = 0..<0

  init(source: String, name: String, nestingLimit: Int) {
    self.name = name
    self.nestingLimit = nestingLimit
    self.bytes = Array(source.utf8)
  }

  /// Parses the complete text, once.
  mutating func parse() throws(TemplateError) {
    while cursor < bytes.count {
      let tagStart = find(delimiters.open, from: cursor) ?? bytes.count
      readText(upTo: tagStart)
      if tagStart < bytes.count {
        try append(try readTag(at: tagStart))
      }
    }
    if let unclosed = openTags.last {
      throw failure(.unclosedSection(unclosed.name), at: unclosed.position)
    }
    flushText()
  }

  func failure(_ kind: TemplateError.Kind, at position: TemplatePosition) -> TemplateError {
    TemplateError(kind, template: name, position: position)
  }

  private mutating func append(_ tag: Tag) throws(TemplateError) {
    beginLine(limit: tag.range.lowerBound)
    switch tag.kind {
    case .variable, .unescapedVariable:
      let key = try key(tag.content, at: tag.position)
      keepLeading(before: tag)
      nodes.append(.variable(key, isEscaped: tag.kind == .variable))
    case .comment:
      skipLineIfAlone(tag)
    case .delimiters:
      delimiters = try delimiters(tag)
      skipLineIfAlone(tag)
    case .section, .invertedSection:
      let key = try key(tag.content, at: tag.position)
      skipLineIfAlone(tag)
      try open(.section(SectionNode(key: key, isInverted: tag.kind == .invertedSection)), tag, name: key.name)
    case .partial:
      let reference = try reference(tag)
      let indentation = leading(before: tag)
      let isAlone = skipLineIfAlone(tag)
      nodes.append(.partial(PartialNode(reference: reference, indentation: isAlone ? indentation : nil)))
    case .parent:
      try openParent(tag)
    case .block:
      try openBlock(tag)
    case .end:
      try close(tag)
    }
  }
}

// MARK: - Opening and closing

extension TemplateParser {
  private mutating func open(_ node: OpenTag.Node, _ tag: Tag, name: String) throws(TemplateError) {
    guard openTags.count < nestingLimit else {
      throw failure(.nestingTooDeep(limit: nestingLimit), at: tag.position)
    }
    openTags.append(
      OpenTag(node: node, name: name, position: tag.position, index: nodes.count, outerMargin: margin))
    // The node is added now, and its end is set when it is known.
    nodes.append(finished(node, at: 0, end: 0))
  }

  /// Whether a parent is alone on its lines is only known at its end. Until then, the white space before it is a
  /// separate text node directly before the parent's.
  private mutating func openParent(_ tag: Tag) throws(TemplateError) {
    let reference = try reference(tag)
    let leading = leading(before: tag)
    flushText()
    nodes.append(.text(TextNode(TextLines(lines: [leading ?? MarginedText()], startsLine: line.needsStart))))
    moveCursor(past: tag)
    try open(.parent(ParentNode(reference: reference)), tag, name: try name(tag))
    openTags[openTags.count - 1].leading = leading
  }

  /// If the opening tag is alone on its line, the content's first line determines the margin, or the tag if there is no
  /// content. Otherwise the tag does, or the enclosing block if the tag is in the middle of a line. In a parent, text
  /// before the tag does not count, because it is ignored.
  private mutating func openBlock(_ tag: Tag) throws(TemplateError) {
    let name = try name(tag)
    let tagMargin = line.blankSince == nil ? margin : line.start..<tag.range.lowerBound
    let nextLine = isInParent || line.blankSince != nil ? nextLine(after: tag) : nil
    let newMargin = nextLine.flatMap { contentMargin(at: $0) } ?? tagMargin
    let indentation = line.blankSince == nil && nextLine == nil ? MarginedText() : marginedText(newMargin)

    if let nextLine {
      flushText()
      startLine(at: nextLine)
    } else {
      keepLeading(before: tag)
    }
    let block = BlockNode(name: name, indentation: indentation, startsLine: nextLine != nil)
    try open(.block(block), tag, name: name)
    margin = newMargin
    line.needsStart = true
    line.outdent = 0
  }

  private mutating func close(_ tag: Tag) throws(TemplateError) {
    let name = try name(tag)
    guard let opened = openTags.last else {
      throw failure(.unexpectedEnd(name), at: tag.position)
    }
    guard opened.name == name else {
      throw failure(.mismatchedEnd(expected: opened.name, actual: name), at: tag.position)
    }
    switch opened.node {
    case .section(let section):
      skipLineIfAlone(tag)
      openTags.removeLast()
      nodes[opened.index] = finished(.section(section), at: opened.index, end: nodes.count)
    case .parent(let parent):
      openTags.removeLast()
      closeParent(parent, opened, tag)
    case .block(let block):
      try closeBlock(block, opened, tag)
    }
    margin = opened.outerMargin
  }

  private mutating func closeParent(_ parent: ParentNode, _ opened: OpenTag, _ tag: Tag) {
    var parent = parent
    parent.arguments = opened.arguments
    if let leading = opened.leading, let nextLine = nextLine(after: tag) {
      parent.indentation = leading
      nodes[opened.index - 1] = .text(TextNode())
      startLine(at: nextLine)
    } else {
      moveCursor(past: tag)
    }
    nodes[opened.index] = finished(.parent(parent), at: opened.index, end: nodes.count)
  }

  private mutating func closeBlock(_ block: BlockNode, _ opened: OpenTag, _ tag: Tag) throws(TemplateError) {
    if line.blankSince == nil {
      // An empty block begins no line.
      line.needsStart = false
    }
    let parentIndex = openTags.count - 2
    if parentIndex >= 0, case .parent = openTags[parentIndex].node {
      if line.blankSince == nil {
        keepLeading(before: tag)
      } else {
        flushText()
        moveCursor(past: tag)
      }
      guard openTags[parentIndex].arguments.updateValue(opened.index, forKey: block.name) == nil else {
        throw failure(.repeatedBlock(block.name), at: opened.position)
      }
    } else {
      skipLineIfAlone(tag)
    }
    openTags.removeLast()
    nodes[opened.index] = finished(.block(block), at: opened.index, end: nodes.count)
  }

  private func finished(_ node: OpenTag.Node, at index: Int, end: Int) -> TemplateNode {
    switch node {
    case .section(var section):
      section.end = end
      section.isPlain =
        index < end
        && nodes[(index + 1)..<end].allSatisfy { node in
          switch node {
          case .text: true
          case .variable(let key, _): !key.parts.isEmpty
          case .section(let inner): inner.isPlain && !inner.key.parts.isEmpty
          case .partial, .parent, .block: false
          }
        }
      return .section(section)
    case .parent(var parent):
      parent.end = end
      return .parent(parent)
    case .block(var block):
      block.end = end
      return .block(block)
    }
  }
}
