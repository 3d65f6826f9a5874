extension Keywords {
  /// The schemas that the keywords apply to the value or to parts of it: all but definitions. Some may stand twice.
  package var applied: [SchemaID] {
    var keywords = self
    var applied: [SchemaID] = []
    keywords.replaceApplied {
      applied.append($0)
      return $0
    }
    return applied
  }
}
