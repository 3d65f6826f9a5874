import JSONSchema
import SchemaRuntime

/// The members of a schema after an upgrade.
struct SchemaForm: Equatable {
  /// A member, and that from which it comes.
  struct Member: Equatable {
    var source: String
    var name: String
    var value: Value

    init(_ source: String, as name: String? = nil, _ value: Value? = nil) {
      (self.source, self.name, self.value) = (source, name ?? source, value ?? .source(source))
    }

    var isSame: Bool { name == source && value == .source(source) }
  }

  indirect enum Value: Equatable {
    /// That of a member of the source, with its schemas upgraded.
    case source(String)
    case literal(JSONValue)
    case array([Value])
    /// Members of the source, and others.
    case object([Entry])
    /// An array of the source with one more element.
    case appended(String, JSONValue)
    /// The members of `dependencies` that are names or lists of them, or those that are schemas.
    case names(Bool)

    static func members(_ names: [String]) -> Self { .object(names.map { Entry(name: $0, value: .source($0)) }) }

    func replacing(_ source: String, with literal: JSONValue) -> Self {
      switch self {
      case .source(source): .literal(literal)
      case .source, .literal, .appended, .names: self
      case .array(let values): .array(values.map { $0.replacing(source, with: literal) })
      case .object(let entries):
        .object(entries.map { Entry(name: $0.name, value: $0.value.replacing(source, with: literal)) })
      }
    }

    /// The members of the source in it.
    var sources: [String] {
      switch self {
      case .source(let name), .appended(let name, _): [name]
      case .literal, .names: []
      case .array(let values): values.flatMap(\.sources)
      case .object(let entries): entries.flatMap(\.value.sources)
      }
    }
  }

  struct Entry: Equatable {
    var name: String
    var value: Value
  }

  var members: [Member] = []
  /// The dialect that a document without one begins to name.
  var dialect: Dialect?
  /// The paths that replace the names of members in pointers.
  var moves: [String: [String]] = [:]
  var removed: Set<String> = []
  var notes: [SchemaUpgrader.Note] = []

  /// Whether the text of its members changes, apart from the schemas in them.
  var isChanged: Bool { dialect != nil || !removed.isEmpty || members.contains { !$0.isSame } }

  /// Replaces the value of a member of the source, wherever it stands.
  mutating func replace(_ source: String, with literal: JSONValue) {
    for index in members.indices {
      if members[index].source == source, members[index].value.sources.isEmpty {
        members[index].value = .literal(literal)
      } else {
        members[index].value = members[index].value.replacing(source, with: literal)
      }
    }
  }

  static func == (a: Self, b: Self) -> Bool {
    a.members == b.members && a.dialect == b.dialect && a.removed == b.removed
  }
}
