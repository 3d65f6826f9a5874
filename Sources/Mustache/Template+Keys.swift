extension Template {
  /// The keys that a template looks up although no context has them, whether or not rendering would come to them; each
  /// as the error that strict rendering gives.
  ///
  /// - Parameter known: the keys of all contexts; of a dotted name every part has to be one.
  package func unknownKeys(among known: Set<String>) -> [TemplateError] {
    referencedKeys.compactMap { key in
      let parts = key.name.split(separator: ".").map(String.init)
      guard let place = parts.firstIndex(where: { !known.contains($0) }) else { return nil }
      let nearest = nearestName(to: parts[place], among: known).map { name in
        (parts[..<place] + [name] + parts[(place + 1)...]).joined(separator: ".")
      }
      return TemplateError(
        kind: .unknownKey(key.name, nearest: nearest), template: name, line: key.line, column: key.column)
    }
  }
}
