/// What surrounds a value and says more about it than the name of its member.
struct Surroundings {
  /// A city with what goes with it, so that members of one object agree.
  struct Locality {
    let city: String
    let country: String
    let countryCode: String
    let currency: String
    let language: String
    let timeZone: String

    static let all = [
      Locality("Lisbon", "Portugal", "PT", "EUR", "pt", "Europe/Lisbon"),
      Locality("Oslo", "Norway", "NO", "NOK", "nb", "Europe/Oslo"),
      Locality("Nairobi", "Kenya", "KE", "KES", "sw", "Africa/Nairobi"),
      Locality("Osaka", "Japan", "JP", "JPY", "ja", "Asia/Tokyo"),
      Locality("Quito", "Ecuador", "EC", "USD", "es", "America/Guayaquil"),
      Locality("Tartu", "Estonia", "EE", "EUR", "et", "Europe/Tallinn"),
    ]

    private init(
      _ city: String, _ country: String, _ countryCode: String, _ currency: String, _ language: String,
      _ timeZone: String
    ) {
      self.city = city
      self.country = country
      self.countryCode = countryCode
      self.currency = currency
      self.language = language
      self.timeZone = timeZone
    }
  }

  /// The words of the name of the member whose value the enclosing object is, or whose elements are such objects.
  private(set) var owner: [String] = []
  /// The declared members of the enclosing object.
  private var members: [String] = []
  /// The same, each without separators and in lower case.
  private var siblings: Set<String> { Set(members.map { Words.hint(of: $0).joined }) }
  private(set) var locality = Locality.all[0]
  /// The name of the member whose elements are being built.
  var list: String?

  /// Members by which an object has a locality of its own.
  private static let localMembers: Set = [
    "city", "town", "country", "countrycode", "currency", "currencycode", "language", "locale", "timezone",
  ]

  /// Returns the surroundings of the members of an object.
  func entering(_ name: String?, members: [String], _ random: inout SampleRandom) -> Surroundings {
    var inner = self
    inner.owner = name.map { Words.hint(of: $0).words } ?? owner
    inner.members = members
    if members.contains(where: { Self.localMembers.contains(Words.hint(of: $0).joined) }),
      let locality = random.element(of: Locality.all)
    {
      inner.locality = locality
    }
    return inner
  }
}

// MARK: - Names

extension Surroundings {
  /// What a name is the name of.
  enum Named: Hashable {
    case person, package, host, file, container, organization, identifier, thing
  }

  private static let kinds: [(words: Set<String>, kind: Named)] = [
    (
      [
        "author", "assignee", "contact", "customer", "employee", "guest", "maintainer", "manager", "member", "owner",
        "participant", "passenger", "patient", "people", "person", "recipient", "reviewer", "sender", "speaker",
        "student", "teacher", "user",
      ], .person
    ),
    (["package", "module", "library", "dependency", "plugin", "crate", "repo", "repository", "project"], .package),
    (["host", "server", "domain", "node", "cluster"], .host),
    (["file", "filename", "image", "icon", "document", "asset"], .file),
    (["company", "organization", "organisation", "brand", "vendor", "publisher", "team"], .organization),
    (
      [
        "attribute", "class", "column", "command", "event", "field", "function", "key", "label", "method", "parameter",
        "property", "schema", "table", "tag", "type", "variable",
      ], .identifier
    ),
  ]

  /// Members that an object has beside the name of what it is about.
  private static let companions: [(members: Set<String>, kind: Named)] = [
    (["command", "entrypoint", "environment", "ports", "volumes", "restart"], .container),
    (["dependencies", "license", "scripts", "main", "repository", "keywords"], .package),
    (
      [
        "email", "mail", "phone", "birthday", "dateofbirth", "firstname", "lastname", "gender", "avatar", "age",
        "nickname",
      ],
      .person
    ),
    (["port", "protocol", "hostname", "ip"], .host),
    (["size", "mimetype", "contenttype", "path"], .file),
  ]

  /// Returns what a member called `name`, or `…Name`, is the name of.
  func named(_ words: [String]) -> Named {
    let qualifiers = words.dropLast()
    if let word = qualifiers.last { return Self.kind(of: word) ?? .thing }
    if let word = owner.last, let kind = Self.kind(of: word) { return kind }
    let siblings = siblings
    return Self.companions.first { !$0.members.isDisjoint(with: siblings) }?.kind ?? .thing
  }

  /// Whether an image is one of a container, such as `nginx:1.27`.
  var hasContainers: Bool { Self.companions[0].members.intersection(siblings).count > 1 }

  private static func kind(of word: String) -> Named? {
    let singular = word.hasSuffix("s") && word.count > 3 ? String(word.dropLast()) : word
    return kinds.first { $0.words.contains(word) || $0.words.contains(singular) }?.kind
  }
}
