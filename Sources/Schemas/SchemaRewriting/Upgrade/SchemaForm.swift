import JSONSchema

/// The members of a schema after an upgrade.
struct SchemaForm {
  /// A member, and that from which it comes.
  struct Member {
    var source: String
    var name: String
    var value: Value

    init(_ source: String, as name: String? = nil, _ value: Value = .same) {
      (self.source, self.name, self.value) = (source, name ?? source, value)
    }
  }

  enum Value {
    /// That of the source, with its schemas upgraded.
    case same
    case text(String)
    /// The members of `dependencies` that are names or lists of them, or those that are schemas.
    case names(Bool)
    /// That of the source between two texts.
    case between(String, String)
    /// Members of the schema inside another text.
    case nested(String, [String], String)
  }

  var members: [Member] = []
  /// The dialect that a document without one begins to name.
  var dialect: Dialect?
  /// The paths that replace the names of members in pointers.
  var moves: [String: [String]] = [:]
  var removed: Set<String> = []
  var notes: [SchemaUpgrader.Note] = []

  /// Whether the text of its members changes, apart from the schemas in them.
  var isChanged: Bool {
    dialect != nil || !removed.isEmpty
      || members.contains { member in
        if case .same = member.value { member.source != member.name } else { true }
      }
  }
}
