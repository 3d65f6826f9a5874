import JSONSchema
import SchemaRuntime

/// What one schema demands and another does not give: why the values of the second could be refused by the first.
struct Gap {
  /// What the difference is about.
  enum Subject: Hashable {
    /// A keyword whose value says it: `maximum`, `pattern`, `required`, ….
    case keyword(String)
    /// A member that one side declares.
    case property
    /// Members that are not declared.
    case closed
    /// Elements that are not described.
    case closedItems
    /// A schema `false`.
    case never
    /// A keyword of which nothing here knows what it refuses.
    case unknown(String)
    /// Branches of a choice.
    case branch
    /// A value that several branches of `oneOf` take.
    case overlap
  }

  var subject: Subject
  /// What the values satisfy now, in words; nil when nothing.
  var given: String?
  /// What would have to hold, in words.
  var demanded: String?
  /// The member that it is about.
  var name: String?
  /// Where the first is said; nil when it is said nowhere.
  var left: Place?
  /// Where the second is said.
  var right: Place
  /// The way from the compared schemas to the values.
  var path: [Step] = []
  /// Values, at first at the end of the way and finally whole ones, of which some should tell the schemas apart.
  var candidates: [JSONValue] = []
  /// Whether it is about members that the writer's schema does not declare.
  var isBeyondDeclared = false
  /// Whether it could not be decided, rather than looks like a difference.
  var isUndecided = false

  /// The most gaps that one claim keeps: nobody reads more, and each level of schemas would hand on twice as many.
  private static let limit = 40
  private static let candidateLimit = 12

  /// Gaps that say the same of the same places as one, with the candidates of all.
  static func merged(_ gaps: [Gap]) -> [Gap] {
    guard gaps.count > 1 else { return gaps }
    struct Key: Hashable {
      var subject: Subject
      var words: [String?]
      var left: Place?
      var right: Place
      var path: [Step]
      var marks: [Bool]
    }
    var places: [Key: Int] = [:]
    var merged: [Gap] = []
    for gap in gaps {
      let key = Key(
        subject: gap.subject, words: [gap.given, gap.demanded, gap.name], left: gap.left, right: gap.right,
        path: gap.path, marks: [gap.isBeyondDeclared, gap.isUndecided])
      if let place = places[key] {
        for value in gap.candidates
        where merged[place].candidates.count < candidateLimit && !merged[place].candidates.contains(value) {
          merged[place].candidates.append(value)
        }
      } else if merged.count < limit {
        places[key] = merged.count
        merged.append(gap)
      }
    }
    return merged
  }

  /// A schema or one of its keywords.
  struct Place: Hashable {
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
