/// One step of a parsed template.
///
/// The parser makes nodes, the renderer walks them. They form one flat array: the body of a section, parent or
/// block begins after its node and stops before the node number `end`. So neither side recurses over its input.
enum TemplateNode: Sendable {
  case text(TextNode)
  case variable(TemplateKey, isEscaped: Bool)
  case section(SectionNode)
  case partial(PartialNode)
  case parent(ParentNode)
  case block(BlockNode)
}

/// Text of one line, after the margin: the indentation that all of a block's content is written with.
struct MarginedText: Sendable {
  var text = ""
  /// How many characters of the margin the line does not have, because it begins further left.
  var outdent = 0
}

/// Literal text, one element a line with its line ending.
///
/// The indentation of a partial goes before every line that the partial's source begins, and not into what tags
/// produce. An empty element marks the begin of a line whose first content is a tag.
struct TextNode: Sendable {
  var lines: [MarginedText] = []
  /// Whether the first element begins a line of the source; all others do.
  var startsLine = false
}

/// A dotted name to look up, `["user", "name"]` for `user.name`; `.` has no parts.
struct TemplateKey: Sendable {
  let name: String
  let parts: [String]
  let position: TemplatePosition
}

/// What a partial or parent tag names: a template, or a key whose text names the template.
enum PartialName: Sendable {
  case template(String, TemplatePosition)
  case key(TemplateKey)

  var position: TemplatePosition {
    switch self {
    case .template(_, let position): position
    case .key(let key): key.position
    }
  }
}

/// A section, rendered for what its key holds, or an inverted one, rendered when that is false.
struct SectionNode: Sendable {
  let key: TemplateKey
  let isInverted: Bool
  var end = 0
}

/// A partial tag. One that shares its line with something else has no indentation.
struct PartialNode: Sendable {
  let reference: PartialName
  let indentation: MarginedText?
}

/// A parent tag with its arguments: the node numbers of its blocks, by name.
struct ParentNode: Sendable {
  let reference: PartialName
  var indentation: MarginedText?
  var arguments: [String: Int] = [:]
  var end = 0
}

/// A block: a parameter with default content, or, in a parent, an argument.
///
/// The content is stored without its margin. Wherever a block is expanded, the indentation of that place goes
/// before the lines of the content, be it the default or an argument. A block without an argument therefore
/// renders as its text would without the block's tags.
struct BlockNode: Sendable {
  let name: String
  /// What goes before each line of the content, relative to the block around it.
  let indentation: MarginedText
  /// Whether content begins a new line here, because the opening tag stood alone on its line.
  let startsLine: Bool
  var end = 0
}
