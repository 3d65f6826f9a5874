import CodegenCore
import SchemaRuntime

/// The content of an operation's page, before it is HTML or Markdown.
///
/// Created by ``OperationBuilder``, read by ``HTMLContext`` and ``MarkdownContext``.
struct OperationPage {
  /// The summary, or else what identifies the operation.
  var title: String
  /// `GET`.
  var method: String
  /// `/pets/{id}`.
  var path: String
  /// For an operation that the server calls: `webhook` or `callback`.
  var caller: String
  /// `operationId`; empty without one.
  var id: String
  var summary: Phrase
  var description: RichText
  var isDeprecated: Bool
  var externalDocs: Phrase?
  /// The parameters by place, `Path parameters` first.
  var parameters: [(title: String, rows: [DocumentationPage.Member])]
  var body: Body?
  var responses: [Response]
  /// The alternatives of credentials.
  var security: [Phrase]
  var servers: [String]
  var curl: [CodeToken]
  var swift: [CodeToken]
  /// The index of its group in ``APISite/groups``.
  var group = 0
  /// The path of its file without the format's extension.
  var file = ""

  struct Body {
    var isRequired: Bool
    var description: RichText
    var contents: [Content]
  }

  struct Response {
    /// `200`, `4XX` or `default`.
    var status: String
    var description: RichText
    var contents: [Content]
    var headers: [DocumentationPage.Member]
  }

  /// What a body has as one media type.
  struct Content {
    var mediaType: String
    /// The type with links; nil for content without a schema.
    var type: Phrase?
    var limits: [Phrase]
    /// The members of an object; empty where only the page of its type shows them.
    var members: [DocumentationPage.Member]
    var example: JSONTokens?
  }

  /// The anchor of a parameter's row.
  static func anchor(_ place: String, _ name: String) -> Anchor? { Anchor(pointer: [place, name], scope: nil) }
}

/// The API descriptions of a site, and the pages of their operations.
struct APISite {
  /// What a description says of its API.
  struct API {
    var title: String
    /// `2.0.0`; empty without one.
    var version: String
    var description: RichText
    /// Servers, contact, license and so on, each with its name.
    var facts: [(name: String, values: [Phrase])]
    /// How to prove who calls.
    var schemes: [(name: String, words: Phrase, description: RichText)]
    var groups: [Int]
  }

  /// The operations with a tag.
  struct Group {
    var title: String
    var description: RichText
    var externalDocs: Phrase?
    var operations: [Int]
    /// The path of its file without the format's extension.
    var file: String

    var count: String { operations.count == 1 ? "1 operation" : "\(operations.count) operations" }
  }

  var apis: [API] = []
  var groups: [Group] = []
  var operations: [OperationPage] = []
  /// The operations that send or receive a schema of each page, by its index in ``SiteMap/pages``.
  var uses: [Int: [Int]] = [:]

  /// The number of operations above which the index lists only their groups.
  static let listLimit = 80

  var isListed: Bool { operations.count <= Self.listLimit }

  /// The title of the only API; nil if there are none or several.
  var title: String? { apis.count == 1 && !apis[0].title.isEmpty ? apis[0].title : nil }
}
