/// A node as far as rendering needs it again and again: without parts that are counted as references, so that visiting
/// one copies nothing.
struct TemplateStep: Sendable {
  enum Kind: UInt8, Sendable {
    /// Text: a range of ``TemplateSteps/text``.
    case text
    /// A variable: a range of ``TemplateSteps/names``.
    case variable, escapedVariable
    /// A section: the same.
    case section, invertedSection
    /// What is rendered by its node: a partial, a parent or a block.
    case other
  }

  let kind: Kind
  /// Whether text has no lines, not even an empty one.
  var hasNoLines = false
  /// See ``SectionNode/isPlain``.
  var isPlain = false
  let range: Range<Int>
  /// The index of the node after a section.
  var end = 0
}

/// The nodes of a template as steps, at the same indices.
struct TemplateSteps: Sendable {
  private(set) var steps: [TemplateStep] = []
  /// The texts of all nodes without indentation.
  private(set) var text: [UInt8] = []
  /// The parts of all keys.
  private(set) var names: [TemplateName] = []

  init(_ nodes: [TemplateNode]) {
    for node in nodes {
      switch node {
      case .text(let node):
        let start = text.count
        for line in node.lines { text += line.text.utf8 }
        steps.append(TemplateStep(kind: .text, hasNoLines: node.lines.isEmpty, range: start..<text.count))
      case .variable(let key, let isEscaped):
        steps.append(TemplateStep(kind: isEscaped ? .escapedVariable : .variable, range: add(key)))
      case .section(let section):
        steps.append(
          TemplateStep(
            kind: section.isInverted ? .invertedSection : .section, isPlain: section.isPlain, range: add(section.key),
            end: section.end))
      case .partial, .parent, .block: steps.append(TemplateStep(kind: .other, range: 0..<0))
      }
    }
  }

  private mutating func add(_ key: TemplateKey) -> Range<Int> {
    let start = names.count
    names += key.parts.map { TemplateName($0) }
    return start..<names.count
  }
}
