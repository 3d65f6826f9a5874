// MARK: - regex

extension Format {
  /// `regex`: ECMA-262 (2023), section 22.2.1, with flag `u`.
  ///
  /// Patterns in schemas may also escape other punctuation. Checks only the syntax: a pattern that ``Pattern`` rejects
  /// for its depth or size is still a regular expression.
  @usableFromInline
  static func isRegex(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let source = String(decoding: utf8, as: UTF8.self)
    do throws(PatternError) {
      return try PatternParser.parse(source, maximumDepth: .max).needlessEscapes.isEmpty
    } catch {
      return false
    }
  }
}
