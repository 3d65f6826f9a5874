import CodegenCore
import SchemaRuntime

/// The content of a page as phrases and values, before it is HTML or Markdown.
///
/// Created by ``PageBuilder``, read by ``HTMLContext`` and ``MarkdownContext``.
struct DocumentationPage {
  /// The index of the page in ``SiteMap/pages``.
  var index: Int
  var title: String
  /// `users/user-info`.
  var name: String
  /// The first sentence of the description.
  var summary: Phrase
  /// `$id`; nil if the schema has none.
  var identifier: String?
  /// The path of the schema.
  var source: String
  /// The badges of the schema that an index shows.
  var badges: [Badge]
  /// The sections, the page's own first; empty for a page that is the same as before.
  var sections: [Section]
  /// The page as the run before wrote it, if it is the same.
  var former: FormerPages.Page?
  var usage: Usage
  var usedBy: [Use]
  /// The pages that this one references, in the order of its text.
  var uses: [Int]
  /// Changes since the requested version of the schemas; empty if none was requested.
  var changes: [PageChange] = []
  /// The schema as JSON, for a file of its own; nil for a schema that is no object.
  var schemaText: String?
  static let schemaEnding = ".schema.json"
  /// What the file of a split page shows of it; nil for a page that is one file.
  var excerpt: Excerpt?

  /// The place of a file among those of its page.
  struct Excerpt {
    /// An entry in the list of definitions.
    struct Definition {
      var title: String
      /// The address of the section; nil for rows that continue the table of another file.
      var address: SiteAddress?
      /// The index of the file in ``SiteFiles/files``.
      var file: Int
      var summary: Phrase
      /// Other sections of the file.
      var inner: [(title: String, address: SiteAddress)]
    }

    /// The index of the file in ``SiteFiles/files``.
    var file: Int
    /// Whether it is the file of the schema itself.
    var isFirst: Bool
    /// The title of the page.
    var title: String
    /// The other files of the page, for the first one.
    var definitions: [Definition] = []
    var previous: Part?
    var next: Part?

    /// Another file of the page.
    struct Part {
      var title: String
      /// The index of the file in ``SiteFiles/files``.
      var file: Int
    }
  }

  /// A badge next to a title or name.
  enum Badge: Hashable {
    case localOnly, deprecated, open, closed, readOnly, writeOnly, sensitive
  }

  /// One schema of the document.
  struct Section {
    var title: String
    /// The anchor of the section; nil for the page's own.
    var anchor: Anchor?
    var badges: [Badge]
    /// The first sentence of the description.
    var summary: Phrase
    var description: RichText
    /// The Swift name of the type; nil for a schema without a type.
    var swiftName: String?
    /// `struct`, `enum`.
    var swiftKind: String
    /// The kind of value, unless the tables say it.
    var type: Phrase?
    /// Constraints beyond types, tables and members.
    var rules: [Phrase]
    var content: Content
    /// The members with their own members; empty if none have any.
    var outline: [OutlineEntry] = []
    /// The constraints on the value and on nested values, one per keyword.
    var constraints: [Constraint] = []
    /// Examples that validate.
    var examples: [Example]
    /// Invalid payloads, with their errors.
    var violations: [Violation] = []
  }

  /// A valid payload.
  struct Example: Hashable {
    /// The payload, redacted.
    var value: JSONValue
    /// The payload as text, without lines at its end if it is long.
    var json: JSONTokens
    /// Whether it was sampled because the schema has no example.
    var isSampled = false
    /// The Swift expression for the same value; nil if there is none.
    var swift: [CodeToken]?
    /// The shell command that sends the payload; nil for one that nobody sends.
    var curl: [CodeToken]?
  }

  /// A member, element or value in the view of nested members.
  struct OutlineEntry {
    /// `name`, `items[]`
    var name: String
    var type: String
    var address: SiteAddress?
    var children: [OutlineEntry]
  }

  /// A payload that violates one constraint.
  struct Violation: Hashable {
    /// The anchor on the page, built from the instance and keyword locations.
    var anchor: Anchor
    var keyword: String
    /// What is wrong, if the keyword does not say it; empty otherwise.
    var reason = Phrase()
    /// The message of the first error.
    var message: String
    /// The instance location: `nickName`, `items[0]`; empty for the payload itself.
    var location: String
    /// The payload as text, redacted.
    var payload: JSONTokens
    /// The line of the payload with the first error, starting at 1; nil if lines were left out.
    var line: Int?
    /// The errors as `codegen validate` prints them.
    var errors: [String]

    /// Whether it is about the payload and none of the alternatives of a choice.
    var isOfChoice: Bool { location.isEmpty && ["oneOf", "anyOf"].contains(keyword) }
  }

  /// A keyword that constrains a value.
  struct Constraint: Hashable {
    /// The location of the value: `nickName`, `items[]`; empty for the value itself.
    var location: String
    var keyword: String
    /// The keyword's value as JSON.
    var value: String
    /// The anchor of a payload that violates it; nil if the page shows none.
    var violation: Anchor?
  }

  /// The table of a section.
  enum Content {
    case members([Member])
    /// The first items of an array, each with its own schema, and those that may follow.
    case items([Item])
    case values([Value], names: ValueNames)
    case alternatives([Alternative])
    /// No table: the type is sufficient.
    case none
  }

  /// Properties of an enumeration.
  struct ValueNames {
    /// Whether Swift has a case for each value.
    var areCases: Bool
    /// Whether other values are preserved.
    var isOpen: Bool
  }

  struct Member {
    enum Presence: Hashable {
      case required, optional, localOnly
    }

    var name: String
    /// The anchor of the row; nil if a section has it.
    var anchor: Anchor?
    /// The section that describes the member's value, if it is its own.
    var section: SiteAddress?
    /// The property's name, if it differs from the member's.
    var swiftName: String?
    var presence: Presence
    var badges: [Badge]
    var type: Phrase
    var limits: [Phrase]
    var description: RichText
    /// The schema that declares the member; nil for the section's own.
    var origin: Phrase?
    /// When the declaration applies, for a member that only branches declare: `only with …`; nil for others.
    var condition: Phrase?
  }

  struct Item {
    /// The index, from 0; `2…` for the items from there on.
    var index: String
    /// The property's name.
    var name: String
    /// The anchor of the row; nil if a section has it.
    var anchor: Anchor?
    var isRequired: Bool
    var badges: [Badge]
    var type: Phrase
    var limits: [Phrase]
    var description: RichText
  }

  struct Value {
    /// The value as JSON.
    var json: String
    /// The Swift case, or the name that the schema specifies for the value; empty without either.
    var name: String
  }

  struct Alternative {
    var type: Phrase
    /// How to recognize a value of this kind; empty if nothing distinguishes it.
    var tag: Phrase
    /// The Swift case; empty if there is none.
    var caseName: String
    var description: Phrase
    var limits: [Phrase]
  }

  /// How Swift reads and writes values.
  struct Usage {
    var typeName: String
    var isWritten: Bool
  }

  /// Another page that references this one.
  struct Use {
    /// A link to the page.
    var page: Phrase
    /// The index of the page in ``SiteMap/pages``.
    var index: Int
    /// The members of that page that reference this one.
    var members: [String]
  }
}
