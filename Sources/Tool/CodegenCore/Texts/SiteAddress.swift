/// An address in the documentation: a page, and optionally an element of it.
package struct SiteAddress: Hashable {
  /// The index of the page in ``SiteMap/pages``.
  package var page: Int
  /// The anchor of the element; nil for the page itself.
  package var anchor: Anchor?

  package init(page: Int, anchor: Anchor? = nil) { (self.page, self.anchor) = (page, anchor) }
}

/// The anchor of an element on a page: its `id`, and the fragment of links to it.
///
/// The anchor of a schema is its JSON Pointer as a URI fragment (RFC 6901, section 6), so that
/// `user-info.html#/properties/mail` is valid as long as the schema has that member. Members inherited from another
/// schema have no pointer in this one; their anchor is `members`, followed by the pointer of the type and the
/// member's name.
package struct Anchor: Hashable {
  package let text: String

  package init(text: String) { self.text = text }

  /// Creates the anchor of a schema that is not the root of its document.
  ///
  /// - Parameter scope: distinguishes a schema that appears on the page more than once.
  package init?(pointer: [String], scope: String?) {
    guard !pointer.isEmpty || scope != nil else { return nil }
    text = Self.fragment(pointer) + Self.suffix(scope)
  }

  /// Creates the anchor of a member that its type inherits from another schema.
  package init(member: String, of pointer: [String], scope: String?) {
    text = "members" + Self.fragment(pointer + [member]) + Self.suffix(scope)
  }

  /// Creates the anchor of a payload that violates a keyword at an instance location: `errors:/nickName/maxLength`.
  package init(errorAt instance: [String], keyword: String, of section: Anchor?) {
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
