extension Template {
  /// The keys that a template refers to although no context has them, even if rendering would not reach them; each as
  /// the error of strict rendering.
  ///
  /// - Parameter known: the keys of all contexts; every part of a dotted name must be one.
  package func unknownKeys(among known: Set<String>) -> [TemplateError] {
    referencedKeys.compactMap { key in
      let parts = key.name.split(separator: ".").map(String.init)
      guard let index = parts.firstIndex(where: { !known.contains($0) }) else { return nil }
      let nearest = nearestName(to: parts[index], among: known).map { name in
        (parts[..<index] + [name] + parts[(index + 1)...]).joined(separator: ".")
      }
      return TemplateError(
        kind: .unknownKey(key.name, nearest: nearest), template: name, line: key.line, column: key.column)
    }
  }
}
