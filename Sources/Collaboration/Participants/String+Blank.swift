extension String {
  /// Whether nothing of the text can be seen: it is empty, or blanks only.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension Optional<String> {
  /// The text, unless nothing of it can be seen.
  var unlessBlank: String? { flatMap { $0.isBlank ? nil : $0 } }
}
