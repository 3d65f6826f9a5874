/// A place on the pages: a page, and where on it.
struct SiteAddress: Hashable {
  /// The place of the page in ``SiteMap/pages``.
  var page: Int
  /// What the place is called on its page; nil for the page as a whole.
  var anchor: Anchor?
}

/// The name of a place on a page: the `id` of an element, and the fragment of links to it.
///
/// The place of a schema is called as its JSON Pointer is written in a URI (RFC 6901, section 6), so that
/// `user-info.html#/properties/mail` stays where it is for as long as the schema does. Members that come from
/// another schema have no pointer in this one; theirs is `members` and the pointer of the type and their name.
struct Anchor: Hashable {
  let text: String

  /// The place of a schema that is not the root of its document.
  ///
  /// - Parameter scope: what tells a schema that stands on the page once more from the others of its pointer.
  init?(pointer: [String], scope: String?) {
    guard !pointer.isEmpty || scope != nil else { return nil }
    text = Self.fragment(pointer) + Self.suffix(scope)
  }

  /// The place of a member that its type takes over from another schema.
  init(member: String, of pointer: [String], scope: String?) {
    text = "members" + Self.fragment(pointer + [member]) + Self.suffix(scope)
  }

  /// The place of a payload that breaks a keyword at a place of a value: `errors:/nickName/maxLength`.
  init(errorAt instance: [String], keyword: String, of section: Anchor?) {
    text = "errors" + (section?.text ?? "") + ":" + Self.fragment(instance + [keyword])
  }

  private static func suffix(_ scope: String?) -> String {
    scope.map { "@" + URIText.encoded($0, for: .fragment) } ?? ""
  }

  private static func fragment(_ tokens: [String]) -> String {
    tokens.map {
      "/" + URIText.encoded($0.replacing(scalar: "~", with: "~0").replacing(scalar: "/", with: "~1"), for: .fragment)
    }
    .joined()
  }
}
