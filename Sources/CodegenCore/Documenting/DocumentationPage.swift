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
  /// The pages that this one refers to, in the order of its text.
  var uses: [Int]
  /// What is otherwise than in the version of the schemas that was asked for; empty where none was.
  var changes: [PageChange] = []

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
    /// What is asked of the value and of those in it, a keyword each.
    var constraints: [Constraint] = []
    /// Examples that validate.
    var examples: [Example]
    /// Payloads that do not, with what is said of them.
    var violations: [Violation] = []
  }

  /// A payload that is valid.
  struct Example: Hashable {
    /// The payload, without what is sensitive.
    var value: JSONValue
    /// Whether it was made, as the schema gives none.
    var isSampled = false
    /// The Swift that builds the same value; nil when there is no expression for it.
    var swift: [CodeToken]?
  }

  /// A payload that breaks one constraint.
  struct Violation: Hashable {
    /// The place on the page, made of the places of value and keyword.
    var anchor: Anchor
    var keyword: String
    /// Where in the payload: `nickName`, `items[0]`; empty for the payload itself.
    var place: String
    /// The payload as text, without what is sensitive.
    var payload: JSONTokens
    /// The line of the payload that the first error is about, from 1; nil where lines were left out.
    var line: Int?
    /// The errors as `codegen validate` prints them.
    var errors: [String]
  }

  /// One keyword that asks something of a value.
  struct Constraint: Hashable {
    /// Which value: `nickName`, `items[]`; empty for the value itself.
    var place: String
    var keyword: String
    /// The keyword's value as JSON.
    var value: String
    /// The place of a payload that breaks it; nil when the page shows none.
    var violation: Anchor?
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
    /// The place of the page in ``SiteMap/pages``.
    var place: Int
    /// The members of that page that refer here.
    var members: [String]
  }
}
