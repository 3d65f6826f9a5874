import JSONSchema
import SchemaRuntime

/// What one page says, in phrases and values, before it is HTML or Markdown.
///
/// Made by ``PageBuilder``, read by ``HTMLContext`` and ``MarkdownContext``.
struct DocumentationPage {
  /// The place of the page in ``SiteMap/pages``.
  var place: Int
  var title: String
  /// `users/user-info`.
  var name: String
  /// The first sentence of the description.
  var summary: Phrase
  /// `$id`; nil when the schema has none.
  var identifier: String?
  /// The path of the schema.
  var source: String
  /// The page's own section first.
  var sections: [Section]
  var usage: Usage
  var usedBy: [Use]

  /// What is said in a word or two beside a title or name.
  enum Badge: Hashable {
    case localOnly, deprecated, open, closed, readOnly, writeOnly, sensitive
  }

  /// One schema of the document.
  struct Section {
    var title: String
    /// The place of the section; nil for the page's own.
    var anchor: Anchor?
    var badges: [Badge]
    var description: [Phrase]
    /// The type's name in Swift; nil for a schema without a type of its own.
    var swiftName: String?
    /// `struct`, `enum`.
    var swiftKind: String
    /// What kind of value it is, where the tables do not say it.
    var type: Phrase?
    /// What holds beyond types, tables and members.
    var rules: [Phrase]
    var content: Content
    /// Examples that validate.
    var examples: [JSONValue]
  }

  /// The table of a section.
  enum Content {
    case members([Member])
    case values([Value], names: ValueNames)
    case alternatives([Alternative])
    /// Nothing to list: the type says it all.
    case none
  }

  /// What is known of the values of an enumeration.
  struct ValueNames {
    /// Whether Swift has a case for each value.
    var areCases: Bool
    /// Whether other values are kept.
    var isOpen: Bool
  }

  struct Member {
    enum Presence: Hashable {
      case required, optional, localOnly
    }

    var name: String
    /// The place of the row; nil where a section has it.
    var anchor: Anchor?
    /// The property's name, where it is another than the member's.
    var swiftName: String?
    var presence: Presence
    var badges: [Badge]
    var type: Phrase
    var limits: [Phrase]
    var description: [Phrase]
    /// The schema that the member comes from; nil for the section's own.
    var origin: Phrase?
  }

  struct Value {
    /// The value as JSON.
    var json: String
    /// The case in Swift, or the name that the schema gives the value; empty when there is none.
    var name: String
  }

  struct Alternative {
    var type: Phrase
    /// How a value of this kind is known; empty when nothing tells.
    var tag: Phrase
    /// The case in Swift; empty when there is none.
    var caseName: String
    var description: Phrase
    var limits: [Phrase]
  }

  /// How Swift reads and writes values.
  struct Usage {
    var typeName: String
    var isWritten: Bool
  }

  /// Another page that refers to this one.
  struct Use {
    /// A link to the page.
    var page: Phrase
    /// The members of that page that refer here.
    var members: [String]
  }
}
