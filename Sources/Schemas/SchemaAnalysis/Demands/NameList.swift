import SchemaRuntime

/// An ordered set of names, compared scalar by scalar. Lookup uses hashes, because a schema may list thousands.
package struct NameList: RandomAccessCollection, Sendable {
  private var names: [String] = []
  private var known: Set<ExactName> = []

  package init(_ names: some Sequence<String> = []) { for name in names { append(name) } }

  package var startIndex: Int { names.startIndex }
  package var endIndex: Int { names.endIndex }
  package subscript(index: Int) -> String { names[index] }

  package func contains(exactly name: String) -> Bool { known.contains(ExactName(name)) }

  /// Adds a name unless it is already present.
  package mutating func append(_ name: String) { if known.insert(ExactName(name)).inserted { names.append(name) } }
}

extension [String] {
  package func contains(exactly name: String) -> Bool { contains { $0.isIdentical(to: name) } }
}
