/// Renders one template with one context to a string.
///
/// Open templates, sections and blocks are a stack of frames on the heap, so that neither deep sections nor deep
/// partials exhaust the thread's stack.
struct TemplateRenderer {
  /// The content that a parent tag passes for a block, with the arguments in effect where it was written.
  private struct Argument {
    let template: Template
    /// The index of the block's node.
    let index: Int
    let arguments: [String: Argument]
  }

  /// A range of nodes being rendered.
  private struct Frame {
    enum Content {
      case template
      case section
      /// A section over a list.
      case list([TemplateValue])
      case block(startsLine: Bool)
    }

    var template: Template
    var content: Content
    var body: Range<Int>
    /// The index of the next node.
    var next: Int
    /// The index of the next item of a list.
    var nextItem = 0
    /// The prefix of each line of the source.
    var indentation: String
    /// The number of its characters that come from the partial. The rest comes from blocks, and outdented lines lack
    /// some of it.
    var partialIndentation: Int
    var arguments: [String: Argument]
    /// The number of open partials and parents.
    var depth: Int

    init(template: Template, indentation: String, arguments: [String: Argument], depth: Int) {
      self.template = template
      self.content = .template
      self.body = template.nodes.indices
      self.next = 0
      self.indentation = indentation
      self.partialIndentation = indentation.utf8.count
      self.arguments = arguments
      self.depth = depth
    }

    func indentation(lacking outdent: Int) -> Substring {
      indentation.dropLast(min(outdent, indentation.utf8.count - partialIndentation))
    }
  }

  private let library: TemplateLibrary
  private let options: RenderingOptions
  private var output = ""
  private var contexts: [TemplateValue]
  private var frames: [Frame]
  /// Whether the next line begins in the middle of an output line, because its block's tag did.
  private var isMidLine = false

  init(template: Template, context: TemplateValue, library: TemplateLibrary, options: RenderingOptions) {
    self.library = library
    self.options = options
    self.contexts = [context]
    self.frames = [Frame(template: template, indentation: "", arguments: [:], depth: 0)]
  }

  /// Renders the template, once.
  mutating func render() throws(TemplateError) -> String {
    while let top = frames.indices.last {
      if try renderNodes(in: top) { finishFrame(top) }
    }
    return output
  }

  /// Renders the nodes of the innermost frame, until one of them opens another frame. Returns whether none is left.
  private mutating func renderNodes(in top: Int) throws(TemplateError) -> Bool {
    let nodes = frames[top].template.nodes
    let end = frames[top].body.upperBound
    var index = frames[top].next
    while index < end {
      switch nodes[index] {
      case .text(let text):
        append(text, in: top)
        index += 1
      case .variable(let key, let isEscaped):
        try append(key, isEscaped: isEscaped)
        index += 1
      case .section(let section):
        let value = try value(of: section.key)
        if value.isTruthy == section.isInverted {
          index = section.end
        } else if section.isInverted || section.isPlain && value.isScalar {
          // The nodes of its body follow.
          index += 1
        } else {
          frames[top].next = section.end
          enter(value, body: index + 1..<section.end)
          return false
        }
      case .partial(let partial):
        frames[top].next = index + 1
        try expand(partial.reference, indentation: partial.indentation, arguments: frames[top].arguments)
        return false
      case .parent(let parent):
        frames[top].next = parent.end
        try expand(parent.reference, indentation: parent.indentation, arguments: arguments(of: parent, in: frames[top]))
        return false
      case .block(let block):
        frames[top].next = block.end
        enter(block, body: index + 1..<block.end)
        return false
      }
    }
    return true
  }

  private mutating func finishFrame(_ top: Int) {
    switch frames[top].content {
    case .list(let items) where frames[top].nextItem < items.count:
      contexts[contexts.count - 1] = items[frames[top].nextItem]
      frames[top].nextItem += 1
      frames[top].next = frames[top].body.lowerBound
      return
    case .list, .section:
      contexts.removeLast()
    case .block(let startsLine):
      isMidLine = isMidLine && startsLine
    case .template:
      break
    }
    frames.removeLast()
  }

  private func failure(_ kind: TemplateError.Kind, at position: TemplatePosition) -> TemplateError {
    TemplateError(kind, template: frames.last?.template.name ?? "", position: position)
  }
}

// MARK: - Text

extension TemplateRenderer {
  private mutating func append(_ text: TextNode, in top: Int) {
    if frames[top].indentation.isEmpty {
      output += text.unindented
      isMidLine = isMidLine && text.lines.isEmpty
      return
    }
    var startsLine = text.startsLine
    for line in text.lines {
      // An empty line stays empty.
      if startsLine, !isMidLine, line.text != "\n", line.text != "\r\n" {
        output += frames[top].indentation(lacking: line.outdent)
      }
      output += line.text
      startsLine = true
      isMidLine = false
    }
  }

