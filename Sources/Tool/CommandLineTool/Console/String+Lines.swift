extension String {
  package var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
