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
      /// A section over the objects of a table, and their number.
      case table(Int)
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

  /// The name of a member of a context. A trivial value: rendering a page compares a million.
  private struct Entry {
    let print: TemplateName.Print
    let context: Int
    let member: Int
  }

  private let library: TemplateLibrary
  private let options: RenderingOptions
  private var output: [UInt8] = []
  private var contexts: [TemplateContext] = []
  /// The names of the members of all contexts, from the outermost context to the innermost.
  private var entries: [Entry] = []
  private var frames: [Frame]
  /// Whether the next line begins in the middle of an output line, because its block's tag did.
  private var isMidLine = false

  init(template: Template, context: TemplateValue, library: TemplateLibrary, options: RenderingOptions) {
    self.library = library
    self.options = options
    self.frames = [Frame(template: template, indentation: "", arguments: [:], depth: 0)]
    push(context)
  }

  /// Renders the template, once.
  mutating func render() throws(TemplateError) -> String {
    while let top = frames.indices.last {
      if try renderNodes(in: top) { finishFrame(top) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Renders the nodes of the innermost frame, until one of them opens another frame. Returns whether none is left.
  private mutating func renderNodes(in top: Int) throws(TemplateError) -> Bool {
    let template = frames[top].template
    let isIndented = !frames[top].indentation.isEmpty
    let end = frames[top].body.upperBound
    var index = frames[top].next
    while index < end {
      let step = template.steps.steps[index]
      switch step.kind {
      case .text:
        if isIndented { appendIndented(template.nodes[index], in: top) } else { append(step, of: template) }
        index += 1
      case .variable, .escapedVariable:
        try append(step, at: index, of: template)
        index += 1
      case .section, .invertedSection:
        let isInverted = step.kind == .invertedSection
        if let place = place(of: step, in: template) {
          if contexts[place.context].isTruthy(at: place.member) == isInverted {
            index = step.end
            continue
          }
          if isInverted || step.isPlain && contexts[place.context].isScalar(at: place.member) {
            // The nodes of its body follow.
            index += 1
            continue
          }
        }
        let value = try value(of: step, at: index, in: template)
        if value.isTruthy == isInverted {
          index = step.end
        } else if isInverted || step.isPlain && value.isScalar {
          index += 1
        } else {
          frames[top].next = step.end
          enter(value, body: index + 1..<step.end)
          return false
        }
      case .other:
        try open(template.nodes[index], at: index, in: top)
        return false
      }
    }
    return true
  }

  /// Opens the frame of a node that is always rendered in one.
  private mutating func open(_ node: TemplateNode, at index: Int, in top: Int) throws(TemplateError) {
    switch node {
    case .text, .variable, .section: break
    case .partial(let partial):
      frames[top].next = index + 1
      try expand(partial.reference, indentation: partial.indentation, arguments: frames[top].arguments)
    case .parent(let parent):
      frames[top].next = parent.end
      try expand(parent.reference, indentation: parent.indentation, arguments: arguments(of: parent, in: frames[top]))
    case .block(let block):
      frames[top].next = block.end
      enter(block, body: index + 1..<block.end)
    }
  }

  private mutating func finishFrame(_ top: Int) {
    switch frames[top].content {
    case .list(let items) where frames[top].nextItem < items.count:
      pop()
      push(items[frames[top].nextItem])
      frames[top].nextItem += 1
      frames[top].next = frames[top].body.lowerBound
      return
    case .table(let count) where frames[top].nextItem < count:
      contexts[contexts.count - 1].row = frames[top].nextItem
      frames[top].nextItem += 1
      frames[top].next = frames[top].body.lowerBound
      return
    case .list, .table, .section:
      pop()
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
  private mutating func append(_ step: TemplateStep, of template: Template) {
    template.steps.text.withUnsafeBufferPointer { output += UnsafeBufferPointer(rebasing: $0[step.range]) }
    isMidLine = isMidLine && step.hasNoLines
  }

  private mutating func appendIndented(_ node: TemplateNode, in top: Int) {
    guard case .text(let text) = node else { return }
    var startsLine = text.startsLine
    for line in text.lines {
      // An empty line stays empty.
      if startsLine, !isMidLine, line.text != "\n", line.text != "\r\n" {
        output += frames[top].indentation(lacking: line.outdent).utf8
      }
      output += line.text.utf8
      startsLine = true
      isMidLine = false
    }
  }

  private mutating func append(
    _ step: TemplateStep, at index: Int, of template: Template
  ) throws(TemplateError) {
    isMidLine = false
    let value = try value(of: step, at: index, in: template)
    guard let text = try text(of: value, for: template.nodes[index]) else { return }
    if step.kind == .escapedVariable {
      options.escape.append(text, to: &output)
    } else {
      output += text.utf8
    }
  }

  /// A value as text; nil if it has none.
  private func text(
    of value: TemplateValue, for node: @autoclosure () -> TemplateNode
  ) throws(TemplateError) -> String? {
    switch value {
    case .null: return nil
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    case .list, .table: try refuse(.list, in: node())
    case .object: try refuse(.object, in: node())
    }
    return nil
  }

  private func refuse(_ shape: TemplateError.Shape, in node: TemplateNode) throws(TemplateError) {
    if options.isStrict, let key = node.key {
      throw failure(.notText(key.name, actual: shape), at: key.position)
    }
  }
}

// MARK: - Lookup

extension TemplateRenderer {
  private func value(
    of step: TemplateStep, at index: Int, in template: Template
  ) throws(TemplateError) -> TemplateValue {
    if let value = value(of: step.range, in: template.steps.names) { return value }
    return try unknown(template.nodes[index].key)
  }

  /// The first part of a name is looked up from the innermost context outwards; the remaining parts only as members of
  /// the result.
  private func value(of parts: Range<Int>, in names: [TemplateName]) -> TemplateValue? {
    guard let first = parts.first else { return contexts.last?.innermost ?? .null }
    guard let place = place(of: first, in: names) else { return nil }
    var value = contexts[place.context].member(at: place.member)
    for part in parts.dropFirst() {
      guard let member = value[names[part]] else { return nil }
      value = member
    }
    return value
  }

  /// Returns the place of a value with a name of one part.
  private func place(of step: TemplateStep, in template: Template) -> Entry? {
    step.range.count == 1 ? place(of: step.range.lowerBound, in: template.steps.names) : nil
  }

  private func place(of index: Int, in names: [TemplateName]) -> Entry? {
    let print = names[index].print
    var entry = entries.count
    while entry > 0 {
      entry -= 1
      guard entries[entry].print.hash == print.hash, entries[entry].print == print else { continue }
      let found = entries[entry]
      if print.isWhole || contexts[found.context].name(at: found.member) == names[index] { return found }
    }
    return nil
  }

  private mutating func push(_ value: TemplateValue) {
    let context = TemplateContext(value)
    context.forEachName { entries.append(Entry(print: $0, context: contexts.count, member: $1)) }
    contexts.append(context)
  }

  private mutating func pop() {
    contexts.removeLast()
    while let last = entries.last, last.context == contexts.count { entries.removeLast() }
  }

  /// Finds which part of a key is unknown.
  private func unknown(_ key: TemplateKey?) throws(TemplateError) -> TemplateValue {
    guard let key, options.isStrict else { return .null }
    var known = contexts.reversed().map(\.innermost)
    for part in key.parts.indices {
      let name = TemplateName(key.parts[part])
      guard let member = known.lazy.compactMap({ $0[name] }).first else {
        return try unknown(key, part: part, known: known)
      }
      known = [member]
    }
    return .null
  }

  private func unknown(
    _ key: TemplateKey, part: Int, known contexts: [TemplateValue]
  ) throws(TemplateError) -> TemplateValue {
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
    frame.nextItem = 1
    switch value {
    case .list(let items):
      push(items[0])
      frame.content = .list(items)
    case .table(let table):
      push(value)
      frame.content = .table(table.count)
    case .null, .text, .flag, .object:
      push(value)
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
    case .key(let key):
      let known = value(of: key.parts.indices, in: key.parts.map { TemplateName($0) })
      let node = TemplateNode.variable(key, isEscaped: false)
      if let known { return try text(of: known, for: node) }
      return try text(of: unknown(key), for: node)
    }
  }
}