  private mutating func append(_ key: TemplateKey, isEscaped: Bool) throws(TemplateError) {
    isMidLine = false
    guard let text = try text(of: key) else {
      return
    }
    if isEscaped {
      options.escape.append(text, to: &output)
    } else {
      output += text
    }
  }

  /// The value of a key as text; nil if it has none.
  private func text(of key: TemplateKey) throws(TemplateError) -> String? {
    switch try value(of: key) {
    case .null: return nil
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    case .list: try refuse(.list, in: key)
    case .object, .row: try refuse(.object, in: key)
    }
    return nil
  }

  private func refuse(_ shape: TemplateError.Shape, in key: TemplateKey) throws(TemplateError) {
    if options.isStrict {
      throw failure(.notText(key.name, actual: shape), at: key.position)
    }
  }
}

// MARK: - Lookup

extension TemplateRenderer {
  /// The first part of a name is looked up from the innermost context outwards; the remaining parts only as members of
  /// the result.
  private func value(of key: TemplateKey) throws(TemplateError) -> TemplateValue {
    guard let first = key.parts.first else {
      return contexts.last ?? .null
    }
    guard var value = valueInContexts(first) else {
      return try unknown(key, part: 0, known: contexts.reversed())
    }
    for part in key.parts.indices.dropFirst() {
      guard let member = value[key.parts[part]] else {
        return try unknown(key, part: part, known: [value])
      }
      value = member
    }
    return value
  }

  private func valueInContexts(_ name: String) -> TemplateValue? {
    var index = contexts.count
    while index > 0 {
      index -= 1
      if let value = contexts[index][name] { return value }
    }
    return nil
  }

  private func unknown(
    _ key: TemplateKey, part: Int, known contexts: [TemplateValue]
  ) throws(TemplateError) -> TemplateValue {
    guard options.isStrict else {
      return .null
    }
    var names: [String] = []
    for context in contexts { names += context.members?.keys.map(\.self) ?? [] }
    let nearest = nearestName(to: key.parts[part], among: names).map { name in
      var parts = key.parts
      parts[part] = name
      return parts.joined(separator: ".")
    }
    throw failure(.unknownKey(key.name, nearest: nearest), at: key.position)
  }
}

// MARK: - Sections, partials and blocks

extension TemplateRenderer {
  /// Opens the frame of a section whose value is true.
  private mutating func enter(_ value: TemplateValue, body: Range<Int>) {
    guard !body.isEmpty, var frame = frames.last else { return }
    frame.body = body
    frame.next = body.lowerBound
    if case .list(let items) = value {
      contexts.append(items[0])
      frame.content = .list(items)
      frame.nextItem = 1
    } else {
      contexts.append(value)
      frame.content = .section
    }
    frames.append(frame)
  }

  private mutating func enter(_ block: BlockNode, body: Range<Int>) {
    guard var frame = frames.last else {
      return
    }
    frame.body = body
    if let argument = frame.arguments[block.name], case .block(let given) = argument.template.nodes[argument.index] {
      frame.template = argument.template
      frame.body = argument.index + 1..<given.end
      frame.arguments = argument.arguments
    }
    frame.next = frame.body.lowerBound
    frame.indentation = frame.indentation(lacking: block.indentation.outdent) + block.indentation.text
    frame.content = .block(startsLine: block.startsLine)
    frames.append(frame)
    isMidLine = isMidLine || !block.startsLine
  }

  /// Blocks passed from further out take precedence over those of the parent tag.
  private func arguments(of parent: ParentNode, in frame: Frame) -> [String: Argument] {
    var arguments = frame.arguments
    for (name, index) in parent.arguments where arguments[name] == nil {
      arguments[name] = Argument(template: frame.template, index: index, arguments: frame.arguments)
    }
    return arguments
  }

  private mutating func expand(
    _ reference: PartialName, indentation: MarginedText?, arguments: [String: Argument]
  ) throws(TemplateError) {
    guard let frame = frames.last, let name = try templateName(reference) else {
      return
    }
    guard let template = library[name] else {
      if options.isStrict {
        let nearest = nearestName(to: name, among: library.names)
        throw failure(.unknownPartial(name, nearest: nearest), at: reference.position)
      }
      return
    }
    guard frame.depth < options.depthLimit else {
      throw failure(.expansionTooDeep(name, limit: options.depthLimit), at: reference.position)
    }
    let newIndentation = indentation.map { frame.indentation(lacking: $0.outdent) + $0.text } ?? ""
    frames.append(
      Frame(
        template: template, indentation: String(newIndentation), arguments: arguments, depth: frame.depth + 1))
  }

  private func templateName(_ reference: PartialName) throws(TemplateError) -> String? {
    switch reference {
    case .template(let name, _): return name
    case .key(let key): return try text(of: key)
    }
  }
}
