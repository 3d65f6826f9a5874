/// A tag of the core schema that determines the type of a scalar (YAML 1.2.2, section 10.3).
///
/// Other tags do not affect JSON: a scalar with one is a string, a sequence an array, and a mapping an object.
enum YAMLTag: Equatable {
  case string
  case null
  case bool
  case integer
  case float

  /// Creates the tag for a scalar; a tag of any other kind makes it a string.
  init(_ tag: String) {
    switch tag {
    case "tag:yaml.org,2002:null": self = .null
    case "tag:yaml.org,2002:bool": self = .bool
    case "tag:yaml.org,2002:int": self = .integer
    case "tag:yaml.org,2002:float": self = .float
    default: self = .string
    }
  }

  /// The expectation for a text with this tag.
  var expectation: String {
    switch self {
    case .string: "a string"
    case .null: "null"
    case .bool: "true or false"
    case .integer: "an integer"
    case .float: "a number"
    }
  }
}
