/// One node of a parsed template.
///
/// The parser creates nodes, the renderer visits them. They form one flat array: the body of a section, parent or block
/// begins after its node and stops before the node with index `end`. So neither recurses over its input.
enum TemplateNode: Sendable {
  case text(TextNode)
  case variable(TemplateKey, isEscaped: Bool)
  case section(SectionNode)
  case partial(PartialNode)
  case parent(ParentNode)
  case block(BlockNode)

  /// The key of a variable or section.
  var key: TemplateKey? {
    switch self {
    case .variable(let key, _): key
    case .section(let section): section.key
    case .text, .partial, .parent, .block: nil
    }
  }
}

/// Text of one line, after the margin: the indentation common to all of a block's content.
struct MarginedText: Sendable {
  var text = ""
  /// How many characters of the margin the line lacks, because it begins further left.
  var outdent = 0
}

/// Literal text, one element per line, including its line ending.
///
/// The indentation of a partial is inserted before every line that begins in the partial's source, but not in the
/// output of tags. An empty element marks the beginning of a line that starts with a tag.
struct TextLines: Sendable {
  var lines: [MarginedText] = []
  /// Whether the first element begins a line of the source; all others do.
  var startsLine = false
}

/// Literal text in a template. A class, so that visiting a node copies nothing.
final class TextNode: Sendable {
  let lines: [MarginedText]
  let startsLine: Bool

  init(_ text: TextLines = TextLines()) { (lines, startsLine) = (text.lines, text.startsLine) }
}

/// A dotted name to look up, `["user", "name"]` for `user.name`; `.` has no parts. A class, so that visiting a node
/// copies no strings.
final class TemplateKey: Sendable {
  let name: String
  let parts: [String]
  let position: TemplatePosition

  init(name: String, parts: [String], position: TemplatePosition) {
    self.name = name
    self.parts = parts
    self.position = position
  }
}

/// The name in a partial or parent tag: a template, or a key whose text is the name of the template.
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

/// A section, or an inverted one, which is rendered if its key is false.
struct SectionNode: Sendable {
  let key: TemplateKey
  let isInverted: Bool
  var end = 0
  /// Whether rendering the content in the context around the section is the same, unless the value has members: it has
  /// no partials and does not refer to the value itself.
  var isPlain = false
}

/// A partial tag. It has no indentation if other content is on the same line.
struct PartialNode: Sendable {
  let reference: PartialName
  let indentation: MarginedText?
}

/// A parent tag with its arguments: the node indices of its blocks, by name.
struct ParentNode: Sendable {
  let reference: PartialName
  var indentation: MarginedText?
  var arguments: [String: Int] = [:]
  var end = 0
}

/// A block: a parameter with default content, or, in a parent, an argument.
///
/// The content is stored without its margin. Wherever a block is expanded, the indentation at that position is inserted
/// before the lines of the content, whether default or argument. A block without an argument therefore renders as its
/// text would without the block's tags.
struct BlockNode: Sendable {
  let name: String
  /// The prefix of each line of the content, relative to the enclosing block.
  let indentation: MarginedText
  /// Whether content begins a new line here, because the opening tag is alone on its line.
  let startsLine: Bool
  var end = 0
}
