// Names of members are equal when their scalars are (RFC 8259, section 8.3). Swift's `==` also takes a letter with an
// accent for the same letter and a combining accent, which are two members.
extension String {
  func isSpelled(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
  func firstIndex(spelledLike name: String) -> Int? { firstIndex { $0.isSpelled(like: name) } }

  func contains(spelledLike name: String) -> Bool { firstIndex(spelledLike: name) != nil }
}
