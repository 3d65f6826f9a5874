import SchemaRuntime

/// A demand of one schema that another does not guarantee, so that the first may reject values of the second.
struct Gap {
  /// The subject of the difference.
  enum Subject: Hashable {
    /// A keyword by its value: `maximum`, `pattern`, `required`, ….
    case keyword(String)
    /// A member that only one side declares.
    case property
    /// Undeclared members.
    case closed
    /// Elements without a schema.
    case closedItems
    /// The schema `false`.
    case never
    /// A keyword that the comparison does not know.
    case unknown(String)
    /// Branches of a choice.
    case branch
    /// A value that several branches of `oneOf` accept.
    case overlap
  }

  var subject: Subject
  /// The guarantee for the values, in words; nil if there is none.
  var given: String?
  /// The demand, in words.
  var demanded: String?
  /// The name of the member.
  var name: String?
  /// The location of the guarantee; nil if there is none.
  var left: Location?
  /// The location of the demand.
  var right: Location
  /// The path from the compared schemas to the values.
  var path: [Step] = []
  /// Values that may distinguish the schemas: initially at the end of the path, finally complete values.
  var candidates: [JSONValue] = []
  /// Whether it concerns members that the writer's schema does not declare.
  var isBeyondDeclared = false
  /// Whether it is undecided, rather than a likely difference.
  var isUndecided = false

  /// The maximum number of gaps of a claim. Without it, the number could double with each level of schemas.
  static let limit = 40
  private static let candidateLimit = 12

  /// Merges gaps that are equal except for their candidates.
  static func merged(_ gaps: [Gap]) -> [Gap] {
    guard gaps.count > 1 else { return gaps }
    struct Key: Hashable {
      var subject: Subject
      var words: [String?]
      var left: Location?
      var right: Location
      var path: [Step]
      var marks: [Bool]
    }
    var indices: [Key: Int] = [:]
    var merged: [Gap] = []
    for gap in gaps {
      let key = Key(
        subject: gap.subject, words: [gap.given, gap.demanded, gap.name], left: gap.left, right: gap.right,
        path: gap.path, marks: [gap.isBeyondDeclared, gap.isUndecided])
      if let index = indices[key] {
        for value in gap.candidates
        where merged[index].candidates.count < candidateLimit && !merged[index].candidates.contains(value) {
          merged[index].candidates.append(value)
        }
      } else if merged.count < limit {
        indices[key] = merged.count
        merged.append(gap)
      }
    }
    return merged
  }

  /// A schema or one of its keywords.
  struct Location: Hashable {
    var ref: Ref
    var keyword: String?
  }

  /// One step into a value.
  enum Step: Hashable {
    case member(String)
    case anyMember
    case element(Int)
    case anyElement
    case memberName
  }
}
