// Member names are equal if their scalars are (RFC 8259, section 8.3). Swift's `==` compares by canonical
// equivalence, which would merge a precomposed and a decomposed accented letter.
extension String {
  func isSpelled(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
  func firstIndex(spelledLike name: String) -> Int? { firstIndex { $0.isSpelled(like: name) } }

  func contains(spelledLike name: String) -> Bool { firstIndex(spelledLike: name) != nil }
}
