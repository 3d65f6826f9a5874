extension String {
  /// Whether the text is empty or consists of whitespace.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension Optional<String> {
  /// The text, or nil if it is blank.
  var unlessBlank: String? { flatMap { $0.isBlank ? nil : $0 } }
}
